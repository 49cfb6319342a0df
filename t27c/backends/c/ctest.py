"""The `ctest` target: a C program per spec that runs its tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from t27c.backends.base import EmitContext, FileKind, OutputFile
from t27c.backends.c.comments import comment, text_string
from t27c.backends.c.functions import test_lines
from t27c.backends.c.module import ModulePrinter, up
from t27c.backends.c.names import local_name, module_prefix
from t27c.backends.features import Feature
from t27c.backends.printer import origin
from t27c.backends.templates import render, support_text
from t27c.ir.nodes import Invariant, InvariantStatus, Module, Program, Test
from t27c.ir.types import VOID
from t27c.outpaths import c_path


@dataclass(frozen=True, slots=True, kw_only=True)
class TestView:
    """What stands in a test program."""

    spec: str
    digest: str
    spec_literal: str
    includes: list[str]
    types: list[str]
    statics: list[str]
    helpers: list[str]
    functions: list[str]
    resets: list[str]
    rows: list[str]
    count: int


def deferred(module: Module) -> list[Invariant]:
    """The invariants that became tests."""
    return [invariant for invariant in module.invariants if invariant.status is InvariantStatus.DEFERRED]


def test_view(printer: ModulePrinter) -> TestView:
    """The view of the test program of a module."""
    module, file = printer.module, printer.private
    lines: list[str] = []
    rows: list[str] = []
    tests: list[Test | Invariant] = [*module.tests, *deferred(module)]
    for test in tests:
        title = text_string(test.title)
        if isinstance(test, Test) and test.skip:
            rows.append(f"{{{title}, NULL, {text_string(test.skip)}}}")
            continue
        name = f"{'test' if isinstance(test, Test) else 'invariant'}_{local_name(test.name)}"
        body = tuple([stmt for step in test.steps for stmt in step.body])
        lines += ["", *comment(test.doc), *test_lines(file, name, body, VOID)]
        rows.append(f"{{{title}, {name}, NULL}}")
    modules = sorted(printer.program.modules)
    return TestView(
        spec=origin(printer.ctx.spec_path(module.id)),
        digest=printer.ctx.digest,
        spec_literal=text_string(printer.ctx.spec_path(module.id)),
        includes=[
            *[up(module.id, c_path(name, "h").removeprefix("c/")) for name in modules],
            *printer.runtime_includes(),
            up(module.id, "t27_test.h"),
        ],
        types=file.types.texts,
        statics=[text for _, text in file.statics.values()],
        helpers=list(file.helpers.values()),
        functions=lines,
        resets=[f"{module_prefix(name)}__Zreset" for name in modules],
        rows=rows or ['{"none", NULL, "this spec has no tests"}'],
        count=len(tests),
    )


class CTestBackend:
    """Writes the test programs; they are built together with the files of the target `c`."""

    name = "ctest"
    refused: Mapping[Feature, str] = {}

    def emit(self, program: Program, module: Module, ctx: EmitContext) -> list[OutputFile]:
        """The test program of `module`."""
        text = render("c/test.c.jinja", test_view(ModulePrinter(program, module, ctx)))
        path = c_path(module.id, "h").removesuffix(".h") + "_test.c"
        return [OutputFile(path=path, text=text, kind=FileKind.C, spec=module.id)]

    def support_files(self) -> list[OutputFile]:
        """What test programs include, and the makefile that builds them."""
        return [
            OutputFile(path=f"c/{name}", text=support_text(f"c/{name}"), kind=FileKind.C)
            for name in ("t27_test.h", "Makefile")
        ]


BACKEND = CTestBackend()
