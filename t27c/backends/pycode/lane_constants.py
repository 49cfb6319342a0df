"""Float constants of lane code, made once for a module: NumPy takes a 0-d array faster than a number."""

from __future__ import annotations

from dataclasses import dataclass, field

from t27c.backends.naming import NameScope, identifier
from t27c.backends.pycode.literals import number, typed_float
from t27c.ir.values import FloatValue


@dataclass(slots=True)
class LaneConstants:
    """Constants by the text of their value; `scope` holds the names of the module."""

    scope: NameScope
    names: dict[tuple[str, int], str] = field(default_factory=dict)

    def of_value(self, value: FloatValue) -> str:
        """The name of a known float."""
        text = typed_float(value) if value.is_nan else number(value)
        label = "nan" if value.is_nan else text
        spelt = identifier(label.replace("-", "minus_").replace("e+", "e").upper()).lstrip("n")
        return self._named(f"_F{value.width}_{spelt}", text, value.width)

    def of_constant(self, text: str, width: int) -> str:
        """The name of a module constant that `text` refers to."""
        return self._named(f"_LANES_{identifier(text)}", text, width)

    def _named(self, wanted: str, text: str, width: int) -> str:
        key = (text, width)
        if key not in self.names:
            self.names[key] = self.scope.claim(wanted)
        return self.names[key]

    def lines(self) -> list[str]:
        """Their definitions in the order of first use."""
        return [f"{name}: Final = np.array({text}, np.float{width})\n" for (text, width), name in self.names.items()]
