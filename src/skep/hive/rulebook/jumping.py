"""Jumping: the Grasshopper goes straight over pieces to the first empty cell."""

from __future__ import annotations

from skep.geometry import DIRECTIONS, Cell, Direction
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.sliding import Paths
from skep.hive.rulebook.terrain import Terrain

__all__ = ["grasshopper", "why_not_grasshopper"]


def grasshopper(terrain: Terrain) -> Paths:
    """Where a grasshopper lands."""
    paths: Paths = {}
    for direction in DIRECTIONS:
        way = _jump(terrain, direction)
        if len(way) > 2:
            paths[way[-1]] = way
    return paths


def _jump(terrain: Terrain, direction: Direction) -> tuple[Cell, ...]:
    """The start and the cells in a direction up to the first empty one."""
    way = [terrain.origin, terrain.origin.step(direction)]
    while way[-1] in terrain:
        way.append(way[-1].step(direction))
    return tuple(way)


def why_not_grasshopper(terrain: Terrain, target: Cell) -> Reason:
    """Why a grasshopper does not land there."""
    if target in terrain:
        return terrain.occupied_reason(target)
    distance = terrain.origin.distance(target)
    for direction in DIRECTIONS:
        if terrain.origin.step(direction, distance) == target:
            if distance == 1:
                return Reason(RuleCode.NOTHING_TO_JUMP, piece=terrain.mover)
            gap = _jump(terrain, direction)[-1]
            return Reason(RuleCode.GAP_IN_LINE, piece=terrain.mover, gap=gap)
    return Reason(RuleCode.NOT_STRAIGHT, piece=terrain.mover)
