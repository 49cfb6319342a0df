"""Why a loop stays a loop."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """The reason in the author's words and the place of the culprit."""

    reason: str
    span: Span


class ObstacleError(Exception):
    """Raised inside the planner where it meets something that whole-array code cannot say; `plan_loop` turns it into a
    `Blocked`."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.blocked = Blocked(reason=reason, span=span)
