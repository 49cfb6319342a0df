"""Options from the project file, the environment and flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from t27c.diagnostics.codes import policy_for
from t27c.diagnostics.model import Severity
from t27c.options import ConfigError, Options, find_project, load_options


def project(folder: Path, text: str) -> Path:
    """Write the table of this tool."""
    (folder / "pyproject.toml").write_text(f"[tool.t27c]\n{text}\n", encoding="utf-8")
    return folder


def test_defaults_without_any_configuration(tmp_path: Path) -> None:
    """A folder without a project file."""
    assert load_options(tmp_path, {}, {}) == Options()


def test_later_sources_win(tmp_path: Path) -> None:
    """The file, then the environment, then flags."""
    project(tmp_path, 'overflow = "wrap"\njobs = 1\ncomptime-steps = 5')
    options = load_options(tmp_path, {"T27C_JOBS": "2", "T27C_COMPTIME_STEPS": "6", "HOME": "x"}, {"jobs": "3"})
    assert (options.overflow, options.comptime_steps, options.jobs) == ("wrap", 6, 3)


def test_the_nearest_project_file_counts(tmp_path: Path) -> None:
    """Also one above the folder; its paths count from its place."""
    inner = project(tmp_path, 'search-path = ["shelf"]') / "a" / "b"
    inner.mkdir(parents=True)
    assert find_project(inner) == tmp_path / "pyproject.toml"
    assert load_options(inner, {}, {}).search_path == (tmp_path / "shelf",)


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ('overfow = "wrap"', "unknown option `overfow`", "did you mean `overflow`?"),
        ("zzz = 1", "unknown option `zzz`", "options are strict, lenient"),
        ('overflow = "ignore"', '"trap" or "wrap"', ""),
        ("jobs = -1", "a whole number from 0 up", ""),
        ("comptime-steps = 0", "a whole number from 1 up", ""),
        ("comptime-steps = true", "a whole number from 1 up", ""),
        ("strict = 3", "`true` or `false`", ""),
        ('targets = ["rust"]', "a list of python, c, ctest, pytest", ""),
        ("search-path = [1]", "a list of strings", ""),
        ("strict = true\nlenient = true", "exclude each other", "choose one"),
        ("= 3", "cannot read", ""),
    ],
)
def test_mistakes_in_the_project_file(tmp_path: Path, text: str, message: str, help_: str) -> None:
    """Each is refused with its reason."""
    with pytest.raises(ConfigError) as caught:
        load_options(project(tmp_path, text), {}, {})
    assert message in caught.value.message
    assert help_ in caught.value.help


def test_mistakes_in_the_environment_name_the_variable(tmp_path: Path) -> None:
    """So that it can be found."""
    with pytest.raises(ConfigError, match="T27C_OVERFOW"):
        load_options(tmp_path, {"T27C_OVERFOW": "wrap"}, {})


def test_variables_of_generated_tests_are_left_alone(tmp_path: Path) -> None:
    """They share the prefix and are read elsewhere."""
    assert load_options(tmp_path, {"T27C_TEST_SECONDS": "5", "T27C_BENCHES": "1"}, {}) == Options()


def test_a_flag_for_one_mode_switches_off_the_other(tmp_path: Path) -> None:
    """The project is strict, this run is lenient."""
    options = load_options(project(tmp_path, "strict = true"), {}, {"lenient": True})
    assert (options.strict, options.lenient) == (False, True)


def test_policies() -> None:
    """Severities follow the options."""
    assert policy_for(Options())["vacuous-test"] is Severity.WARNING
    assert policy_for(Options(vacuous="error"))["vacuous-test"] is Severity.ERROR
    assert policy_for(Options(strict=True))["vacuous-test"] is Severity.ERROR
    assert policy_for(Options())["unreached-error"] is None
    assert policy_for(Options(analysis="lazy"))["unreached-error"] is Severity.WARNING
