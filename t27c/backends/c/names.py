"""C identifiers: one injective mangler for everything a spec declares, a short one for locals, fields and labels.

A global name is the path of the spec and the name, joined by two underscores, so it meets neither keywords nor the
library. `Z` escapes: `ZZ` is a Z, `Zu` an underscore beside another, `Zx28_` any other character.
"""

from __future__ import annotations

import re

from t27c.ir.types import QName

# fmt: off
_KEYWORDS = frozenset(
    {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
        "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm",
        "typeof", "class", "new", "delete", "this", "template", "typename", "namespace", "operator", "private",
        "protected", "public", "virtual", "friend", "using", "try", "catch", "throw", "explicit", "export",
        "mutable", "and", "or", "not", "xor", "bitand", "bitor", "compl", "and_eq", "or_eq", "xor_eq", "not_eq",
        "true", "false", "bool", "nullptr", "alignas", "alignof", "noexcept", "static_assert", "thread_local",
        "constexpr", "wchar_t", "char8_t", "char16_t", "char32_t", "concept", "requires",
    }
)
_MACROS = frozenset(
    {
        "NULL", "EOF", "errno", "stdin", "stdout", "stderr", "offsetof", "assert", "linux", "unix", "i386", "far",
        "near", "small", "interface", "min", "max", "OVERFLOW", "UNDERFLOW", "DOMAIN", "SING", "INFINITY", "NAN",
        "HUGE_VAL", "I", "complex", "signbit", "isnan", "isinf", "isfinite", "isnormal", "memcpy", "memmove",
        "memset", "memcmp", "strcmp", "malloc", "free", "abort", "setjmp", "longjmp",
    }
)
# fmt: on
_RESERVED = _KEYWORDS | _MACROS
_LIMIT = re.compile(
    r"(U?INT|FLT|DBL|LDBL|CHAR|SCHAR|UCHAR|SHRT|USHRT|U?LONG|U?LLONG|SIZE|PTRDIFF|WCHAR|SIG|T27|t27)[A-Z0-9_]*"
)
_SPECIAL = {".": "_Z_", "(": "_Za_", ")": "Ze", ",": "_Zc_", " ": ""}


def _component(text: str) -> str:
    """One part of a name: letters and digits as they are, single inner underscores too."""
    doubled = re.sub(r"(?<=_)_|^_|_$", "Zu", text.replace("Z", "ZZ"))
    return re.sub(r"[^A-Za-z0-9_]", lambda found: _SPECIAL.get(found[0], f"Zx{ord(found[0]):x}_"), doubled)


def module_prefix(module_id: str) -> str:
    """What all global names of a spec begin with, without the two underscores."""
    prefix = "__".join(_component(part) for part in module_id.split("/"))
    return f"Zn{prefix}" if prefix[0].isdigit() else prefix


def global_name(name: QName) -> str:
    """A declaration of a spec."""
    return f"{module_prefix(name.module)}__{_component(name.name)}"


def local_name(name: str) -> str:
    """A local, parameter, field or label: as written unless it is reserved or could meet a made-up name."""
    text = _component(name)
    if text in _RESERVED or _LIMIT.match(text) or text[:1].isdigit():
        return f"{text}_"
    return text
