"""A move of Hive: which piece goes where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from skep.geometry import Cell
from skep.hive.pieces import Piece

__all__ = ["PASS", "Move"]


@dataclass(frozen=True, slots=True)
class Move:
    """A piece, the cell it leaves (None: it comes from the reserve) and the cell it goes to.

    A throw and the piece's own move to the same cell are equal. A pass holds None three times.

    >>> from skep.hive.pieces import Piece
    >>> Move(Piece.parse("wA1"), None, Cell(0, 0)).is_placement
    True
    >>> PASS.is_pass
    True
    """

    piece: Piece | None
    origin: Cell | None
    target: Cell | None

    @property
    def is_pass(self) -> bool:
        return self.piece is None

    @property
    def is_placement(self) -> bool:
        return self.piece is not None and self.origin is None


PASS: Final = Move(None, None, None)
