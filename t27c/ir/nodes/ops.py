"""The operators, conversions and trap kinds that IR nodes name."""

from __future__ import annotations

from enum import Enum as PyEnum


class Op(PyEnum):
    """Operators. Both operands have one type, except: comparisons of integers (any two, by value), shift amounts
    (any integer), AND, OR (bool, right side lazy), IS_NULL (optional), IS_ERROR (error union)."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"  # integers: toward zero
    REM = "@rem"  # sign of the dividend; floats: fmod
    DIV_FLOOR = "@divFloor"
    MOD = "@mod"  # sign of the divisor
    DIV_EXACT = "@divExact"
    DIV_TRUNC = "@divTrunc"  # floats only; integers use DIV
    ADD_WRAP = "+%"
    SUB_WRAP = "-%"
    MUL_WRAP = "*%"
    ADD_SAT = "+|"
    SUB_SAT = "-|"
    MUL_SAT = "*|"
    SHL = "<<"
    SHR = ">>"
    BIT_AND = "&"  # also two bools, both sides evaluated
    BIT_OR = "|"
    BIT_XOR = "^"
    EQ = "=="  # by content for aggregates, slices, optionals, errors; by address for pointers
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    AND = "and"
    OR = "or"
    NEG = "neg"
    NEG_WRAP = "neg%"
    BIT_NOT = "~"
    NOT = "not"
    IS_NULL = "is_null"
    IS_ERROR = "is_error"


class ConvertKind(PyEnum):
    """How `Convert` turns its operand into its type."""

    INT_WIDEN = "widen"  # every value fits, no check
    INT_CHECKED = "int_cast"  # traps cast-range
    INT_TRUNCATE = "truncate"  # keeps the low bits, reads them in the new signedness
    INT_TO_FLOAT = "int_to_float"  # nearest even
    FLOAT_TO_INT = "float_to_int"  # toward zero; traps float-to-int
    FLOAT_TO_FLOAT = "float_cast"  # nearest even
    BOOL_TO_INT = "bool_to_int"
    ENUM_TO_INT = "enum_to_int"  # the tag, which fits
    INT_TO_ENUM = "int_to_enum"  # traps invalid-enum
    BIT_CAST = "bit_cast"  # same size
    WRAP_OPTIONAL = "some"  # T to ?T
    WRAP_VALUE = "ok"  # T to E!T
    WRAP_ERROR = "err"  # an error to E!T
    WIDEN_ERRORS = "widen_errors"  # error set or error union to one with more errors
    TO_CONST = "to_const"  # []T to []const T, *T to *const T
    UNION_TAG = "union_tag"  # union to its tag enum
    COPY = "copy"  # an aggregate read from a place that others can reach (SEM 9.1)


class PayloadKind(PyEnum):
    """What `Payload` takes out of its base."""

    OPTIONAL = "optional"  # traps null-unwrap
    OPTIONAL_KNOWN = "optional_known"  # the base was tested: not null
    OK_VALUE = "ok_value"  # the base was tested: not an error
    ERROR = "error"  # the base was tested: an error


class TrapKind(PyEnum):
    """The kinds of SEM 16."""

    OVERFLOW = "overflow"
    DIVISION_BY_ZERO = "division-by-zero"
    INEXACT_DIVISION = "inexact-division"
    SHIFT_RANGE = "shift-range"
    CAST_RANGE = "cast-range"
    FLOAT_TO_INT = "float-to-int"
    INDEX_BOUNDS = "index-bounds"
    SLICE_BOUNDS = "slice-bounds"
    REVERSED_RANGE = "reversed-range"
    LENGTH_MISMATCH = "length-mismatch"
    NULL_UNWRAP = "null-unwrap"
    INVALID_ENUM = "invalid-enum"
    INACTIVE_FIELD = "inactive-field"
    UNDEFINED_POINTER = "undefined-pointer"
    ERROR_RETURN = "error-return"
    ASSERT_FAILED = "assert-failed"
    PANIC = "panic"
    UNREACHABLE = "unreachable"
    BAD_TOLERANCE = "bad-tolerance"
    CALL_DEPTH = "call-depth"
    OUT_OF_MEMORY = "out-of-memory"
    TIMEOUT = "timeout"
    PLACEHOLDER = "placeholder"
    NOT_ANALYSED = "not-analysed"
