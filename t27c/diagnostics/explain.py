"""The explanations of `t27c explain`: one Markdown section per code, kept in the files of `explanations/` by phase."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from t27c.diagnostics.codes import CODES, Code, Phase
from t27c.diagnostics.model import Severity

_FOLDER = Path(__file__).parent / "explanations"
_SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```(\S+) (wrong|right) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A text that draws the code, or does not. `language` is `t27` or `text`, `file` is empty for the main one."""

    language: str
    is_right: bool
    file: str
    text: str


@cache
def _sections(phase: Phase) -> dict[str, str]:
    text = (_FOLDER / f"{phase.value}.md").read_text(encoding="utf-8")
    return {slug: body.strip() for slug, body in _SECTION.findall(text)}


def explained_codes() -> list[str]:
    """All codes that the files explain, in their order."""
    return [slug for phase in Phase for slug in _sections(phase)]


def prose(slug: str) -> str:
    """The sentences about a code."""
    return _FENCE.sub("", _sections(CODES[slug].phase)[slug]).strip()


def examples(slug: str) -> list[Example]:
    """The examples of a code, the wrong ones first."""
    found = _FENCE.findall(_sections(CODES[slug].phase)[slug])
    return [Example(language, kind == "right", file, text) for language, kind, file, text in found]


def _severities(code: Code) -> str:
    def word(severity: Severity | None) -> str:
        return severity.value if severity else "silent"

    return f"{word(code.default)}; strict: {word(code.strict)}; lenient: {word(code.lenient)}"


def explanation(slug: str) -> str:
    """What `t27c explain` prints about a code."""
    code = CODES[slug]
    parts = [f"{slug}: {code.summary}\n({_severities(code)})", prose(slug)]
    for example in examples(slug):
        title = "Right" if example.is_right else "Wrong"
        file = f" ({example.file})" if example.file else ""
        body = "".join(f"    {line}\n" if line else "\n" for line in example.text.rstrip("\n").split("\n"))
        parts.append(f"{title}{file}:\n\n{body}".rstrip("\n"))
    return "\n\n".join(parts) + "\n"
