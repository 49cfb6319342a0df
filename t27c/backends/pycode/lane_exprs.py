"""Expressions of lane code as NumPy calls, one call per operation, each into a row of the block's buffers."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.pycode.code import Code
from t27c.backends.pycode.exprs import expr
from t27c.backends.pycode.frame import Frame
from t27c.backends.pycode.lane_buffers import Buffers
from t27c.backends.pycode.lane_guards import index_code
from t27c.backends.pycode.shapes import dtype
from t27c.ir.builtins import BUILTINS
from t27c.ir.nodes import Builtin, Const, Convert, Expr, Index, Op, Operation, Select, Var
from t27c.ir.types import Bool, Float, Type
from t27c.ir.values import FloatValue
from t27c.passes.vectorise.affine import affine_of
from t27c.passes.vectorise.uniform import is_varying

_UFUNCS = {
    Op.ADD: "np.add",
    Op.SUB: "np.subtract",
    Op.MUL: "np.multiply",
    Op.DIV: "np.divide",
    Op.ADD_WRAP: "np.add",
    Op.SUB_WRAP: "np.subtract",
    Op.MUL_WRAP: "np.multiply",
    Op.BIT_AND: "np.bitwise_and",
    Op.BIT_OR: "np.bitwise_or",
    Op.BIT_XOR: "np.bitwise_xor",
    Op.EQ: "np.equal",
    Op.NE: "np.not_equal",
    Op.LT: "np.less",
    Op.LE: "np.less_equal",
    Op.GT: "np.greater",
    Op.GE: "np.greater_equal",
    Op.NEG: "np.negative",
    Op.NOT: "np.logical_not",
    Op.BIT_NOT: "np.invert",
}
_LOGICAL = {Op.BIT_AND: "np.logical_and", Op.BIT_OR: "np.logical_or", Op.BIT_XOR: "np.logical_xor"}

# Where lanes need another routine than a single number does.
_BUILTINS = {"abs": "np.absolute", "min": "_t27.lesser", "max": "_t27.greater"}


@dataclass(frozen=True, slots=True)
class Operand:
    """Text of one value for all lanes; `row` if it is a temporary row to give back."""

    text: str
    row: str = ""


@dataclass(slots=True)
class LaneExprs:
    """Prints expressions of one block. `rows` are the rows of varying locals."""

    frame: Frame
    buffers: Buffers
    varying: set[str]
    lane: str
    first: str
    last: str
    assigned: set[str]
    rows: dict[str, str] = field(default_factory=dict)
    signs: dict[tuple[str, str], str] = field(default_factory=dict)

    def operand(self, node: Expr) -> Operand:
        """The value of `node`, computed into a temporary row if it has to be computed."""
        if not is_varying(node, self.varying):
            return Operand(self.uniform(node))
        match node:
            case Var(name=str(name)):
                return Operand(self.counter() if name == self.lane else self.frame.names[name])
            case Index():
                return Operand(self.view(node))
            case _:
                parts = self.parts(node)
                row = self.buffers.take(dtype(node.type))
                self.frame.writer.line(self.call(node, parts, row))
                return Operand(row, row)

    def into(self, node: Expr, target: str) -> None:
        """`node` computed into `target`, a row or a view of memory."""
        if not is_varying(node, self.varying) or isinstance(node, Var | Index):
            place = f"{target}[:]" if target.isidentifier() else target
            self.frame.writer.line(f"{place} = {self.operand(node).text}")
            return
        self.frame.writer.line(self.call(node, self.parts(node), target))

    def into_row(self, node: Expr, name: str) -> str:
        """`node` computed into a row that `name` is bound to."""
        if not is_varying(node, self.varying) or isinstance(node, Var | Index):
            row = self.buffers.take(dtype(node.type))
            self.frame.writer.line(f"{name} = {row}")
            self.frame.writer.line(f"{name}[:] = {self.operand(node).text}")
            return row
        parts = self.parts(node)
        row = self.buffers.take(dtype(node.type))
        self.frame.writer.line(f"{name} = {self.call(node, parts, row)}")
        return row

    def uniform(self, node: Expr) -> str:
        """A value that all lanes share: a known float as a plain literal, which takes the lanes' type."""
        text = expr(self.frame, node).text
        if isinstance(node, Const) and isinstance(node.value, FloatValue):
            return self.frame.constants.of_value(node.value)
        if isinstance(node, Var) and isinstance(node.type, Float) and node.name in self.frame.ns.decls.constants:
            return self.frame.constants.of_constant(text, node.type.bits)
        return text

    def counter(self) -> str:
        """The numbers of the lanes."""
        return f"np.arange({self.first}, {self.last}, dtype=np.uint64)"

    def view(self, node: Index) -> str:
        """The elements that the lanes of the block read or store."""
        affine = affine_of(node.index, self.lane, self.varying)
        assert affine is not None
        base = expr(self.frame, node.base).text
        factor = index_code(self.frame, affine.factor, {}).text
        start = index_code(self.frame, node.index, {self.lane: Code(self.first)}).text
        if start == self.first:
            return f"{base}[{self.first}:{self.last}]"
        size = f"({self.last} - {self.first})"
        if factor == "1":
            return f"{base}[{start} : {start} + {size}]"
        return f"{base}[{start} : {start} + {size} * {_grouped(factor)} : {factor}]"

    def parts(self, node: Expr) -> list[Operand]:
        """The operands of `node`; temporary rows are given back, so the result may take one of them."""
        match node:
            case Operation():
                below: tuple[Expr, ...] = node.operands
            case Convert():
                below = (node.operand,)
            case Builtin():
                below = node.args
            case Select():
                below = _select_parts(node)
            case _:
                raise AssertionError("the planner lets no such expression through")
        operands = [self.operand(part) for part in below]
        for operand in operands:
            self.release(operand)
        return operands

    def sign_row(self, condition: Expr, text: str, type_: Type) -> str:
        """A row with the sign bit set where `condition` holds; made once for a local that is only set once."""
        bits = f"np.uint{type_.bits}" if isinstance(type_, Float) else dtype(type_)
        key = (text, bits)
        if key in self.signs:
            return self.signs[key]
        row = self.buffers.take(bits)
        self.frame.writer.line(f"_t27.sign_where({text}, {row})")
        if isinstance(condition, Var) and condition.name not in self.assigned:
            self.signs[key] = row
        else:
            self.buffers.give_back(row)
        return row

    def forget(self, name: str) -> None:
        """Give back what was made of the local whose Python name is `name`."""
        for key in [key for key in self.signs if key[0] == name]:
            self.buffers.give_back(self.signs.pop(key))

    def release(self, operand: Operand) -> None:
        """Give the row of a temporary back."""
        if operand.row:
            self.buffers.give_back(operand.row)

    def call(self, node: Expr, parts: list[Operand], out: str) -> str:
        """The call that computes `node` into `out`."""
        texts = ", ".join([part.text for part in parts] + [out])
        match node:
            case Operation():
                table = _LOGICAL if isinstance(node.operands[0].type, Bool) and node.op in _LOGICAL else _UFUNCS
                return f"{table[node.op]}({texts})"
            case Builtin():
                return f"{_BUILTINS.get(node.name) or BUILTINS[node.name].numpy}({texts})"
            case Select() if len(parts) == 2:
                sign = self.sign_row(node.condition, parts[0].text, node.type)
                return f"_t27.flip_sign({sign}, {parts[1].text}, {out})"
            case Select():
                return f"_t27.select({texts})"
            case _:
                return f"_t27.convert({texts})"


def _select_parts(node: Select) -> tuple[Expr, ...]:
    """Condition and values; of `c ? -x : x` only condition and x."""
    match node.then:
        case Operation(op=Op.NEG, operands=(inner,)) if inner == node.otherwise:
            return (node.condition, inner)
        case _:
            return (node.condition, node.then, node.otherwise)


def _grouped(factor: str) -> str:
    return factor if factor.isidentifier() or factor.isdigit() else f"({factor})"
