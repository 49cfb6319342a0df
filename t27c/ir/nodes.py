"""The nodes of the IR: structured, typed, frozen. Every name is resolved, every conversion and copy is explicit.

Evaluation order is the written one: operands left to right, once; in an assignment the place first (its indices checked),
then the value, then the store. Types of operands agree exactly unless a node says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum as PyEnum

from t27c.ir.types import Enum, ErrorSet, Int, QName, Struct, Type, Union
from t27c.ir.values import Value
from t27c.source import Span


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Const:
    """A known value of `type`. A slice type means a view of static read-only storage."""

    type: Type
    span: Span = field(compare=False)
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Var:
    """A place: a local or parameter by its name (unique in the function), or a module variable or constant by its QName."""

    type: Type
    span: Span = field(compare=False)
    name: str | QName


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operator on one or two operands. The result type of arithmetic is the operands' (shifts: the left one's)."""

    type: Type
    span: Span = field(compare=False)
    op: Op
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convert:
    """`operand` turned into `type`."""

    type: Type
    span: Span = field(compare=False)
    kind: ConvertKind
    operand: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a declared function (`QName`) or of a function value. Aggregate arguments are already copies."""

    type: Type
    span: Span = field(compare=False)
    callee: QName | Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """A built-in operation by its row in `builtins.py` (`exp`, `abs`, `min`, `clz`, `len`, `mem_copy`, `splat`, ..)."""

    type: Type
    span: Span = field(compare=False)
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """`if` as a value: only the taken side runs."""

    type: Type
    span: Span = field(compare=False)
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a struct, a tuple ("0", "1", ..) or a union (traps inactive-field). A place if its base is one."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """An element of an array or slice; `index` is an integer of an unsigned type. `checked` off: proven below the length."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    index: Expr
    checked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceOf:
    """A view of `base[low..high]`: base is a slice value or the place of an array; None means the end. Traps slice-bounds."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressOf:
    """A pointer to `place` (Var, Field, Index, Deref, Payload), or to a fresh temporary when it is no place."""

    type: Type
    span: Span = field(compare=False)
    place: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Deref:
    """The place that `pointer` holds the address of."""

    type: Type
    span: Span = field(compare=False)
    pointer: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """The inside of an optional or error union. A place if its base is one."""

    type: Type
    span: Span = field(compare=False)
    base: Expr
    kind: PayloadKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """A new struct, tuple or array from its parts in order of evaluation; `fields` names the parts of structs, tuples and
    unions (exactly one; a void field has no part) and is empty for arrays. Every field of a struct is given."""

    type: Type
    span: Span = field(compare=False)
    fields: tuple[str, ...]
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Statements, then a value. Gone after the pass `hoist`."""

    type: Type
    span: Span = field(compare=False)
    body: tuple[Stmt, ...]
    value: Expr


Expr = (
    Const
    | Var
    | Operation
    | Convert
    | Call
    | Builtin
    | Select
    | Field
    | Index
    | SliceOf
    | AddressOf
    | Deref
    | Payload
    | Aggregate
    | Block
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A local variable: `name` is unique in its function, `source_name` as written; empty for temporaries."""

    name: str
    type: Type
    mutable: bool
    source_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Let:
    """A fresh variable with its first value (aggregates are already copies), at every run of the statement."""

    span: Span = field(compare=False)
    local: Local
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """Store into a place (Var, Field, Index, Deref, Payload of a place). Storing an aggregate writes into the existing
    object, so that pointers and views of it see the new parts."""

    span: Span = field(compare=False)
    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluate:
    """Run an expression for its effects and drop its value."""

    span: Span = field(compare=False)
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If:
    """A chain: the first branch whose condition holds, else `otherwise`. Long `else if` chains are one node."""

    span: Span = field(compare=False)
    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class While:
    """`step` runs after the body and on `continue`."""

    span: Span = field(compare=False)
    label: str
    condition: Expr
    step: tuple[Stmt, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForRange:
    """`local` (usize, constant in the body) counts from `low` to below `high`, both evaluated once; traps reversed-range
    unless `checked` is off (then low <= high is known)."""

    span: Span = field(compare=False)
    label: str
    local: Local
    low: Expr
    high: Expr
    body: tuple[Stmt, ...]
    checked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A block that `Break` can leave."""

    span: Span = field(compare=False)
    label: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """Leave the loop or block with `label` (labels are unique in the function)."""

    span: Span = field(compare=False)
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Continue:
    """Go on with the next round of the loop with `label`."""

    span: Span = field(compare=False)
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """Leave the function; None in void functions."""

    span: Span = field(compare=False)
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """Values of one switch arm: inclusive ranges of integers (enum tags, bools as 0 and 1)."""

    ranges: tuple[tuple[int, int], ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Run the arm that holds the subject's value (integer, enum or bool; unions go by their tag), else `otherwise`.
    An exhaustive switch over an enum has `otherwise` None: a value without variant traps invalid-enum."""

    span: Span = field(compare=False)
    subject: Expr
    arms: tuple[Arm, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assert:
    """Traps assert-failed if the condition is false. `text` is the conjunct as written, `message` the author's.
    `known`: decided at compile time, so it does not count as executed (SEM 14.3, 14.4)."""

    span: Span = field(compare=False)
    condition: Expr
    text: str
    message: str | None = None
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Trap:
    """Stop with `kind`. `error` is set for error-return: the error whose name the trap shows."""

    span: Span = field(compare=False)
    kind: TrapKind
    message: str = ""
    error: Expr | None = None


Stmt = Let | Assign | Evaluate | If | While | ForRange | Labelled | Break | Continue | Return | Switch | Assert | Trap


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDecl:
    """A field of a struct or union; `default` is known if present."""

    name: str
    type: Type
    default: Value | None = None
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StructDecl:
    """A struct and its fields in written order. Methods are functions named `Type.method`."""

    span: Span = field(compare=False)
    type: Struct
    fields: tuple[FieldDecl, ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl:
    """An enum: its tag type and variants with their tags in written order."""

    span: Span = field(compare=False)
    type: Enum
    tag: Int
    variants: tuple[tuple[str, int], ...]
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionDecl:
    """A union: `tag` is the enum whose variants are named like the fields (generated if the spec names none)."""

    span: Span = field(compare=False)
    type: Union
    tag: Enum
    fields: tuple[FieldDecl, ...]
    doc: str = ""


TypeDecl = StructDecl | EnumDecl | UnionDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A module constant with its value; an untyped number has the type of SEM 3.8 if it fits one, else it is not here."""

    span: Span = field(compare=False)
    name: QName
    type: Type
    value: Value
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Global:
    """A module variable with its initial value; fresh in every test, invariant and bench."""

    span: Span = field(compare=False)
    name: QName
    type: Type
    value: Value
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter; `mutable` if the body assigns it (the callee's own copy). `doc` from a comment, if any."""

    name: str
    type: Type
    mutable: bool = False
    source_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function with its body. A placeholder's body is one `Trap(PLACEHOLDER)`, and `placeholder` says why."""

    span: Span = field(compare=False)
    name: QName
    params: tuple[Param, ...]
    result: Type
    body: tuple[Stmt, ...]
    doc: str = ""
    placeholder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A clause or statement of a test: its role (`given`, `when`, `then`, or empty), its text, and what it runs."""

    span: Span = field(compare=False)
    role: str
    text: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """A test. `name` is unique in the file, `title` as written. `skip` is the reason of a placeholder, else empty.
    `vacuous` is set when no run-time assertion can be reached as far as the text shows."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    doc: str = ""
    skip: str = ""
    vacuous: bool = False


class InvariantStatus(PyEnum):
    """What became of an invariant at build time."""

    PROVED = "proved"
    DEFERRED = "deferred"  # out of budget: it becomes a generated test
    NOT_CHECKED = "not checked"  # placeholder text


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """An invariant and its verdict; a false one is an error and never gets here."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    status: InvariantStatus
    reason: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A bench: run on demand. `notes` are its measure and target lines."""

    span: Span = field(compare=False)
    name: str
    title: str
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    doc: str = ""
    skip: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One spec. `imports` are the ids of the specs whose declarations it names, sorted."""

    id: str
    title: str
    header: str
    imports: tuple[str, ...]
    types: tuple[TypeDecl, ...]
    constants: tuple[Constant, ...]
    globals: tuple[Global, ...]
    functions: tuple[Function, ...]
    tests: tuple[Test, ...]
    invariants: tuple[Invariant, ...]
    benches: tuple[Bench, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A module with every module it reaches by imports, by id."""

    main: str
    modules: dict[str, Module]
