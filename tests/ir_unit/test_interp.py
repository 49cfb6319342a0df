"""The reference interpreter: control flow, calls, traps, tests, budgets, deep programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from t27c.ir import nodes
from t27c.ir.interp import Budget, BudgetExceeded, Interpreter, ProgramDeclarations, TrapError, Verdict
from t27c.ir.nodes import (
    Arm,
    Assert,
    Block,
    Break,
    Call,
    Constant,
    Continue,
    Convert,
    ConvertKind,
    EnumDecl,
    Evaluate,
    Expr,
    ForRange,
    Function,
    Global,
    If,
    Labelled,
    Local,
    Op,
    Select,
    Stmt,
    Switch,
    Trap,
    TrapKind,
    While,
)
from t27c.ir.types import (
    BOOL,
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
    Fn,
    Int,
    QName,
    Tuple,
    Type,
)
from t27c.ir.values import ErrorValue, FloatValue, FnValue, UndefinedValue, Value
from tests.ir_unit.build import SPAN, assign, builtin, case, const, function, let, module, number, op, program, ret, var

COLOR = Enum(name=QName("case", "Color"))
COLOR_DECL = EnumDecl(span=SPAN, type=COLOR, tag=U8, variants=(("red", 0), ("green", 5)))


def run(*body: Stmt, result: Type = I32, args: tuple[Value, ...] = (), **params: Type) -> Value:
    """Call a function with this body."""
    main = module(function("f", dict(params), result, *body), types=(COLOR_DECL,))
    return Interpreter(program(main)).call(QName("case", "f"), args)


def call(name: str, *args: Expr, type_: Type = I32) -> Call:
    return Call(type=type_, span=SPAN, callee=QName("case", name), args=args)


def if_(condition: Expr, *body: Stmt, otherwise: tuple[Stmt, ...] = ()) -> If:
    return If(span=SPAN, branches=((condition, body),), otherwise=otherwise)


def counted(*body: Stmt, low: int = 0, high: int = 5) -> ForRange:
    local = Local(name="i", type=USIZE, mutable=False)
    return ForRange(span=SPAN, label="l", local=local, low=const(low, USIZE), high=const(high, USIZE), body=body)


def add_to(name: str, value: Expr) -> Stmt:
    return assign(var(name, value.type), op(Op.ADD, var(name, value.type), value))


def test_loops_with_break_and_continue() -> None:
    i = var("i", USIZE)
    body = (
        if_(op(Op.EQ, i, const(1, USIZE)), Continue(span=SPAN, label="l")),
        if_(op(Op.EQ, i, const(4, USIZE)), Break(span=SPAN, label="l")),
        add_to("sum", i),
    )
    assert run(let("sum", const(0, USIZE)), counted(*body), ret(var("sum", USIZE)), result=USIZE) == 0 + 2 + 3


def test_while_runs_its_step_on_continue() -> None:
    loop = While(
        span=SPAN,
        label="w",
        condition=op(Op.LT, var("n"), const(10)),
        step=(add_to("n", const(3)),),
        body=(add_to("rounds", const(1)), Continue(span=SPAN, label="w")),
    )
    body = (let("n", const(0)), let("rounds", const(0)), loop, ret(op(Op.MUL, var("n"), var("rounds"))))
    assert run(*body) == 12 * 4


def test_labelled_block_and_jump_out_of_an_expression() -> None:
    leave = Block(type=I32, span=SPAN, body=(Break(span=SPAN, label="b"),), value=const(0))
    body = (
        let("x", const(1)),
        Labelled(
            span=SPAN, label="b", body=(assign(var("x"), op(Op.ADD, const(5), leave)), assign(var("x"), const(9)))
        ),
        ret(var("x")),
    )
    assert run(*body) == 1


def test_return_inside_of_an_expression_ends_the_function() -> None:
    early = Block(type=I32, span=SPAN, body=(ret(const(7)),), value=const(0))
    assert run(Evaluate(span=SPAN, value=op(Op.ADD, const(1), early)), ret(const(1))) == 7


def test_break_in_the_condition_of_a_loop_leaves_that_loop_only() -> None:
    condition = Block(type=BOOL, span=SPAN, body=(Break(span=SPAN, label="w"),), value=const(True, BOOL))
    loop = While(span=SPAN, label="w", condition=condition, step=(), body=())
    assert run(let("sum", const(0)), counted(loop, add_to("sum", const(1))), ret(var("sum"))) == 5


@pytest.mark.parametrize(("value", "expected"), [(0, 10), (7, 20), (9, 20), (10, 30)])
def test_switch_on_ranges(value: int, expected: int) -> None:
    arms = (Arm(ranges=((0, 0),), body=(ret(const(10)),)), Arm(ranges=((5, 9), (2, 2)), body=(ret(const(20)),)))
    switch = Switch(span=SPAN, subject=var("n"), arms=arms, otherwise=(ret(const(30)),))
    assert run(switch, args=(value,), n=I32) == expected
    wide = replace(switch, arms=(*arms, Arm(ranges=((100, 1_000_000),), body=(ret(const(40)),))))
    assert run(wide, args=(value,), n=I32) == expected
    assert run(wide, args=(5_000,), n=I32) == 40


def test_switch_on_an_undefined_enum_traps() -> None:
    arms = (Arm(ranges=((0, 0),), body=()), Arm(ranges=((5, 5),), body=()))
    switch = Switch(span=SPAN, subject=const(UndefinedValue(), COLOR), arms=arms, otherwise=None)
    with pytest.raises(TrapError) as caught:
        run(switch, result=VOID)
    assert caught.value.kind is TrapKind.INVALID_ENUM


def test_enum_conversions_and_names() -> None:
    to_int = Convert(type=U8, span=SPAN, kind=ConvertKind.ENUM_TO_INT, operand=const(5, COLOR))
    assert run(ret(to_int), result=U8) == 5
    undefined = Convert(type=U8, span=SPAN, kind=ConvertKind.ENUM_TO_INT, operand=const(UndefinedValue(), COLOR))
    assert run(ret(undefined), result=U8) == 170
    to_enum = Convert(type=COLOR, span=SPAN, kind=ConvertKind.INT_TO_ENUM, operand=var("n", U8))
    assert run(ret(to_enum), result=COLOR, args=(5,), n=U8) == 5
    with pytest.raises(TrapError, match="3 is no variant of Color"):
        run(ret(to_enum), result=COLOR, args=(3,), n=U8)
    assert run(ret(builtin("tag_name", STRING, const(5, COLOR))), result=STRING) == b"green"


def test_lazy_operators_and_select_run_one_side() -> None:
    bomb = Block(type=BOOL, span=SPAN, body=(Trap(span=SPAN, kind=TrapKind.PANIC),), value=const(True, BOOL))
    no, yes = const(False, BOOL), const(True, BOOL)
    assert run(ret(op(Op.AND, no, bomb)), result=BOOL) is False
    assert run(ret(op(Op.OR, op(Op.OR, no, yes), bomb)), result=BOOL) is True
    assert run(ret(Select(type=BOOL, span=SPAN, condition=yes, then=yes, otherwise=bomb)), result=BOOL) is True


def test_operands_run_left_to_right() -> None:
    first = Block(type=I32, span=SPAN, body=(assign(var("x"), const(10)),), value=var("x"))
    assert run(let("x", const(1)), ret(op(Op.SUB, var("x"), op(Op.MUL, first, var("x"))))) == 1 - 100


def test_overflow_has_kind_place_and_values() -> None:
    with pytest.raises(TrapError) as caught:
        run(ret(op(Op.ADD, var("a", U8), var("b", U8))), result=U8, args=(250, 10), a=U8, b=U8)
    trap = caught.value
    assert (trap.kind, trap.span, trap.values) == (TrapKind.OVERFLOW, SPAN, ("250", "10"))
    assert str(trap) == "case.t27:1:1: overflow: 250 + 10 does not fit u8"


def test_reversed_range_traps() -> None:
    with pytest.raises(TrapError) as caught:
        run(counted(low=5, high=3), result=VOID)
    assert caught.value.kind is TrapKind.REVERSED_RANGE


def _countdown() -> Function:
    again = op(Op.ADD, const(1), call("down", op(Op.SUB, var("n"), const(1))))
    return function("down", {"n": I32}, I32, if_(op(Op.EQ, var("n"), const(0)), ret(const(0))), ret(again))


def test_a_thousand_nested_calls_work_and_too_many_trap() -> None:
    interpreter = Interpreter(program(module(_countdown())))
    assert interpreter.call(QName("case", "down"), (3_000,)) == 3_000
    with pytest.raises(TrapError) as caught:
        interpreter.call(QName("case", "down"), (100_000,))
    assert caught.value.kind is TrapKind.CALL_DEPTH


def test_long_chains_cost_no_stack() -> None:
    total: Expr = var("n")
    truth: Expr = op(Op.EQ, var("n"), const(1))
    value: Expr = const(-1)
    for at in range(3_000):
        total = op(Op.ADD, total, const(1))
        truth = op(Op.AND, truth, op(Op.EQ, var("n"), const(1)))
        matches = op(Op.EQ, var("n"), const(3_000 - at))
        value = Select(type=I32, span=SPAN, condition=matches, then=const(at), otherwise=value)
    assert run(ret(total), args=(1,), n=I32) == 3_001
    assert run(ret(truth), result=BOOL, args=(1,), n=I32) is True
    assert run(ret(value), args=(1,), n=I32) == 2_999


def test_long_chain_traps_at_its_own_operator() -> None:
    total: Expr = var("n", U8)
    for _ in range(300):
        total = op(Op.ADD, total, const(1, U8))
    with pytest.raises(TrapError) as caught:
        run(ret(total), result=U8, args=(0,), n=U8)
    assert caught.value.values == ("255", "1")


def test_endless_loop_runs_out_of_steps() -> None:
    loop = While(span=SPAN, label="w", condition=const(True, BOOL), step=(), body=())
    with pytest.raises(BudgetExceeded, match="out of steps"):
        run(loop, result=VOID)


def test_huge_arrays_run_out_of_memory() -> None:
    from_u8 = nodes.Builtin(type=_array(10**9), span=SPAN, name="splat", args=(const(0, U8),))
    for huge in (from_u8, const(UndefinedValue(), _array(10**9))):
        with pytest.raises(BudgetExceeded, match="out of memory"):
            run(let("x", huge), result=VOID)


def _array(length: int) -> Type:
    return Array(length=length, element=U8)


def test_function_values() -> None:
    unary = Fn(params=(I32,), result=I32)
    twice = function("twice", {"n": I32}, I32, ret(op(Op.MUL, var("n"), const(2))))
    by_value = Call(type=I32, span=SPAN, callee=var("g", unary), args=(const(21),))
    apply = function("apply", {"g": unary}, I32, ret(by_value))
    interpreter = Interpreter(program(module(twice, apply)))
    assert interpreter.call(QName("case", "apply"), (FnValue(QName("case", "twice")),)) == 42
    with pytest.raises(TrapError) as caught:
        interpreter.call(QName("case", "apply"), (UndefinedValue(),))
    assert caught.value.kind is TrapKind.UNDEFINED_POINTER


def test_error_unions() -> None:
    errors = ErrorSet(errors=("Bad", "Worse"))
    union = ErrorUnion(errors=errors, child=I32)
    bad = Convert(type=union, span=SPAN, kind=ConvertKind.WRAP_ERROR, operand=const(ErrorValue("Bad"), errors))
    good = Convert(type=union, span=SPAN, kind=ConvertKind.WRAP_VALUE, operand=const(0))
    made = Select(type=union, span=SPAN, condition=var("c", BOOL), then=bad, otherwise=good)
    assert run(ret(made), result=union, args=(True,), c=BOOL) == ErrorValue("Bad")
    assert run(ret(made), result=union, args=(False,), c=BOOL) == 0
    error = nodes.Payload(type=errors, span=SPAN, base=bad, kind=nodes.PayloadKind.ERROR)
    with pytest.raises(TrapError, match=r"error-return: error\.Bad"):
        run(Trap(span=SPAN, kind=TrapKind.ERROR_RETURN, error=error), result=VOID)
    assert run(ret(builtin("error_name", STRING, error)), result=STRING) == b"Bad"


COUNTER = QName("case", "counter")


def _with_counter(*bodies: tuple[Stmt, ...]) -> tuple[Interpreter, list[nodes.Test]]:
    tests = tuple(case(*body) for body in bodies)
    counter = Global(span=SPAN, name=COUNTER, type=I32, value=1)
    limit = Constant(span=SPAN, name=QName("case", "LIMIT"), type=I32, value=2)
    checked = function("checked", {}, VOID, Assert(span=SPAN, condition=const(True, BOOL), text="true"))
    main = module(checked, constants=(limit,), variables=(counter,), tests=tests)
    return Interpreter(program(main)), list(tests)


def test_module_variables_are_fresh_in_every_test() -> None:
    bump = assign(var(COUNTER), op(Op.ADD, var(COUNTER), const(1)))
    is_two = Assert(span=SPAN, condition=op(Op.EQ, var(COUNTER), var(QName("case", "LIMIT"))), text="counter == LIMIT")
    interpreter, tests = _with_counter((bump, is_two), (bump, is_two))
    for test in tests:
        outcome = interpreter.run_test("case", test)
        assert (outcome.verdict, outcome.executed_assertions) == (Verdict.PASSED, 1)


def test_failed_assertion_shows_its_operands() -> None:
    wrong = Assert(span=SPAN, condition=op(Op.EQ, var(COUNTER), const(3)), text="counter == 3", message="counted")
    interpreter, tests = _with_counter((wrong,))
    outcome = interpreter.run_test("case", tests[0])
    assert outcome.verdict is Verdict.FAILED
    assert outcome.trap is not None
    assert (outcome.trap.kind, outcome.trap.message) == (TrapKind.ASSERT_FAILED, "counter == 3: counted")
    assert outcome.trap.values == ("1", "3")


def test_assertions_of_callees_count_and_known_ones_do_not() -> None:
    known = Assert(span=SPAN, condition=const(True, BOOL), text="true", known=True)
    checked = Evaluate(span=SPAN, value=call("checked", type_=VOID))
    interpreter, tests = _with_counter((known,), (checked, checked))
    assert [interpreter.run_test("case", test).executed_assertions for test in tests] == [0, 2]


def test_skipped_and_endless_tests() -> None:
    loop = While(span=SPAN, label="w", condition=const(True, BOOL), step=(), body=())
    interpreter, tests = _with_counter((loop,))
    assert interpreter.run_test("case", tests[0]).verdict is Verdict.OUT_OF_BUDGET
    assert interpreter.run_test("case", replace(tests[0], skip="placeholder: later")).verdict is Verdict.SKIPPED


def test_failed_builtin_assertion_shows_its_arguments() -> None:
    close = builtin("approx_abs", BOOL, number(1.0), number(1.5), number(0.25))
    interpreter, tests = _with_counter((Assert(span=SPAN, condition=close, text="close"),))
    trap = interpreter.run_test("case", tests[0]).trap
    assert trap is not None
    assert trap.values == ("1.0", "1.5", "0.25")


def test_evaluate_gives_known_values() -> None:
    interpreter = Interpreter(program(module()), budget=Budget(steps=100), correctly_rounded=True)
    exp = builtin("exp", F64, number(1.0))
    assert interpreter.evaluate(exp) == FloatValue.of(64, 2.718281828459045)
    assert interpreter.evaluate(builtin("add_overflow", _pair(), const(250, U8), const(10, U8))) == (4, 1)


def _pair() -> Type:
    return Tuple(elements=(U8, Int(bits=1, signed=False)))


class _Lazy(ProgramDeclarations):
    """Declarations that evaluate something themselves when the interpreter first asks for a function."""

    interpreter: Interpreter

    def function(self, name: QName) -> Function:
        """The function, after a run of its own that changes the module variable."""
        bump = Block(type=I32, span=SPAN, body=(add_to_counter(1),), value=var(COUNTER))
        assert self.interpreter.evaluate(bump) == 2
        return super().function(name)


def add_to_counter(amount: int) -> Stmt:
    return assign(var(COUNTER), op(Op.ADD, var(COUNTER), const(amount)))


def test_a_run_inside_of_another_leaves_it_alone() -> None:
    counter = Global(span=SPAN, name=COUNTER, type=I32, value=1)
    get = function("get", {}, I32, ret(var(COUNTER)))
    declarations = _Lazy(program(module(get, variables=(counter,))))
    declarations.interpreter = Interpreter(declarations)
    asked = Block(type=I32, span=SPAN, body=(add_to_counter(10),), value=call("get"))
    assert declarations.interpreter.evaluate(asked) == 11
