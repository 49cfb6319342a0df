"""Expressions. The pass `order` has run: evaluating operands in any order gives the same, and there are no `Block`s."""

from __future__ import annotations

from t27c.backends.c.builtins import builtin
from t27c.backends.c.code import Code, Prec, call, cast, member
from t27c.backends.c.comments import string
from t27c.backends.c.converts import convert
from t27c.backends.c.frame import Frame
from t27c.backends.c.literals import floating, integer
from t27c.backends.c.names import global_name, local_name
from t27c.backends.c.ops import operation
from t27c.backends.c.types import c_type, storage_bits
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    Deref,
    Expr,
    Field,
    Index,
    Operation,
    Payload,
    PayloadKind,
    Select,
    SliceOf,
    Var,
)
from t27c.ir.types import Array, Bool, Enum, ErrorSet, Float, Fn, Int, Pointer, QName, Slice, Struct, Tuple, Union, Void
from t27c.ir.values import ErrorValue, FloatValue, FnValue, UndefinedValue, Value
from t27c.source import Span

_INLINE_PARTS = 8  # a known aggregate of more parts becomes a static object
NOTHING = Code("(void)0")


def at(span: Span) -> str:
    """The place of a trap."""
    place = span.position
    return f"T27_AT({place.line}, {place.column})"


class ExprPrinter:
    """Prints the expressions of one function."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.file = frame.file

    def text(self, expr: Expr) -> str:
        """An expression where a whole one stands: behind `=`, `return`, in an argument."""
        return self.code(expr).inside(Prec.TERNARY)

    def code(self, expr: Expr) -> Code:
        """An expression with its precedence."""
        match expr:
            case Const():
                return self._const(expr)
            case Operation():
                return operation(self.file, expr, [self.code(part) for part in expr.operands], at(expr.span))
            case Convert():
                return convert(self.file, expr, self.code(expr.operand), at(expr.span))
            case Call():
                return self._call(expr)
            case Builtin():
                return builtin(self.file, expr, [self.code(part) for part in expr.args], at(expr.span))
            case Select():
                return self._select(expr)
            case Aggregate():
                return self._aggregate(expr)
            case Block():
                raise TypeError("the pass `order` leaves no blocks")
            case _:
                return self._place(expr)

    def _place(self, expr: Var | Field | Index | SliceOf | AddressOf | Deref | Payload) -> Code:
        match expr:
            case Var():
                return self._var(expr)
            case Field():
                return self._field(expr)
            case Index():
                return self._index(expr)
            case SliceOf():
                return self._slice(expr)
            case AddressOf():
                return self._address(expr)
            case Deref():
                return self._deref(expr)
            case Payload():
                return self._payload(expr)

    def _var(self, expr: Var) -> Code:
        if isinstance(expr.type, Void):
            return NOTHING
        return Code(global_name(expr.name) if isinstance(expr.name, QName) else self.frame.lvalue(expr.name))

    # Known values

    def _const(self, expr: Const) -> Code:
        value, type_ = expr.value, expr.type
        if isinstance(type_, Void):
            return NOTHING
        if isinstance(value, UndefinedValue) and not isinstance(type_, (Bool, Int, Float, Enum, Pointer)):
            return Code(self.file.static_value(type_, value))
        return self._known(expr, value)

    def _known(self, expr: Const, value: Value) -> Code:
        match expr.type, value:
            case Int(), int():
                return integer(value, expr.type)
            case Float(), FloatValue():
                return floating(value)
            case ErrorSet(), ErrorValue():
                return Code(string(value.name.encode()))
            case Fn(), FnValue():
                return Code(global_name(value.name))
            case (Bool() | Int() | Float() | Enum() | Pointer()), _:
                text = self.file.initialisers.text(expr.type, value)
                return Code(text, Prec.UNARY)
            case _:
                return self._known_aggregate(expr, value)

    def _known_aggregate(self, expr: Const, value: Value) -> Code:
        text = self.file.type(expr.type)
        if isinstance(value, (tuple, bytes)) and len(value) > _INLINE_PARTS and not isinstance(expr.type, Slice):
            return Code(self.file.static_value(expr.type, value))
        return Code(f"({text}){self.file.initialisers.text(expr.type, value)}")

    # Parts

    def _field(self, expr: Field) -> Code:
        base = expr.base
        if isinstance(base.type, Union):
            if isinstance(expr.type, Void):
                return NOTHING
            active = self.file.helper("active", base.type)
            checked = call(active, self._pointer_to(base), self.file.tag(base.type, expr.name), at(expr.span))
            return Code(f"{checked.text}->as.{local_name(expr.name)}")
        if isinstance(expr.type, Void):
            return NOTHING
        name = local_name(expr.name)
        if isinstance(base.type, Tuple):
            name = f"f{self._element_number(base.type, expr.name)}"
        return member(self.code(base), name)

    @staticmethod
    def _element_number(type_: Tuple, name: str) -> int:
        return int(name) if name.isdigit() else type_.names.index(name)

    def _index(self, expr: Index) -> Code:
        if isinstance(expr.type, Void):
            return NOTHING
        base, index = self.code(expr.base), self._wide(expr.index)
        if isinstance(expr.base.type, Array):
            return Code(f"{member(base, 'at').text}[{self._checked_index(expr, index).inside(Prec.TERNARY)}]")
        if not expr.checked:
            return Code(f"{member(base, 'ptr').text}[{index.inside(Prec.TERNARY)}]")
        if not self._is_path(expr.base) or self.file.checks_views:
            return Code(f"(*{call(self.file.helper('element', expr.base.type), base, index, at(expr.span)).text})")
        length = member(base, "len")
        return Code(f"{member(base, 'ptr').text}[{call('t27_index', index, length, at(expr.span)).text}]")

    def _checked_index(self, expr: Index, index: Code) -> Code:
        assert isinstance(expr.base.type, Array)
        length = expr.base.type.length
        known = isinstance(expr.index, Const) and isinstance(expr.index.value, int) and expr.index.value < length
        return index if known or not expr.checked else call("t27_index", index, f"{length}u", at(expr.span))

    def _wide(self, expr: Expr) -> Code:
        """An index or bound, which may be of any unsigned type; of 128 bits it stays large when it is cut down."""
        code = self.code(expr)
        if isinstance(expr.type, Int) and storage_bits(expr.type) == 128:
            return cast("uint64_t", call("t27_min_u128", code, "(t27_u128)UINT64_MAX"))
        return code

    def _is_path(self, expr: Expr) -> bool:
        """Whether printing `expr` several times is cheap and does the same each time."""
        while isinstance(expr, (Field, Deref)):
            if isinstance(expr, Field) and isinstance(expr.base.type, Union):
                return False
            expr = expr.base if isinstance(expr, Field) else expr.pointer
        return isinstance(expr, Var)

    def _slice(self, expr: SliceOf) -> Code:
        slice_type = expr.type
        assert isinstance(slice_type, Slice)
        if isinstance(expr.base.type, Slice):
            if expr.low is None and expr.high is None:
                return self.code(expr.base)
            part = self.file.helper("part", expr.base.type)
            low = self._wide(expr.low) if expr.low is not None else Code("0u")
            high = self._wide(expr.high) if expr.high is not None else Code("0u")
            to_end = "true" if expr.high is None else "false"
            return call(part, self.code(expr.base), low, high, to_end, at(expr.span))
        return self._array_slice(expr, slice_type)

    def _array_slice(self, expr: SliceOf, slice_type: Slice) -> Code:
        assert isinstance(expr.base.type, Array)
        length = expr.base.type.length
        base, before = self._lasting(expr.base)
        start = member(base, "at").text
        if expr.low is None and expr.high is None:
            view = Code(f"({self.file.type(slice_type)}){{.ptr = {start}, .len = {length}u}}")
        else:
            low = self._wide(expr.low) if expr.low is not None else Code("0u")
            high = self._wide(expr.high) if expr.high is not None else Code(f"{length}u")
            view = call(self.file.helper("view", slice_type), start, f"{length}u", low, high, at(expr.span))
        return Code(f"({before}{view.text})") if before else view

    def _lasting(self, expr: Expr) -> tuple[Code, str]:
        """An object that lasts as long as the function: the place itself, or a temporary and the text that sets it."""
        if isinstance(expr, (Var, Field, Index, Deref, Payload)):
            return self.code(expr), ""
        name = self.frame.temporary(expr.type, at(expr.span))
        return Code(name), f"{name} = {self.text(expr)}, "

    def _address(self, expr: AddressOf) -> Code:
        place, before = self._lasting(expr.place)
        if place.text.startswith("(*") and place.text[2:-1].isidentifier():
            pointer = Code(place.text[2:-1])
        else:
            pointer = Code(f"&{place.inside(Prec.ATOM)}", Prec.UNARY)
        return Code(f"({before}{pointer.text})") if before else pointer

    def _pointer_to(self, expr: Expr) -> Code:
        """The address of a value for the time of the expression."""
        if isinstance(expr, (Var, Field, Index, Deref, Payload)):
            return self._address(AddressOf(type=Pointer(target=expr.type, const=True), span=expr.span, place=expr))
        return Code(f"({self.file.type(expr.type)}[1]){{{self.text(expr)}}}")

    def _deref(self, expr: Deref) -> Code:
        pointer = self.code(expr.pointer)
        if isinstance(expr.type, Void):
            return NOTHING
        if self.file.checks_views:
            check = f"t27_check_pointer({pointer.inside(Prec.TERNARY)}, {at(expr.span)})"
            return Code(f"(*({check}, {pointer.inside(Prec.TERNARY)}))")
        return Code(f"(*{pointer.inside(Prec.UNARY)})")

    def _payload(self, expr: Payload) -> Code:
        if expr.kind is PayloadKind.OPTIONAL:
            unwrap = call(self.file.helper("unwrap", expr.base.type), self._pointer_to(expr.base), at(expr.span))
            return unwrap if isinstance(expr.type, Void) else Code(f"(*{unwrap.text})")
        if expr.kind is PayloadKind.ERROR:
            return member(self.code(expr.base), "error")
        return NOTHING if isinstance(expr.type, Void) else member(self.code(expr.base), "value")

    # Calls and new values

    def _call(self, expr: Call) -> Code:
        callee = expr.callee
        function = global_name(callee) if isinstance(callee, QName) else self.code(callee).inside(Prec.ATOM)
        arguments = [self.code(arg) for arg in expr.args if not isinstance(arg.type, Void)]
        return call(function, *arguments)

    def _select(self, expr: Select) -> Code:
        condition, then, otherwise = (self.code(part) for part in (expr.condition, expr.then, expr.otherwise))
        text = f"{condition.inside(Prec.SUM)} ? {then.inside(Prec.SUM)} : {otherwise.inside(Prec.SUM)}"
        whole = Code(text, Prec.TERNARY)
        small = isinstance(expr.type, Enum) or (isinstance(expr.type, Int) and storage_bits(expr.type) < 32)
        return cast(c_type(expr.type), whole) if small else whole

    def _aggregate(self, expr: Aggregate) -> Code:
        text = self.file.type(expr.type)
        if isinstance(expr.type, Array):
            parts = ", ".join(self.text(part) for part in expr.parts)
            return Code(f"({text}){{.at = {{{parts}}}}}" if expr.parts else f"({text}){{0}}")
        if isinstance(expr.type, Union):
            return self._new_union(expr, text)
        names = [self._part_name(expr, name) for name in expr.fields]
        pairs = [
            f".{name} = {self.text(part)}"
            for name, part in zip(names, expr.parts, strict=True)
            if not isinstance(part.type, Void)
        ]
        return Code(f"({text}){{{', '.join(pairs) or '0'}}}")

    def _part_name(self, expr: Aggregate, name: str) -> str:
        if isinstance(expr.type, Tuple):
            return f"f{self._element_number(expr.type, name)}"
        assert isinstance(expr.type, Struct)
        return local_name(name)

    def _new_union(self, expr: Aggregate, text: str) -> Code:
        assert isinstance(expr.type, Union)
        tag = self.file.tag(expr.type, expr.fields[0])
        if not expr.parts or isinstance(expr.parts[0].type, Void):
            return Code(f"({text}){{.tag = {tag}}}")
        value = f".as = {{.{local_name(expr.fields[0])} = {self.text(expr.parts[0])}}}"
        return Code(f"({text}){{.tag = {tag}, {value}}}")
