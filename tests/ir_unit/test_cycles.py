"""Nodes on cycles."""

from __future__ import annotations

import random

from t27c.ir.cycles import on_cycles


def _by_walking(edges: dict[int, list[int]]) -> set[int]:
    found = set()
    for start in edges:
        seen: set[int] = set()
        todo = list(edges[start])
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += edges.get(node, [])
        if start in seen:
            found.add(start)
    return found


def test_a_path_between_two_cycles_is_on_none() -> None:
    edges = {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["d"], "e": ["a", "elsewhere"]}
    assert on_cycles(edges) == {"a", "b", "d"}


def test_any_graph() -> None:
    """The same as walking from every node."""
    chance = random.Random(27)
    for size in range(1, 60):
        edges = {node: [chance.randrange(size + 2) for _ in range(chance.randrange(3))] for node in range(size)}
        assert on_cycles(edges) == _by_walking(edges)


def test_long_chains_take_no_stack() -> None:
    edges = {node: [node + 1] for node in range(100_000)}
    assert on_cycles(edges) == set()
    edges[99_999] = [0]
    assert len(on_cycles(edges)) == 100_000
