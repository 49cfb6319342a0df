"""What a row of the table of supported forms holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Promise = Literal["core", "wide", "refused"]


@dataclass(frozen=True, slots=True)
class Row:
    """A form of the language and a spec that uses it.

    `check` is an expression that a test asserts on every target; without it the example holds its own tests. A refused
    form has the code of its diagnostic in `code`, a tolerated one that of its warning. `beside` are further specs, by
    path. `whole` says that the example is a complete file.
    """

    form: str
    promise: Promise
    example: str
    check: str = ""
    code: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    @property
    def text(self) -> str:
        """The spec that is compiled."""
        head = "" if self.whole else "module example;\n"
        test = f"\ntest holds\n    then {self.check}\n" if self.check else "\n"
        return f"{head}{self.example}{test}"


@dataclass(frozen=True, slots=True)
class Section:
    """A group of forms with a title."""

    title: str
    rows: tuple[Row, ...]


def core(form: str, example: str, check: str = "", code: str = "", *, whole: bool = False) -> Row:
    """A form of the core."""
    return Row(form, "core", example, check, code, whole=whole)


def wide(
    form: str,
    example: str,
    check: str = "",
    code: str = "",
    *,
    beside: dict[str, str] | None = None,
    whole: bool = False,
) -> Row:
    """A form that is written elsewhere and works here too."""
    return Row(form, "wide", example, check, code, tuple((beside or {}).items()), whole)


def refused(form: str, code: str, example: str, *, whole: bool = False) -> Row:
    """A form that is refused with `code`."""
    return Row(form, "refused", example, code=code, whole=whole)
