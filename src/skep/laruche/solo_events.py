"""What happens in a solitaire: commands of the player and what follows from them."""

from __future__ import annotations

from typing import Any

from skep.geometry import Cell
from skep.laruche.plain import Plain, TileText, check_cell, check_tile, from_plain, to_dict
from skep.laruche.tiles import Placement, Pose

__all__ = [
    "AskHint",
    "GiveUp",
    "Hinted",
    "Put",
    "PutDown",
    "SoloCommand",
    "SoloEffect",
    "SoloEnded",
    "TakeBack",
    "TakenBack",
    "solo_command_from_dict",
    "to_dict",
]


class Put(Plain, frozen=True):
    """Lay a tile, bee up."""

    cell: Cell
    pose: TileText

    def __post_init__(self) -> None:
        check_cell(self.cell)
        check_tile(self.pose)

    @classmethod
    def of(cls, placement: Placement) -> Put:
        return cls(placement.cell, placement.pose.name)

    @property
    def placement(self) -> Placement:
        return Placement(self.cell, Pose.parse(self.pose))


class TakeBack(Plain, frozen=True):
    """Take the last tile back."""


class AskHint(Plain, frozen=True):
    """Ask for a placement from which a solution exists."""


class GiveUp(Plain, frozen=True):
    """End the attempt."""


SoloCommand = Put | TakeBack | AskHint | GiveUp


class PutDown(Plain, frozen=True):
    cell: Cell
    pose: TileText
    left: int


class TakenBack(Plain, frozen=True):
    cell: Cell
    pose: TileText


class Hinted(Plain, frozen=True):
    cell: Cell
    pose: TileText


class SoloEnded(Plain, frozen=True):
    solved: bool
    time_ms: int
    undos: int
    hints: int


SoloEffect = PutDown | TakenBack | Hinted | SoloEnded


def solo_command_from_dict(plain: Any, *, strict: bool = True) -> SoloCommand:
    """Read a command; with `strict` off, numbers may be written as text."""
    command: SoloCommand = from_plain(plain, SoloCommand, "a command of the solitaire", strict)
    return command
