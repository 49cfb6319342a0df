"""Which locals a body assigns, found from the text alone before the body is lowered (SEM 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from t27c.ir import types as ir
from t27c.syntax import ast

# How a target goes on from its root: a field name, an element, what a pointer or an optional holds.
Path = tuple[str, ...]
# The type of a field of a struct or union; None if there is no such field.
FieldTypes = Callable[[ir.Struct | ir.Union, str], "ir.Type | None"]
ELEMENT, TARGET, INSIDE = "[]", ".*", ".?"

_PLACES = (ast.Member, ast.Index, ast.Slice, ast.Unary)


@dataclass(slots=True)
class Assigned:
    """Paths stored into, by the offset at which the local is declared; offsets are unique within a file."""

    paths: dict[int, list[Path]] = field(default_factory=dict)
    places: dict[int, ast.Expr] = field(default_factory=dict)
    # Locals that a pointer, a slice or a method may write to.
    addressed: set[int] = field(default_factory=set)
    # Those of them whose own address is taken, so that even the view they hold may change.
    pointed: set[int] = field(default_factory=set)

    def keeps_its_value(self, offset: int) -> bool:
        """Whether nothing in view can change the local declared at `offset` after that."""
        return offset not in self.paths and offset not in self.addressed

    def keeps_its_view(self, offset: int) -> bool:
        """Whether the slice declared at `offset` goes on meaning the same elements, whatever is stored in them."""
        return () not in self.paths.get(offset, []) and offset not in self.pointed

    def of(self, name: ast.Name) -> list[Path]:
        """The paths below the local declared by `name` that its scope stores into; the empty path is the whole."""
        return self.paths.get(name.span.start, [])

    def first_store(self, name: ast.Name) -> ast.Expr:
        """The first target that stores into the local declared by `name`."""
        return self.places[name.span.start]


def find_assigned(names: Iterable[ast.Name], body: Iterable[object]) -> Assigned:
    """Everything that `body` stores into, with `names` (parameters) declared around it."""
    finder = _Finder()
    with_names = {name.text: name.span.start for name in names}
    finder.scopes.append(with_names)
    finder.visit_all(body)
    return finder.found


def target_path(target: ast.Expr) -> tuple[str | None, Path]:
    """The name at the root of a target and the way from it; None if the root is no name."""
    path: list[str] = []
    while isinstance(target, _PLACES):
        match target:
            case ast.Member():
                path.append(target.name.text)
                target = target.base
            case ast.Index() | ast.Slice():
                path.append(ELEMENT)
                target = target.base
            case ast.Unary(op=ast.UnaryOp.DEREF | ast.UnaryOp.UNWRAP):
                path.append(TARGET if target.op is ast.UnaryOp.DEREF else INSIDE)
                target = target.operand
            case _:
                return None, ()
    root = target.name if isinstance(target, ast.NameRef) else None
    return root, tuple(reversed(path))


# Most nodes are of these classes, and none of them says anything here.
_LEAVES = {ast.NameRef, ast.IntLit, ast.FloatLit, ast.WordLit, ast.StringLit, ast.EnumLit, ast.Name, type(None)}


class _Finder:
    """Walks statements with the locals in view; nested functions see none of them."""

    def __init__(self) -> None:
        self.scopes: list[dict[str, int]] = []
        self.found = Assigned()

    def visit_all(self, nodes: Iterable[object]) -> None:
        for node in nodes:
            self.visit(node)

    def visit(self, node: object) -> None:
        if type(node) in _LEAVES:
            return
        match node:
            case ast.Binary():
                self._chain(node)
            case ast.Assign():
                self._store(node.target)
                self.visit(node.target)
                self.visit(node.value)
            case ast.Local():
                self.visit(node.value)
                self._declare(node.name)
            case ast.Destructure():
                self.visit(node.value)
                for name in node.names:
                    self._declare(name)
            case ast.Function():
                pass
            case ast.Unary(op=ast.UnaryOp.ADDRESS, operand=owner) | ast.Slice(base=owner):
                self._address(owner, is_pointed=isinstance(node, ast.Unary) and isinstance(owner, ast.NameRef))
                self.visit_all(ast.parts_of(node))
            case ast.Call(callee=ast.Member(base=owner)):
                self._address(owner)
                self.visit_all(ast.parts_of(node))
            case ast.Block() | ast.Branch() | ast.Arm() | ast.Catch() | ast.While() | ast.For() | ast.If():
                self.scopes.append({})
                self._scoped(node)
                self.scopes.pop()
            case ast.Node():
                self.visit_all(ast.parts_of(node))
            case _:
                pass

    def _scoped(self, node: ast.Node) -> None:
        """The parts of a node that opens a scope, its captures declared before what they are visible in."""
        match node:
            case ast.Branch():
                self._with_capture(node.cond, node.capture, (node.body,))
            case ast.Arm():
                some = [p.name for p in node.patterns if isinstance(p, ast.SomePattern)]
                for name in some:
                    self._declare(name)
                self._with_capture(node.guard, node.capture, (node.body,))
            case ast.Catch():
                self._with_capture(node.value, node.capture, (node.fallback,))
            case ast.While():
                self._with_capture(node.cond, node.capture, (node.step, node.body, node.else_body))
            case ast.For():
                self.visit_all(node.operands)
                for operand, capture in zip(node.operands, node.captures, strict=False):
                    if capture.by_reference and not isinstance(operand, ast.Range):
                        self._address(operand)
                for capture in node.captures:
                    self._declare(capture.name)
                self.visit_all((node.body, node.else_body))
            case ast.If():
                self.visit_all(node.branches)
                self._with_capture(None, node.else_capture, (node.else_body,))
            case _:
                self.visit_all(ast.parts_of(node))

    def _with_capture(self, head: ast.Node | None, capture: ast.Capture | None, rest: Iterable[object]) -> None:
        self.visit(head)
        if capture is not None:
            self._declare(capture.name)
        self.visit_all(rest)

    def _chain(self, node: ast.Binary) -> None:
        """Chains of operators lean to the left and may be thousands long."""
        chain: ast.Expr = node
        while isinstance(chain, ast.Binary):
            self.visit(chain.right)
            chain = chain.left
        self.visit(chain)

    def _declare(self, name: ast.Name) -> None:
        self.scopes[-1][name.text] = name.span.start

    def _find(self, name: str | None) -> int | None:
        return next((scope[name] for scope in reversed(self.scopes) if name is not None and name in scope), None)

    def _store(self, target: ast.Expr) -> None:
        root, path = target_path(target)
        offset = self._find(root)
        if offset is not None:
            self.found.paths.setdefault(offset, []).append(path)
            self.found.places.setdefault(offset, target)

    def _address(self, owner: ast.Expr, *, is_pointed: bool = False) -> None:
        offset = self._find(target_path(owner)[0])
        if offset is not None:
            self.found.addressed.add(offset)
            if is_pointed:
                self.found.pointed.add(offset)


def stores_into(type_: ir.Type, path: Path, field_type: FieldTypes) -> bool:
    """Whether a store along `path` writes into a variable of `type_` itself, not through a pointer or slice in it."""
    for step in path:
        match type_, step:
            case ir.Array(), _ if step == ELEMENT:
                type_ = type_.element
            case ir.Optional(), _ if step == INSIDE:
                type_ = type_.child
            case ir.Tuple(), _:
                inner = _tuple_element(type_, step)
                if inner is None:
                    return True
                type_ = inner
            case ((ir.Struct() | ir.Union()), _):
                found = field_type(type_, step)
                if found is None:
                    return True
                type_ = found
            case _:
                return False
    return True


def _tuple_element(type_: ir.Tuple, step: str) -> ir.Type | None:
    if step in type_.names:
        return type_.elements[type_.names.index(step)]
    return type_.elements[0] if type_.elements and len(set(type_.elements)) == 1 else None
