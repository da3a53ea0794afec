"""One hive: what falls apart when a piece is lifted."""

from __future__ import annotations

from collections.abc import Collection

from skep.geometry import Cell
from skep.hive.pieces import Piece
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.terrain import Stacks, around

__all__ = ["parts_of", "why_not_lifted"]


def parts_of(cells: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """The connected parts of a set of cells, the largest first, each sorted."""
    left = set(cells)
    parts = []
    while left:
        reached = [left.pop()]
        for cell in reached:
            found = [near for near in around(cell) if near in left]
            left.difference_update(found)
            reached.extend(found)
        parts.append(tuple(sorted(reached)))
    return sorted(parts, key=lambda part: (-len(part), part))


def why_not_lifted(stacks: Stacks, cell: Cell) -> Reason | None:
    """Would lifting the top piece of a cell split the hive, and into which parts?"""
    if len(stacks[cell]) > 1:
        return None
    parts = parts_of(stacks.keys() - {cell})
    if len(parts) < 2:
        return None
    cut_off: tuple[Piece, ...] = tuple(stacks[lost][-1] for part in parts[1:] for lost in part)
    return Reason(RuleCode.ONE_HIVE, piece=stacks[cell][-1], parts=tuple(parts), cut_off=cut_off)
