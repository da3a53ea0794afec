"""What a player may choose next and how the last move went, as they are sent after every move."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from skep.hive import Bug, Piece, Position
from skep.hive.ways import way_of
from skep.server.games.hive.messages import HiveChoices, PlayedWay

__all__ = ["choices_of", "last_way", "throws_of"]


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
        throwers=[] if ahead else _pinned_throwers(position, choices.pinned),
    )


def _pinned_throwers(position: Position, pinned: Iterable[Piece]) -> list[str]:
    may = [piece for piece in pinned if piece.bug in (Bug.PILLBUG, Bug.MOSQUITO)]
    return [piece.name for piece in may if throws_of(position, piece)]


def throws_of(position: Position, thrower: Piece) -> list[str]:
    """The pieces that a piece of the side to move can throw."""
    place = position.cell_of(thrower)
    if place is None or thrower.color is not position.turn:
        return []
    beside = set(place.neighbours())
    found: set[Piece] = set()
    for move in position.legal_moves:
        if move.piece is None or move.piece in found:
            continue
        if move.origin in beside and move.target in beside and thrower in position.throwers(move):
            found.add(move.piece)
    return sorted(piece.name for piece in found)


def last_way(position: Position) -> PlayedWay | msgspec.UnsetType:
    """Unset for a pass: it goes nowhere."""
    before = position.copy()
    way = way_of(before, before.undo())
    if way is None:
        return msgspec.UNSET
    thrower = None if way.thrower is None else way.thrower.name
    return PlayedWay(way.kind.value, way.path, thrower)
