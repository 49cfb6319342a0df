"""One damaged part leaves the rest readable: what is poisoned, what is still found, and how often a line is blamed."""

from __future__ import annotations

from t27c.syntax import ast
from tests.parse.helpers import codes_of, parse_text

HEAD = "module sample;\n"


def _decls(text: str) -> list[tuple[str, str]]:
    module, _ = parse_text(HEAD + text)
    return [(type(decl).__name__, decl.name.text if decl.name else "") for decl in module.decls]


def test_a_damaged_function_keeps_its_name() -> None:
    text = "fn f() void { a b; }\nfn g() void { h(); }\n"
    assert _decls(text) == [("DamagedDecl", "f"), ("Function", "g")]


def test_a_missing_brace_does_not_swallow_what_follows() -> None:
    text = "fn f() void {\n    if (a) {\n        g();\n}\n\nfn g() void {}\n\ntest t\n    then true\n"
    assert _decls(text) == [("DamagedDecl", "f"), ("Function", "g"), ("Test", "t")]
    assert codes_of(HEAD + text) == ["unclosed-delimiter"]


def test_a_surplus_brace_is_one_error() -> None:
    text = "fn f() void {\n    g();\n}\n}\nfn g() void {}\n"
    assert codes_of(HEAD + text) == ["unmatched-delimiter"]
    assert _decls(text) == [("Function", "f"), ("Function", "g")]


def test_a_bad_clause_spoils_its_test_only() -> None:
    text = "test t\n    then a b\n    then c d\ntest u\n    then true\n"
    assert _decls(text) == [("DamagedDecl", "t"), ("Test", "u")]
    assert codes_of(HEAD + text) == ["unreadable-clause", "unreadable-clause"]


def test_every_statement_of_a_block_is_looked_at() -> None:
    text = "fn f() void {\n    a b;\n    if (c) {\n        d e;\n        g();\n    }\n    h i;\n}\n"
    module, sink = parse_text(HEAD + text)
    assert [found.span.line for found in sink] == [3, 5, 8]
    assert isinstance(module.decls[0], ast.DamagedDecl)


def test_a_line_is_blamed_once() -> None:
    assert codes_of(HEAD + "const a = (1 + ] $ 'xx';\n") == ["unknown-character"]


def test_declarations_after_stray_words_are_read() -> None:
    assert _decls("some words here\nand more\nconst a : u8 = 1;\n") == [("DamagedDecl", ""), ("Const", "a")]


def test_a_declared_type_may_have_the_name_of_a_pseudo_type() -> None:
    assert codes_of(HEAD + "struct Int { a : u8 }\nfn f(a: Int) void { g(a); }\n") == []
    assert codes_of(HEAD + "fn f(a: Int) void { g(a); }\n") == ["unsupported-type"]


def test_a_byte_order_mark_is_accepted_once() -> None:
    assert codes_of("\ufeffmodule sample;\nconst a : u8 = 1;\n") == []
    assert codes_of("\ufeff\ufeffmodule sample;\n")[0] == "unknown-character"


def test_the_file_stem_names_a_module_without_header() -> None:
    module, _ = parse_text("const a : u8 = 1;\n", "deep/folder/wave.t27")
    assert module.name.text == "wave"
    assert not module.has_header


def test_spans_lie_where_the_text_is() -> None:
    module, _ = parse_text(HEAD + "const total : u8 = (1 + 2) * three;\n")
    (const,) = module.decls
    assert isinstance(const, ast.Const)
    assert const.span.text == "const total : u8 = (1 + 2) * three;"
    assert const.name.span.text == "total"
    assert isinstance(const.value, ast.Binary)
    assert const.value.span.text == "(1 + 2) * three"
    assert const.value.op_span.text == "*"
    assert const.value.left.span.text == "(1 + 2)"


def test_an_error_in_a_head_hides_none_in_the_body() -> None:
    """Nor does it invent any."""
    broken = "module m;\nfn f(a: ) u8 {\n    const x = 1 +;\n    return 2;\n}\n"
    assert [found.span.line for found in parse_text(broken)[1]] == [2, 3]
    assert [found.span.line for found in parse_text(broken.replace("+;", "+ a;"))[1]] == [2]
