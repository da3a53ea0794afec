"""The tiles of an SVG drawing: one piece, a stack with its height, an empty cell."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from skep.geometry import Cell, Layout
from skep.hive.art import STROKE, symbol_of
from skep.hive.drawing.themes import Theme
from skep.hive.pieces import Color, Piece

__all__ = ["TileDrawer", "number"]

_THICKNESS = 0.07  # of a radius: the rim that is seen below a tile
_LEVEL = 0.13  # of a radius: how much higher the next tile of a stack is drawn
_TALLEST = 0.45  # of a radius: a stack is drawn no higher, so that it hides little behind it
_BUG = 1.28  # a bug's box of 100 on a tile of radius 100
_LABELLED_BUG = 1.1
_FONT = "system-ui,Helvetica,Arial,sans-serif"


def number(value: float) -> str:
    """A coordinate with at most two decimals, never `-0`.

    >>> number(1.50), number(-0.001), number(3)
    ('1.5', '0', '3')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class TileDrawer:
    """Draws tiles, stacks and empty cells of one picture."""

    def __init__(self, layout: Layout, theme: Theme, labels: str) -> None:
        self.layout = layout
        self.theme = theme
        self.labels = labels

    def lift(self, height: int) -> float:
        """How far above its cell the top of a stack is drawn, in pixels."""
        if height <= 1:
            return 0.0
        return self.layout.radius * min(_LEVEL * (height - 1), _TALLEST)

    def empty_cell(self, cell: Cell) -> str:
        """The outline of a cell without a piece."""
        points = " ".join(
            f"{number(x)},{number(y)}" for x, y in self.layout.corners(cell, scale=0.94)
        )
        return (
            f'<polygon points="{points}" fill="none" stroke="{self.theme.grid}"'
            f' stroke-width="{number(self.layout.radius * 0.04)}" stroke-linejoin="round"/>'
        )

    def stack(self, cell: Cell, pieces: Sequence[Piece]) -> str:
        """All pieces of a cell, the lowest first."""
        words = " on ".join(piece.name for piece in reversed(pieces))
        return self.stack_at(self.layout.centre(cell), pieces, words)

    def stack_at(self, centre: tuple[float, float], pieces: Sequence[Piece], words: str) -> str:
        """Pieces at any place of the picture; `words` are what it says of them."""
        x, y = centre
        scale = self.layout.radius / 100
        rise = self.lift(len(pieces)) / max(len(pieces) - 1, 1) / scale
        parts = [
            f'<g transform="translate({number(x)} {number(y)}) scale({scale:.4g})">',
            f"<title>{escape(words)}</title>",
        ]
        for level, piece in enumerate(pieces):
            parts.append(self._tile(piece.color, -rise * level))
        top = len(pieces) - 1
        parts.append(self._face(pieces[-1], -rise * top))
        return "".join([*parts, "</g>"])

    def badge(self, cell: Cell, height: int) -> str:
        """The height of a stack, to be drawn above every mark."""
        return self.badge_at(self.layout.centre(cell), height)

    def badge_at(self, centre: tuple[float, float], height: int) -> str:
        """The same at any place of the picture."""
        x, y = centre
        scale = self.layout.radius / 100
        top = y - self.lift(height)
        return (
            f'<g transform="translate({number(x)} {number(top)}) scale({scale:.4g})">'
            f'<circle cx="56" cy="-56" r="23" fill="{self.theme.badge}"'
            f' stroke="{self.theme.badge_ink}" stroke-width="4"/>'
            + self._text(str(height), 56, -45.5, 30, self.theme.badge_ink)
            + "</g>"
        )

    def _tile(self, color: Color, y: float) -> str:
        colors = self.theme.tiles[color]
        shape = f"tile-{color.name.lower()}"
        rim = self._shape(shape, y + _THICKNESS * 100, colors.rim, colors.outline, 2.5)
        return rim + self._shape(shape, y, colors.face, colors.outline, 4)

    def _shape(self, name: str, y: float, fill: str, stroke: str, weight: float) -> str:
        # The art is drawn pointy; a flat board turns the tiles and leaves the bugs upright.
        turn = " rotate(30)" if self.layout.orientation == "flat" else ""
        shift = f"translate(0 {number(y)})" if number(y) != "0" else ""
        transform = f' transform="{(shift + turn).strip()}"' if shift or turn else ""
        return (
            f'<use href="#skep-{name}" x="-100" y="-100" width="200" height="200" fill="{fill}"'
            f' stroke="{stroke}" stroke-width="{number(weight)}"{transform}/>'
        )

    def _face(self, piece: Piece, y: float) -> str:
        colors = self.theme.tiles[piece.color]
        label = self._label(piece)
        size = 100 * (_LABELLED_BUG if label else _BUG)
        middle = y - (13 if label else 0)
        parts = []
        if piece.color is Color.BLACK:
            parts.append(self._shape("edge-black", y, "none", colors.ink, 2.5))
        parts.append(
            f'<use href="#skep-{symbol_of(piece.bug)}" x="{number(-size / 2)}"'
            f' y="{number(middle - size / 2)}" width="{number(size)}" height="{number(size)}"'
            f' fill="{colors.accents[piece.bug]}" stroke="{colors.ink}" color="{colors.ink}"'
            f' stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round"/>'
        )
        if label:
            parts.append(self._text(label, 0, y + 70, 22, colors.ink))
        return "".join(parts)

    def _label(self, piece: Piece) -> str:
        if self.labels == "names":
            return piece.name
        if self.labels == "numbers" and piece.bug.count > 1:
            return str(piece.number)
        return ""

    def _text(self, text: str, x: float, y: float, size: float, color: str) -> str:
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-family="{_FONT}" font-size="{size}"'
            f' font-weight="700" text-anchor="middle" fill="{color}">{escape(text)}</text>'
        )
