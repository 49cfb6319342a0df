"""The forms and values of numbers, characters and strings."""

from __future__ import annotations

import re

from t27c.syntax.problems import Problems
from t27c.syntax.tokens import Token

MAX_DIGITS = 4000
SUFFIX = re.compile(r"_?(u[0-9]+|i[0-9]+|f16|f32|f64|usize|isize)\Z")
_DECIMAL = re.compile(r"[0-9](?:_?[0-9])*")
_FRACTION = re.compile(r"\.[0-9](?:_?[0-9])*")
_EXPONENT = re.compile(r"[eE][+-]?[0-9](?:_?[0-9])*")
_BASES = {"x": ("0-9A-Fa-f", "a hexadecimal"), "b": ("01", "a binary"), "o": ("0-7", "an octal")}
_UNITS = frozenset(["ns", "us", "ms", "s", "min", "h", "kb", "mb", "gb", "hz", "khz", "mhz", "ghz", "pct", "x"])
_ESCAPE = re.compile(
    r"\\(?:x(?P<hex>[0-9A-Fa-f]{2})|u\{(?P<code>[0-9A-Fa-f]{1,6})\}|(?P<plain>[nrt\\\"']))|\\(?P<bad>.?)"
)
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}


def _bad(problems: Problems, start: int, end: int, message: str, *helps: str) -> str:
    problems.report("bad-number", message, problems.span(start, end), helps=helps)
    return "BAD"


def check_number(text: str, start: int, before: list[Token], problems: Problems) -> str:
    """The kind of a number token, `BAD` after a report. A type suffix stays part of the token."""
    end = start + len(text)
    source = problems.source.text
    is_short = len(text) < 20 and text.isdecimal() and (text[0] != "0" or len(text) == 1)
    if is_short and source[end : end + 1] != "." and not (before and before[-1].type == "DOT"):
        return "INT"
    if text[0] == "0" and text[1:2].isalpha() and text[1] in "xXbBoO":
        return _check_based(text, start, problems)
    digits = _DECIMAL.match(text)
    whole = digits[0] if digits else text
    at = len(whole)
    fraction = _FRACTION.match(text, at)
    at = fraction.end() if fraction else at
    exponent = _EXPONENT.match(text, at)
    at = exponent.end() if exponent else at
    rest = text[at:]
    is_float = bool(fraction or exponent)
    follows = source[end : end + 2]
    if rest and not SUFFIX.match(rest):
        return _bad_tail(text, rest, start, problems)
    if len(whole) > 1 and whole[0] == "0" and not is_float:
        value = whole.lstrip("0_") or "0"
        return _bad(problems, start, end, f"`{whole}` begins with a zero", f"write `{value}`, or `0o{value}` for octal")
    if not is_float and follows[:1] == "." and (follows[1:].strip() == "" or follows[1:] in tuple(";,)]}")):
        return _bad(problems, start, end + 1, f"`{text}.` has no digit behind its point", f"write `{text}.0`")
    if before and before[-1].type == "DOT" and before[-1].end == start and not _is_element(before):
        return _bad(problems, start - 1, end, f"`.{text}` has no digit before its point", f"write `0.{text}`")
    if len(text) > MAX_DIGITS:
        problems.report("too-large", f"a number of {len(text)} characters", problems.span(start, end),
                        helps=(f"at most {MAX_DIGITS} digits are read",))  # fmt: skip
        return "BAD"
    return "FLOAT" if is_float else "INT"


def _is_element(before: list[Token]) -> bool:
    """Whether the `.` that ends `before` stands directly behind a value."""
    if len(before) < 2:
        return False
    operand, dot = before[-2], before[-1]
    return operand.end == dot.start and operand.type in ("NAME", "INT", "RPAR", "RSQB", "DEREF", "UNWRAP")


def _check_based(text: str, start: int, problems: Problems) -> str:
    end = start + len(text)
    if text[1].isupper():
        return _bad(problems, start, end, f"`{text[:2]}` is not a prefix of numbers", f"write `{text[:2].lower()}`")
    allowed, name = _BASES[text[1]]
    body = text[2:]
    suffix = re.search(r"_?(u[0-9]+|i[0-9]+|usize|isize)\Z", body)
    digits = body[: suffix.start()] if suffix and suffix.start() else body
    for char in digits:
        if char != "_" and not re.match(f"[{allowed}]", char):
            return _bad(problems, start, end, f"`{char}` is not {name} digit")
    if not re.fullmatch(rf"[{allowed}](?:_?[{allowed}])*", digits):
        return _bad(
            problems,
            start,
            end,
            f"`{text}` is not a number",
            f"write digits behind `{text[:2]}`, `_` only between them",
        )
    if len(digits) > MAX_DIGITS:
        problems.report("too-large", f"a number of {len(digits)} digits", problems.span(start, end))
        return "BAD"
    return "INT"


def _bad_tail(text: str, rest: str, start: int, problems: Problems) -> str:
    end = start + len(text)
    if rest.startswith("_"):
        return _bad(problems, start, end, f"`{text}` is not a number", "`_` stands between two digits")
    if rest.lower() in _UNITS:
        return _bad(
            problems, start, end, f"`{text}` has a unit", "units belong to the `measure` and `target` lines of a bench"
        )
    return _bad(problems, start, end, f"`{rest}` is no suffix of numbers", "suffixes are types such as `u8` and `f32`")


def int_value(text: str) -> int:
    """The value of an integer token without suffix."""
    return int(text.replace("_", ""), 0)


def split_suffix(text: str) -> tuple[str, str]:
    """A number and its type suffix, which may be empty."""
    if text[:2] == "0x":
        match = re.search(r"_?((?:u|i)[0-9]+|usize|isize)\Z", text)
        return (text[: match.start()], match[1]) if match and match.start() > 2 else (text, "")
    match = re.search(r"(?<=[0-9])_?(u[0-9]+|i[0-9]+|f16|f32|f64|usize|isize)\Z", text)
    return (text[: match.start()], match[1]) if match else (text, "")


def string_value(token: Token, problems: Problems) -> bytes:
    """The bytes of a string token of any spelling."""
    text = token.text
    if text.startswith("\\\\"):
        return "\n".join(line[2:] for line in text.split("\n")).encode()
    if text.startswith("r"):
        return text.lstrip("r#")[1:].rstrip("#")[:-1].encode()
    opened = 2 if text.startswith("b") else 1
    body = text[opened:-1]
    if "\\" not in body:
        return body.encode()
    return unescape(body, token.start + opened, problems)


def unescape(body: str, start: int, problems: Problems) -> bytes:
    """The bytes of text with escapes; `start` is its place in the file."""
    parts: list[bytes] = []
    at = 0
    for match in _ESCAPE.finditer(body):
        parts.append(body[at : match.start()].encode())
        at = match.end()
        parts.append(_escape(match, start, problems))
    parts.append(body[at:].encode())
    return b"".join(parts)


def _escape(match: re.Match[str], start: int, problems: Problems) -> bytes:
    if match["hex"]:
        return bytes((int(match["hex"], 16),))
    if match["plain"]:
        return _PLAIN[match["plain"]].encode()
    code = int(match["code"], 16) if match["code"] else -1
    if 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
        return chr(code).encode()
    shown = match[0]
    problems.report(
        "bad-escape",
        f"`{shown}` is not an escape",
        problems.span(start + match.start(), start + match.end()),
        helps=(r"escapes are `\n \r \t \\ \" \'`, `\xNN` and `\u{...}`",),
    )
    return b"?"


def char_value(token: Token, problems: Problems) -> int:
    """The code of a character token."""
    body = token.text[1:-1]
    if body.startswith("\\"):
        data = unescape(body, token.start + 1, problems)
        return data[0] if body.startswith("\\x") else ord(data.decode(errors="replace")[0])
    return ord(body)
