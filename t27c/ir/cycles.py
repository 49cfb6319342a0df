"""Which nodes of a graph lie on a cycle, in time that grows with the graph: functions that may call themselves."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_N = TypeVar("_N", bound=Hashable)


def on_cycles(edges: Mapping[_N, Collection[_N]]) -> set[_N]:
    """The nodes from which a way leads back to themselves; targets that are no keys lead nowhere."""
    search = _Search(edges)
    for node in edges:
        if node not in search.number:
            search.run(node)
    return search.found


@dataclass(slots=True)
class _Search(Generic[_N]):
    """Tarjan's search for strongly connected parts, with a stack of its own."""

    edges: Mapping[_N, Collection[_N]]
    number: dict[_N, int] = field(default_factory=dict)
    lowest: dict[_N, int] = field(default_factory=dict)
    pending: list[_N] = field(default_factory=list)
    is_pending: set[_N] = field(default_factory=set)
    way: list[tuple[_N, Iterator[_N]]] = field(default_factory=list)
    found: set[_N] = field(default_factory=set)

    def enter(self, node: _N) -> None:
        self.number[node] = self.lowest[node] = len(self.number)
        self.pending.append(node)
        self.is_pending.add(node)
        self.way.append((node, iter(self.edges[node])))

    def run(self, root: _N) -> None:
        self.enter(root)
        while self.way:
            node, targets = self.way[-1]
            fresh = self.next_fresh(node, targets)
            if fresh is not None:
                self.enter(fresh)
                continue
            self.way.pop()
            if self.way:
                parent = self.way[-1][0]
                self.lowest[parent] = min(self.lowest[parent], self.lowest[node])
            if self.lowest[node] == self.number[node]:
                self.close(node)

    def next_fresh(self, node: _N, targets: Iterator[_N]) -> _N | None:
        for target in targets:
            if target in self.edges and target not in self.number:
                return target
            if target in self.is_pending:
                self.lowest[node] = min(self.lowest[node], self.number[target])
        return None

    def close(self, node: _N) -> None:
        part: list[_N] = []
        while not part or part[-1] != node:
            part.append(self.pending.pop())
        self.is_pending.difference_update(part)
        if len(part) > 1 or node in self.edges[node]:
            self.found.update(part)
