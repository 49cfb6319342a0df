"""The page `docs/support.md`: every form with its example, and what each target says to it."""

from __future__ import annotations

from pathlib import Path

from t27c.diagnostics.codes import policy_for
from t27c.diagnostics.model import Severity
from t27c.driver import SpecResult, compile_spec
from t27c.interpreting import interpret_tests
from t27c.modules import memory_workspace
from t27c.options import Options
from tests.support import clauses, expressions, lexical, statements, toplevel, types
from tests.support.model import Row, Section

SECTIONS: tuple[Section, ...] = (
    *lexical.SECTIONS,
    *toplevel.SECTIONS,
    *types.SECTIONS,
    *statements.SECTIONS,
    *expressions.SECTIONS,
    *clauses.SECTIONS,
)
ROWS: tuple[tuple[str, Row], ...] = tuple((section.title, row) for section in SECTIONS for row in section.rows)
_HEAD = """# Supported forms

Made from the table in `tests/support/` by its test, which compiles every example; `pytest tests/support --bless` writes
this page anew. *core* and *wide* forms work on every target; a form that is *refused* draws the code of its row, and
`t27c explain CODE` says what to write instead. The interpreter runs the example's tests, Python and C are generated
from it.
"""


def compiled(row: Row) -> SpecResult:
    """The example of a row, for Python and C."""
    workspace = memory_workspace({"example.t27": row.text, **dict(row.beside)}, policy_for(Options()))
    spec = workspace.shelf.at(Path(), "example")
    assert spec is not None
    return compile_spec(workspace, spec, Options(), ("python", "c", "pytest"))


def failures_of(row: Row) -> str:
    """What is wrong with a row, or nothing: a form that works draws no error and its tests hold, a refused one draws
    its code."""
    result = compiled(row)
    codes = {found.code for found in result.found}
    errors = [f"{found.code}: {found.message}" for found in result.found if found.severity is Severity.ERROR]
    if result.crash:
        return result.crash
    if row.promise == "refused":
        return "" if row.code in codes and errors else f"draws {sorted(codes)}, not {row.code}"
    if errors or result.program is None:
        return "; ".join(errors)
    if row.code and row.code not in codes:
        return f"draws {sorted(codes)}, not {row.code}"
    verdicts, failures = interpret_tests(result.program)
    return failures if verdicts.failed else ""


def page() -> str:
    """The text of the page."""
    lines = [_HEAD]
    for section in SECTIONS:
        lines += [f"## {section.title}", "", "| form | class | example | interp | python | c | code |"]
        lines += ["|---|---|---|---|---|---|---|", *map(_line, section.rows), ""]
    return "\n".join(lines)


def _line(row: Row) -> str:
    works = "refused" if row.promise == "refused" else "yes"
    code = f"`{row.code}`" if row.code else ""
    example = " ".join(row.example.split())
    cells = [row.form, row.promise, _code(example), works, works, works, code]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _code(text: str) -> str:
    short = text if len(text) <= 90 else f"{text[:87]}..."
    return f"`` {short} ``" if "`" in short else f"`{short}`"
