"""Gates: the places where two stacks leave no room between two neighbouring cells."""

from __future__ import annotations

from typing import NamedTuple

from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.rulebook.terrain import around, flanks

__all__ = ["Gate", "gates"]


class Gate(NamedTuple):
    """Two stacks, and the two neighbouring cells between which they block every step.

    On the ground the two cells are empty; between taller stacks they may be occupied.
    """

    stacks: tuple[Cell, Cell]
    passage: tuple[Cell, Cell]


def gates(arrangement: Arrangement) -> list[Gate]:
    """All gates of the hive as it lies, no piece lifted, in the order of their cells."""
    heights = {cell: len(arrangement.stack_at(cell)) for cell in arrangement.occupied()}
    found = set()
    for stack in heights:
        for passage in around(stack):
            for beyond in around(stack):
                if passage < beyond and passage.distance(beyond) == 1:
                    left, right = sorted(flanks(passage, beyond))
                    level = max(heights.get(passage, 0), heights.get(beyond, 0))
                    if min(heights.get(left, 0), heights.get(right, 0)) > level:
                        found.add(Gate((left, right), (passage, beyond)))
    return sorted(found)
