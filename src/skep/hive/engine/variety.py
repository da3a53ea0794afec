"""Opening variety: in the first plies one of several nearly equal moves is drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from skep.hive.engine.analysis import Line

__all__ = ["VARIED_PLIES", "VARIETY_LINES", "draw_opening", "is_opening"]

VARIED_PLIES: Final = 6  # each side's first three moves
VARIETY_LINES: Final = 6
_NEARLY_EQUAL: Final = 12  # a hundredth part of a clear advantage counts 1
_FIRST_MOVE_MARGIN: Final = 40  # alone on the table no first piece is bad


def is_opening(ply: int) -> bool:
    """Is this a ply at which the choice varies?"""
    return ply < VARIED_PLIES


def draw_opening(lines: Sequence[Line], ply: int, chance: random.Random) -> Line:
    """Draw among the lines that are nearly as good as the best one."""
    margin = _FIRST_MOVE_MARGIN if ply < 2 else _NEARLY_EQUAL
    best = lines[0].score.value
    return chance.choice([line for line in lines if best - line.score.value <= margin])
