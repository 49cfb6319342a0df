"""Which changes are noticed, and what is said about the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.cli.main import run
from t27c.options import ConfigError
from t27c.tools.mutation import MutationReport, mutate
from t27c.tools.mutation_edits import Edit
from t27c.tools.mutation_marks import Mark, marks_file, read_marks
from t27c.tools.mutation_trial import BaselineError, Court, Fate
from tests.tools.specs import subject_of

CLAMP = """module clamp;

const LIMIT : u32 = 10;

/// At most LIMIT.
pub fn clamp(x: u32) -> u32 {
    if (x > LIMIT) {
        return LIMIT;
    }
    return x;
}

test limits
    then clamp(11) == 10
    and  clamp(9) == 9
"""
BOUNDARY = Mark(original="if (x > LIMIT) {", mutant="if (x >= LIMIT) {", reason="at the limit both arms give it")
COUNTDOWN = """module countdown;

pub fn count(start: u32) -> u32 {
    var left = start;
    var rounds : u32 = 0;
    while (left != 0) {
        left -= 1;
        rounds += 1;
    }
    return rounds;
}

test counts
    then count(3) == 3
"""


def report_of(folder: Path, text: str, *marks: Mark) -> MutationReport:
    """Mutation of a spec in this process."""
    return mutate(subject_of(folder, text), marks, 1, lambda done, total, name: None)


def fate(folder: Path, text: str, old: str, new: str) -> Fate:
    """What becomes of one change."""
    start = text.index(old)
    return Court(subject_of(folder, text)).try_edit(Edit(start, start + len(old), new)).fate


def test_only_what_no_test_can_notice_survives(tmp_path: Path) -> None:
    """Both arms give the limit itself."""
    report = report_of(tmp_path, CLAMP)
    assert [trial.edit.lines(CLAMP) for trial in report.survivors] == [("if (x > LIMIT) {", "if (x >= LIMIT) {")]
    assert report.killed == 9
    assert report.score == pytest.approx(90)


def test_a_weaker_test_lets_more_survive(tmp_path: Path) -> None:
    """Without the second line nobody looks at small numbers."""
    report = report_of(tmp_path, CLAMP.replace("    and  clamp(9) == 9\n", ""))
    assert ("return x;", "return x + 1;") in [trial.edit.lines(CLAMP) for trial in report.survivors]


def test_a_mark_explains_a_survivor(tmp_path: Path) -> None:
    """It counts as equivalent then."""
    report = report_of(tmp_path, CLAMP, BOUNDARY)
    assert (report.survivors, report.equivalent, report.problems, report.score) == ((), 1, (), 100)


@pytest.mark.parametrize(
    ("mark", "problem"),
    [
        (Mark(original="return x;", mutant="return y;", reason="r"), "fits no change"),
        (Mark(original="return x;", mutant="return x + 1;", reason="r"), "is needless: the change is killed (limits)"),
        (Mark(original="if (x > LIMIT) {", mutant="if (x >= LIMIT) {", reason="r", line=3), "fits no change"),
    ],
)
def test_marks_have_to_fit(tmp_path: Path, mark: Mark, problem: str) -> None:
    """A mark that explains nothing is an error."""
    (found,) = report_of(tmp_path, CLAMP, mark).problems
    assert problem in found


def test_a_mark_that_fits_twice_needs_a_line(tmp_path: Path) -> None:
    """Otherwise it would also excuse what its author never saw."""
    text = CLAMP + CLAMP[CLAMP.index("/// At most") : CLAMP.index("test")].replace("fn clamp", "fn other")
    text += "test other\n    then other(11) == 10\n    and  other(9) == 9\n"
    problems = report_of(tmp_path, text, BOUNDARY).problems
    assert len(problems) == 1
    assert "fits changes in lines 7 and 18; add `line`" in problems[0]


def test_a_loop_that_never_ends_is_noticed(tmp_path: Path) -> None:
    """It runs out of steps."""
    assert fate(tmp_path, COUNTDOWN, "left -= 1;", "left = left;") is Fate.KILLED


def test_fates(tmp_path: Path) -> None:
    """A digit that the type cuts makes no difference; what is no spec any more needs no test."""
    text = """module m;
const A : f32 = 0.10000000001;
fn f(x: u8) -> u8 { return x + 1; }
invariant small : A < 0.2
test t
    then f(1) == 2
"""
    assert fate(tmp_path, text, "0.10000000001", "0.1") is Fate.SAME
    assert fate(tmp_path, text, "x + 1", "x + true") is Fate.REFUSED
    assert fate(tmp_path, text, "x + 1;", "x +;") is Fate.REFUSED
    assert fate(tmp_path, text, "0.10000000001", "1.1") is Fate.KILLED


def test_constants_are_changed_where_they_stand(tmp_path: Path) -> None:
    """Also those without a type, which the intermediate form no longer knows."""
    text = "module m;\nconst A = 2.5;\nfn f(x: f32) -> f32 { return A * x; }\ntest t\n    then f(1.0) > 2.4\n"
    survivors = [trial.edit.lines(text) for trial in report_of(tmp_path, text).survivors]
    assert survivors == [
        ("const A = 2.5;", "const A = 3.5;"),
        ("fn f(x: f32) -> f32 { return A * x; }", "fn f(x: f32) -> f32 { return A / x; }"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (CLAMP.replace("== 9", "== 8"), "its test `limits` fails already"),
        (CLAMP[: CLAMP.index("test")], "it has no tests"),
        (CLAMP.replace("return x", "return true"), "it has errors"),
    ],
)
def test_the_spec_itself_has_to_pass(tmp_path: Path, text: str, problem: str) -> None:
    """Otherwise every change would seem to be noticed."""
    with pytest.raises(BaselineError, match=problem):
        Court(subject_of(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[equivalent]]\noriginal = 'a'\nmutant = 'b'\n", "needs a text for `reason`"),
        ("[[equivalent]]\noriginal = 'a'\nmutant = 'b'\nreason = ' '\n", "needs a text for `reason`"),
        ("[[equivalent]]\nwhy = 'a'\n", "may hold"),
        ("[[equivalent]]\noriginal = 'a'\nmutant = 'b'\nreason = 'c'\nline = '1'\n", "must be a number"),
        ("[equivalent]\n", "nothing but"),
        ("= =", "cannot read"),
    ],
)
def test_marks_are_checked(tmp_path: Path, text: str, problem: str) -> None:
    """Above all a mark has a reason."""
    file = tmp_path / "spec.equivalents.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=problem):
        read_marks(file)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints survivors and the score, in several processes too, and fails below the minimum."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clamp.t27").write_text(CLAMP)
    assert run(["mutate", "clamp.t27", "--jobs", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "clamp.t27:7: no test notices",
        "  - if (x > LIMIT) {",
        "  + if (x >= LIMIT) {",
        "clamp.t27: 10 changes: 9 noticed, 1 not, 0 marked as equivalent; score 90.0",
    ]
    assert run(["mutate", "clamp.t27", "--jobs", "1", "--min-score", "90.5"]) == 1
    marks = 'original = "if (x > LIMIT) {"\nmutant = "if (x >= LIMIT) {"\nreason = "both arms give the limit"\n'
    marks_file(tmp_path / "clamp.t27").write_text(f"[[equivalent]]\n{marks}")
    capsys.readouterr()
    assert run(["mutate", ".", "--min-score", "100"]) == 0
    assert "9 noticed, 0 not, 1 marked as equivalent; score 100.0" in capsys.readouterr().out


def test_a_spec_that_fails_fails_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says why."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clamp.t27").write_text(CLAMP.replace("== 9", "== 8"))
    assert run(["mutate", "clamp.t27"]) == 1
    assert "clamp.t27 cannot be mutated: its test `limits` fails already" in capsys.readouterr().err
