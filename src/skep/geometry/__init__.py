"""Hexagons: cells, directions, the twelve symmetries, layout to pixels. No game is known here."""

from skep.geometry.cells import DIRECTIONS, ORIGIN, Cell, Direction
from skep.geometry.layout import Layout, Orientation
from skep.geometry.symmetry import SYMMETRIES, Symmetry

__all__ = [
    "DIRECTIONS",
    "ORIGIN",
    "SYMMETRIES",
    "Cell",
    "Direction",
    "Layout",
    "Orientation",
    "Symmetry",
]
