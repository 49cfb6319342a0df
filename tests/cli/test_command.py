"""The command as outside programs see it: output, exit status, forms of diagnostics."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from t27c.cli.main import run

GOOD = """module half;

// Half of x.
fn half(x: f32) -> f32 { return x / 2.0; }

test halves
    given x : f32 = 3.0
    then half(x) == 1.5
"""
BAD = "module bad;\nfn f() -> u8 { return true; }\n"
WARNS = "module warns;\nconst A : u8 = 1\n"
FAILS = GOOD.replace("1.5", "1.6")


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **specs: str) -> None:
    """Specs by name."""
    for name, text in specs.items():
        (folder / f"{name}.t27").write_text(text)


def status(*words: str) -> int:
    """Run in this process."""
    return run(words)


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    """The end of what was printed."""
    return capsys.readouterr().out.splitlines()[-1]


def test_build_writes_an_importable_module(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the count at the end says what happened."""
    write(work, half=GOOD)
    assert status("build", "half.t27") == 0
    assert last_line(capsys).startswith("1 spec (0 with errors); 0 errors, 0 warnings; ")
    assert (work / "generated/tests/half/test_half.py").is_file()
    code = "from generated.python import half; print(half.half(3))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1.5\n"


def test_a_spec_with_errors_stops_only_itself(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other one is written, and the status is 1."""
    write(work, half=GOOD, bad=BAD)
    assert status("build", ".", "-o", "out") == 1
    printed = capsys.readouterr()
    assert "bad.t27:2:" in printed.err
    assert "error[type-mismatch]" in printed.err
    assert printed.out.splitlines()[-1].startswith("2 specs (1 with errors); 1 error, 0 warnings; ")
    assert (work / "out/python/half.py").is_file()
    assert not (work / "out/python/bad.py").exists()


def test_check_mode_tells_drift(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fine after a build, 1 after a change, and nothing is written."""
    write(work, half=GOOD)
    assert status("build", ".", "--check") == 1
    assert "missing: generated/python/half.py" in capsys.readouterr().out
    assert not (work / "generated").exists()
    assert status("build", ".") == 0
    assert status("build", ".", "--check") == 0
    assert last_line(capsys).endswith("0 files out of date")
    write(work, half=GOOD.replace("2.0", "4.0"))
    assert status("build", ".", "--check") == 1
    assert "stale: generated/python/half.py" in capsys.readouterr().out


def test_check_writes_nothing(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings do not fail it; errors do."""
    write(work, warns=WARNS)
    assert status("check", "warns.t27") == 0
    assert last_line(capsys) == "1 spec (0 with errors); 0 errors, 1 warning"
    assert status("check", "--strict", "warns.t27") == 1
    assert [file.name for file in work.iterdir()] == ["warns.t27"]


def test_forms_for_programs_have_stdout_for_themselves(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every line is a record; the count goes to stderr."""
    write(work, bad=BAD)
    assert status("check", "bad.t27", "--format", "json") == 1
    printed = capsys.readouterr()
    (record,) = (json.loads(line) for line in printed.out.splitlines())
    assert (record["code"], record["file"], record["line"]) == ("type-mismatch", "bad.t27", 2)
    assert printed.err.splitlines()[-1] == "1 spec (1 with errors); 1 error, 0 warnings"
    assert status("check", "bad.t27", "--format", "github") == 1
    assert capsys.readouterr().out.startswith("::error file=bad.t27,title=t27c type-mismatch,line=2,")
    assert status("check", "bad.t27", "--format", "sarif") == 1
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"


@pytest.mark.parametrize("target", ["python", "interp", "interp,python"])
def test_test_prints_a_line_per_spec(work: Path, capsys: pytest.CaptureFixture[str], target: str) -> None:
    """With one count per verdict, and a total."""
    write(work, half=GOOD)
    assert status("test", ".", "--target", target) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all("1 passed, 0 failed, 0 skipped, 0 vacuous, 0 placeholder" in line for line in lines[:-1])
    count = len(target.split(","))
    assert len(lines) == count + 1
    assert f"{count} passed, 0 failed" in lines[-1]
    assert [file.name for file in work.iterdir()] == ["half.t27"]


@pytest.mark.parametrize("target", ["python", "interp"])
def test_failing_tests_name_the_line_of_the_spec(work: Path, capsys: pytest.CaptureFixture[str], target: str) -> None:
    """And the status is 1."""
    write(work, half=FAILS)
    assert status("test", "half.t27", "--target", target) == 1
    printed = capsys.readouterr().out
    assert "half.t27:8" in printed
    assert "0 passed, 1 failed" in printed.splitlines()[-1]


def test_arguments_behind_two_dashes_go_to_pytest(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Here a filter that leaves no test."""
    write(work, half=GOOD)
    assert status("test", ".", "--", "-k", "nothing_like_that") == 1
    assert "1 deselected" in capsys.readouterr().out
    assert status("check", ".", "--", "-k", "x") == 2


def test_nothing_to_do_is_no_success(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No specs, no tests."""
    for verb in ("build", "check", "test"):
        assert status(verb, ".") == 1
        assert "no specs were found" in capsys.readouterr().err
    write(work, constant="module constant;\nconst A : u8 = 1;\n")
    assert status("test", ".") == 1
    assert "no tests were found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "absent"), "`absent` does not exist"),
        (("check", ".", "--overflow", "ignore"), '"trap" or "wrap"'),
        (("check", ".", "--strict", "--lenient"), "exclude each other"),
        (("test", ".", "--target", "rust"), "tests run on"),
        (("build", ".", "--target", "rust"), "a list of python, c, ctest, pytest"),
        (("explain", "type-missmatch"), "did you mean `type-mismatch`?"),
        (("frobnicate",), "invalid choice"),
        ((), "required: VERB"),
    ],
)
def test_wrong_commands(work: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    """Status 2, and the reason."""
    write(work, half=GOOD)
    assert status(*words) == 2
    assert message in capsys.readouterr().err


def test_configuration_in_the_project_file(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong key stops the command; a right one counts."""
    write(work, warns=WARNS)
    (work / "pyproject.toml").write_text("[tool.t27c]\nstrikt = true\n")
    assert status("check", ".") == 2
    assert "did you mean `strict`?" in capsys.readouterr().err
    (work / "pyproject.toml").write_text("[tool.t27c]\nstrict = true\n")
    assert status("check", ".") == 1


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    """One code, or the list of all."""
    assert status("explain", "type-mismatch") == 0
    assert capsys.readouterr().out.startswith("type-mismatch: ")
    assert status("explain") == 0
    assert last_line(capsys).endswith(" codes")


def test_ir(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The function is there with its types."""
    write(work, half=GOOD)
    assert status("ir", "half.t27") == 0
    printed = capsys.readouterr().out
    assert "half" in printed
    assert "f32" in printed


def test_a_bug_is_told_from_a_mistake_of_the_user(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 3; the other specs are still compiled; no traceback unless asked for."""
    write(work, half=GOOD, other=GOOD)

    def broken(*arguments: object, **_options: object) -> object:
        raise ZeroDivisionError("broken inside")

    monkeypatch.setattr("t27c.driver.check_spec", broken)
    assert status("check", ".") == 3
    printed = capsys.readouterr().err
    assert printed.count("bug while compiling") == 2
    assert "Traceback" not in printed
    assert status("check", ".", "--debug") == 3
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_ends_with_130(work: Path) -> None:
    """While a spec computes for long."""
    write(work, slow="module slow;\nfn spin() -> u8 { while (true) {} }\nconst A : u8 = spin();\n")
    command = [sys.executable, "-m", "t27c", "check", "slow.t27", "--comptime-steps", "2000000000"]
    # Where the tests themselves run in the background, interrupts are ignored, and children inherit that.
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listening) as process:
        try:
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            _, printed = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in printed


@pytest.mark.parametrize("flag", ["-h", "--version"])
def test_help_and_version_load_nothing_heavy(flag: str) -> None:
    """What is imported decides how fast they answer."""
    heavy = "{'lark', 'numpy', 'black', 'jinja2', 'mpmath', 't27c.driver'}"
    code = f"import sys; from t27c.cli.main import run; run(['{flag}']); print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_output_depends_on_nothing_but_the_spec(work: Path) -> None:
    """Neither on hash seeds nor on the folder where the command runs."""
    texts = set()
    for seed, folder in (("0", "."), ("1", "."), ("2", "deep/er")):
        here = work / f"run{seed}"
        (here / "specs/ml").mkdir(parents=True)
        (here / folder).mkdir(parents=True, exist_ok=True)
        write(here / "specs/ml", half=GOOD, more=GOOD.replace("half", "more"))
        command = [sys.executable, "-m", "t27c", "build", str(here / "specs"), "-o", str(here / "generated")]
        subprocess.run(
            command, cwd=here / folder, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        files = sorted(f for f in (here / "generated").rglob("*") if f.is_file() and f.name != ".t27c.lock")
        texts.add(tuple((f.relative_to(here).as_posix(), f.read_bytes()) for f in files))
    assert len(texts) == 1


HANGS = """module hangs;
fn f(x: u8) -> u8 { var y = x; while (y < 200) { y = x; } return y; }
test first { assert(f(201) == 201); }
test endless { assert(f(3) == 4); }
test last { assert(f(202) == 202); }
"""


@pytest.mark.parametrize("target", ["python", "c"])
def test_a_test_without_end_fails_and_the_others_run(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    """Also in C, where only the end of the process ends it."""
    monkeypatch.setenv("T27C_TEST_SECONDS", "5")
    write(work, hangs=HANGS)
    assert status("test", ".", "--target", target) == 1
    printed = capsys.readouterr().out
    assert "endless" in printed
    assert "longer than 5 seconds" in printed
    assert printed.splitlines()[-1].startswith("1 spec, 3 tests: 2 passed, 1 failed")


def test_a_test_that_kills_its_process_fails_and_the_others_run(
    work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the run is lost."""
    write(work, hangs=HANGS.replace("assert(f(3) == 4)", "assert(f(250) == 4)"))
    (work / "killer.py").write_text(
        "import os, signal\n"
        "def pytest_runtest_call(item):\n"
        "    if 'endless' in item.name:\n"
        "        os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(work))
    assert status("test", ".", "--", "-p", "killer") == 1
    printed = capsys.readouterr().out
    assert "the process of the tests ended in it (Segmentation fault)" in printed
    assert printed.splitlines()[-1].startswith("1 spec, 3 tests: 2 passed, 1 failed")


def test_arguments_that_pytest_does_not_know(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong option, so the status is 2, and pytest says what is wrong with it."""
    write(work, half=GOOD)
    assert status("test", ".", "--", "--frobnicate") == 2
    assert "--frobnicate" in capsys.readouterr().err
