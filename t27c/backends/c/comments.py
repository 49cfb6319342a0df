"""The one way by which text of a spec reaches C: line comments, and string literals."""

from __future__ import annotations

from t27c.backends.printer import comment_lines


def comment(text: str) -> list[str]:
    """Spec text as `//` comments. No line ends in a backslash or in the trigraph of one, which would continue it."""
    lines = []
    for line in comment_lines(text):
        safe = line.replace("??", "? ?").rstrip()
        lines.append(f"// {safe}." if safe.endswith("\\") else f"// {safe}".rstrip())
    return lines


def string(data: bytes) -> str:
    """A string literal of these bytes."""
    return '"' + "".join(map(_byte, data)) + '"'


def text_string(text: str) -> str:
    """A string literal of a text in UTF-8."""
    return string(text.encode("utf-8", "surrogatepass"))


def _byte(byte: int) -> str:
    char = chr(byte)
    if char in '"\\?':
        return f"\\{char}"
    if 0x20 <= byte < 0x7F:
        return char
    return "\\n" if char == "\n" else f"\\{byte:03o}"
