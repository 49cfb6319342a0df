"""Mutation: how many small slips the tests of a spec would notice, and which they would not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from t27c.source import SourceFile
from t27c.tools.mutation_edits import Edit
from t27c.tools.mutation_marks import Mark, is_marked, wrong_marks
from t27c.tools.mutation_trial import Court, Fate, Subject, Trial

Progress = Callable[[int, int, str], None]
_CHUNKS_PER_PROCESS = 12  # small enough that no process is left alone with much work at the end

_courts: dict[Subject, Court] = {}  # of this process


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationReport:
    """What mutation found out about one spec; changes that make no spec or no difference are left out."""

    source: SourceFile
    killed: int
    survivors: tuple[Trial, ...]
    equivalent: int
    crashes: tuple[Trial, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """Of a hundred changes that can be noticed, how many are."""
        noticeable = self.killed + len(self.survivors)
        return 100.0 * self.killed / noticeable if noticeable else 100.0


def mutate(subject: Subject, marks: Sequence[Mark], jobs: int, progress: Progress) -> MutationReport:
    """Try every change to a spec. Raises `BaselineError` if its tests do not pass as it is."""
    court = Court(subject)
    trials = list(_trials(court, subject, jobs, lambda done, total: progress(done, total, subject.spec.shown)))
    return _report(SourceFile(subject.spec.shown, court.text), trials, marks)


def _trials(court: Court, subject: Subject, jobs: int, progress: Callable[[int, int], None]) -> Iterator[Trial]:
    edits = court.edits
    processes = min(jobs or os.cpu_count() or 1, 1 + len(edits) // _CHUNKS_PER_PROCESS)
    if processes == 1:
        for number, edit in enumerate(edits):
            progress(number, len(edits))
            yield court.try_edit(edit)
        return
    chunk = max(1, len(edits) // (processes * _CHUNKS_PER_PROCESS))
    with ProcessPoolExecutor(processes) as pool:
        tried = pool.map(partial(_try_in_process, subject, Path.cwd()), edits, chunksize=chunk)
        for number, trial in enumerate(tried):
            progress(number, len(edits))
            yield trial


def _try_in_process(subject: Subject, folder: Path, edit: Edit) -> Trial:
    """Try an edit in a worker, which keeps its court from one edit to the next."""
    court = _courts.get(subject)
    if court is None:
        os.chdir(folder)
        court = _courts[subject] = Court(subject)
    return court.try_edit(edit)


def _report(source: SourceFile, trials: Sequence[Trial], marks: Sequence[Mark]) -> MutationReport:
    survivors = [trial for trial in trials if trial.fate is Fate.SURVIVED]
    unexplained = tuple(trial for trial in survivors if not is_marked(trial, marks, source))
    return MutationReport(
        source=source,
        killed=sum(trial.fate is Fate.KILLED for trial in trials),
        survivors=unexplained,
        equivalent=len(survivors) - len(unexplained),
        crashes=tuple(trial for trial in trials if trial.fate is Fate.CRASHED),
        problems=tuple(wrong_marks(marks, trials, source)),
    )
