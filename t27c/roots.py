"""The spec root of what is named alone: `use a::b;` means `a/b.t27` below it, and output paths count from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

_USE = re.compile(rb"^[ \t]*(?:use|using)[ \t]+([A-Za-z_][\w-]*(?:(?:::|\.)[A-Za-z_][\w-]*)*)", re.MULTILINE)
_PROJECT_MARKS = ("pyproject.toml", ".git")


def configured_root(place: Path, configured: Iterable[Path]) -> Path | None:
    """The innermost configured root that is `place` or lies above it."""
    above = [root for root in configured if place.is_relative_to(root)]
    return max(above, key=lambda root: len(root.parts), default=None)


def importing_root(file: Path, head: bytes) -> Path:
    """The folder from which most of the `use` paths in `head` lead to files; the innermost of several.

    Looks from the folder of `file` upwards, and not out of its project.
    """
    imports = [re.split(r"::|\.", found.decode()) for found in _USE.findall(head)]
    if not imports:
        return file.parent
    return max(_folders_above(file), key=partial(_led, imports=imports))


def _folders_above(file: Path) -> Iterator[Path]:
    for folder in file.parents:
        yield folder
        if any((folder / mark).exists() for mark in _PROJECT_MARKS):
            return


def _led(folder: Path, imports: list[list[str]]) -> tuple[int, int]:
    """How many imports name a file below `folder`, and how many something in one; a whole path says more."""
    whole = sum(_is_spec(folder, path) for path in imports)
    return whole, sum(_is_spec(folder, path[:-1]) for path in imports if len(path) > 1)


def _is_spec(folder: Path, path: list[str]) -> bool:
    place = folder.joinpath(*path)
    return place.with_name(f"{place.name}.t27").is_file()
