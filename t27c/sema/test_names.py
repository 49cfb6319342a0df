"""Names of tests, invariants and benches: unique per file, with a number behind the second of one name (SYN 3.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from t27c.diagnostics.model import Label
from t27c.sema.context import ModuleContext
from t27c.source import Span
from t27c.syntax import ast


def unique_names(module: ModuleContext, nodes: Sequence[ast.Test]) -> list[str]:
    """A name for each test, invariant and bench, in their order; each kind has names of its own."""
    taken: dict[tuple[ast.TestKind, str], Span] = {}
    return [_unique(module, node, taken) for node in nodes]


def _unique(module: ModuleContext, node: ast.Test, taken: dict[tuple[ast.TestKind, str], Span]) -> str:
    base = _as_name(node.name.text)
    name, number = base, 1
    while (node.kind, name) in taken:
        number += 1
        name = f"{base}_{number}"
    if number > 1:
        module.report(
            "duplicate-test-name",
            f"two {node.kind.value}s are called `{node.name.text}`",
            node.name.span,
            Label(span=taken[node.kind, base], text="the first one"),
            label=f"goes by `{name}` in the output",
            helps=("rename one of them",),
        )
    taken[node.kind, name] = node.name.span
    return name


def _as_name(text: str) -> str:
    """A title as a name: everything but letters, digits and `_` becomes `_`."""
    name = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    return name if name and not name[0].isdigit() else f"n_{name}".rstrip("_")
