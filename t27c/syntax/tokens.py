"""Tokens: the class, the names of their kinds, and the sets of kinds that several phases ask about."""

from __future__ import annotations

from typing import ClassVar

RESERVED = {
    word: word.upper()
    for word in [
        "const",
        "var",
        "fn",
        "struct",
        "enum",
        "union",
        "if",
        "else",
        "while",
        "for",
        "switch",
        "return",
        "break",
        "continue",
        "and",
        "or",
        "true",
        "false",
        "null",
        "undefined",
    ]
}

OPERATORS = {
    "<<=": "SHL_ASSIGN", ">>=": "SHR_ASSIGN", "+%=": "ADDW_ASSIGN", "-%=": "SUBW_ASSIGN", "*%=": "MULW_ASSIGN",
    "+|=": "ADDS_ASSIGN", "-|=": "SUBS_ASSIGN", "*|=": "MULS_ASSIGN", "...": "ELLIPSIS", "..=": "RANGE_EQ",
    "+=": "ADD_ASSIGN", "-=": "SUB_ASSIGN", "*=": "MUL_ASSIGN", "/=": "DIV_ASSIGN", "%=": "MOD_ASSIGN",
    "&=": "AND_ASSIGN", "|=": "OR_ASSIGN", "^=": "XOR_ASSIGN",
    "->": "ARROW", "=>": "FATARROW", "==": "EQEQ", "!=": "NOTEQ", "<=": "LESSEQ", ">=": "MOREEQ",
    "&&": "ANDAND", "||": "OROR", "<<": "SHL", ">>": "SHR", "++": "CONCAT", "**": "STARSTAR",
    "+%": "ADDW", "-%": "SUBW", "*%": "MULW", "+|": "ADDS", "-|": "SUBS", "*|": "MULS",
    "::": "COLONS", "..": "DOTDOT", ".*": "DEREF", ".?": "UNWRAP",
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "{": "LBRACE", "}": "RBRACE",
    "=": "EQ", "<": "LESS", ">": "MORE", "+": "PLUS", "-": "MINUS", "*": "STAR", "/": "SLASH", "%": "PERCENT",
    "&": "AMP", "|": "PIPE", "^": "CARET", "~": "TILDE", "!": "BANG", "?": "QUESTION",
    ".": "DOT", ",": "COMMA", ";": "SEMI", ":": "COLON",
}  # fmt: skip

ASSIGN_OPS = frozenset(kind for kind in OPERATORS.values() if kind.endswith("_ASSIGN")) | {"EQ"}
# Operators that are infix only: after them an operand must follow, and one of them at the start of a line continues it.
INFIX_ONLY = frozenset(
    [
        "EQEQ",
        "NOTEQ",
        "LESSEQ",
        "MOREEQ",
        "LESS",
        "MORE",
        "ANDAND",
        "OROR",
        "SHL",
        "SHR",
        "CONCAT",
        "STARSTAR",
        "ADDW",
        "MULW",
        "ADDS",
        "SUBS",
        "MULS",
        "PLUS",
        "SLASH",
        "PERCENT",
        "CARET",
        "AND",
        "OR",
    ]
)
INFIX = INFIX_ONLY | {"MINUS", "SUBW", "STAR", "AMP", "PIPE"}
INFIX_WORDS = frozenset({"as", "catch", "orelse", "implies"})
PREFIX = frozenset({"MINUS", "SUBW", "BANG", "TILDE", "AMP", "STAR"})
LITERALS = frozenset({"INT", "FLOAT", "STRING", "CHAR", "TRUE", "FALSE", "NULL", "UNDEFINED"})
OPENERS = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
CLOSERS = {closer: opener for opener, closer in OPENERS.items()}

# Brackets as the layout filter tells them apart.
OPEN = frozenset(
    [
        "LPAR",
        "CALL_OPEN",
        "INDEX_OPEN",
        "LSQB",
        "ARRAY_OPEN",
        "LIST_OPEN",
        "REPEAT_OPEN",
        "HEAD_OPEN",
        "LITERAL_OPEN",
        "ARMS_OPEN",
        "LBRACE",
        "BLOCK_OPEN",
        "BEGIN",
        "GENERIC_OPEN",
    ]
)
CLOSE = frozenset(["RPAR", "RSQB", "RBRACE", "HEAD_CLOSE", "FINISH", "GENERIC_CLOSE"])


class Token:
    """A piece of the spec. `type` starts as what the characters are and ends as what they mean at their place.

    `column` is 0 unless the token is the first of its line. `mate` is the bracket that belongs to a
    bracket, `index` the place of the token in its file.
    """

    __slots__ = ("column", "end", "index", "line", "mate", "start", "text", "type")

    # lark copies these from the last token into the end mark; the offsets are in `start` and `end`.
    start_pos: ClassVar[None] = None
    end_pos: ClassVar[None] = None
    end_line: ClassVar[None] = None
    end_column: ClassVar[None] = None

    def __init__(self, type_: str, text: str, start: int, end: int, line: int, column: int) -> None:
        self.type = type_
        self.text = text
        self.start = start
        self.end = end
        self.line = line
        self.column = column
        self.mate: Token | None = None
        self.index = -1

    def __repr__(self) -> str:
        return f"{self.type}({self.text!r})@{self.line}"


def virtual(kind: str, at: int, line: int, text: str = "") -> Token:
    """A token that the layout adds: it has a place and no characters."""
    return Token(kind, text, at, at, line, 0)


def is_operand_end(token: Token) -> bool:
    """Whether a raw token can be the last of a value."""
    return token.type in LITERALS or token.type in ("NAME", "BUILTIN", "RPAR", "RSQB", "RBRACE", "DEREF", "UNWRAP")
