"""Programs that are long or deep where CPython has limits, and recursion of generated code."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from t27c.driver import compile_text
from t27c.ir.nodes import Call, Expr, If, Op
from t27c.ir.types import F32, I32, U32, QName
from tests.backends.harness import load, text_of
from tests.ir_unit.build import SPAN, const, function, module, op, ret, var


def _python(text: str) -> str:
    result = compile_text(text, path="limits.t27", targets=("python",))
    assert not result.crash, result.crash
    return result.files[0][1].text


def test_a_chain_of_3000_operators() -> None:
    chain = " + ".join(["a"] * 3000)
    text = _python(f"module limits;\nfn f(a: f32) -> f32 {{\n    return {chain};\n}}\n")
    compile(text, "limits", "exec")
    names = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id == "a"]
    assert len(names) >= 3000


def test_a_chain_of_1000_else_ifs() -> None:
    chain = "".join(f" else if (a == {i}) {{\n        return {i};\n    }}" for i in range(1000))
    head = "module limits;\nfn f(a: i32) -> i32 {\n    if (a == -1) {\n        return 0;\n    }"
    text = _python(f"{head}{chain}\n    return 7;\n}}\n")
    compile(text, "limits", "exec")
    assert "a == 999" in text


def test_loops_deeper_than_python_takes_are_refused_at_their_place() -> None:
    loops = "while (s < a) { " * 25 + "s += 1; " + "}" * 25
    source = f"module limits;\nfn f(a: i32) -> i32 {{ var s: i32 = 0; {loops} return s; }}\n"
    result = compile_text(source, path="limits.t27", targets=("python",))
    assert [found.code for found in result.found] == ["unsupported-on-target"]
    assert result.files == ()


def test_recursion_is_deep_and_ends_in_a_trap(tmp_path: Path) -> None:
    n = var("n", U32)
    inner = Call(type=U32, span=SPAN, callee=QName("case", "down"), args=(op(Op.SUB, n, const(1, U32)),))
    stop = If(span=SPAN, branches=((op(Op.EQ, n, const(0, U32)), (ret(const(0, U32)),)),), otherwise=())
    down = function("down", {"n": U32}, U32, stop, ret(op(Op.ADD, inner, const(1, U32))))
    made = load(tmp_path, module(down))
    assert made.down(5000) == 5000
    with pytest.raises(made._t27.Trap) as caught:
        made.down(1_000_000)
    assert (caught.value.kind, caught.value.file, caught.value.line) == ("call-depth", "case.t27", 1)


def test_the_recursion_limit_is_put_back(tmp_path: Path) -> None:
    made = load(tmp_path, module(function("one", {}, I32, ret(const(1)))))
    before = sys.getrecursionlimit()
    assert made.one() == 1
    assert sys.getrecursionlimit() == before


def test_a_deep_expression_is_cut_in_the_order_of_evaluation() -> None:
    deep: Expr = var("x", F32)
    for _ in range(100):
        deep = op(Op.SUB, var("y", F32), deep)
    text = text_of(module(function("f", {"x": F32, "y": F32}, F32, ret(deep))))
    assert max(line.count("(") for line in text.splitlines()) < 40
    compile(text, "case", "exec")
