#!/usr/bin/env python3
"""Commands for a fresh checkout; they need Python 3.11 or newer and nothing else.

python3 dev.py demo    make the environment, build specs/ and call a generated function
python3 dev.py test    make the environment and run all tests; further arguments go to pytest
python3 dev.py setup   only make the environment, in .venv
python3 dev.py tables  make the parser's tables again, after a change of the grammar
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = ENVIRONMENT / "t27c-installed"

DEMO = """
import numpy as np
from generated.python.ml.activation import gelu

x = np.array([-3.0, -0.75, 0.0, 1.0], dtype=np.float32)
print("from generated.python.ml.activation import gelu")
for value in x:
    print(f"gelu.gelu_exact({value}) = {gelu.gelu_exact(value)}")
y = np.zeros_like(x)
gelu.forward(x, y, gelu.Config(form=gelu.Form.exact))
print(f"gelu.forward over an array of {x.size}: {y}")
"""


TABLES = """
from pathlib import Path
from t27c.syntax.tables import TABLES, tables_text

Path("t27c/syntax", TABLES).write_text(tables_text(), encoding="utf-8")
"""


def run(*command: str | Path) -> None:
    """Run a command in the checkout; end with its status if it fails."""
    status = subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode
    if status:
        sys.exit(status)


def setup() -> None:
    """Make .venv with this project in it, unless it is there and the project file has not changed since."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    print(f"making the environment in {ENVIRONMENT.relative_to(ROOT)} (a minute or two) ...", flush=True)
    try:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
    except subprocess.CalledProcessError:
        sys.exit("this Python cannot make environments with pip; on Debian and Ubuntu install `python3-venv`")
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[dev]")
    STAMP.write_text(wanted)


def main() -> None:
    """Run the command that was asked for."""
    verb, *rest = sys.argv[1:] or ["help"]
    if verb not in ("demo", "test", "setup", "tables") or (rest and verb != "test"):
        print(__doc__)
        sys.exit(2)
    if sys.version_info < (3, 11):  # noqa: UP036 (this file runs before anything has checked the version)
        sys.exit(f"t27c needs Python 3.11 or newer, and this is {sys.version.split()[0]}")
    setup()
    if verb == "demo":
        run(PYTHON, "-m", "t27c", "build", "specs")
        run(PYTHON, "-c", DEMO)
    elif verb == "test":
        run(PYTHON, "-m", "pytest", *rest)
    elif verb == "tables":
        run(PYTHON, "-c", TABLES)


if __name__ == "__main__":
    main()
