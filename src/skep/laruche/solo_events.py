"""What happens in a solitaire: what is dealt, commands of the player and what follows from them.

A log holds `PuzzleDealt`, then the commands. A hint is stored with the placement it was, so that
nothing has to be solved again when a log is read.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from skep.errors import InvalidOptionsError
from skep.geometry import Cell
from skep.laruche.grades import Grade
from skep.laruche.plain import (
    Milliseconds,
    Plain,
    TileText,
    check_cell,
    check_tile,
    from_plain,
    to_dict,
)
from skep.laruche.tiles import Placement, Pose
from skep.words import N_

__all__ = [
    "AskHint",
    "ClockStarted",
    "ClockStopped",
    "GiveUp",
    "Hinted",
    "Put",
    "PutDown",
    "PuzzleDealt",
    "SoloCommand",
    "SoloEffect",
    "SoloEnded",
    "StartClock",
    "StopClock",
    "TakeBack",
    "TakenBack",
    "solo_command_from_dict",
    "to_dict",
]


class PuzzleDealt(Plain, frozen=True):
    """The puzzle that lies on the table: all that the solver was needed for."""

    tiles: Annotated[tuple[TileText, ...], msgspec.Meta(min_length=6, max_length=60)]
    shape: Annotated[tuple[Cell, ...], msgspec.Meta(min_length=6, max_length=60)] | None
    grade: Grade
    best: int | None  # the most joins; None for more tiles than can be told

    def __post_init__(self) -> None:
        for tile in self.tiles:
            check_tile(tile)
        for cell in self.shape or ():
            check_cell(cell)


class Put(Plain, frozen=True):
    """Lay a tile, bee up."""

    cell: Cell
    pose: TileText

    def __post_init__(self) -> None:
        check_cell(self.cell)
        check_tile(self.pose)

    @classmethod
    def of(cls, placement: Placement) -> Put:
        """The command that puts a tile so."""
        return cls(placement.cell, placement.pose.name)

    @property
    def placement(self) -> Placement:
        """Where and how the tile is put."""
        return Placement(self.cell, Pose.parse(self.pose))


class TakeBack(Plain, frozen=True, omit_defaults=True):
    """Take a tile back, and those that cannot lie without it; the last one if no cell is named."""

    cell: Cell | None = None

    def __post_init__(self) -> None:
        if self.cell is not None:
            check_cell(self.cell)


class AskHint(Plain, frozen=True, omit_defaults=True):
    """Take a hint: a placement from which a solution exists.

    A log holds which one it was. Without, the solver is asked when the command is carried out: so
    it was in version 1, and so it may be where nobody waits.
    """

    cell: Cell | None = None
    pose: TileText | None = None

    def __post_init__(self) -> None:
        if (self.cell is None) is not (self.pose is None):
            raise InvalidOptionsError("a hint has both a cell and a pose, or neither")
        if self.cell is not None and self.pose is not None:
            check_cell(self.cell)
            check_tile(self.pose)

    @classmethod
    def of(cls, placement: Placement) -> AskHint:
        """The question for a hint with this answer."""
        return cls(placement.cell, placement.pose.name)

    @property
    def placement(self) -> Placement | None:
        """Where and how the tile is to be laid."""
        if self.cell is None or self.pose is None:
            return None
        return Placement(self.cell, Pose.parse(self.pose))


class GiveUp(Plain, frozen=True):
    """End the attempt."""


class StopClock(Plain, frozen=True):
    """The page is not shown, or the player pauses: time stands still and no tile is shown."""


class StartClock(Plain, frozen=True):
    """The page is shown again."""


SoloCommand = Put | TakeBack | AskHint | GiveUp | StopClock | StartClock


class PutDown(Plain, frozen=True):
    """A tile lies. `joins`: the edges that touch now, in all."""

    cell: Cell
    pose: TileText
    left: int
    joins: int


class TakenBack(Plain, frozen=True):
    """A tile was lifted; one for each, the one asked for first."""

    cell: Cell
    pose: TileText


class Hinted(Plain, frozen=True):
    """A hint was given."""

    cell: Cell
    pose: TileText


class ClockStopped(Plain, frozen=True):
    """The clock stands still."""

    time_ms: Milliseconds  # counted so far


class ClockStarted(Plain, frozen=True):
    """The clock runs."""

    time_ms: Milliseconds


class SoloEnded(Plain, frozen=True):
    """`joins` and `laid` tell how far it came, solved or not."""

    solved: bool
    time_ms: Milliseconds
    undos: int
    hints: int
    joins: int
    laid: int


SoloEffect = PutDown | TakenBack | Hinted | ClockStopped | ClockStarted | SoloEnded


def solo_command_from_dict(plain: Any, *, strict: bool = True) -> SoloCommand:
    """Read a command; with `strict` off, numbers may be written as text."""
    command: SoloCommand = from_plain(
        plain, SoloCommand, N_("not a command of the solitaire: {problem}"), strict
    )
    return command
