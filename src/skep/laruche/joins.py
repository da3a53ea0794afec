"""Joins, the edges that touch in a layout, and the most that the tiles of a solitaire allow.

Few shapes have many joins, and filling a given shape is quick. So the best of a deal is looked for
among the shapes with the most joins, then among those with one less, and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Final

from skep import _core
from skep.errors import InvalidOptionsError
from skep.geometry import Cell
from skep.laruche.solver import Loose, can_be_built, fill
from skep.laruche.tiles import Placement, Tile

__all__ = ["BEST_SIZES", "Best", "best_joins", "fewest_joins", "joins_of", "most_joins"]

BEST_SIZES: Final = range(1, 21)  # there are too many shapes of more cells
_NO_LIMIT: Final = 1 << 62  # filling remembers nothing, and shapes with many joins are soon filled


@dataclass(frozen=True, slots=True)
class Best:
    """The most joins of a deal, and a layout that has them."""

    joins: int
    layout: tuple[Placement, ...]


def joins_of(cells: Collection[Cell]) -> int:
    """How many pairs of these cells touch.

    >>> joins_of({Cell(0, 0), Cell(1, 0), Cell(0, 1)})
    3
    """
    return sum(near in cells for cell in cells for near in cell.neighbours()) // 2


def most_joins(size: int) -> int:
    """The most joins that any shape of so many cells has.

    >>> [most_joins(size) for size in (1, 2, 3, 7, 12)]
    [0, 1, 3, 12, 24]
    """
    return 3 * size - (isqrt(12 * size - 4) + 1)


def fewest_joins(size: int, loose: Loose) -> int:
    """The fewest joins of so many tiles laid by the rules.

    >>> fewest_joins(12, 2), fewest_joins(12, 3)
    (21, 20)
    """
    return 2 * size - 1 - min(loose, size)


def best_joins(tiles: Sequence[Tile], *, loose: Loose = 2) -> Best | None:
    """The most joins with which all these tiles can be laid; None if they cannot all be laid.

    Up to twenty tiles. Takes milliseconds for twelve, up to seconds for twenty: not for an event
    loop.
    """
    if len(tiles) not in BEST_SIZES:
        raise InvalidOptionsError(
            f"the best is known for up to {BEST_SIZES[-1]} tiles, not {len(tiles)}"
        )
    size = len(tiles)
    for joins in range(most_joins(size), fewest_joins(size, loose) - 1, -1):
        for shape in _shapes(size, joins, loose):
            found = fill(shape, tiles, loose=loose, states=_NO_LIMIT)
            if found.layouts:
                return Best(joins, found.first)
    return None


@cache
def _shapes(size: int, joins: int, loose: Loose) -> tuple[frozenset[Cell], ...]:
    """The shapes that can be built. They are the same for every deal."""
    shapes = (
        frozenset(Cell(q, r) for q, r in cells) for cells in _core.shapes_with_joins(size, joins)
    )
    return tuple(shape for shape in shapes if can_be_built(shape, loose=loose))
