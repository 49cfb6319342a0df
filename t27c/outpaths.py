"""From the path of a spec to paths in the output: importable, and in the way of neither libraries nor pytest."""

from __future__ import annotations

import keyword
import re

_RESERVED = frozenset({"numpy", "conftest", "pytest", "setup", "py", "_t27", "__init__", "__main__"})
# Names that Windows keeps for devices, whatever their ending.
_DEVICES = frozenset(
    {"con", "nul", "aux", "prn"} | {f"{device}{number}" for device in ("com", "lpt") for number in range(1, 10)}
)


def importable(part: str) -> str:
    """`part` of a spec path as the name of a Python module or package.

    `numpy` would hide the library from whoever puts the output folder on `sys.path`; `test_*` and `*_test` would be
    collected by pytest as tests.
    """
    name = re.sub(r"[^A-Za-z0-9_]", "_", part)
    if name.startswith("test_"):
        name = f"spec_{name}"
    if not name or name[0].isdigit():
        name = f"_{name}"
    if keyword.iskeyword(name) or name in _RESERVED or name.lower() in _DEVICES or name.endswith("_test"):
        name = f"{name}_"
    return name


def module_parts(spec_id: str) -> tuple[str, ...]:
    """The dotted path of the Python module of a spec, below the package of all modules."""
    return tuple(importable(part) for part in spec_id.split("/"))


def python_path(spec_id: str) -> str:
    """Where the Python module of a spec goes, below the output folder."""
    return f"python/{'/'.join(module_parts(spec_id))}.py"


def pytest_path(spec_id: str) -> str:
    """Where the pytest file of a spec goes, below the output folder."""
    parts = module_parts(spec_id)
    return f"tests/{'/'.join(parts)}/test_{parts[-1]}.py"


def c_path(spec_id: str, ending: str) -> str:
    """Where a C file of a spec goes, below the output folder; `ending` is `c` or `h`."""
    return f"c/{'/'.join(module_parts(spec_id))}.{ending}"
