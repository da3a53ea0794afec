"""Shapes of twelve cells to fill, drawn as text in staggered rows."""

from __future__ import annotations

from typing import Final

from skep.errors import InvalidOptionsError
from skep.geometry import Cell

__all__ = ["SILHOUETTES", "parse_shape"]


def parse_shape(rows: str) -> frozenset[Cell]:
    """Read a drawing: every # is a cell, rows are staggered by one column.

    >>> sorted(parse_shape('''
    ...  # #
    ... # #
    ... '''))
    [Cell(q=0, r=1), Cell(q=1, r=0), Cell(q=1, r=1), Cell(q=2, r=0)]
    """
    marks = [
        (row, column)
        for row, line in enumerate(rows.strip("\n").split("\n"))
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    if not marks or len({(row + column) % 2 for row, column in marks}) > 1:
        raise InvalidOptionsError("a shape has cells two columns apart, its rows staggered by one")
    cells = [((column - row) // 2, row) for row, column in marks]
    shift = min(q for q, _ in cells)
    return frozenset(Cell(q - shift, row) for q, row in cells)


SILHOUETTES: Final = {
    "comb": parse_shape("""
# # # #
 # # # #
  # # # #
"""),
    "boat": parse_shape("""
# # # # #
 # # # #
  # # #
"""),
    "tower": parse_shape("""
# #
 # #
# #
 # #
# #
 # #
"""),
    "fox": parse_shape("""
  #   #
 # # # #
  # # #
   # #
    #
"""),
    "arrow": parse_shape("""
  #
 # #
# # #
 # #
# #
 # #
"""),
    "pot": parse_shape("""
 # #
# # #
 # #
# # #
 # #
"""),
}
