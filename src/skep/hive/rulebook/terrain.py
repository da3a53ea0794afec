"""The hive as a moving piece meets it: heights and tops, with the mover lifted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import lru_cache

from skep.errors import InvalidPositionError
from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.pieces import Piece
from skep.hive.reasons import Reason, RuleCode

__all__ = ["Obstacle", "Stacks", "Terrain", "around", "flanks", "stacks_of"]

Stacks = Mapping[Cell, tuple[Piece, ...]]


@lru_cache(maxsize=4096)
def around(cell: Cell) -> tuple[Cell, ...]:
    """The six neighbours of a cell."""
    return tuple(cell.neighbours())


@lru_cache(maxsize=16384)
def flanks(source: Cell, target: Cell) -> tuple[Cell, Cell]:
    """The two cells that touch both of two neighbouring cells."""
    direction = source.direction_to(target)
    if direction is None:
        raise InvalidPositionError(f"{source} and {target} are not neighbours")
    return source.step(direction.rotated(1)), source.step(direction.rotated(-1))


def stacks_of(arrangement: Arrangement) -> dict[Cell, tuple[Piece, ...]]:
    """The stacks of all occupied cells."""
    return {cell: arrangement.stack_at(cell) for cell in arrangement.occupied()}


class Obstacle(IntEnum):
    """What can be wrong with a single step."""

    GATE = 1
    LOST_CONTACT = 2


class Terrain:
    """The hive without the moving piece, which starts from `origin`."""

    def __init__(self, stacks: Stacks, mover: Piece, origin: Cell) -> None:
        self.mover = mover
        self.origin = origin
        self._stacks = dict(stacks)
        below = self._stacks[origin][:-1]
        if below:
            self._stacks[origin] = below
        else:
            del self._stacks[origin]

    def __contains__(self, cell: Cell) -> bool:
        """Is the cell occupied?"""
        return cell in self._stacks

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells with a piece, the lifted one apart."""
        return iter(self._stacks)

    def height(self, cell: Cell) -> int:
        """How many pieces are on a cell, the lifted one apart."""
        return len(self._stacks.get(cell, ()))

    def top(self, cell: Cell) -> Piece:
        """The top piece of a cell, the lifted one apart."""
        return self._stacks[cell][-1]

    def touches_hive(self, cell: Cell) -> bool:
        """Is there a piece beside this cell?"""
        return any(neighbour in self._stacks for neighbour in around(cell))

    def slide_obstacle(self, source: Cell, target: Cell) -> Obstacle | None:
        """A slide on the ground needs exactly one occupied flank: two leave no room, and with
        none the piece loses touch on the way."""
        left, right = flanks(source, target)
        if left in self._stacks:
            return Obstacle.GATE if right in self._stacks else None
        return None if right in self._stacks else Obstacle.LOST_CONTACT

    def step_obstacle(self, source: Cell, target: Cell) -> Obstacle | None:
        """A step on any level is blocked by two flanks that are both higher than its two ends;
        from ground to ground it is a slide."""
        level = max(self.height(source), self.height(target))
        if level == 0:
            return self.slide_obstacle(source, target)
        left, right = flanks(source, target)
        if self.height(left) > level and self.height(right) > level:
            return Obstacle.GATE
        return None

    def slides_from(self, cell: Cell) -> Iterator[Cell]:
        """The cells that one slide on the ground reaches."""
        for neighbour in around(cell):
            if neighbour not in self._stacks and self.slide_obstacle(cell, neighbour) is None:
                yield neighbour

    def reason(self, obstacle: Obstacle, source: Cell, target: Cell) -> Reason:
        """Put an obstacle between two cells into words."""
        if obstacle is Obstacle.LOST_CONTACT:
            return Reason(RuleCode.LOST_CONTACT, piece=self.mover, step=(source, target))
        left, right = flanks(source, target)
        return Reason(
            RuleCode.GATE,
            piece=self.mover,
            left=self.top(left),
            right=self.top(right),
            stacks=(left, right),
            step=(source, target),
        )

    def occupied_reason(self, target: Cell) -> Reason:
        """The reason that a cell is taken."""
        return Reason(RuleCode.CELL_OCCUPIED, piece=self.mover, occupant=self.top(target))
