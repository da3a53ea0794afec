"""A plain Python position: the reference that the fast one is compared with.

It is slow and short. `skep.hive.Position` is the one to use.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable

from skep.geometry import Cell
from skep.hive.moves import Move
from skep.hive.options import HiveOptions
from skep.hive.pieces import Color, Piece
from skep.hive.rulebook import legal_moves, why_illegal

__all__ = ["ReferencePosition"]


class ReferencePosition:
    """Pieces on cells, with play and undo.

    >>> from skep.hive.notation import parse_move
    >>> position = ReferencePosition(HiveOptions())
    >>> position.play_unchecked(parse_move(position, "wS1"))
    >>> position.turn, position.ply
    (<Color.BLACK>, 1)
    >>> position.undo().piece
    Piece(wS1)
    """

    def __init__(self, options: HiveOptions) -> None:
        self.options = options
        self.just_moved: Piece | None = None
        self._stacks: dict[Cell, list[Piece]] = {}
        self._cells: dict[Piece, Cell] = {}
        self._history: list[tuple[Move, Piece | None]] = []
        self._seen: list[Hashable] = [self._repetition_key()]

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self._history)

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color.BLACK if self.ply % 2 else Color.WHITE

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led here."""
        return tuple(move for move, _ in self._history)

    @property
    def occurrences(self) -> int:
        """How often this position has stood so far, now included."""
        return self._seen.count(self._seen[-1])

    def cell_of(self, piece: Piece) -> Cell | None:
        """Where a piece stands; None while it is in the reserve."""
        return self._cells.get(piece)

    def stack_at(self, cell: Cell) -> tuple[Piece, ...]:
        """The pieces on a cell, from bottom to top."""
        return tuple(self._stacks.get(cell, ()))

    def occupied(self) -> Collection[Cell]:
        """The cells with at least one piece."""
        return self._stacks.keys()

    def is_legal(self, move: Move) -> bool:
        """Does the rule book allow this?"""
        return why_illegal(self, move) is None

    @property
    def legal_moves(self) -> list[Move]:
        """All moves that the rule book allows."""
        return legal_moves(self)

    def play_unchecked(self, move: Move) -> None:
        """Play a move without asking the rule book."""
        self._history.append((move, self.just_moved))
        self.just_moved = None
        if move.piece is not None and move.target is not None:
            if move.origin is not None:
                self._take(move.origin)
                self.just_moved = move.piece
            self._put(move.piece, move.target)
        self._seen.append(self._repetition_key())

    def undo(self) -> Move:
        """Take the last ply back and return it."""
        move, self.just_moved = self._history.pop()
        self._seen.pop()
        if move.piece is not None and move.target is not None:
            self._take(move.target)
            if move.origin is not None:
                self._put(move.piece, move.origin)
        return move

    def _repetition_key(self) -> Hashable:
        """What two positions have in common that count as the same."""
        left = min((cell.q for cell in self._stacks), default=0)
        top = min((cell.r for cell in self._stacks), default=0)
        return self.turn, frozenset(
            (cell.q - left, cell.r - top, tuple((piece.color, piece.bug) for piece in stack))
            for cell, stack in self._stacks.items()
        )

    def _put(self, piece: Piece, cell: Cell) -> None:
        self._stacks.setdefault(cell, []).append(piece)
        self._cells[piece] = cell

    def _take(self, cell: Cell) -> None:
        stack = self._stacks[cell]
        del self._cells[stack.pop()]
        if not stack:
            del self._stacks[cell]
