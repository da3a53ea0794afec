"""Sliding on the ground: one step (Queen, Pillbug), three steps (Spider), any number (Ant)."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import NamedTuple

from skep.geometry import Cell
from skep.hive.pieces import Bug
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.terrain import Obstacle, Terrain, around

__all__ = [
    "Paths",
    "ant",
    "one_slide",
    "spider",
    "why_not_ant",
    "why_not_one_slide",
    "why_not_spider",
]


class _Blocked(NamedTuple):
    obstacle: Obstacle
    source: Cell
    target: Cell


# destination -> the cells of one way there, both ends included
Paths = dict[Cell, tuple[Cell, ...]]


def one_slide(terrain: Terrain) -> Paths:
    """Where a queen or a pillbug gets to."""
    return {cell: (terrain.origin, cell) for cell in terrain.slides_from(terrain.origin)}


def why_not_one_slide(terrain: Terrain, target: Cell, bug: Bug) -> Reason:
    """Why a queen or a pillbug does not get there."""
    if target in terrain:
        return terrain.occupied_reason(target)
    if terrain.origin.distance(target) != 1:
        return Reason(RuleCode.ONE_STEP, piece=terrain.mover, bug=bug)
    return _obstacle_between(terrain, terrain.origin, target)


def ant(terrain: Terrain) -> Paths:
    """All cells that slides lead to, each with a shortest way."""
    paths: Paths = {terrain.origin: (terrain.origin,)}
    queue = deque([terrain.origin])
    while queue:
        cell = queue.popleft()
        for neighbour in terrain.slides_from(cell):
            if neighbour not in paths:
                paths[neighbour] = (*paths[cell], neighbour)
                queue.append(neighbour)
    del paths[terrain.origin]
    return paths


def why_not_ant(terrain: Terrain, target: Cell) -> Reason:
    """Why an ant does not get there."""
    if target in terrain:
        return terrain.occupied_reason(target)
    return _first_obstacle(terrain, target)


def spider(terrain: Terrain) -> Paths:
    """Exactly three slides, no cell twice."""
    ways: list[tuple[Cell, ...]] = [(terrain.origin,)]
    for _ in range(3):
        ways = [
            (*way, cell) for way in ways for cell in terrain.slides_from(way[-1]) if cell not in way
        ]
    return {way[-1]: way for way in reversed(ways)}


def why_not_spider(terrain: Terrain, target: Cell) -> Reason:
    """Why a spider does not get there."""
    if target in terrain:
        return terrain.occupied_reason(target)
    way = ant(terrain).get(target)
    if way is not None:
        steps = len(way) - 1
    else:
        steps = terrain.origin.distance(target)
        if steps <= 3:
            return _first_obstacle(terrain, target)
    return Reason(RuleCode.NOT_THREE_STEPS, piece=terrain.mover, steps=steps)


def _obstacle_between(terrain: Terrain, source: Cell, target: Cell) -> Reason:
    obstacle = terrain.slide_obstacle(source, target)
    assert obstacle is not None, "only asked about slides that are forbidden"
    return terrain.reason(obstacle, source, target)


def _first_obstacle(terrain: Terrain, target: Cell) -> Reason:
    """What blocks the way around the hive that breaks the fewest rules.

    Of ways that break equally many, one that loses contact less often is looked at; a gate on it is
    told before a loss of contact. So the answer does not depend on how the board is turned.
    """
    best: dict[Cell, tuple[int, int]] = {}
    # how many obstacles, how many of them losses of contact, the cell, the obstacles themselves
    queue: list[tuple[int, int, Cell, tuple[_Blocked, ...]]] = [(0, 0, terrain.origin, ())]
    while queue:
        count, losses, cell, blocked = heappop(queue)
        if cell == target:
            gates = [found for found in blocked if found.obstacle is Obstacle.GATE]
            return terrain.reason(*(gates or blocked)[0])
        if best.setdefault(cell, (count, losses)) < (count, losses):
            continue
        for neighbour in around(cell):
            if neighbour in best or neighbour in terrain or not terrain.touches_hive(neighbour):
                continue
            obstacle = terrain.slide_obstacle(cell, neighbour)
            found = (_Blocked(obstacle, cell, neighbour),) if obstacle else ()
            lost = obstacle is Obstacle.LOST_CONTACT
            heappush(queue, (count + len(found), losses + lost, neighbour, blocked + found))
    return Reason(RuleCode.NO_WAY, piece=terrain.mover)
