"""Paths of specs as paths of modules."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t27c.outpaths import c_path, importable, module_parts, pytest_path, python_path


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("gelu", "gelu"),
        ("a-b", "a_b"),
        ("class", "class_"),
        ("numpy", "numpy_"),
        ("test_x", "spec_test_x"),
        ("x_test", "x_test_"),
        ("con", "con_"),
        ("3d", "_3d"),
        ("v1.2", "v1_2"),
        ("größe", "gr__e"),
        ("conftest", "conftest_"),
    ],
)
def test_importable(part: str, expected: str) -> None:
    """Names that Python, NumPy or pytest would stumble over."""
    assert importable(part) == expected


@given(st.text(min_size=1))
def test_everything_becomes_a_name(part: str) -> None:
    """Whatever a file is called."""
    name = importable(part)
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    assert not name.startswith("test_")
    assert not name.endswith("_test")


def test_places() -> None:
    """One spec, its files on every target."""
    assert module_parts("ml/a-b") == ("ml", "a_b")
    assert python_path("ml/a-b") == "python/ml/a_b.py"
    assert pytest_path("ml/a-b") == "tests/ml/a_b/test_a_b.py"
    assert c_path("ml/a-b", "h") == "c/ml/a_b.h"
