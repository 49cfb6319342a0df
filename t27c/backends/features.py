"""The closed list of what a backend may refuse, and the diagnostic that says so at the place in the spec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from t27c.diagnostics.model import DiagnosticSink
from t27c.source import Span


class Feature(Enum):
    """Parts of the language that some target cannot say. The value is how messages and the support table call them."""

    WIDE_INTEGERS = "integers wider than 64 bits"
    HALF_FLOATS = "f16 numbers"
    FUNCTION_VALUES = "functions as values"
    ERRORS_IN_ERROR_UNIONS = "error unions whose value is itself an error or an error union"
    DEEP_NESTING = "blocks nested deeper than the target's compiler takes"
    MANY_PARAMETERS = "functions with more than 255 parameters"


def report_refused(
    found: Iterator[tuple[Feature, Span]], refused: Mapping[Feature, str], target: str, sink: DiagnosticSink
) -> bool:
    """Report each refused feature once, at its first place. Returns whether the target can say the whole program."""
    first: dict[Feature, Span] = {}
    for feature, span in found:
        if feature in refused:
            first.setdefault(feature, span)
    for feature, span in first.items():
        message = f"the target `{target}` has no {feature.value}"
        sink.report("unsupported-on-target", message, span, helps=(refused[feature],))
    return not first
