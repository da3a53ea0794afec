"""The twelve symmetries of the hexagonal grid: six rotations, each with and without a mirror."""

from __future__ import annotations

from typing import NamedTuple

from skep.geometry.cells import DIRECTIONS, Cell, Direction

__all__ = ["SYMMETRIES", "Symmetry"]


class Symmetry(NamedTuple):
    """First mirror (east stays east, north-east becomes south-east), then rotate counterclockwise.

    >>> Symmetry(rotation=1, mirrored=False).of_cell(Cell(1, 0))
    Cell(q=1, r=-1)
    >>> turn = Symmetry(rotation=2, mirrored=True)
    >>> turn.inverse.of_cell(turn.of_cell(Cell(3, -5)))
    Cell(q=3, r=-5)
    """

    rotation: int
    mirrored: bool

    def of_cell(self, cell: Cell) -> Cell:
        """Where a cell comes to lie."""
        q, r = cell
        if self.mirrored:
            q, r = q + r, -r
        for _ in range(self.rotation % 6):
            q, r = q + r, -q
        return Cell(q, r)

    def of_direction(self, direction: Direction) -> Direction:
        """Where a direction points afterwards."""
        index = -direction if self.mirrored else direction
        return DIRECTIONS[(index + self.rotation) % 6]

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return self if self.mirrored else Symmetry(-self.rotation % 6, False)


SYMMETRIES: tuple[Symmetry, ...] = tuple(
    Symmetry(rotation, mirrored) for mirrored in (False, True) for rotation in range(6)
)
