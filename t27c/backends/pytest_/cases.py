"""Tests, deferred invariants and benches as functions of pytest, with the clauses of the spec as comments."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from t27c.backends.naming import NameScope, identifier
from t27c.backends.printer import LineWriter, comment_lines
from t27c.backends.pycode.frame import Frame, boxed_locals, shared_locals
from t27c.backends.pycode.literals import docstring, string
from t27c.backends.pycode.stmts import print_stmts
from t27c.backends.pytest_.namespace import FIXTURES, TestNamespace, mark_conditional
from t27c.ir.nodes import Assert, Bench, Invariant, Step, Test
from t27c.ir.types import VOID
from t27c.ir.walk import walk_body


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What becomes one function: a test, an invariant that was not proved in time, or a bench."""

    name: str
    title: str
    doc: str
    steps: tuple[Step, ...]
    marks: tuple[str, ...] = ()
    skip: str = ""
    is_bench: bool = False


def case_of_test(test: Test) -> Case:
    """A test; one of placeholder text is skipped."""
    return Case(name=test.name, title=test.title, doc=test.doc, steps=test.steps, skip=test.skip)


def case_of_invariant(invariant: Invariant) -> Case:
    """An invariant that compile-time evaluation could not finish."""
    name = f"invariant_{invariant.name}"
    return Case(name=name, title=invariant.title, doc=invariant.doc, steps=invariant.steps)


def case_of_bench(bench: Bench) -> Case:
    """A bench: its body repeated under a stopwatch. Its measure and target are shown, never judged."""
    doc = "\n".join([bench.doc, *bench.notes]).strip()
    return Case(
        name=f"bench_{bench.name}",
        title=bench.title,
        doc=doc,
        steps=bench.steps,
        marks=("@pytest.mark.t27_bench",),
        skip=bench.skip,
        is_bench=True,
    )


def case_text(ns: TestNamespace, case: Case, names: NameScope) -> str:
    """The function of one case."""
    writer = LineWriter()
    name = names.claim(f"test_{identifier(case.name)}")
    writer.extend(case.marks)
    if case.skip:
        reason = case.skip if case.skip.startswith("placeholder") else f"placeholder: {case.skip}"
        writer.extend([f"@pytest.mark.skip(reason={string(reason)})", f"def {name}() -> None:"])
        with writer.indented():
            writer.extend(_doc(case) or ["pass"])
        return writer.text
    body, fixtures = _body(ns, case)
    writer.line(f"def {name}({', '.join(f'{fixture}: Any' for fixture in fixtures)}) -> None:")
    writer.lines += body
    return writer.text


def _doc(case: Case) -> list[str]:
    if case.doc:
        return docstring(comment_lines(case.doc))
    says_more = case.title and identifier(case.title) != identifier(case.name)
    return docstring(comment_lines(case.title)) if says_more else []


def _body(ns: TestNamespace, case: Case) -> tuple[list[str], list[str]]:
    """The lines of a case and the fixtures they need."""
    whole = tuple(chain.from_iterable(step.body for step in case.steps))
    conditional = _conditional_asserts(case)
    ns = mark_conditional(ns, conditional or [])
    scope = NameScope.of({*FIXTURES, *ns.aliases.values()})
    frame = Frame(ns=ns, scope=scope, result=VOID, boxed=boxed_locals(whole), shared=shared_locals(whole))
    writer = frame.writer
    writer.depth = 1
    writer.extend(_doc(case))
    start = len(writer.lines)
    if case.is_bench:
        writer.line("for _ in stopwatch:")
        writer.depth += 1
    before = len(writer.lines)
    for step in case.steps:
        writer.extend(_clause(step))
        print_stmts(frame, step.body)
    if all(line.lstrip().startswith("#") for line in writer.lines[before:]):
        writer.line("pass")
    lines, text = writer.lines, "\n".join(writer.lines[start:])
    others = [(alias, id_) for id_, alias in ns.aliases.items() if alias != "spec" and f"{alias}." in text]
    uses = [f'    {alias} = use("{".".join(ns.decls.names[id_].parts)}")' for alias, id_ in others]
    wanted = (
        ("use", bool(uses)),
        ("_t27", "_t27." in text),
        ("executed", conditional is not None),
        ("stopwatch", case.is_bench),
    )
    return [*lines[:start], *uses, *lines[start:]], ["spec", *(name for name, needed in wanted if needed)]


def _conditional_asserts(case: Case) -> list[Assert] | None:
    """Assertions that may not be reached; None if another one is reached in any case, so that nothing has to count."""
    if any(isinstance(stmt, Assert) and not stmt.known for step in case.steps for stmt in step.body):
        return None
    found = [stmt for step in case.steps for stmt in walk_body(step.body) if isinstance(stmt, Assert)]
    return [stmt for stmt in found if not stmt.known]


def _clause(step: Step) -> list[str]:
    """The clause as the spec says it."""
    return [f"# {line}".rstrip() for line in comment_lines(step.text)]
