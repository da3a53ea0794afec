"""From cells to pixels: where a cell's centre and corners are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Literal

from skep.geometry.cells import Cell

__all__ = ["Layout", "Orientation"]

Orientation = Literal["pointy", "flat"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Cells of a radius (centre to corner), drawn pointy or flat side up; y grows downwards.

    >>> Layout(radius=10).centre(Cell(0, 0))
    (0.0, 0.0)
    >>> [round(value, 1) for value in Layout(radius=10).centre(Cell(1, 0))]
    [17.3, 0.0]
    """

    radius: float
    orientation: Orientation = "pointy"

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in the picture."""
        x = self.radius * sqrt(3) * (cell.q + cell.r / 2)
        y = self.radius * 1.5 * cell.r
        if self.orientation == "pointy":
            return x, y
        # The flat drawing is the pointy one turned by 30 degrees, so that all neighbours stay
        # neighbours and only the angle differs.
        return x * cos(pi / 6) - y * sin(pi / 6), x * sin(pi / 6) + y * cos(pi / 6)

    def corners(self, cell: Cell, *, scale: float = 1.0) -> list[tuple[float, float]]:
        """The six corners, clockwise on the screen."""
        x, y = self.centre(cell)
        first = -pi / 2 if self.orientation == "pointy" else -pi / 3
        radius = self.radius * scale
        return [
            (x + radius * cos(first + k * pi / 3), y + radius * sin(first + k * pi / 3))
            for k in range(6)
        ]
