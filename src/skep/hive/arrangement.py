"""What the rule book, the notation and the drawings look at: pieces on cells and whose turn it is.

Any class with these attributes will do; `Position` is the fast one, `ReferencePosition` the plain.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from skep.geometry import Cell
from skep.hive.moves import Move
from skep.hive.options import HiveOptions
from skep.hive.pieces import Color, Piece

__all__ = ["Arrangement", "Playable", "Standing"]


class Standing(Protocol):
    """What stands where: all that reading a move needs."""

    def cell_of(self, piece: Piece) -> Cell | None:
        """Where a piece lies; None while it is in the reserve."""

    def stack_at(self, cell: Cell) -> tuple[Piece, ...]:
        """The pieces on a cell, bottom to top."""

    def occupied(self) -> Collection[Cell]:
        """The cells with at least one piece."""


class Arrangement(Standing, Protocol):
    """A situation of a game, to be looked at."""

    @property
    def options(self) -> HiveOptions:
        """What the game is played with."""
        ...

    @property
    def turn(self) -> Color:
        """The side to move."""

    @property
    def ply(self) -> int:
        """How many plies have been played, passes included."""

    @property
    def just_moved(self) -> Piece | None:
        """The piece moved or thrown on the last ply; None after a placement or a pass."""

    @property
    def occurrences(self) -> int:
        """How often this position has stood in the game so far, now included.

        The same kinds and colours on the same cells in the same order of stacks, wherever the hive
        lies, with the same side to move. Numbers and the piece that just moved do not count.
        """


class Playable(Arrangement, Protocol):
    """An arrangement that can be played on."""

    def is_legal(self, move: Move) -> bool:
        """May this be played now?"""
        ...

    def play_unchecked(self, move: Move) -> None:
        """Play a move that is known to be legal."""
        ...
