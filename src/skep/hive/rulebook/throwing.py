"""Throwing: the Pillbug, or a Mosquito that copies it, lifts a neighbour over itself."""

from __future__ import annotations

from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook.terrain import Stacks, Terrain, around

__all__ = ["able_throwers", "throw", "throwers_beside", "why_not_thrown"]


def throwers_beside(stacks: Stacks, cell: Cell, color: Color) -> list[Piece]:
    """A side's Pillbugs, and its Mosquitoes beside a Pillbug, that touch a cell.

    Those that may not throw at the moment, being covered or just moved, are among them.
    """
    found = []
    for neighbour in around(cell):
        # Whoever throws stands on the ground: a Pillbug never climbs, and a Mosquito on top of
        # the hive is a Beetle.
        bottom = stacks[neighbour][0] if neighbour in stacks else None
        if bottom is not None and bottom.color is color and _can_learn_to_throw(stacks, neighbour):
            found.append(bottom)
    return sorted(found)


def _can_learn_to_throw(stacks: Stacks, cell: Cell) -> bool:
    bug = stacks[cell][0].bug
    return bug is Bug.PILLBUG or (
        bug is Bug.MOSQUITO
        and any(stacks[near][-1].bug is Bug.PILLBUG for near in around(cell) if near in stacks)
    )


def able_throwers(arrangement: Arrangement, stacks: Stacks, cell: Cell) -> list[tuple[Piece, Cell]]:
    """The throwers of the side to move beside a cell that may throw on this ply."""
    found = []
    for thrower in throwers_beside(stacks, cell, arrangement.turn):
        place = arrangement.cell_of(thrower)
        if place is not None and len(stacks[place]) == 1 and thrower != arrangement.just_moved:
            found.append((thrower, place))
    return found


def throw(terrain: Terrain, place: Cell) -> list[Cell]:
    """Where a thrower at `place` can put the piece that was lifted from the terrain's origin."""
    if terrain.height(terrain.origin) or terrain.step_obstacle(terrain.origin, place):
        return []
    return [
        cell
        for cell in around(place)
        if cell not in terrain
        and cell != terrain.origin
        and terrain.step_obstacle(place, cell) is None
    ]


def why_not_thrown(
    arrangement: Arrangement, terrain: Terrain, target: Cell, thrower: Piece
) -> Reason:
    """Why this thrower cannot put the piece there."""
    piece = terrain.mover
    place = arrangement.cell_of(thrower)
    assert place is not None
    if target in terrain:
        return terrain.occupied_reason(target)
    if place.distance(target) != 1:
        return Reason(RuleCode.THROW_TOO_FAR, piece=piece, thrower=thrower)
    if terrain.height(place) > 1:
        return Reason(
            RuleCode.THROWER_COVERED, piece=piece, thrower=thrower, cover=terrain.top(place)
        )
    if thrower == arrangement.just_moved:
        return Reason(RuleCode.THROWER_JUST_MOVED, piece=piece, thrower=thrower)
    if terrain.height(terrain.origin):
        return Reason(RuleCode.THROW_OF_STACK, piece=piece, thrower=thrower)
    for source, cell in ((terrain.origin, place), (place, target)):
        obstacle = terrain.step_obstacle(source, cell)
        if obstacle is not None:
            return terrain.reason(obstacle, source, cell)
    raise AssertionError("only asked about throws that are forbidden")
