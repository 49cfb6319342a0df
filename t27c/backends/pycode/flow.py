"""Where control goes: bodies whose end is never reached, blocks that nobody leaves early."""

from __future__ import annotations

from t27c.ir.nodes import Break, Continue, If, Labelled, Return, Stmt, Switch, Trap, While
from t27c.ir.walk import walk_body


def never_falls_through(body: tuple[Stmt, ...]) -> bool:
    """Whether a reader of the Python text sees that the end of `body` is not reached."""
    if not body:
        return False
    match body[-1]:
        case Return() | Trap() | Break() | Continue():
            return True
        case If() as last:
            branches = [branch for _, branch in last.branches]
            return bool(last.otherwise) and all(map(never_falls_through, [*branches, last.otherwise]))
        case Switch() as last:
            bodies = [arm.body for arm in last.arms] + ([last.otherwise] if last.otherwise is not None else [])
            return all(map(never_falls_through, bodies))
        case While() as last:
            return is_endless(last)
        case _:
            return False


def is_endless(loop: While) -> bool:
    """Whether a loop is left by `return` or a trap only."""
    return getattr(loop.condition, "value", None) is True and not leaves(loop.body, loop.label)


def leaves(body: tuple[Stmt, ...], label: str) -> bool:
    """Whether a jump in `body` leaves the loop or block `label`, or one around it."""
    inside = {stmt.label for stmt in walk_body(body) if isinstance(stmt, (While, Labelled))}
    return any(isinstance(s, Break) and (s.label == label or s.label not in inside) for s in walk_body(body))


def breaks_to(body: tuple[Stmt, ...], label: str) -> bool:
    """Whether a jump in `body` leaves exactly the loop or block `label`."""
    return any(isinstance(stmt, Break) and stmt.label == label for stmt in walk_body(body))
