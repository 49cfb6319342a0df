"""Expressions and known values of the IR as text. Every constant shows its type; operations are parenthesised."""

from __future__ import annotations

from collections.abc import Callable

from t27c.ir.float_text import float_text
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Block,
    Builtin,
    Call,
    Const,
    Convert,
    ConvertKind,
    Deref,
    Expr,
    Field,
    Index,
    Op,
    Operation,
    Payload,
    PayloadKind,
    Select,
    SliceOf,
    Stmt,
    Var,
)
from t27c.ir.types import STRING, Enum, Float, Int, QName, Type, Void, type_text
from t27c.ir.values import (
    ErrorValue,
    FloatValue,
    FnValue,
    NullValue,
    SomeValue,
    UndefinedValue,
    UnionValue,
    Value,
)

BodyText = Callable[[tuple[Stmt, ...]], str]

_UNTYPED_KINDS = {ConvertKind.COPY, ConvertKind.WRAP_OPTIONAL, ConvertKind.TO_CONST, ConvertKind.UNION_TAG}
_TYPED_BUILTINS = {"splat", "repeat"}
_PREFIXES = {Op.NEG: "-", Op.NEG_WRAP: "-%", Op.BIT_NOT: "~", Op.NOT: "not "}
_SUFFIXES = {Op.IS_NULL: " is null", Op.IS_ERROR: " is error"}
_PAYLOADS = {
    PayloadKind.OPTIONAL: ".?",
    PayloadKind.OPTIONAL_KNOWN: ".some",
    PayloadKind.OK_VALUE: ".ok",
    PayloadKind.ERROR: ".err",
}


def name_text(name: str | QName, module: str) -> str:
    """A local by its name; a declaration of `module` as `::name`, of another spec with its path."""
    if isinstance(name, str):
        return name
    return f"::{name.name}" if name.module == module else str(name)


def float_digits(value: FloatValue) -> str:
    """Shortest decimal digits in the value's width; a NaN by its bits."""
    return f"nan:0x{value.bits:X}" if value.is_nan else float_text(value.number, value.width)


def value_text(value: Value, type_: Type) -> str:
    """A known value with its type, as in `200u8` or `[2]i32{1, 2}`."""
    match value:
        case UndefinedValue():
            return f"undefined({type_text(type_)})"
        case NullValue():
            return f"null({type_text(type_)})"
        case bytes() if type_ == STRING:
            return bytes_text(value)
        case bool():
            return "true" if value else "false"
        case int() if isinstance(type_, Int):
            return f"{value}{type_text(type_)}"
        case FloatValue() if isinstance(type_, Float):
            return f"{float_digits(value)}{type_text(type_)}"
        case ErrorValue():
            return f"error.{value.name}"
        case FnValue():
            return f"&{value.name}"
        case _ if isinstance(type_, Void):
            return "void"
        case _:
            return _compound_value(value, type_)


def _compound_value(value: Value, type_: Type) -> str:
    if isinstance(type_, Enum) and isinstance(value, int):
        return f"{type_text(type_)}({value})"
    return type_text(type_) + "{" + _bare(value) + "}"


def _bare(value: Value) -> str:
    """Parts of a value whose type stands before it."""
    match value:
        case tuple():
            return ", ".join(_part(part) for part in value)
        case bytes():
            return bytes_text(value)
        case UnionValue():
            return f".{value.field}" + (f" = {_part(value.value)}" if value.value is not None else "")
        case SomeValue():
            return _part(value.value)
        case _:
            return _part(value)


def _part(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case FloatValue():
            return float_digits(value)
        case bytes():
            return bytes_text(value)
        case NullValue():
            return "null"
        case UndefinedValue():
            return "undefined"
        case ErrorValue():
            return f"error.{value.name}"
        case FnValue():
            return f"&{value.name}"
        case _:
            return "{" + _bare(value) + "}"


def bytes_text(value: bytes) -> str:
    """Bytes between quotes, those outside of ASCII as `\\xNN`."""
    escapes = {0x0A: "\\n", 0x22: '\\"', 0x5C: "\\\\"}
    shown = [escapes.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in value]
    return '"' + "".join(shown) + '"'


class ExprPrinter:
    """Prints expressions of the module `module`; `body_text` prints the statements of a `Block`."""

    def __init__(self, module: str, body_text: BodyText) -> None:
        self._module = module
        self._body_text = body_text

    def text(self, node: Expr) -> str:
        """An expression on its own, without parentheses around it."""
        match node:
            case Operation():
                return self._operation(node)
            case Select():
                return self._select(node)
            case Convert():
                type_ = "" if node.kind in _UNTYPED_KINDS else f"{type_text(node.type)}, "
                return f"{node.kind.value}({type_}{self.text(node.operand)})"
            case Call():
                return self._call(node)
            case Builtin():
                type_ = f"{type_text(node.type)}, " if node.name in _TYPED_BUILTINS else ""
                return f"@{node.name}({type_}{self._list(node.args)})"
            case Aggregate():
                return self._aggregate(node)
            case Block():
                body = self._body_text(node.body)
                return f"do {{\n{body}  yield {self.text(node.value)}\n}}"
            case _:
                return self._place(node)

    def _operand(self, node: Expr) -> str:
        inner = self.text(node)
        return f"({inner})" if isinstance(node, (Operation, Select)) else inner

    def _list(self, nodes: tuple[Expr, ...]) -> str:
        return ", ".join([self.text(node) for node in nodes])

    def _place(self, node: Const | Var | Field | Index | SliceOf | AddressOf | Deref | Payload) -> str:
        match node:
            case Const():
                return value_text(node.value, node.type)
            case Var():
                return name_text(node.name, self._module)
            case Field():
                return f"{self._operand(node.base)}.{node.name}"
            case Index():
                mark = "" if node.checked else " unchecked"
                return f"{self._operand(node.base)}[{self.text(node.index)}{mark}]"
            case SliceOf():
                low = self._operand(node.low) if node.low is not None else ""
                high = self._operand(node.high) if node.high is not None else ""
                return f"{self._operand(node.base)}[{low}..{high}]"
            case AddressOf():
                return f"&{self._operand(node.place)}"
            case Deref():
                return f"{self._operand(node.pointer)}.*"
            case Payload():
                return f"{self._operand(node.base)}{_PAYLOADS[node.kind]}"

    def _call(self, node: Call) -> str:
        if isinstance(node.callee, QName):
            return f"{name_text(node.callee, self._module)}({self._list(node.args)})"
        return f"({self.text(node.callee)})({self._list(node.args)})"

    def _aggregate(self, node: Aggregate) -> str:
        parts = [self.text(part) for part in node.parts]
        if node.fields:
            values = parts or ["void"]  # the tag-only field of a union
            parts = [f".{name} = {part}" for name, part in zip(node.fields, values, strict=True)]
        return f"{type_text(node.type)}{{{', '.join(parts)}}}"

    def _operation(self, node: Operation) -> str:
        if node.op in _PREFIXES:
            return f"{_PREFIXES[node.op]}{self._operand(node.operands[0])}"
        if node.op in _SUFFIXES:
            return f"{self._operand(node.operands[0])}{_SUFFIXES[node.op]}"
        return self._chain(node)

    def _chain(self, node: Operation) -> str:
        """A run of operators down the left side, by a loop since it may be thousands long."""
        chain = [node]
        while isinstance(left := chain[-1].operands[0], Operation) and len(left.operands) == 2:
            chain.append(left)
        chain.reverse()
        opened, parts = 0, [self._operand(chain[0].operands[0])]
        for at, link in enumerate(chain):
            parts += [f" {link.op.value} ", self._operand(link.operands[1])]
            if at + 1 < len(chain) and chain[at + 1].op is not link.op:
                parts.append(")")
                opened += 1
        return "(" * opened + "".join(parts)

    def _select(self, node: Select) -> str:
        parts: list[str] = []
        last: Expr = node
        while isinstance(last, Select):
            parts.append(f"{self._operand(last.condition)} ? {self._operand(last.then)} : ")
            last = last.otherwise
        return "".join(parts) + self._operand(last)
