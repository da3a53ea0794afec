"""Cells in axial coordinates and the six directions between them.

Pointy-top cells: `q` grows to the east, `r` to the south-east, so north-west is (0, -1).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

__all__ = ["DIRECTIONS", "ORIGIN", "Cell", "Direction"]


class Direction(IntEnum):
    """The six directions, counterclockwise from the east.

    >>> Direction.EAST.opposite
    <Direction.WEST: 3>
    >>> Direction.EAST.rotated(-1)
    <Direction.SOUTH_EAST: 5>
    """

    EAST = 0
    NORTH_EAST = 1
    NORTH_WEST = 2
    WEST = 3
    SOUTH_WEST = 4
    SOUTH_EAST = 5

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        return DIRECTIONS[(self + 3) % 6]

    def rotated(self, steps: int) -> Direction:
        """The direction `steps` sixths of a turn further counterclockwise."""
        return DIRECTIONS[(self + steps) % 6]


DIRECTIONS: tuple[Direction, ...] = tuple(Direction)
_STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
_DIRECTION_OF_STEP = dict(zip(_STEPS, DIRECTIONS, strict=True))


class Cell(NamedTuple):
    """A hexagon of the plane.

    >>> Cell(0, 0).step(Direction.NORTH_EAST)
    Cell(q=1, r=-1)
    >>> Cell(0, 0).distance(Cell(2, -1))
    2
    """

    q: int
    r: int

    def step(self, direction: Direction, count: int = 1) -> Cell:
        """The cell `count` steps away in a direction."""
        dq, dr = _STEPS[direction]
        return Cell(self.q + dq * count, self.r + dr * count)

    def neighbours(self) -> Iterator[Cell]:
        """The six cells around this one, in the order of `Direction`."""
        q, r = self
        for dq, dr in _STEPS:
            yield Cell(q + dq, r + dr)

    def direction_to(self, neighbour: Cell) -> Direction | None:
        """The direction of a neighbouring cell; None for every other cell."""
        return _DIRECTION_OF_STEP.get((neighbour.q - self.q, neighbour.r - self.r))

    def distance(self, other: Cell) -> int:
        """How many steps lie between two cells."""
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def translated(self, dq: int, dr: int) -> Cell:
        """The cell that lies so many columns and rows farther."""
        return Cell(self.q + dq, self.r + dr)


ORIGIN = Cell(0, 0)
