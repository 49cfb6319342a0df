"""Literals: spec text and numbers as Python source. Nothing of a spec reaches the output but through here."""

from __future__ import annotations

import math

from t27c.ir.float_text import shortest
from t27c.ir.values import FloatValue

_QUIET_NAN = {16: 0x7E00, 32: 0x7FC00000, 64: 0x7FF8000000000000}


def string(text: str) -> str:
    """A string literal with double quotes, ASCII only."""
    is_plain = text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
    body = text if is_plain else "".join(map(_escaped, text))
    return f'"{body}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if " " <= char <= "~":
        return char
    code = ord(char)
    if char == "\n":
        return "\\n"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escaped_byte(byte: int) -> str:
    return _escaped(chr(byte)) if byte < 0x7F else f"\\x{byte:02x}"


def byte_string(data: bytes) -> str:
    """A bytes literal with double quotes."""
    return f'b"{"".join(map(_escaped_byte, data))}"'


def _docstring_line(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def docstring(lines: list[str]) -> list[str]:
    """A docstring as lines of code, the first one at the current depth; empty if there is no text.

    Quotes and backslashes cannot end it: both are escaped, all else has been made harmless by `comment_lines`.
    """
    kept = list(lines)
    while kept and not kept[-1]:
        kept.pop()
    while kept and not kept[0]:
        kept.pop(0)
    if not kept:
        return []
    text = [_docstring_line(line) for line in kept]
    # Quotes at the very end would join those that end the docstring.
    stem = kept[-1].rstrip('"')
    text[-1] = _docstring_line(stem) + '\\"' * (len(kept[-1]) - len(stem))
    if len(text) == 1:
        return [f'"""{text[0]}"""']
    return [f'"""{text[0]}', *text[1:], '"""']


def number(value: FloatValue) -> str:
    """The shortest literal that gives the float back once it takes the type of what stands beside it."""
    exact = value.number
    if math.isinf(exact):
        return "np.inf" if exact > 0 else "-np.inf"
    return repr(float(shortest(value)))


def typed_float(value: FloatValue) -> str:
    """An expression of the NumPy type itself."""
    if math.isnan(value.number):
        return _nan(value)
    return f"np.float{value.width}({number(value)})"


def _nan(value: FloatValue) -> str:
    if value.bits == _QUIET_NAN[value.width]:
        return f"np.float{value.width}(np.nan)"
    return f"np.uint{value.width}(0x{value.bits:X}).view(np.float{value.width})"


def undefined_float(bits: int) -> FloatValue:
    """A float whose bytes were never set (SEM 8.5)."""
    pattern = int.from_bytes(b"\xaa" * (bits // 8), "little")
    return FloatValue(bits, pattern)


