"""Does a tile fit a spot, where does it differ, and which way round does it fit best?

The pages answer the same questions in `laruche/fit.js`; the tests hold the two to the same answers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from skep.geometry import DIRECTIONS, Direction
from skep.laruche.tiles import Color, Pose

__all__ = ["Mismatch", "Wanted", "best_turn", "mismatches"]

Wanted = tuple[Color | None, ...]  # by Direction: what each edge must show, None for anything

# From the smallest turn to the greatest, clockwise first: in sixths counterclockwise.
_TURNS: Final = (0, -1, 1, -2, 2, 3)


class Mismatch(NamedTuple):
    """An edge where two touching tiles differ."""

    direction: Direction
    own: Color
    theirs: Color


def mismatches(pose: Pose, wanted: Wanted) -> list[Mismatch]:
    """The edges at which a tile shows another colour than is asked for; none if it fits."""
    return [
        Mismatch(direction, own, theirs)
        for direction, own, theirs in zip(DIRECTIONS, pose.colors, wanted, strict=True)
        if theirs is not None and own != theirs
    ]


def best_turn(held: Pose, wanted: Wanted) -> Pose:
    """The rotation of the face held that matches most of the edges asked for.

    Of several it is the one with the smallest turn from how the tile is held, and of two turns
    alike the clockwise one. Advice for those who look: a match judges the pose that it is sent.

    >>> best_turn(Pose.parse("ROYGBV"), (Color.RED, None, None, None, None, None)).name
    'VROYGB'
    """
    return min(
        (held.turned(sixths) for sixths in _TURNS), key=lambda pose: len(mismatches(pose, wanted))
    )
