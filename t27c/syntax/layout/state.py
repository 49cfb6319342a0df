"""Where the layout filter is in a declaration: what is open, and whether a value, a type or a statement is next."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from t27c.syntax.brackets import MAX_DEPTH
from t27c.syntax.problems import Problems
from t27c.syntax.tokens import OPEN, Token, virtual
from t27c.syntax.words import TEST_WORDS


class Kind(Enum):
    """What a bracket (or the declaration itself) encloses."""

    TOP = auto()  # the declaration outside all brackets
    BLOCK = auto()  # statements
    TEST = auto()  # statements and clauses in braces
    CLAUSES = auto()  # statements and clauses in lines
    MEMBERS = auto()  # fields, variants, methods
    ARMS = auto()  # arms of a switch
    LITERAL = auto()  # `T{..}`
    HEAD = auto()  # the parentheses of an `if`, `while`, `for`, `switch`
    PARAMS = auto()  # parameters
    TYPES = auto()  # types, separated by commas
    LENGTH = auto()  # `[N]` of an array type: a type follows its end
    REPEAT = auto()  # `[T; N]`, `[v; n]`
    ITEMS = auto()  # arguments, groups, lists, indices, names


STATEMENTS = frozenset({Kind.BLOCK, Kind.TEST, Kind.CLAUSES})


@dataclass(slots=True)
class Head:
    """An `if`, `while`, `for`, `switch` whose condition is being read; `bare` without parentheses."""

    keyword: str
    bare: bool
    statement: bool


@dataclass(slots=True)
class Frame:
    """One open bracket. `start`: a statement or member begins next."""

    kind: Kind
    start: bool = False
    declares: bool = False  # between `const`/`var`/a field name and its `=`: a `:` introduces a type
    in_body: bool = False  # of a switch arm: behind `=>`
    ends_statement: bool = False  # the closing brace ends a statement of the frame around
    whole_arm: bool = False  # a block that is all of a switch arm
    is_type: bool = False  # the bracket belongs to a type
    extra: int = 0  # nesting inside one operand: prefix operators, postfix steps, casts
    nest: int = 0  # nesting that lasts to the end of the statement: heads, bodies without braces
    ifs: list[bool] = field(default_factory=list)  # open `if`s, True for those at the start of a statement
    heads: list[Head] = field(default_factory=list)
    clause: str = ""  # in a clause line: `bind`, `act`, `then`
    role: str = "then"  # of the last clause line: `given`, `when`, `then`
    clause_line: bool = False  # the statement ends with its line, without a warning
    ended: Token | None = None  # the `;` that ended a clause, while its line goes on


class State:
    """Everything the handlers share."""

    def __init__(self, tokens: list[Token], problems: Problems, kind: str) -> None:
        self.tokens = tokens
        self.problems = problems
        self.at = 0
        self.out: list[Token] = []
        self.frames: list[Frame] = [Frame(Kind.TOP)]
        self.frame = self.frames[0]
        self.operand = False  # the last token ended a value or a type
        self.type = False  # a type is being read
        self.result = False  # behind the parameters of a function: a result type or the body follows
        self.members = False  # behind `struct`, `enum`, `union`: `{` opens a list of members
        self.typed_literal = 0  # types at the place of a value whose `{` is awaited
        self.depth = 0
        self.is_too_deep = False
        self.kind = kind  # the word of the declaration
        self.in_test = kind if kind in TEST_WORDS else ""

    def peek(self, offset: int = 1) -> Token | None:
        """A token ahead of the one being read."""
        at = self.at + offset
        return self.tokens[at] if at < len(self.tokens) else None

    def peek_type(self, offset: int = 1) -> str:
        """The type of a token ahead, empty at the end."""
        at = self.at + offset
        return self.tokens[at].type if at < len(self.tokens) else ""

    @property
    def previous(self) -> Token | None:
        """The token emitted last."""
        return self.out[-1] if self.out else None

    def emit(self, token: Token, kind: str = "") -> None:
        """Pass a token on, with a new type if one is given."""
        if kind:
            token.type = kind
        self.out.append(token)

    def add(self, kind: str, text: str = "") -> None:
        """Add a token of no width behind the last one."""
        last = self.out[-1] if self.out else self.tokens[0]
        self.out.append(virtual(kind, last.end, last.line, text))

    def drop_comma(self) -> None:
        """Leave out a comma before a closing bracket: lists may end in one."""
        if len(self.out) > 1 and self.out[-1].type == "COMMA" and self.out[-2].type not in OPEN:
            self.out.pop()

    def push(self, frame: Frame) -> None:
        """Open a bracket."""
        self.depth += 1 + self.frame.extra + self.frame.nest
        self.frames.append(frame)
        self.frame = frame
        self.operand = False
        self.type = frame.kind is Kind.TYPES
        if self.depth > MAX_DEPTH:
            self.too_deep(self.out[-1])

    def pop(self) -> Frame:
        """Close a bracket; gives the frame that it closed."""
        closed = self.frames.pop() if len(self.frames) > 1 else self.frame
        self.frame = self.frames[-1]
        self.depth -= 1 + self.frame.extra + self.frame.nest
        return closed

    def deepen(self, token: Token, *, lasting: bool = False) -> None:
        """Count a level of nesting that no bracket marks."""
        if lasting:
            self.frame.nest += 1
        else:
            self.frame.extra += 1
        if self.depth + self.frame.extra + self.frame.nest == MAX_DEPTH + 1:
            self.too_deep(token)

    def too_deep(self, token: Token) -> None:
        """Report nesting above the limit, once a declaration."""
        if not self.is_too_deep:
            self.is_too_deep = True
            self.problems.report(
                "too-deep",
                f"expressions and statements nested more than {MAX_DEPTH} deep",
                self.problems.at(token),
                helps=("name a part of it with a `const`, or move it to a function",),
            )

    def refuse(self, code: str, message: str, first: Token, last: Token | None = None, *helps: str) -> None:
        """Report a form that is recognised and not supported."""
        self.problems.report(code, message, self.problems.at(first, last), helps=helps)
