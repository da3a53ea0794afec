"""How the colours of the edges are drawn, and the ink of the marks on them.

One palette for all eyes. Every two colours lie at least 0.14 apart in Oklab, seven times what can
just be told apart, to normal sight and to simulated protanopia, deuteranopia and tritanopia: blue
is dark and violet light, green is light and red dark. Marks differ too, for those who see no
colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.laruche.tiles import Color

__all__ = ["PALETTE", "Paint"]

_DARK: Final = "#2b1d0e"
_LIGHT: Final = "#fff8ea"


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour of an edge and the ink that is read on it, both as #rrggbb."""

    fill: str
    ink: str

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour as three numbers."""
        return _rgb(self.fill)

    @property
    def ink_rgb(self) -> tuple[int, int, int]:
        """The colour of what is written on it, as three numbers."""
        return _rgb(self.ink)


# The symbols in symbols.svg show the same; a test says so.
PALETTE: Final = {
    Color.RED: Paint("#c8303e", _LIGHT),
    Color.ORANGE: Paint("#e48300", _DARK),
    Color.YELLOW: Paint("#fdec3c", _DARK),
    Color.GREEN: Paint("#64d8a4", _DARK),
    Color.BLUE: Paint("#1b5cc8", _LIGHT),
    Color.VIOLET: Paint("#ad86e8", _DARK),
}


def _rgb(text: str) -> tuple[int, int, int]:
    number = int(text[1:], 16)
    return number >> 16, number >> 8 & 255, number & 255
