"""The Python twin of a C module: the API, checks and exceptions of the Python target, values carried both ways."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from t27c.building import build
from t27c.options import Options

SPEC = """
spec shop;

const Kind = enum { raw, cooked };
const Missing = error{NotThere};

const Item = struct {
    price : f32,
    count : u16,
    kind : Kind = .raw,
    codes : [2]i64,
};

const Answer = union(enum) { number : i32, text : []const u8, nothing : void };

const RATE : f32 = 0.25;
var total : u64 = 3;

fn add(a: i32, b: i32) i32 {
    return a + b;
}

fn scale(xs: []f64, factor: f64) void {
    for (0..xs.len) |i| {
        xs[i] = xs[i] * factor;
    }
}

fn pick(xs: []const f32, i: usize) f32 {
    return xs[i];
}

fn cook(item: Item) Item {
    var done = item;
    done.kind = .cooked;
    done.codes[1] = 77;
    return done;
}

fn restock(items: []Item, more: u16) void {
    for (0..items.len) |i| {
        items[i].count = items[i].count + more;
    }
}

fn raise(item: *Item, by: f32) void {
    item.price = item.price + by;
}

fn price_of(items: []const Item, count: u16) Missing!f32 {
    for (items) |item| {
        if (item.count == count) {
            return item.price;
        }
    }
    return error.NotThere;
}

fn answer(n: i32) Answer {
    if (n > 0) {
        return .{ .number = n };
    }
    if (n == 0) {
        return .{ .text = "zero" };
    }
    return .nothing;
}

fn maybe(n: u128) ?u128 {
    return if (n == 0) null else n - 1;
}

fn greet(name: []const u8) []const u8 {
    return name[1..];
}

fn sell(n: u64) u64 {
    total = total + n;
    return total;
}

fn square(x: i32) i32 {
    return x * x;
}

fn apply(f: fn(i32) i32, x: i32) i32 {
    return f(x);
}

fn tail(xs: []f32) []f32 {
    return xs[1..];
}

fn checked(n: i32) i32 {
    assert(n > 0);
    return n;
}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("twin")
    (folder / "shop.t27").write_text(SPEC, encoding="utf-8")
    report = build([folder / "shop.t27"], Options(targets=("c",), out=folder / "twin_output"))
    assert not report.session.has_errors, [str(found) for found in report.session.found]
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("twin_output.c.shop")
    finally:
        sys.path.remove(str(folder))


def runtime(shop: ModuleType) -> Any:
    """The runtime, with the exception types."""
    return shop._t27


def test_numbers(shop: Any) -> None:
    assert shop.add(2, 3) == 5
    assert np.float32(0.25) == shop.RATE
    assert shop.maybe(1 << 127) == (1 << 127) - 1
    assert shop.maybe(0) is None


def test_traps_carry_the_place_and_values(shop: Any) -> None:
    with pytest.raises(runtime(shop).Trap) as caught:
        shop.add(2**31 - 1, 1)
    trap: Any = caught.value
    assert (trap.kind, trap.file, trap.line, trap.values) == ("overflow", "shop.t27", 20, (2**31 - 1, 1))
    with pytest.raises(runtime(shop).Trap) as caught:
        shop.pick(np.zeros(3, np.float32), 3)
    trap = caught.value
    assert (trap.kind, trap.values) == ("index-bounds", (3, 3))


def test_arrays_share_memory(shop: Any) -> None:
    xs = np.arange(6, dtype=np.float64)
    shop.scale(xs, 2.0)
    assert xs.tolist() == [0, 2, 4, 6, 8, 10]
    shop.scale(xs[::2], 10.0)
    assert xs.tolist() == [0, 2, 40, 6, 80, 10]
    floats = np.array([1, 2, 3], np.float32)
    rest = shop.tail(floats)
    rest[0] = 9
    assert floats.tolist() == [1, 9, 3]


def test_arguments_are_checked(shop: Any) -> None:
    with pytest.raises(TypeError, match="float64"):
        shop.scale(np.zeros(3, np.float32), 2.0)
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="read-only"):
        shop.scale(frozen, 2.0)
    with pytest.raises(ValueError, match="not between"):
        shop.add(2**31, 1)
    with pytest.raises(TypeError, match="integer"):
        shop.add(1.5, 1)


def item(shop: Any, price: float = 2.0, count: int = 1) -> Any:
    """A fresh struct."""
    return shop.Item(price=np.float32(price), count=count, codes=np.array([1, 2], np.int64))


def test_structs_are_copied(shop: Any) -> None:
    raw = item(shop)
    done = shop.cook(raw)
    assert (raw.kind, done.kind) == (shop.Kind.raw, shop.Kind.cooked)
    assert (raw.codes.tolist(), done.codes.tolist()) == ([1, 2], [1, 77])


def test_structs_behind_slices_and_pointers_change(shop: Any) -> None:
    items = [item(shop, 2.0, 1), item(shop, 3.0, 5)]
    stock = np.empty(2, np.object_)
    stock[:] = items
    shop.restock(stock, 10)
    assert [one.count for one in items] == [11, 15]
    shop.raise_(items[0], 0.5)
    assert items[0].price == 2.5


def test_errors_are_raised(shop: Any) -> None:
    assert shop.price_of([item(shop, 4.0, 8)], 8) == 4.0
    with pytest.raises(runtime(shop).SpecError, match="NotThere"):
        shop.price_of([], 8)


def test_unions_and_strings(shop: Any) -> None:
    assert shop.answer(4).value == 4
    assert bytes(shop.answer(0).value) == b"zero"
    assert shop.answer(-1).value is None
    assert shop.greet(b"hello") == b"ello"


def test_module_variables_live_in_c(shop: Any) -> None:
    shop.__t27_reset__()
    assert shop.total == 3
    assert shop.sell(4) == 7
    assert shop.total == 7
    shop.total = 100
    assert shop.sell(1) == 101
    shop.__t27_reset__()
    assert shop.total == 3


def test_functions_as_values(shop: Any) -> None:
    assert shop.apply(shop.square, 9) == 81
    with pytest.raises(TypeError, match="functions of specs"):
        shop.apply(lambda x: x, 9)


def test_assertions_in_c_are_counted(shop: Any) -> None:
    before = runtime(shop).Ledger.total()
    shop.checked(3)
    assert runtime(shop).Ledger.total() == before + 1


def test_without_a_compiler_the_import_says_what_to_do(
    shop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = importlib.import_module(f"{shop.__package__}._t27c.library")
    library._compiler.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(library.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="install gcc or clang"):
        library._compiler()
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(ImportError, match="no-such-compiler"):
        library._compiler()
