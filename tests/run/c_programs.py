"""The entry functions of a spec called from a C program, in the form of `outcomes`."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from t27c.backends.c.names import global_name, local_name
from t27c.driver import SpecResult
from t27c.ir.types import QName
from tests.backends_c.harness import build, write
from tests.run.generator import FLOATS, STRUCT_FIELDS
from tests.run.outcomes import Trapped

_HEAD = """#include "{header}"
#include <stdio.h>

static void show(const void *value, size_t size) {{
    const unsigned char *bytes = value;
    putchar(' ');
    for (size_t i = 0; i < size; i++) {{
        printf("%02x", bytes[i]);
    }}
}}

static void call(const char *name, void (*body)(void *)) {{
    t27_trap trap;
    printf("%s", name);
    if (!t27_guard(body, NULL, &trap)) {{
        printf(" trap %s %d", t27_trap_kind_name(trap.kind), (int)trap.site.line);
    }}
    putchar('\\n');
    fflush(stdout);
}}
"""


def write_program(result: SpecResult, entries: Sequence[tuple[str, str]], folder: Path) -> list[Path]:
    """Write the C files of a spec and a program that calls its entries; the sources come back."""
    assert result.program is not None
    sources = [path for path in write(folder, result.program) if not path.name.endswith("_test.c")]
    main = sources[0].with_name("main.c")
    main.write_text(_main(f"{result.program.main}.h", result.program.main, entries), encoding="utf-8")
    return [*sources, main]


def _main(header: str, module: str, entries: Sequence[tuple[str, str]]) -> str:
    lines = []
    for name, type_ in entries:
        function = global_name(QName(module, name))
        parts = [f".{local_name(field)}" for field, _ in STRUCT_FIELDS] if type_ == "Item" else [""]
        lines += [
            f"static void run_{name}(void *unused) {{",
            f"    const __typeof__({function}()) made = {function}();",
        ]
        lines += [f"    show(&made{part}, sizeof made{part});" for part in parts]
        lines += ["    (void)unused;", "}"]
    calls = [f'    call("{name}", run_{name});' for name, _ in entries]
    return "\n".join([_HEAD.format(header=header), *lines, "int main(void) {", *calls, "    return 0;", "}", ""])


def run_c(sources: Sequence[Path], entries: Sequence[tuple[str, str]], compiler: str, *flags: str) -> dict[str, object]:
    """The outcome of every entry in a program that was built with these flags."""
    done = subprocess.run([build(sources, compiler, *flags)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr[:4000]
    types = dict(entries)
    lines = (line.split() for line in done.stdout.splitlines())
    return {name: _outcome(types[name], words) for name, *words in lines}


def _outcome(type_: str, words: list[str]) -> object:
    match words:
        case ["trap", kind, line]:
            return Trapped(kind, int(line))
        case [bits]:
            return _value(type_, bytes.fromhex(bits))
        case _:
            fields = zip(STRUCT_FIELDS, words, strict=True)
            return tuple(_value(of, bytes.fromhex(bits)) for (_, of), bits in fields)


def _value(type_: str, memory: bytes) -> object:
    """A scalar by its bytes; every NaN is the same."""
    if type_ in FLOATS:
        (number,) = struct.unpack("=f" if type_ == "f32" else "=d", memory)
        return type_, "nan" if number != number else int.from_bytes(memory, "little")
    value = int.from_bytes(memory, "little", signed=type_.startswith("i"))
    return bool(value) if type_ == "bool" else value
