"""Text rendering of diagnostics, against golden files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from t27c.diagnostics.model import AnyDiagnostic, Diagnostic, FileDiagnostic, Label, Severity
from t27c.diagnostics.render import render_text
from t27c.diagnostics.textview import view_line, visible
from t27c.source import SourceFile, Span
from tests.golden import Golden

GOLDEN = Path(__file__).parent / "golden"

SPEC = SourceFile(
    "ml/gain.t27",
    "module gain;\n"
    "const LIMIT : u8 = 300;\n"
    "\tconst half : f32 = 0.5; // tab in front\n"
    'const greeting = "日本語" + oops;\n'
    "const hidden = 1; // \u202e reversed \x07\n"
    f"const long = {' + '.join(f'part_{n:02}' for n in range(40))};\n",
)
OTHER = SourceFile("ml/limits.t27", "const LIMIT : u8 = 3;")


def find(text: str, source: SourceFile = SPEC) -> Span:
    """The first place of `text`."""
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def error(*labels: Label, notes: tuple[str, ...] = (), helps: tuple[str, ...] = ()) -> Diagnostic:
    """An error with a fixed message."""
    return Diagnostic(
        code="type-mismatch", message="a finding", severity=Severity.ERROR, labels=labels, notes=notes, helps=helps
    )


CASES: dict[str, AnyDiagnostic] = {
    "one_label": error(Label(span=find("300"), text="does not fit `u8`")),
    "help_and_note": error(Label(span=find("300")), notes=("u8 holds 0 to 255",), helps=("write\n`u16`", "or `255`")),
    "two_labels_one_line": error(
        Label(span=find("300"), text="this number"), Label(span=find("u8"), text="declared here")
    ),
    "labels_far_apart": error(Label(span=find("oops")), Label(span=find("LIMIT"), text="first")),
    "two_files": error(Label(span=find("LIMIT")), Label(span=find("LIMIT", OTHER), text="declared here too")),
    "tab_before": error(Label(span=find("half"), text="here")),
    "wide_characters": error(Label(span=find("oops"), text="unknown")),
    "control_characters": error(Label(span=find("reversed"), text="behind a control")),
    "long_line_start": error(Label(span=find("long"), text="start")),
    "long_line_middle": error(Label(span=find("part_20"), text="middle")),
    "long_line_end": error(Label(span=find("part_39;"), text="end")),
    "several_lines": error(Label(span=find("module gain;").to(find("half")), text="starts here")),
    "end_of_file": error(Label(span=Span(SPEC, len(SPEC.text), len(SPEC.text)), text="nothing follows")),
    "warning": Diagnostic(
        code="tab-indent", message="a finding", severity=Severity.WARNING, labels=(Label(span=find("\tconst")),)
    ),
    "whole_file": FileDiagnostic(
        code="unreadable-file", message="cannot read it", severity=Severity.ERROR, path="a/b.t27", helps=("check it",)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_text(name: str, golden: Golden) -> None:
    """Each shape of diagnostic prints as its golden file says."""
    golden.check(render_text([CASES[name]]), GOLDEN / f"{name}.txt")


def test_color_only_adds_escape_codes() -> None:
    """Colored text without its escape codes is the plain text."""
    everything = list(CASES.values())
    colored = render_text(everything, color=True)
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[\d+m", "", colored) == render_text(everything)


def test_no_control_character_reaches_the_terminal() -> None:
    """Messages, labels and paths are made harmless, not only source lines."""
    hostile = "a\x1b[31m\rb\u202ec\nd"
    shown = render_text(
        [
            Diagnostic(
                code="unknown-name",
                message=hostile,
                severity=Severity.ERROR,
                labels=(Label(span=Span(SourceFile("x\x07.t27", "a\x9bb"), 0, 3), text=hostile),),
            )
        ]
    )
    assert all(char == "\n" or char.isprintable() for char in shown)


def test_clipped_line_keeps_the_marked_character() -> None:
    """Whatever the offset, the character at it is still shown at its new column."""
    text = "".join(chr(ord("a") + n % 26) for n in range(500))
    for offset in range(0, 500, 7):
        clipped = view_line(text).clipped(offset)
        assert clipped.text[clipped.columns[offset]] == text[offset]
        assert len(clipped.text) <= 126


def test_visible_text_stays_on_one_line() -> None:
    """Line ends are spelt out."""
    assert visible("a\nb\tc") == "a<U+000A>b c"
