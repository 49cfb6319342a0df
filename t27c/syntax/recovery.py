"""Goes on after an error: the statement, member, arm or clause that it spoils is taken out, and the rest is read."""

from __future__ import annotations

from dataclasses import dataclass

from t27c.syntax.tokens import CLOSE, OPEN, Token, virtual

_UNITS = frozenset({"LBRACE", "BLOCK_OPEN", "ARMS_OPEN", "BEGIN"})
_ENDS = frozenset({"END", "ARM_END"})
_CONTROL = frozenset({"IF_STMT", "WHILE", "FOR", "SWITCH_STMT", "BLOCK_OPEN", "LABEL", "FN", "DEFER", "LOOP", "INLINE"})
_GOES_ON = frozenset({"ELSE", "ELIF", "END", "ARM_END"})


@dataclass(slots=True)
class Unit:
    """The tokens `start` to `end` that an error spoils; `opener` is the place of the bracket around them."""

    opener: int
    start: int
    end: int


def spoiled_unit(tokens: list[Token], at: int) -> Unit | None:
    """The smallest statement, member, arm or clause around the token at `at`; None if it is outside any."""
    opener, start = _start(tokens, at)
    if opener < 0:
        return None
    end = _end(tokens, max(at, start), start)
    return Unit(opener, start, end) if end > start else None


def _start(tokens: list[Token], at: int) -> tuple[int, int]:
    depth, start = 0, -1
    for place in range(at - 1, -1, -1):
        kind = tokens[place].type
        if kind in CLOSE:
            depth += 1
        elif kind in OPEN:
            if depth:
                depth -= 1
            elif kind in _UNITS:
                return place, start if start >= 0 else place + 1
            else:
                start = -1
        elif (kind in _ENDS or kind == "BAD_PART") and depth == 0 and start < 0:
            start = place + 1
    return -1, -1


def _end(tokens: list[Token], at: int, start: int) -> int:
    """The place behind the unit; `at` may stand inside brackets that the unit opened."""
    depth = 0
    for token in tokens[start:at]:
        depth += (token.type in OPEN) - (token.type in CLOSE)
    is_control = tokens[start].type in _CONTROL if start < len(tokens) else False
    for place in range(at, len(tokens)):
        kind = tokens[place].type
        if kind in OPEN:
            depth += 1
        elif kind in CLOSE:
            depth -= 1
            if depth < 0:
                return place
            following = tokens[place + 1].type if place + 1 < len(tokens) else ""
            if depth == 0 and is_control and kind == "RBRACE" and following not in _GOES_ON:
                return place + 1
        elif kind in _ENDS and depth == 0:
            return place + 1
    return len(tokens)


def take_out(tokens: list[Token], unit: Unit) -> list[Token]:
    """The tokens with one `BAD_PART` in the place of a unit."""
    first, last = tokens[unit.start], tokens[unit.end - 1]
    bad = Token("BAD_PART", "", first.start, max(last.end, first.start), first.line, 0)
    return [*tokens[: unit.start], bad, *tokens[unit.end :]]


def without_head(tokens: list[Token], at: int) -> list[Token] | None:
    """A function whose head is spoiled at `at`, with the plainest of heads before its body; None if it has no body."""
    name = next((place for place, token in enumerate(tokens[:at]) if token.type == "FN_NAME"), None)
    brace = tokens[-1].mate
    body = next((place for place, token in enumerate(tokens) if token is brace), -1)
    if name is None or tokens[0].type != "FN" or body <= at or tokens[body].type != "LBRACE":
        return None
    line, end = tokens[name].line, tokens[name].end
    return [tokens[0], tokens[name], virtual("LPAR", end, line), virtual("RPAR", end, line), *tokens[body:]]
