"""What a player may choose next and how the last move went, as they are sent after every move."""

from __future__ import annotations

import msgspec

from skep.hive import Position
from skep.hive.ways import way_of
from skep.server.games.hive.messages import HiveChoices, PlayedWay

__all__ = ["choices_of", "last_way"]


def choices_of(position: Position, *, ahead: bool = False) -> HiveChoices:
    """`ahead`: what the side that waits may choose before the other has moved."""
    choices = position.choices(ahead=ahead)
    return HiveChoices(
        moves={
            piece.name: {kind.value: cells for kind, cells in kinds.items()}
            for piece, kinds in choices.moves.items()
        },
        placeable=[piece.name for piece in choices.placeable],
        places=choices.places,
        pinned=[piece.name for piece in choices.pinned],
        must_pass=choices.must_pass,
        queen_due=choices.queen_due,
    )


def last_way(position: Position) -> PlayedWay | msgspec.UnsetType:
    """Unset for a pass: it goes nowhere."""
    before = position.copy()
    way = way_of(before, before.undo())
    if way is None:
        return msgspec.UNSET
    thrower = None if way.thrower is None else way.thrower.name
    return PlayedWay(way.kind.value, way.path, thrower)
