"""The language reference tells the truth: its examples do what it says, its tables list the codes as they are, and
what code and docstrings cite exists."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from t27c.diagnostics.codes import CODES
from t27c.diagnostics.model import Severity
from t27c.diagnostics.render import render_text
from t27c.driver import compile_text
from t27c.interpreting import interpret_tests

ROOT = Path(__file__).parents[2]
PAGES = {"SYN": ROOT / "docs/language/syntax.md", "SEM": ROOT / "docs/language/semantics.md"}
TEXTS = {**PAGES, "tutorial": ROOT / "docs/language/README.md"}
FENCE = re.compile(r"^```t27(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    pytest.param(code, text, id=f"{page}-{number}")
    for page, file in TEXTS.items()
    for number, (code, text) in enumerate(FENCE.findall(file.read_text(encoding="utf-8")), 1)
]
LETTERS: dict[Severity | None, str] = {Severity.ERROR: "E", Severity.WARNING: "W", None: "-"}


@pytest.mark.parametrize(("code", "text"), EXAMPLES)
def test_examples_do_what_the_page_says(code: str, text: str) -> None:
    """They draw the code behind `t27`; without one they draw no message, and their tests pass and check something."""
    result = compile_text(text)
    if code:
        assert code in {found.code for found in result.found}, render_text(result.found)
        return
    assert result.found == (), render_text(result.found)
    assert result.program is not None
    verdicts, failures = interpret_tests(result.program)
    assert failures == ""
    assert verdicts.passed == len(re.findall(r"^test ", text, re.MULTILINE)) > 0


def test_the_tables_list_every_code_once_with_its_severities() -> None:
    """Codes of the written form on one page, all others on the other."""
    row = re.compile(r"^\| `([a-z-]+)` \| ([EW-]) \| ([EW-]) \| ([EW-]) \|", re.MULTILINE)
    listed = [found for page in PAGES.values() for found in row.findall(page.read_text(encoding="utf-8"))]
    wanted = [(c.slug, LETTERS[c.default], LETTERS[c.strict], LETTERS[c.lenient]) for c in CODES.values()]
    assert sorted(listed) == sorted(wanted)


def test_codes_in_the_text_exist() -> None:
    """A word like `type-mismatch` in backquotes is a code of a message or the kind of a trap."""
    traps = PAGES["SEM"].read_text(encoding="utf-8").split("## 16.")[1].split("## 17.")[0]
    kinds = set(re.findall(r"`([a-z-]+)`", traps))
    options = {"float-mode", "comptime-steps"}
    for page in TEXTS.values():
        words = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", page.read_text(encoding="utf-8")))
        assert words - kinds - options - CODES.keys() - {"a-b"} == set()


def sections_of(page: Path) -> set[str]:
    """The numbers of headings and of the paragraphs that begin with one."""
    return set(re.findall(r"^(?:#+ )?(\d+(?:\.\d+)?)\.? ", page.read_text(encoding="utf-8"), re.MULTILINE))


def test_sections_that_the_project_cites_exist() -> None:
    """`SEM 9.1` in code, tests or templates is a section of its page."""
    numbers = {name: sections_of(page) for name, page in PAGES.items()}
    missing = set()
    for file in chain.from_iterable((ROOT / folder).rglob("*.py") for folder in ("t27c", "tests", "templates")):
        for page, section in re.findall(r"\b(SYN|SEM) (\d+(?:\.\d+)?)", file.read_text(encoding="utf-8")):
            if section not in numbers[page]:
                missing.add((file.relative_to(ROOT).as_posix(), f"{page} {section}"))
    assert missing == set()
