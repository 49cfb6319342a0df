"""The table of targets: the backend of each and the passes that prepare a program for it, loaded when asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from t27c.backends.base import Backend
from t27c.ir.nodes import Program

Pass = Callable[[Program], Program]

# Package of the backend, and the name of its passes in `t27c.passes`. A backend package offers `BACKEND`.
_TARGETS = {
    "python": ("t27c.backends.python", "NUMPY"),
    "c": ("t27c.backends.twin.backend", "C"),
    "ctest": ("t27c.backends.c.ctest", "C"),
    "pytest": ("t27c.backends.pytest_", "NUMPY"),
}


@cache
def backend_named(target: str) -> Backend:
    """The backend of a target."""
    package, _ = _TARGETS[target]
    backend: Backend = import_module(package).BACKEND
    return backend


@cache
def passes_for(target: str) -> tuple[Pass, ...]:
    """The passes of a target, in their order."""
    _, passes = _TARGETS[target]
    found: tuple[Pass, ...] = getattr(import_module("t27c.passes"), passes)
    return found
