"""The check of whole specs: lazy analysis, generic functions, imports in the program, long chains, cascades."""

from __future__ import annotations

from pathlib import Path

from t27c.diagnostics.codes import default_policy
from t27c.diagnostics.model import Severity
from t27c.discovery import SpecFile
from t27c.driver import SpecResult, compile_spec, compile_text
from t27c.interpreting import interpret_tests
from t27c.ir.nodes import Trap, TrapKind
from t27c.modules import MemoryShelf, memory_workspace
from t27c.options import Options


def _codes(result: SpecResult) -> list[str]:
    assert not result.crash, result.crash
    return [diagnostic.code for diagnostic in result.found]


def _compile_main(texts: dict[str, str]) -> SpecResult:
    workspace = memory_workspace(texts, default_policy())
    return compile_spec(workspace, SpecFile("main", MemoryShelf.ROOT, Path("main.t27")), Options(), ())


def test_one_mistake_is_reported_once() -> None:
    text = "module x;\nfn f() u32 {\n    const a = nowhere;\n    const b = a + 1;\n    return b.c[a](b) * 2;\n}\n"
    assert _codes(compile_text(text)) == ["unknown-name"]


def test_lazy_analysis_turns_unreached_errors_into_traps() -> None:
    text = "module x;\nfn bad() u32 { return true; }\nfn good() u32 { return 1; }\ntest t\n    then good() == 1\n"
    assert _codes(compile_text(text)) == ["type-mismatch"]
    result = compile_text(text, options=Options(analysis="lazy"))
    assert [(d.code, d.severity) for d in result.found] == [("unreached-error", Severity.WARNING)]
    assert result.program is not None
    bad = next(f for f in result.program.modules[result.program.main].functions if f.name.name == "bad")
    assert [stmt.kind for stmt in bad.body if isinstance(stmt, Trap)] == [TrapKind.NOT_ANALYSED]


def test_lazy_analysis_keeps_errors_that_a_test_reaches() -> None:
    text = "module x;\nfn bad() u32 { return true; }\ntest t\n    then bad() == 1\n"
    assert _codes(compile_text(text, options=Options(analysis="lazy"))) == ["type-mismatch"]


def test_lazy_analysis_keeps_errors_about_names() -> None:
    text = "module x;\nfn bad() u32 { return nowhere; }\n"
    assert _codes(compile_text(text, options=Options(analysis="lazy"))) == ["unknown-name"]


def test_a_generic_function_without_calls_has_only_its_names_checked() -> None:
    assert _codes(compile_text("module x;\nfn f(v: anytype) u32 { return v.size + true; }\n")) == []
    assert _codes(compile_text("module x;\nfn f(v: anytype) u32 { return v + nowhere; }\n")) == ["unknown-name"]


def test_a_call_of_a_generic_function_checks_its_body() -> None:
    text = "module x;\nfn f(v: anytype) u32 { return v; }\nfn g(y: bool) u32 { return f(y); }\n"
    assert _codes(compile_text(text)) == ["type-mismatch"]


def test_the_program_holds_what_is_needed_of_imports() -> None:
    lib = (
        "module lib;\nconst LIMIT : u32 = 7;\nstruct Pair { a: u32, b: u32 }\n"
        "fn make(a: u32) Pair { return .{ .a = a, .b = LIMIT }; }\nfn other() u32 { return true; }\n"
    )
    main = "module main;\nuse lib;\nfn f() u32 { return lib::make(2).b; }\ntest t\n    then f() == 7\n"
    result = _compile_main({"main.t27": main, "lib.t27": lib})
    assert _codes(result) == []
    assert result.program is not None
    needed = result.program.modules["lib"]
    assert [f.name.name for f in needed.functions] == ["make"]
    assert [c.name.name for c in needed.constants] == ["LIMIT"]
    assert result.program.modules["main"].imports == ("lib",)
    verdicts, lines = interpret_tests(result.program)
    assert (verdicts.passed, lines) == (1, "")


def test_an_instance_of_an_imported_generic_function_lives_in_the_spec_that_asks() -> None:
    lib = "module lib;\nconst TWO : u32 = 2;\nfn helper(v: u32) u32 { return v; }\n"
    lib += "fn twice(v: anytype) u32 { return helper(v) * TWO; }\n"
    main = "module main;\nuse lib;\nfn f(x: u32) u32 { return twice(x); }\ntest t\n    then f(4) == 8\n"
    result = _compile_main({"main.t27": main, "lib.t27": lib})
    assert _codes(result) == []
    assert result.program is not None
    assert "twice(u32)" in [f.name.name for f in result.program.modules["main"].functions]
    assert interpret_tests(result.program)[0].passed == 1


def test_specs_may_import_each_other() -> None:
    one = "module main;\nuse two;\nfn even(n: u32) bool { return if (n == 0) true else odd(n - 1); }\n"
    one += "test t\n    then even(6)\n"
    two = "module two;\nuse main;\nfn odd(n: u32) bool { return if (n == 0) false else even(n - 1); }\n"
    result = _compile_main({"main.t27": one, "two.t27": two})
    assert _codes(result) == []
    assert result.program is not None
    assert interpret_tests(result.program)[0].passed == 1


def test_long_chains_of_operators() -> None:
    terms = " + ".join(["a"] * 3000)
    conditions = " and ".join(["a > 0"] * 3000)
    text = f"module x;\nfn f(a: u64) u64 {{ return {terms}; }}\nfn g(a: u64) bool {{ return {conditions}; }}\n"
    text += "const SUM = " + " + ".join(["1"] * 3000) + ";\ntest t\n    then f(2) == SUM * 2 and g(1)\n"
    result = compile_text(text)
    assert _codes(result) == []
    assert result.program is not None
    assert interpret_tests(result.program)[0].passed == 1


def test_facts_about_known_numbers() -> None:
    facts = [
        "id(0.1 + 0.2) == 0.3",
        "id(16777217 as f32) == 16777216.0",
        "id(7 / 2.0) == 3.5",
        "id(-7 / 2) == -3",
        "id(1 << 40) == 1099511627776.0",
        "id(@divFloor(-7, 2)) == -4",
        "id(@mod(10, -3)) == -2",
        "id(std.math.pi) == 3.141592653589793",
        "id(sqrt(2)) == 1.4142135623730951",
        "id(f32::EPSILON) == 1.1920928955078125e-7",
        "id(std.math.floatMax(f32)) == 3.4028234663852886e38",
    ]
    text = "module x;\nfn id(x: f64) f64 { return x; }\n"
    text += "".join(f"test t{i}\n    then {fact}\n" for i, fact in enumerate(facts))
    result = compile_text(text)
    assert _codes(result) == []
    assert result.program is not None
    verdicts, lines = interpret_tests(result.program)
    assert lines == ""
    assert verdicts.passed == len(facts)


def test_errors_in_what_functions_need_of_imports_are_errors() -> None:
    """Also without a test that calls it, and through several specs; what nobody needs stays unread."""
    other = "module other;\nuse deep;\nfn used() u32 { return deep::down(); }\nfn unused() u32 { return true; }\n"
    main = "module main;\nuse other;\nfn f() u32 { return other::used(); }\n"
    fine = {"main.t27": main, "other.t27": other, "deep.t27": "module deep;\nfn down() u32 { return 1; }\n"}
    assert _codes(_compile_main(fine)) == []
    assert _codes(_compile_main(fine | {"deep.t27": "module deep;\nfn down() u32 { return true; }\n"})) == [
        "type-mismatch"
    ]
