"""Codes of types, values and operators."""

from __future__ import annotations

from t27c.diagnostics.catalogue import Code, Phase, rows

TYPES: tuple[Code, ...] = (
    *rows(
        Phase.TYPES,
        "EEE",
        {
            "type-mismatch": "a value of one type stands where another is needed",
            "invalid-operands": "an operator that is not defined for these types",
            "not-comparable": "values that cannot be compared",
            "literal-out-of-range": "a number does not fit the type it meets",
            "lossy-literal": "a number cannot be converted exactly",
            "comptime-trap": "computing a constant traps",
            "comptime-budget": "computing a constant takes too many steps, too much memory or too deep a recursion",
            "not-comptime": "a value must be known while building and is not",
            "constant-index": "a known index or range lies outside",
            "constant-shift": "a known shift amount is negative or not below the width",
            "bad-array-length": "an array length is no whole number from 0 up",
            "wrong-count": "a list has too many or too few elements",
            "negate-unsigned": "minus in front of an unsigned value",
            "float-remainder": "`%` on floats",
            "untyped-shift": "a shifted number without a type",
            "untyped-local": "a variable whose number fits no default type",
            "untyped-undefined": "`undefined` without a type",
            "untyped-enum-literal": "`.name` where no enum is expected",
            "untyped-literal": "a literal whose type cannot be told from its place",
            "cast-needs-type": "a cast that cannot tell its target type from its place",
            "invalid-cast": "a cast between types that do not convert",
            "runtime-concat": "`++` or `**` on slices whose length is not known",
            "infinite-size": "a struct that contains itself",
            "assign-to-const": "an assignment to something constant",
            "not-assignable": "an assignment to something that is no place",
            "dangling-reference": "a reference to storage that ends with the function",
            "wrong-argument-count": "a call with too many or too few arguments",
            "not-callable": "a call of something that is no function",
            "unsupported-on-target": "a construct that a chosen target cannot say",
            "unsupported": "a construct that this version reads and does not translate",
        },
    ),
    *rows(
        Phase.TYPES,
        "EEW",
        {
            "signed-index": "an index of a signed type",
            "missing-field": "a struct literal leaves out a field without default",
            "mutable-view-of-const": "a constant is passed where it could be written",
        },
    ),
    *rows(
        Phase.TYPES,
        "WEW",
        {
            "signed-remainder": "`%` on signed integers",
            "bool-cast": "a bool cast to an integer with `as`",
            "enum-ordering": "enum values compared with `<` and the like",
            "reassigned-const": "a `const` that its body assigns",
            "escaping-reference": "the address of a local is stored where it outlives the function",
        },
    ),
    *rows(Phase.TYPES, "--W", {"implicit-cast": "an integer is converted with a check because `lenient` is on"}),
    *rows(Phase.TYPES, "-W-", {"extension": "a form that is accepted here and refused upstream"}),
)
