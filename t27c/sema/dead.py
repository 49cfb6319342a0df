"""Code that is known not to run: its names must mean something, its types need not fit (SEM 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from t27c.diagnostics.model import DiagnosticSink
from t27c.sema.context import FunctionContext

_ABOUT_NAMES = frozenset(
    {"unknown-name", "unknown-type", "unknown-builtin", "unknown-label", "unsupported-builtin", "unsupported-std"}
)


@contextmanager
def dead_code(ctx: FunctionContext) -> Iterator[None]:
    """Within: what is lowered is thrown away and only findings about names are reported."""
    module, sink = ctx.module, ctx.module.sink
    module.sink = DiagnosticSink(sink.policy)
    try:
        with ctx.collect(), ctx.scope():
            yield
    finally:
        found, module.sink = module.sink.found, sink
        sink.found += [diagnostic for diagnostic in found if diagnostic.code in _ABOUT_NAMES]
