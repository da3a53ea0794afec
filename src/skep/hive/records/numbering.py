"""The numbers that a record gives its pieces, and ours.

Pieces of wood have no numbers, and not every program gives them out in the order in which pieces
come into play. Ours follow that order, so a foreign record's pieces are renamed as they appear.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from skep.geometry import Cell
from skep.hive.arrangement import Standing
from skep.hive.pieces import Piece

__all__ = ["AsWritten", "Numbering"]


class Numbering:
    """Which of our pieces each piece of a record is, as far as they are in play.

    >>> numbering = Numbering()
    >>> third = Piece.parse("wG3")
    >>> numbering.ours(third)
    Piece(wG1)
    >>> numbering.enter(third, numbering.ours(third))
    True
    >>> numbering.ours(Piece.parse("wG1"))
    Piece(wG2)
    """

    def __init__(self, in_play: Iterable[Piece] = ()) -> None:
        self._ours = {piece: piece for piece in in_play}
        self._renamed: dict[Piece, Piece] = {}

    def ours(self, written: Piece) -> Piece:
        """Our piece for a written one: the next of its kind if it is not in play yet."""
        known = self._ours.get(written)
        if known is not None:
            return known
        taken = sum(
            piece.color is written.color and piece.bug is written.bug for piece in self._ours
        )
        return Piece(written.color, written.bug, taken + 1)

    def in_play(self, written: Piece) -> Piece | None:
        """Our piece for a written one, if it is in play."""
        return self._ours.get(written)

    def enter(self, written: Piece, ours: Piece) -> bool:
        """A written piece has come into play as one of ours. Is its name news?"""
        self._ours[written] = ours
        if written is ours or written in self._renamed:
            return False
        self._renamed[written] = ours
        return True

    def leave(self, written: Piece) -> None:
        """Its placement was taken back, to read another line."""
        del self._ours[written]

    @property
    def note(self) -> str:
        """What was renamed, in words; nothing where the numbers were ours all along."""
        names = ", ".join(f"{written} is {ours}" for written, ours in self._renamed.items())
        return f"pieces renumbered in the order of their appearance: {names}" if names else ""


class AsWritten:
    """What stands where, asked by the names that the record gives."""

    def __init__(self, inner: Standing, numbering: Numbering) -> None:
        self._inner = inner
        self._numbering = numbering

    def cell_of(self, piece: Piece) -> Cell | None:
        """Where the piece of a written name stands."""
        ours = self._numbering.in_play(piece)
        return None if ours is None else self._inner.cell_of(ours)

    def stack_at(self, cell: Cell) -> tuple[Piece, ...]:
        """The pieces on a cell, from bottom to top."""
        return self._inner.stack_at(cell)

    def occupied(self) -> Collection[Cell]:
        """The cells with at least one piece."""
        return self._inner.occupied()
