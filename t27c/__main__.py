"""The start of the program: `python -m t27c` and the command `t27c`."""

from __future__ import annotations

import sys

from t27c.cli.main import run


def main() -> None:
    """Run the command line of this process and exit with its status."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
