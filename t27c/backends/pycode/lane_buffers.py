"""Buffers of a block of lanes: one row of an array per value that is alive, taken and given back during printing."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.pycode.frame import Frame


@dataclass(slots=True)
class Buffers:
    """Rows by dtype. A row that was given back is the first to be taken again, while it is still in the cache."""

    frame: Frame
    rows: dict[str, list[str]] = field(default_factory=dict)
    free: dict[str, list[str]] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)

    def take(self, dtype: str) -> str:
        """A row of `dtype` that nobody uses."""
        free = self.free.setdefault(dtype, [])
        if free:
            return free.pop()
        name = self.frame.fresh(f"row_{sum(map(len, self.rows.values())) + 1}")
        self.rows.setdefault(dtype, []).append(name)
        return name

    def give_back(self, name: str) -> None:
        """`name` is not needed any more; other names are left alone."""
        for dtype, rows in self.rows.items():
            if name in rows and name not in self.free[dtype]:
                self.free[dtype].append(name)

    def room_lines(self, lanes: str) -> list[str]:
        """The arrays that hold the rows, made once before the blocks."""
        lines = []
        for dtype, rows in self.rows.items():
            room = self.frame.fresh("room" if not self.rooms else f"room_{dtype.removeprefix('np.')}")
            self.rooms[dtype] = room
            lines.append(f"{room} = _t27.rows({len(rows)}, {lanes}, {dtype})")
        return lines

    def block_lines(self, lanes: str) -> list[str]:
        """The rows cut to the size of the block."""
        return [
            f"{', '.join(rows)}{',' * (len(rows) == 1)} = {self.rooms[dtype]}[:, : {lanes}]"
            for dtype, rows in self.rows.items()
        ]
