"""Formatting of generated Python: black as a library, for changed text only, in other processes if there is much."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from t27c.output.model import digest

# Starting a process and importing black there costs as much as formatting about this many characters.
_WORTH_A_PROCESS = 60_000


def rendered_key(text: str, *, formatted: bool) -> str:
    """Identifies text before formatting together with what happens to it, so that an unchanged text is not redone."""
    return digest(f"{'black' if formatted else 'as is'}\n{text}".encode())


def format_python(text: str) -> str:
    """`text` as black formats it with its default settings, which are those of a user without configuration."""
    import black  # here, since it costs 0.2 s and most builds change nothing

    return black.format_str(text, mode=black.Mode())


def format_all(texts: Sequence[str], jobs: int = 0) -> list[str]:
    """Format all `texts`, in at most `jobs` processes (0: one per processor)."""
    workers = min(jobs or os.cpu_count() or 1, len(texts), sum(map(len, texts)) // _WORTH_A_PROCESS)
    if workers < 2:
        return [format_python(text) for text in texts]
    # Not `fork`: a caller may run threads. `spawn` behaves alike on every operating system.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        return list(pool.map(format_python, texts))
