"""What a side may choose from at one moment, as a board shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skep.geometry import Cell
from skep.hive.pieces import Color, Piece
from skep.hive.rulebook import MoveKind

__all__ = ["Choices"]


@dataclass(frozen=True, slots=True)
class Choices:
    """Where each piece may go, and how; and what else a player wants to see before choosing.

    `moves` are those of pieces in play: piece → kind → cells. A cell that a piece reaches both by
    itself and thrown stands under its own way. Every piece of `placeable` may go to every cell of
    `places`.
    """

    color: Color  # who chooses
    moves: Mapping[Piece, Mapping[MoveKind, tuple[Cell, ...]]]
    placeable: tuple[Piece, ...]
    places: tuple[Cell, ...]
    pinned: tuple[Piece, ...]  # of both sides
    must_pass: bool = False
    queen_due: bool = False  # nothing but the queen may be placed

    def of(self, piece: Piece) -> Mapping[MoveKind, tuple[Cell, ...]]:
        """The cells that one piece may go to, placed or moved."""
        if piece in self.placeable:
            return {MoveKind.PLACE: self.places}
        return self.moves.get(piece, {})
