"""Tiles and tables as text: six letters around each tile, on their colours where the terminal can.

 V  R
B 01 O
 G  Y
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from skep.geometry import Cell
from skep.laruche.palette import PALETTE
from skep.laruche.table import Table
from skep.laruche.tiles import Color, Pose, Tile

__all__ = ["draw_hand_text", "draw_table_text"]

_WIDTH: Final = 8
_HEIGHT: Final = 3
# Where each direction's block of three characters stands: (row, column), from the east on.
_BLOCKS: Final = ((1, 5), (0, 4), (0, 1), (1, 0), (2, 1), (2, 4))
_MIDDLE: Final = (1, 3)

_Canvas = dict[tuple[int, int], str]  # one character at each (row, column)


def draw_table_text(
    table: Table,
    *,
    middles: Mapping[Cell, str] | None = None,
    labels: Mapping[Cell, str] | None = None,
    colored: bool = True,
) -> str:
    """The table; `middles` are two characters inside a tile, `labels` two on an empty cell.

    >>> from skep.laruche.tiles import Placement
    >>> print(draw_table_text(Table([Placement.parse("0,0 ROYGBV")]), colored=False))
      V  R
     B ** O
      G  Y
    """
    canvas: _Canvas = {}
    for cell, pose in table:
        middle = (middles or {}).get(cell, "**" if pose.has_bee else "  ")
        _put_tile(canvas, *_corner(cell), pose, middle, colored)
    for cell, label in (labels or {}).items():
        row, column = _corner(cell)
        _put(canvas, row + 1, column + 2, f"({label})"[:5])
    return _render(canvas)


def draw_hand_text(
    tiles: Sequence[Tile], *, names: Sequence[str], per_row: int = 6, colored: bool = True
) -> str:
    """Tiles side by side with a name in each."""
    canvas: _Canvas = {}
    for number, (tile, name) in enumerate(zip(tiles, names, strict=True)):
        row, column = number // per_row * (_HEIGHT + 1), number % per_row * (_WIDTH + 3)
        _put_tile(canvas, row, column, tile.poses[0], name, colored)
    return _render(canvas)


def _corner(cell: Cell) -> tuple[int, int]:
    return cell.r * _HEIGHT, cell.q * _WIDTH + cell.r * _WIDTH // 2


def _put_tile(
    canvas: _Canvas, row: int, column: int, pose: Pose, middle: str, colored: bool
) -> None:
    for (down, right), color in zip(_BLOCKS, pose.colors, strict=True):
        _put(canvas, row + down, column + right, f" {color.letter} ", color if colored else None)
    _put(canvas, row + _MIDDLE[0], column + _MIDDLE[1], f"{middle:<2}"[:2])


def _put(canvas: _Canvas, row: int, column: int, text: str, color: Color | None = None) -> None:
    for place, character in enumerate(text):
        if color is not None:
            ink = ";".join(map(str, PALETTE[color].ink_rgb))
            fill = ";".join(map(str, PALETTE[color].rgb))
            character = f"\x1b[1;38;2;{ink};48;2;{fill}m{character}\x1b[0m"
        canvas[row, column + place] = character


def _render(canvas: _Canvas) -> str:
    if not canvas:
        return ""
    left = min(column for _, column in canvas)
    rows = range(min(row for row, _ in canvas), max(row for row, _ in canvas) + 1)
    lines = []
    for row in rows:
        last = max((column for other, column in canvas if other == row), default=left - 1)
        lines.append("".join(canvas.get((row, column), " ") for column in range(left, last + 1)))
    return "\n".join(line.rstrip() for line in lines)
