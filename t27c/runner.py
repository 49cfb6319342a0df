"""Running the tests of specs: generated tests under pytest in a temporary folder, or the interpreter on the IR."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import t27c
from t27c.building import build
from t27c.driver import Progress, Session, SpecResult, compile_paths
from t27c.interpreting import interpret_tests
from t27c.options import ConfigError, Options
from t27c.verdicts import OPTION, Verdicts, read_verdicts, unfinished

RUN_TARGETS = ("interp", "python", "c")
# pytest: all passed, some failed, no tests. Anything else means that the run itself broke down.
_ORDINARY_STATUS = frozenset({0, 1, 5})
_WRONG_ARGUMENTS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A test run: the verdicts of each spec, what the test runner printed, and whether it broke down."""

    session: Session
    table: tuple[tuple[str, Verdicts], ...]
    transcript: str = ""
    broken: bool = False


def parse_targets(text: str) -> tuple[str, ...]:
    """The targets of `t27c test --target`."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in RUN_TARGETS]
    if unknown or not words:
        raise ConfigError(f"tests run on {', '.join(RUN_TARGETS)}, not on `{', '.join(unknown)}`")
    return tuple(dict.fromkeys(words))


def run_tests(
    paths: Sequence[Path],
    options: Options,
    targets: Sequence[str],
    pytest_arguments: Sequence[str],
    progress: Progress,
) -> Outcome:
    """Run the tests of all specs below `paths` on the chosen targets; specs with errors are left out."""
    generated = [target for target in targets if target != "interp"]
    session: Session | None = None
    table: list[tuple[str, Verdicts]] = []
    transcript, broken = "", False
    if generated:
        with tempfile.TemporaryDirectory(prefix="t27c-") as folder:
            building = replace(options, out=Path(folder).resolve() / "generated", targets=(*generated, "pytest"))
            session = build(paths, replace(building, format_code=False), progress=progress).session
            verdicts, transcript, broken = _run_pytest(building.out, pytest_arguments)
            table += _by_spec(session, verdicts, "+".join(generated) if "interp" in targets else "")
    if "interp" in targets:
        session = session or compile_paths(paths, options, progress=progress)
        label = "interp" if generated else ""
        for result in _ready(session):
            progress(len(table), len(session.results), result.spec.shown)
            assert result.program is not None
            verdict, failures = interpret_tests(result.program)
            table.append((_title(result, label), verdict))
            transcript += failures
    assert session is not None
    return Outcome(session=session, table=tuple(table), transcript=transcript, broken=broken)


def _ready(session: Session) -> Iterator[SpecResult]:
    return (result for result in session.results if not result.failed)


def _title(result: SpecResult, label: str) -> str:
    return f"{result.spec.shown} [{label}]" if label else result.spec.shown


def _by_spec(session: Session, verdicts: dict[str, Verdicts], label: str) -> list[tuple[str, Verdicts]]:
    """The verdicts of every spec, also of those without tests."""
    table: list[tuple[str, Verdicts]] = []
    for result in _ready(session):
        files = [file.path for _, file in result.files]
        total = sum((verdicts.get(f"generated/{path}", Verdicts()) for path in files), Verdicts())
        table.append((_title(result, label), total))
    return table


def _run_pytest(out: Path, arguments: Sequence[str]) -> tuple[dict[str, Verdicts], str, bool]:
    """Run pytest on the generated tests; give the verdicts by file, the text worth showing, and whether it broke."""
    folder = out.parent
    if not (out / "tests").is_dir():
        return {}, "", False
    records = folder / "verdicts.jsonl"
    # An own configuration, so that none above the temporary folder counts.
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    package_parent = str(Path(t27c.__file__).resolve().parents[1])
    python_path = os.pathsep.join(filter(None, (package_parent, str(folder), os.environ.get("PYTHONPATH"))))
    command = [
        sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "t27c.verdicts",
        f"{OPTION}={records}", *arguments, "generated/tests",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": python_path, "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("PYTEST_ADDOPTS", "T27C_TEST_TARGETS"):
        environment.pop(name, None)
    transcript, status = _run_to_the_end(command, folder, environment, records)
    if status == _WRONG_ARGUMENTS:
        raise ConfigError("pytest does not know what to do with its arguments", transcript.strip())
    verdicts = read_verdicts(records)
    failed = any(verdict.failed for verdict in verdicts.values())
    broken = status not in _ORDINARY_STATUS
    return verdicts, transcript if failed or broken or arguments else "", broken


def _run_to_the_end(command: list[str], folder: Path, environment: dict[str, str], records: Path) -> tuple[str, int]:
    """Run pytest, and again on the rest of the tests as long as a test ends its process; give text and status."""
    transcript, ends = "", 0
    while True:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False
        )
        transcript += done.stdout + done.stderr
        fatal = unfinished(records)
        if len(fatal) == ends:
            return transcript, done.returncode
        ends = len(fatal)
        transcript += f"\nFAILED {fatal[-1]}: the process of the tests ended in it ({_end(done.returncode)})\n\n"


def _end(status: int) -> str:
    """How a process ended."""
    return signal.strsignal(-status) or f"signal {-status}" if status < 0 else f"status {status}"
