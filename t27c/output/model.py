"""What the other modules here pass around: files to write, the part of the output a run is about, and refusals."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

MARKER = "@generated"


class OutputError(Exception):
    """Output that cannot or must not be written: what is wrong, and a help if there is one."""

    def __init__(self, message: str, help_: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help_


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """The spec that a file comes from: its root relative to the output folder, and its path below that root.

    Files that belong to no single spec, such as a run-time header, have an empty `spec`.
    """

    root: str
    spec: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A file to write: `path` is relative to the output folder with `/`; `target` is the backend that made it."""

    path: str
    text: str
    origin: Origin
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a run speaks for. Files of other roots, specs and targets stay as they are.

    `roots` were built as a whole, so a file of a spec that is gone from them goes too. `built` specs were translated
    now; `failed` ones have errors, so what they left before stays.
    """

    targets: frozenset[str]
    roots: frozenset[str]
    built: frozenset[Origin]
    failed: frozenset[Origin] = frozenset()

    def covers(self, target: str, origin: Origin) -> bool:
        """Whether this run decides if a file of `origin` for `target` should exist."""
        if target not in self.targets or origin in self.failed:
            return False
        return origin in self.built or origin.root in self.roots


def digest(data: bytes) -> str:
    """The sha256 of `data` as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()
