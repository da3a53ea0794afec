"""The ways of moving: which bugs a piece moves as, where each leads, and why no further."""

from __future__ import annotations

from enum import Enum

from skep.geometry import Cell
from skep.hive.pieces import Bug
from skep.hive.reasons import Reason
from skep.hive.rulebook import climbing, jumping, sliding
from skep.hive.rulebook.sliding import Paths
from skep.hive.rulebook.terrain import Terrain, around

__all__ = ["MoveKind", "bugs_to_move_as", "kind_of_way", "paths_as", "why_not_as"]


class MoveKind(Enum):
    """How a piece gets to where it goes."""

    PLACE = "place"
    SLIDE = "slide"
    CLIMB = "climb"
    JUMP = "jump"
    THROW = "throw"

    def __repr__(self) -> str:
        return f"<MoveKind.{self.name}>"


def bugs_to_move_as(terrain: Terrain) -> list[Bug]:
    """The kinds of bug that the lifted piece may move as: itself, or what a Mosquito touches."""
    bug = terrain.mover.bug
    if bug is not Bug.MOSQUITO:
        return [bug]
    if terrain.height(terrain.origin):
        return [Bug.BEETLE]
    touched = {terrain.top(cell).bug for cell in around(terrain.origin) if cell in terrain}
    return [bug for bug in Bug if bug in touched and bug is not Bug.MOSQUITO]


def paths_as(bug: Bug, terrain: Terrain) -> Paths:
    """The cells a bug of this kind reaches, each with one way there."""
    match bug:
        case Bug.QUEEN | Bug.PILLBUG:
            return sliding.one_slide(terrain)
        case Bug.SPIDER:
            return sliding.spider(terrain)
        case Bug.ANT:
            return sliding.ant(terrain)
        case Bug.BEETLE:
            return climbing.beetle(terrain)
        case Bug.LADYBUG:
            return climbing.ladybug(terrain)
        case Bug.GRASSHOPPER:
            return jumping.grasshopper(terrain)
        case Bug.MOSQUITO:
            return {}


def why_not_as(bug: Bug, terrain: Terrain, target: Cell) -> Reason:
    """Why a bug of this kind does not reach a cell (which it does not: ask `paths_as` first)."""
    match bug:
        case Bug.QUEEN | Bug.PILLBUG:
            return sliding.why_not_one_slide(terrain, target, bug)
        case Bug.SPIDER:
            return sliding.why_not_spider(terrain, target)
        case Bug.ANT:
            return sliding.why_not_ant(terrain, target)
        case Bug.BEETLE:
            return climbing.why_not_beetle(terrain, target)
        case Bug.LADYBUG:
            return climbing.why_not_ladybug(terrain, target)
        case Bug.GRASSHOPPER:
            return jumping.why_not_grasshopper(terrain, target)
        case Bug.MOSQUITO:
            raise AssertionError("nothing moves as a Mosquito")


def kind_of_way(bug: Bug, terrain: Terrain, way: tuple[Cell, ...]) -> MoveKind:
    """What a way that a bug goes looks like: a Beetle that stays on the ground slides."""
    if bug is Bug.GRASSHOPPER:
        return MoveKind.JUMP
    if any(terrain.height(cell) for cell in way):
        return MoveKind.CLIMB
    return MoveKind.SLIDE
