"""The table of codes and the severities that options give."""

from __future__ import annotations

import pytest

from t27c.diagnostics.codes import CODES, default_policy, similar_codes
from t27c.diagnostics.model import Severity


@pytest.mark.parametrize(
    ("slug", "default", "strict", "lenient"),
    [
        ("expected-token", Severity.ERROR, Severity.ERROR, Severity.ERROR),
        ("missing-semicolon", Severity.WARNING, Severity.ERROR, Severity.WARNING),
        ("missing-module", Severity.WARNING, Severity.WARNING, Severity.WARNING),
        ("quantified-invariant", Severity.ERROR, Severity.ERROR, Severity.WARNING),
        ("implicit-cast", None, None, Severity.WARNING),
        ("extension", None, Severity.WARNING, None),
    ],
)
def test_severities(slug: str, default: Severity, strict: Severity, lenient: Severity) -> None:
    """One code of each pattern."""
    assert default_policy()[slug] is default
    assert default_policy(strict=True)[slug] is strict
    assert default_policy(lenient=True)[slug] is lenient


def test_strict_never_weakens_and_lenient_never_hardens() -> None:
    """The three columns are ordered for every code."""
    weight = {None: 0, Severity.WARNING: 1, Severity.ERROR: 2}
    for code in CODES.values():
        assert weight[code.strict] >= weight[code.default] or code.slug == "implicit-cast"
        assert weight[code.lenient] <= weight[code.default] or code.slug == "implicit-cast"


def test_strict_and_lenient_exclude_each_other() -> None:
    """Asking for both is a mistake of the caller."""
    with pytest.raises(ValueError, match="exclude"):
        default_policy(strict=True, lenient=True)


def test_similar_codes() -> None:
    """A typing error finds the code that was meant."""
    assert similar_codes("type-missmatch")[0] == "type-mismatch"
    assert similar_codes("qqqq") == []
