"""Names and literals: different ones stay different, and nothing of a spec can become code."""

from __future__ import annotations

import ast
import keyword
import math

from hypothesis import given
from hypothesis import strategies as st

from t27c.backends.naming import PYTHON_RESERVED, NameScope, identifier, mangle
from t27c.backends.printer import comment_lines, one_line
from t27c.backends.pycode.literals import byte_string, docstring, number, string, typed_float
from t27c.ir.values import FloatValue

_WORDS = st.from_regex(r"\A[A-Za-z_][A-Za-z0-9_]{0,5}\Z") | st.sampled_from(
    sorted(PYTHON_RESERVED) + [f"{word}_" for word in keyword.kwlist] + ["under_", "under__x", "_x", "_", "__"]
)


@given(_WORDS, _WORDS)
def test_mangled_names_differ_as_the_names_do(a: str, b: str) -> None:
    assert (mangle(a) == mangle(b)) == (a == b)


@given(_WORDS)
def test_mangled_names_are_free_public_identifiers(name: str) -> None:
    made = mangle(name)
    assert made.isidentifier()
    assert made not in PYTHON_RESERVED
    assert not made.startswith("_")


@given(st.text())
def test_any_text_gives_an_identifier(text: str) -> None:
    assert identifier(text).isidentifier()


def test_a_scope_gives_each_name_once() -> None:
    scope = NameScope.of({"x"})
    assert [scope.claim("x"), scope.claim("x"), scope.claim("y"), scope.claim("x_2")] == ["x_2", "x_3", "y", "x_2_2"]


@given(st.text())
def test_strings_survive(text: str) -> None:
    literal = string(text)
    assert literal.isascii()
    assert ast.literal_eval(literal) == text


@given(st.binary())
def test_bytes_survive(data: bytes) -> None:
    assert ast.literal_eval(byte_string(data)) == data


_HOSTILE = st.text(st.sampled_from(list("\"'\\\n\r\f\v\u2028\u202e\0#{}abN ")), max_size=30)


@given(_HOSTILE)
def test_docstrings_stay_one_string(text: str) -> None:
    lines = docstring(comment_lines(text))
    if lines:
        (statement,) = ast.parse("\n".join(lines)).body
        assert isinstance(statement, ast.Expr)
        assert isinstance(statement.value, ast.Constant)
        assert isinstance(statement.value.value, str)


@given(_HOSTILE)
def test_comments_stay_comments(text: str) -> None:
    comments = [f"# {line}" for line in comment_lines(text)] + [f"# {one_line(text)}"]
    assert ast.parse("\n".join(comments)).body == []


@given(st.floats(width=32) | st.floats(width=16))
def test_a_literal_gives_its_float_back(value: float) -> None:
    for width in (32, 64):
        known = FloatValue.of(width, value)
        if math.isfinite(value):
            assert FloatValue.of(width, float(ast.literal_eval(number(known)))) == known


def test_nan_payloads_are_kept() -> None:
    assert typed_float(FloatValue(32, 0x7FC00000)) == "np.float32(np.nan)"
    assert typed_float(FloatValue(32, 0x7FC00001)) == "np.uint32(0x7FC00001).view(np.float32)"
