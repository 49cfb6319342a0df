"""What a user may choose: frozen options from flags, the environment and `[tool.t27c]` of the pyproject.toml above."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

TARGETS = ("python", "c", "ctest", "pytest")
FORMATS = ("text", "json", "github", "sarif")
_PREFIX = "T27C_"
# Read by the generated tests, not by the compiler.
_VARIABLES_OF_TESTS = frozenset({"T27C_TEST_TARGETS", "T27C_TEST_SECONDS", "T27C_BENCHES"})
_WORDS_FOR_TRUE = frozenset({"1", "true", "yes", "on"})
_WORDS_FOR_FALSE = frozenset({"0", "false", "no", "off"})


class ConfigError(Exception):
    """An option that cannot be used: what is wrong, and a help if there is one."""

    def __init__(self, message: str, help_: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help_


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of one run; defaults are those of a run without configuration."""

    strict: bool = False
    lenient: bool = False
    analysis: Literal["full", "lazy"] = "full"
    overflow: Literal["trap", "wrap"] = "trap"
    float_mode: Literal["strict", "relaxed"] = "strict"
    vacuous: Literal["warn", "error"] = "warn"
    comptime_steps: int = 1_000_000
    specs: tuple[Path, ...] = ()
    search_path: tuple[Path, ...] = ()
    targets: tuple[str, ...] = ("python", "pytest")
    out: Path = Path("generated")
    format: Literal["text", "json", "github", "sarif"] = "text"
    format_code: bool = True
    jobs: int = 0


class _InvalidError(Exception):
    """A value of the wrong kind; the text says what is wanted."""


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _WORDS_FOR_TRUE:
        return True
    if isinstance(value, str) and value.lower() in _WORDS_FOR_FALSE:
        return False
    raise _InvalidError("`true` or `false`")


def _choice(*words: str) -> Callable[[object], str]:
    def parse(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise _InvalidError(" or ".join(f'"{word}"' for word in words))

    return parse


def _count(least: int) -> Callable[[object], int]:
    def parse(value: object) -> int:
        text = str(value)
        if not isinstance(value, bool) and text.isascii() and text.isdigit() and len(text) < 16 and int(text) >= least:
            return int(text)
        raise _InvalidError(f"a whole number from {least} up")

    return parse


def _list(value: object, separator: str) -> list[str]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(separator) if part.strip()]
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return list(value)
    raise _InvalidError("a list of strings")


def _targets(value: object) -> tuple[str, ...]:
    words = _list(value, ",")
    if not words or not set(words) <= set(TARGETS):
        raise _InvalidError(f"a list of {', '.join(TARGETS)}")
    return tuple(word for word in TARGETS if word in words)


def _paths(value: object) -> tuple[Path, ...]:
    return tuple(Path(part) for part in _list(value, os.pathsep))


def _path(value: object) -> Path:
    if isinstance(value, str) and value:
        return Path(value)
    raise _InvalidError("a path")


_KEYS: dict[str, Callable[[object], Any]] = {
    "strict": _flag,
    "lenient": _flag,
    "analysis": _choice("full", "lazy"),
    "overflow": _choice("trap", "wrap"),
    "float-mode": _choice("strict", "relaxed"),
    "vacuous": _choice("warn", "error"),
    "comptime-steps": _count(1),
    "specs": _paths,
    "search-path": _paths,
    "targets": _targets,
    "out": _path,
    "format": _choice(*FORMATS),
    "format-code": _flag,
    "jobs": _count(0),
}


def _parse(key: str, value: object, where: str) -> Any:
    try:
        return _KEYS[key](value)
    except KeyError:
        near = get_close_matches(key, _KEYS, n=1)
        known = f"did you mean `{near[0]}`?" if near else f"options are {', '.join(_KEYS)}"
        raise ConfigError(f"unknown option `{key}` in {where}", known) from None
    except _InvalidError as wanted:
        raise ConfigError(f"`{key}` in {where} must be {wanted}, not `{value}`") from None


def _anchored(value: Any, folder: Path) -> Any:
    """Relative paths of a configuration file count from its folder."""
    if isinstance(value, Path):
        return folder / value
    if isinstance(value, tuple):
        return tuple(folder / part if isinstance(part, Path) else part for part in value)
    return value


def find_project(start: Path) -> Path | None:
    """The nearest pyproject.toml in `start` or above it."""
    for folder in (start, *start.parents):
        candidate = folder / "pyproject.toml"
        if candidate.is_file():
            return candidate
    return None


def _from_project(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read {file}: {problem}") from None
    tool = data.get("tool", {})
    table = tool.get("t27c", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise ConfigError(f"`tool.t27c` in {file} must be a table")
    return {key: _anchored(_parse(key, value, f"{file}"), file.parent) for key, value in table.items()}


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    ours = {name for name in environ if name.startswith(_PREFIX)} - _VARIABLES_OF_TESTS
    return {
        key: _parse(key, environ[name], f"the environment ({name})")
        for name in sorted(ours)
        for key in [name.removeprefix(_PREFIX).lower().replace("_", "-")]
    }


def load_options(start: Path, environ: Mapping[str, str], flags: Mapping[str, object]) -> Options:
    """Options for a run in `start`: the project file, then the environment, then the flags; later ones win.

    `strict` and `lenient` in one source are a contradiction; a flag for one switches off a configured other.
    """
    project = find_project(start)
    chosen: dict[str, Any] = {}
    for layer in (
        _from_project(project) if project else {},
        _from_environment(environ),
        {key: _parse(key, value, "the command line") for key, value in flags.items()},
    ):
        if layer.get("strict") and layer.get("lenient"):
            raise ConfigError("`strict` and `lenient` exclude each other", "choose one of them")
        for mode, other in (("strict", "lenient"), ("lenient", "strict")):
            if layer.get(mode):
                chosen[other] = False
        chosen |= layer
    return replace(Options(), **{key.replace("-", "_"): value for key, value in chosen.items()})
