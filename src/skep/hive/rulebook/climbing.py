"""Climbing on the hive: the Beetle's one step on any level, the Ladybug's way over the top."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from skep.geometry import Cell
from skep.hive.pieces import Bug
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.sliding import Paths
from skep.hive.rulebook.terrain import Terrain, around

__all__ = ["beetle", "ladybug", "why_not_beetle", "why_not_ladybug"]


def beetle(terrain: Terrain) -> Paths:
    """Where a beetle gets to in its one step."""
    return {
        cell: (terrain.origin, cell)
        for cell in around(terrain.origin)
        if terrain.step_obstacle(terrain.origin, cell) is None
    }


def why_not_beetle(terrain: Terrain, target: Cell) -> Reason:
    """Why a beetle does not get there."""
    if terrain.origin.distance(target) != 1:
        return Reason(RuleCode.ONE_STEP, piece=terrain.mover, bug=Bug.BEETLE)
    obstacle = terrain.step_obstacle(terrain.origin, target)
    assert obstacle is not None, "only asked about steps that are forbidden"
    return terrain.reason(obstacle, terrain.origin, target)


def ladybug(terrain: Terrain) -> Paths:
    """Up onto the hive, one step on top of it, down to an empty cell other than the start."""
    return {
        way[-1]: way
        for way in _ladybug_ways(terrain)
        if all(terrain.step_obstacle(*step) is None for step in _steps(way))
    }


def why_not_ladybug(terrain: Terrain, target: Cell) -> Reason:
    """Why a ladybug does not get there."""
    if target in terrain:
        return terrain.occupied_reason(target)
    for way in _ladybug_ways(terrain):
        if way[-1] == target:
            for source, cell in _steps(way):
                obstacle = terrain.step_obstacle(source, cell)
                if obstacle is not None:
                    return terrain.reason(obstacle, source, cell)
    return Reason(RuleCode.LADYBUG_STEPS, piece=terrain.mover)


def _ladybug_ways(terrain: Terrain) -> Iterator[tuple[Cell, ...]]:
    """All ways up, over and down, gates between tall stacks not yet looked at."""
    start = terrain.origin
    for up in around(start):
        if up not in terrain:
            continue
        for over in around(up):
            if over not in terrain:
                continue
            for down in around(over):
                if down not in terrain and down != start:
                    yield start, up, over, down


def _steps(way: tuple[Cell, ...]) -> Iterator[tuple[Cell, Cell]]:
    return pairwise(way)
