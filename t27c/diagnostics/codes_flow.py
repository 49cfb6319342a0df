"""Codes of control flow, tests and invariants."""

from __future__ import annotations

from t27c.diagnostics.catalogue import Code, Phase, rows

FLOW: tuple[Code, ...] = (
    *rows(
        Phase.FLOW,
        "EEE",
        {
            "condition-not-bool": "a condition is not a bool",
            "switch-not-exhaustive": "a switch leaves values without an arm",
            "missing-else": "an `if` used as a value has no `else`",
            "missing-return": "a function can end without returning its result",
            "break-outside-loop": "`break` or `continue` outside any loop",
            "try-outside-error-union": "`try` in a function that cannot return the error",
            "error-not-in-set": "an error that the result type does not admit",
            "unused-value": "a statement computes a value and does nothing with it",
        },
    ),
    *rows(Phase.FLOW, "EEW", {"unused-result": "a call whose result is dropped"}),
    *rows(
        Phase.FLOW,
        "WWW",
        {
            "useless-else": "an `else` arm that nothing can reach",
            "unreachable-code": "code behind a jump",
            "placeholder-function": "a function without a body",
            "does-nothing": "a void function with an empty body",
        },
    ),
    *rows(Phase.FLOW, "---", {"unreached-error": "an error in a function that nothing in use reaches"}),
)

TESTS: tuple[Code, ...] = (
    *rows(
        Phase.TESTS,
        "EEE",
        {
            "invariant-false": "an invariant does not hold",
            "invariant-trapped": "an invariant traps while it is evaluated",
        },
    ),
    *rows(
        Phase.TESTS,
        "WWW",
        {
            "invariant-deferred": "an invariant takes too long to evaluate while building and becomes a test",
            "placeholder-test": "a test that is built on placeholder text",
        },
    ),
    *rows(
        Phase.TESTS,
        "WEW",
        {
            "empty-test": "a test or invariant without a body",
            "assert-always-false": "an assertion that is known to fail",
            "vacuous-test": "a test that checks nothing while it runs",
        },
    ),
)
