"""The table of built-in operations: one row per name that a `Builtin` node may carry, with its spelling per target."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from t27c.ir.nodes import TrapKind


class Signature(Enum):
    """How the types of arguments and result hang together."""

    FLOAT_UNARY = "T -> T, T a float"
    FLOAT_BINARY = "T, T -> T, T a float"
    FLOAT_TERNARY = "T, T, T -> T, T a float"
    FLOAT_TEST = "T -> bool, T a float"
    FLOAT_CLOSE = "T, T, T -> bool, T a float"
    NUMBER_BINARY = "T, T -> T, T a float or an integer"
    ABS = "T -> T for floats and unsigned integers, iN -> uN"
    BIT_COUNT = "T -> the narrowest unsigned integer that holds the width, T an integer"
    INT_UNARY = "T -> T, T an integer"
    OVERFLOW_PAIR = "T, T -> (T, u1), T an integer"
    LENGTH = "[]T -> usize"
    SPLAT = "T -> [n]T"
    CONCAT = "[n]T, [m]T -> [n + m]T"
    REPEAT = "[n]T -> [n * k]T"
    MEM_COPY = "[]T, []const T -> void"
    MEM_SET = "[]T, T -> void"
    NAME = "an enum or an error -> string"
    FIND_SLICE = "[]const T, []const T -> ?usize"
    FIND_SCALAR = "[]const T, T -> ?usize"
    SLICE_TEST = "[]const T, []const T -> bool"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinRow:
    """One built-in operation.

    `numpy` is the routine that the interpreter and the Python target call on one value (`np.*` in the operand's dtype,
    `math.*` in double and then rounded); empty where the target has code of its own. `c` is the name in the C library
    or the runtime header, for double. `ulp32` and `ulp64` bound the error on every target; 0 means equal bits.
    """

    name: str
    arity: int
    signature: Signature
    numpy: str = ""
    c: str = ""
    ulp32: float = 0.0
    ulp64: float = 0.0
    traps: tuple[TrapKind, ...] = ()

    @property
    def is_transcendental(self) -> bool:
        """Whether targets may differ in the last bits."""
        return self.ulp32 > 0


def _function(name: str, numpy: str, ulp32: float, ulp64: float, arity: int = 1) -> BuiltinRow:
    signature = Signature.FLOAT_UNARY if arity == 1 else Signature.FLOAT_BINARY
    return BuiltinRow(
        name=name, arity=arity, signature=signature, numpy=numpy, c=f"t27_{name}", ulp32=ulp32, ulp64=ulp64
    )


# The bounds leave room for the libraries in use: NumPy's SIMD float32 routines err by up to 4 ULP.
_TRANSCENDENTAL = (
    _function("exp", "np.exp", 4, 4),
    _function("exp2", "np.exp2", 4, 4),
    _function("log", "np.log", 4, 4),
    _function("log2", "np.log2", 4, 4),
    _function("log10", "np.log10", 4, 4),
    _function("sin", "np.sin", 4, 4),
    _function("cos", "np.cos", 4, 4),
    _function("tan", "np.tan", 4, 4),
    _function("expm1", "np.expm1", 4, 4),
    _function("log1p", "np.log1p", 4, 4),
    _function("asin", "np.arcsin", 4, 4),
    _function("acos", "np.arccos", 4, 4),
    _function("atan", "np.arctan", 4, 4),
    _function("sinh", "np.sinh", 4, 4),
    _function("cosh", "np.cosh", 4, 4),
    _function("tanh", "np.tanh", 4, 4),
    _function("erf", "math.erf", 4, 4),
    _function("atan2", "np.arctan2", 4, 4, arity=2),
    _function("hypot", "np.hypot", 4, 4, arity=2),
    BuiltinRow(
        name="pow",
        arity=2,
        signature=Signature.NUMBER_BINARY,
        numpy="np.power",
        c="t27_pow",
        ulp32=4,
        ulp64=4,
        traps=(TrapKind.OVERFLOW,),
    ),
)

_EXACT_FLOAT = (
    BuiltinRow(name="sqrt", arity=1, signature=Signature.FLOAT_UNARY, numpy="np.sqrt", c="sqrt"),
    BuiltinRow(name="floor", arity=1, signature=Signature.FLOAT_UNARY, numpy="np.floor", c="floor"),
    BuiltinRow(name="ceil", arity=1, signature=Signature.FLOAT_UNARY, numpy="np.ceil", c="ceil"),
    BuiltinRow(name="trunc", arity=1, signature=Signature.FLOAT_UNARY, numpy="np.trunc", c="trunc"),
    BuiltinRow(name="round", arity=1, signature=Signature.FLOAT_UNARY, c="round"),
    BuiltinRow(name="fma", arity=3, signature=Signature.FLOAT_TERNARY, c="fma"),
    BuiltinRow(name="is_nan", arity=1, signature=Signature.FLOAT_TEST, numpy="np.isnan", c="isnan"),
    BuiltinRow(name="is_inf", arity=1, signature=Signature.FLOAT_TEST, numpy="np.isinf", c="isinf"),
    BuiltinRow(name="is_finite", arity=1, signature=Signature.FLOAT_TEST, numpy="np.isfinite", c="isfinite"),
    BuiltinRow(name="sign_bit", arity=1, signature=Signature.FLOAT_TEST, numpy="np.signbit", c="signbit"),
    BuiltinRow(
        name="approx_abs", arity=3, signature=Signature.FLOAT_CLOSE, traps=(TrapKind.BAD_TOLERANCE,), c="t27_approx_abs"
    ),
    BuiltinRow(
        name="approx_rel", arity=3, signature=Signature.FLOAT_CLOSE, traps=(TrapKind.BAD_TOLERANCE,), c="t27_approx_rel"
    ),
)

_NUMBERS = (
    BuiltinRow(name="abs", arity=1, signature=Signature.ABS, numpy="abs", c="fabs"),
    BuiltinRow(name="min", arity=2, signature=Signature.NUMBER_BINARY, c="t27_min"),
    BuiltinRow(name="max", arity=2, signature=Signature.NUMBER_BINARY, c="t27_max"),
    BuiltinRow(name="clz", arity=1, signature=Signature.BIT_COUNT, c="t27_clz"),
    BuiltinRow(name="ctz", arity=1, signature=Signature.BIT_COUNT, c="t27_ctz"),
    BuiltinRow(name="pop_count", arity=1, signature=Signature.BIT_COUNT, c="t27_pop_count"),
    BuiltinRow(name="byte_swap", arity=1, signature=Signature.INT_UNARY, c="t27_byte_swap"),
    BuiltinRow(name="bit_reverse", arity=1, signature=Signature.INT_UNARY, c="t27_bit_reverse"),
    BuiltinRow(name="add_overflow", arity=2, signature=Signature.OVERFLOW_PAIR, c="t27_add_overflow"),
    BuiltinRow(name="sub_overflow", arity=2, signature=Signature.OVERFLOW_PAIR, c="t27_sub_overflow"),
    BuiltinRow(name="mul_overflow", arity=2, signature=Signature.OVERFLOW_PAIR, c="t27_mul_overflow"),
)

_USES_VIEW = (TrapKind.UNDEFINED_POINTER,)

_PARTS = (
    BuiltinRow(name="len", arity=1, signature=Signature.LENGTH, numpy="len", traps=_USES_VIEW),
    BuiltinRow(name="splat", arity=1, signature=Signature.SPLAT, numpy="np.full"),
    BuiltinRow(name="concat", arity=2, signature=Signature.CONCAT, numpy="np.concatenate"),
    BuiltinRow(name="repeat", arity=1, signature=Signature.REPEAT, numpy="np.tile"),
    BuiltinRow(
        name="mem_copy",
        arity=2,
        signature=Signature.MEM_COPY,
        c="memmove",
        traps=(TrapKind.LENGTH_MISMATCH, *_USES_VIEW),
    ),
    BuiltinRow(name="mem_set", arity=2, signature=Signature.MEM_SET, c="memset", traps=_USES_VIEW),
    BuiltinRow(name="tag_name", arity=1, signature=Signature.NAME, traps=(TrapKind.INVALID_ENUM,)),
    BuiltinRow(name="error_name", arity=1, signature=Signature.NAME, traps=(TrapKind.INVALID_ENUM,)),
    BuiltinRow(name="index_of", arity=2, signature=Signature.FIND_SLICE, c="t27_index_of", traps=_USES_VIEW),
    BuiltinRow(
        name="index_of_scalar", arity=2, signature=Signature.FIND_SCALAR, c="t27_index_of_scalar", traps=_USES_VIEW
    ),
    BuiltinRow(name="starts_with", arity=2, signature=Signature.SLICE_TEST, c="t27_starts_with", traps=_USES_VIEW),
    BuiltinRow(name="ends_with", arity=2, signature=Signature.SLICE_TEST, c="t27_ends_with", traps=_USES_VIEW),
)

BUILTINS: dict[str, BuiltinRow] = {row.name: row for row in (*_TRANSCENDENTAL, *_EXACT_FLOAT, *_NUMBERS, *_PARTS)}
