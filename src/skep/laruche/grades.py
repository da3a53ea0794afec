"""How hard a solitaire is.

Twelve tiles are graded by the number of their final layouts, up to rotation and shift. For other
numbers of tiles that count would say little or take too long; there it is told how often someone
comes through who lays whatever fits: about one time in ten, whatever the number of tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from skep.laruche.solver import Loose, try_blindly
from skep.laruche.tiles import Tile

__all__ = ["GRADES", "LAYOUTS_ENOUGH", "Grade", "blind_grade", "grade_of"]

Grade = Literal["easy", "medium", "hard", "expert"]

# More final layouts than this make the grade.
GRADES: Final[tuple[tuple[Grade, int], ...]] = (
    ("easy", 7_000),
    ("medium", 4_100),
    ("hard", 2_650),
    ("expert", -1),
)
LAYOUTS_ENOUGH: Final = GRADES[0][1] + 1

_TRIES: Final = 1_000
# Quartiles of draws of ten tiles and more.
_BLIND: Final[tuple[tuple[Grade, int], ...]] = (
    ("easy", 125),
    ("medium", 100),
    ("hard", 75),
    ("expert", -1),
)


def grade_of(layouts: int) -> Grade:
    """The grade of twelve tiles with so many final layouts.

    >>> grade_of(7_001), grade_of(7_000), grade_of(0)
    ('easy', 'medium', 'expert')
    """
    return next(grade for grade, least in GRADES if layouts > least)


def blind_grade(tiles: Sequence[Tile], *, loose: Loose) -> Grade:
    """The grade of any number of tiles, by how many of a thousand blind tries lay them all."""
    solved = try_blindly(tiles, _TRIES, loose=loose)
    return next(grade for grade, least in _BLIND if solved > least)
