"""Python's recursion limit, lifted for code whose depth is bounded by other means."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_LIMIT = 10_000_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let plain Python functions nest as deep as the program at hand asks. Such calls take no C stack, and the depth of
    specs and of interpreted calls has limits of its own."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
