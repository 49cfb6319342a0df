"""One run of the command line: parse it, call the verb, and turn whatever happens into an exit status."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from t27c.cli.arguments import flags_of, parse_arguments

if TYPE_CHECKING:
    import argparse

OK, FAILED, MISUSED, BUG, INTERRUPTED = 0, 1, 2, 3, 130


def run(argv: Sequence[str]) -> int:
    """Run a command line and return the exit status of the process."""
    try:
        arguments = parse_arguments(argv)
    except SystemExit as leave:
        return int(leave.code or 0)
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nt27c: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader is gone, as in `t27c explain | head`; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception:
        return _report_bug(arguments)
    return status


def _dispatch(arguments: argparse.Namespace) -> int:
    """Load what the verb needs, since `-h` and `--version` must not, and call it."""
    from t27c.cli import tool_verbs, verbs
    from t27c.cli.console import complain, prepare_streams
    from t27c.options import ConfigError, load_options
    from t27c.output.model import OutputError

    prepare_streams()
    try:
        if arguments.verb == "explain":
            return verbs.explain(arguments.code)
        options = load_options(Path.cwd(), os.environ, flags_of(arguments))
        return (verbs.VERBS | tool_verbs.VERBS)[arguments.verb](arguments, options)
    except (ConfigError, OutputError) as problem:
        complain(problem.message, problem.help)
        return MISUSED


def _report_bug(arguments: argparse.Namespace) -> int:
    kind, problem, _ = sys.exc_info()
    name = kind.__name__ if kind else "error"
    print(f"t27c: bug: {name}: {problem}", file=sys.stderr)
    if getattr(arguments, "debug", False):
        traceback.print_exc()
    else:
        print("  help: this is a mistake in t27c, not in a spec; `--debug` shows where", file=sys.stderr)
    return BUG
