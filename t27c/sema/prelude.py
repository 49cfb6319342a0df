"""Names that mean something undeclared: the prelude and `std`, each with the row that handles it (SEM 7)."""

from __future__ import annotations

FLOAT_UNARY = [
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "round",
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "expm1",
    "log1p",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "erf",
]
FLOAT_BINARY = ["atan2", "hypot"]
INT_WIDTHS = (8, 16, 32, 64, 128)
CASTS = {
    **{f"cast_{sign}{bits}": f"{sign}{bits}" for sign in "ui" for bits in INT_WIDTHS},
    **{f"cast_{name}": name for name in ("usize", "isize", "f16", "f32", "f64")},
}

# Prelude name to row of `builtins.py`.
PRELUDE: dict[str, str] = {
    **{name: name for name in (*FLOAT_UNARY, *FLOAT_BINARY, "pow", "fma", "abs", "min", "max", "eq")},
    "ln": "log",
    "approximately_equal": "approx",
    "approx_equal": "approx",
    **dict.fromkeys(CASTS, "cast_to"),
}
_MATH_AS_PRELUDE = (*FLOAT_UNARY, *FLOAT_BINARY)
STD: dict[str, str] = {
    **{f"std.math.{name}": name for name in _MATH_AS_PRELUDE if name != "log"},
    "std.math.ln": "log",
    "std.math.log": "std_log",
    "std.math.pow": "std_pow",
    "std.math.abs": "abs",
    "std.math.min": "min",
    "std.math.max": "max",
    "std.math.fma": "fma",
    **{f"std.math.{name}": "constant" for name in ("pi", "e", "tau", "sqrt2", "ln2", "ln10")},
    **{f"std.math.{name}": "limit" for name in ("inf", "nan", "maxInt", "minInt")},
    **{f"std.math.{name}": "limit" for name in ("floatMax", "floatMin", "floatEps")},
    "std.math.isNan": "is_nan",
    "std.math.isInf": "is_inf",
    "std.math.isFinite": "is_finite",
    "std.math.isPositiveInf": "is_positive_inf",
    "std.math.isNegativeInf": "is_negative_inf",
    "std.math.signbit": "sign_bit",
    "std.math.clamp": "clamp",
    "std.math.sign": "sign",
    "std.mem.eql": "mem_eql",
    "std.mem.indexOf": "index_of",
    "std.mem.indexOfScalar": "index_of_scalar",
    "std.mem.startsWith": "starts_with",
    "std.mem.endsWith": "ends_with",
    "std.mem.copyForwards": "mem_copy_typed",
}
# Handled where tests are lowered; listed so that the path is known.
TESTING = frozenset(
    f"std.testing.{name}"
    for name in [
        "expect",
        "expectEqual",
        "expectEqualStrings",
        "expectEqualSlices",
        "expectApproxEqAbs",
        "expectApproxEqRel",
        "expectError",
    ]
)
STD_MODULES = frozenset({"std", "std.math", "std.mem", "std.testing"})
