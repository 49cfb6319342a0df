"""What a call into C costs from Python: ctypes against cffi, for a scalar function and one over 10 floats."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cffi
import numpy as np

SOURCE = """
#include <stddef.h>
struct block { float x; float result; };
float one(float x) { return x * 2.0f; }
int one_block(void *memory) { struct block *b = memory; b->result = one(b->x); return 0; }
void many(const float *x, float *y, size_t n) { for (size_t i = 0; i < n; i++) y[i] = x[i] * 2.0f; }
"""
DECLARATIONS = "float one(float x); int one_block(void *memory); void many(const float *x, float *y, size_t n);"


def measured(name: str, call: Callable[[], Any]) -> None:
    """Print the best of several runs."""
    best = min(timeit.repeat(call, number=20_000, repeat=9)) / 20_000
    print(f"{name:44} {best * 1e9:7.0f} ns")


def measure(path: Path, folder: Path) -> None:
    """All variants."""
    x, y = np.ones(10, np.float32), np.ones(10, np.float32)
    library = ctypes.CDLL(str(path))
    library.one.argtypes, library.one.restype = [ctypes.c_float], ctypes.c_float
    library.one_block.argtypes = [ctypes.c_void_p]
    library.many.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    inline = cffi.FFI()
    inline.cdef(DECLARATIONS)
    opened = inline.dlopen(str(path))
    compiled = built(folder)
    measured("ctypes, scalar by value", lambda: library.one(1.5))
    block = ctypes.create_string_buffer
    measured("ctypes, scalar in a block of memory", lambda: library.one_block(block(b"12345678", 8)))
    measured("cffi without a build step, scalar", lambda: opened.one(1.5))
    measured("cffi built against Python's headers, scalar", lambda: compiled.lib.one(1.5))

    def address(array: Any) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))

    measured("ctypes, 10 floats", lambda: library.many(address(x), address(y), 10))
    at = inline.from_buffer
    measured("cffi without a build step, 10 floats", lambda: opened.many(at("float[]", x), at("float[]", y), 10))
    other = compiled.ffi.from_buffer
    measured("cffi built, 10 floats", lambda: compiled.lib.many(other("float[]", x), other("float[]", y), 10))


def built(folder: Path) -> Any:
    """The cffi module in its compiled mode."""
    import importlib.util

    builder = cffi.FFI()
    builder.cdef(DECLARATIONS)
    builder.set_source("t27_binding", SOURCE)
    path = builder.compile(tmpdir=str(folder))
    spec = importlib.util.spec_from_file_location("t27_binding", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Build and measure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "binding.c").write_text(SOURCE, encoding="utf-8")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", folder / "b.so", folder / "binding.c"], check=True)
        measure(folder / "b.so", folder)


if __name__ == "__main__":
    main()
