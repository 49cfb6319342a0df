"""The table of all diagnostic codes and the severities that the options give them."""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType

from t27c.diagnostics.catalogue import Code, Phase
from t27c.diagnostics.codes_flow import FLOW, TESTS
from t27c.diagnostics.codes_names import IMPORTS, NAMES
from t27c.diagnostics.codes_syntax import FILES, SYNTAX
from t27c.diagnostics.codes_types import TYPES
from t27c.diagnostics.model import Severity
from t27c.options import Options

__all__ = ["CODES", "Code", "Phase", "default_policy", "policy_for", "similar_codes"]

CODES: MappingProxyType[str, Code] = MappingProxyType(
    {code.slug: code for table in (FILES, SYNTAX, IMPORTS, NAMES, TYPES, FLOW, TESTS) for code in table}
)


def default_policy(*, strict: bool = False, lenient: bool = False) -> dict[str, Severity | None]:
    """The severity of every code; None silences it. `strict` and `lenient` exclude each other."""
    if strict and lenient:
        raise ValueError("strict and lenient exclude each other")
    if strict:
        return {code.slug: code.strict for code in CODES.values()}
    if lenient:
        return {code.slug: code.lenient for code in CODES.values()}
    return {code.slug: code.default for code in CODES.values()}


def policy_for(options: Options) -> dict[str, Severity | None]:
    """The severity of every code under `options`."""
    policy = default_policy(strict=options.strict, lenient=options.lenient)
    if options.vacuous == "error":
        policy["vacuous-test"] = Severity.ERROR
    if options.analysis == "lazy":
        policy["unreached-error"] = Severity.WARNING
    return policy


def similar_codes(slug: str) -> list[str]:
    """Codes whose spelling is near `slug`, best first."""
    return get_close_matches(slug, CODES, n=3)
