"""The IR as text."""

from __future__ import annotations

from pathlib import Path

from t27c.ir import nodes
from t27c.ir.nodes import (
    AddressOf,
    Aggregate,
    Arm,
    Assert,
    Bench,
    Block,
    Break,
    Call,
    Constant,
    Continue,
    Convert,
    ConvertKind,
    Deref,
    EnumDecl,
    Evaluate,
    Expr,
    Field,
    FieldDecl,
    ForRange,
    Global,
    If,
    Index,
    Invariant,
    InvariantStatus,
    Labelled,
    Local,
    Module,
    Op,
    Payload,
    PayloadKind,
    Select,
    SliceOf,
    Step,
    Stmt,
    StructDecl,
    Switch,
    Trap,
    TrapKind,
    UnionDecl,
    While,
)
from t27c.ir.pretty import body_text, expr_text, module_text
from t27c.ir.types import (
    BOOL,
    F32,
    F64,
    I32,
    STRING,
    U8,
    USIZE,
    VOID,
    Array,
    Enum,
    ErrorSet,
    ErrorUnion,
    Optional,
    Pointer,
    QName,
    Struct,
    Type,
    Union,
)
from t27c.ir.values import ErrorValue, FloatValue, FnValue, NullValue, SomeValue, UndefinedValue, UnionValue
from t27c.ir.verify import verify
from tests.golden import Golden
from tests.ir_unit.build import SPAN, assign, builtin, const, function, let, number, op, ret, var

COLOR = Enum(name=QName("case", "Color"))
POINT = Struct(name=QName("case", "Point"))
SHAPE = Union(name=QName("case", "Shape"))
TAG = Enum(name=QName("case", "Shape.Tag"))
TRIPLE = Array(length=3, element=I32)
MAYBE = Optional(child=U8)
RESULT = ErrorUnion(errors=ErrorSet(errors=("Bad",)), child=I32)
POINTER = Pointer(target=I32, const=False)


def _convert(kind: ConvertKind, type_: Type, operand: Expr) -> Expr:
    return Convert(type=type_, span=SPAN, kind=kind, operand=operand)


def _every_statement() -> tuple[Stmt, ...]:
    n, xs, i = var("n"), var("xs", TRIPLE), var("i", USIZE)
    element = Index(type=I32, span=SPAN, base=xs, index=i, checked=False)
    early = Block(type=I32, span=SPAN, body=(let("t", n, mutable=False), ret(var("t"))), value=const(0))
    loop = ForRange(
        span=SPAN,
        label="l1",
        local=Local(name="i", type=USIZE, mutable=False),
        low=const(0, USIZE),
        high=const(3, USIZE),
        checked=False,
        body=(
            assign(element, op(Op.ADD, op(Op.ADD, n, const(1)), op(Op.MUL, n, const(2)))),
            If(
                span=SPAN,
                branches=(
                    (op(Op.LT, n, const(-1)), (Break(span=SPAN, label="l1"),)),
                    (op(Op.NOT, op(Op.EQ, n, const(0))), (Continue(span=SPAN, label="l1"),)),
                ),
                otherwise=(Evaluate(span=SPAN, value=early),),
            ),
        ),
    )
    spin = While(
        span=SPAN,
        label="l2",
        condition=const(True, BOOL),
        step=(assign(n, const(1)),),
        body=(Break(span=SPAN, label="l2"),),
    )
    switch = Switch(
        span=SPAN,
        subject=n,
        arms=(Arm(ranges=((0, 0), (2, 5)), body=(Trap(span=SPAN, kind=TrapKind.PANIC, message="no"),)),),
        otherwise=(Labelled(span=SPAN, label="b", body=(Break(span=SPAN, label="b"),)),),
    )
    choice = Select(type=I32, span=SPAN, condition=op(Op.GT, n, const(1)), then=n, otherwise=const(2))
    return (let("xs", const((1, 2, 3), TRIPLE)), loop, spin, switch, ret(choice))


def _module() -> Module:
    types = (
        EnumDecl(span=SPAN, type=COLOR, tag=U8, variants=(("red", 0), ("green", 5))),
        StructDecl(
            span=SPAN,
            type=POINT,
            fields=(FieldDecl(name="x", type=F32, default=FloatValue.of(32, 0.5)), FieldDecl(name="xs", type=TRIPLE)),
            doc="A point.\nWith parts.",
        ),
        EnumDecl(span=SPAN, type=TAG, tag=U8, variants=(("dot", 0), ("line", 1))),
        UnionDecl(
            span=SPAN, type=SHAPE, tag=TAG, fields=(FieldDecl(name="dot", type=VOID), FieldDecl(name="line", type=F64))
        ),
    )
    point = (FloatValue.of(32, 1.5), (1, 2, 3))
    constants = (
        Constant(span=SPAN, name=QName("case", "ORIGIN"), type=POINT, value=point),
        Constant(span=SPAN, name=QName("case", "NAME"), type=STRING, value=b'a"\n\xff'),
        Constant(span=SPAN, name=QName("case", "LINE"), type=SHAPE, value=UnionValue("line", FloatValue.of(64, 2.0))),
    )
    body = _every_statement()
    main = function("work", {"n": I32}, I32, *body)
    condition = op(Op.EQ, Call(type=I32, span=SPAN, callee=main.name, args=(const(1),)), const(2))
    check = Assert(span=SPAN, condition=condition, text="work(1) ==\n  2", message="as said")
    steps = (Step(span=SPAN, role="then", text="work(1) ==\n  2", body=(check,)),)
    return Module(
        id="case",
        title="a case",
        header="",
        imports=("other/spec",),
        types=types,
        constants=constants,
        globals=(Global(span=SPAN, name=QName("case", "counter"), type=MAYBE, value=SomeValue(3)),),
        functions=(main,),
        tests=(nodes.Test(span=SPAN, name="works", title="it works", steps=steps),),
        invariants=(
            Invariant(
                span=SPAN, name="inv", title="holds", steps=steps, status=InvariantStatus.DEFERRED, reason="steps"
            ),
        ),
        benches=(Bench(span=SPAN, name="fast", title="fast", steps=steps, notes=("target: 1 us",)),),
        span=SPAN,
    )


def test_module_text(golden: Golden) -> None:
    module = _module()
    assert verify(module) == []
    golden.check(module_text(module), Path(__file__).parent / "golden" / "module.ir")


def test_expressions() -> None:
    a, b = var("a"), var("b")
    xs, opt = var("xs", TRIPLE), var("o", MAYBE)
    expected: dict[Expr, str] = {
        op(Op.MUL, op(Op.ADD, a, b), op(Op.SUB, a, b)): "(a + b) * (a - b)",
        op(Op.SUB, op(Op.SUB, a, b), a): "a - b - a",
        op(Op.NEG, op(Op.NEG, a)): "-(-a)",
        op(Op.IS_NULL, opt): "o is null",
        Payload(type=U8, span=SPAN, base=opt, kind=PayloadKind.OPTIONAL): "o.?",
        Field(type=F32, span=SPAN, base=var("p", POINT), name="x"): "p.x",
        SliceOf(type=STRING, span=SPAN, base=xs, low=const(1, USIZE), high=None): "xs[1usize..]",
        Deref(type=I32, span=SPAN, pointer=AddressOf(type=POINTER, span=SPAN, place=a)): "&a.*",
        _convert(ConvertKind.INT_CHECKED, U8, a): "int_cast(u8, a)",
        _convert(ConvertKind.COPY, TRIPLE, xs): "copy(xs)",
        builtin("exp", F64, number(1.0)): "@exp(1.0f64)",
        builtin("splat", TRIPLE, a): "@splat([3]i32, a)",
        Aggregate(type=SHAPE, span=SPAN, fields=("dot",), parts=()): "Shape{.dot = void}",
        Aggregate(type=TRIPLE, span=SPAN, fields=(), parts=(a, a, b)): "[3]i32{a, a, b}",
        const(NullValue(), MAYBE): "null(?u8)",
        const(SomeValue(3), MAYBE): "?u8{3}",
        const(UndefinedValue(), I32): "undefined(i32)",
        const(ErrorValue("Bad"), RESULT): "error.Bad",
        const(FnValue(QName("case", "f")), I32): "&case::f",
        const(5, COLOR): "Color(5)",
        const(FloatValue(32, 0x7FC00001), F32): "nan:0x7FC00001f32",
        var(QName("case", "N")): "::N",
        var(QName("other", "N")): "other::N",
    }
    assert {expr_text(expr, "case"): text for expr, text in expected.items()} == {t: t for t in expected.values()}


def test_long_chains_print() -> None:
    total: Expr = var("n")
    choice: Expr = const(0)
    for _ in range(3_000):
        total = op(Op.ADD, total, const(1))
        choice = Select(type=I32, span=SPAN, condition=var("c", BOOL), then=var("n"), otherwise=choice)
    assert expr_text(total) == "n" + " + 1i32" * 3_000
    assert expr_text(choice) == "c ? n : " * 3_000 + "0i32"
    assert body_text((ret(var("n")),)) == "return n\n"
