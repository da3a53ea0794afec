"""Positions for the tests: after a game, after random moves, and seen in a mirror."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import strategies as st

from skep.geometry import Cell, Symmetry
from skep.hive.arrangement import Arrangement
from skep.hive.moves import Move
from skep.hive.notation import parse_game
from skep.hive.options import HIVE_SETS, HiveOptions
from skep.hive.pieces import Color, Piece
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import legal_moves


def position_after(game_string: str) -> ReferencePosition:
    game = parse_game(game_string)
    position = ReferencePosition(game.options)
    for move in game.moves:
        position.play_unchecked(move)
    return position


@st.composite
def random_positions(draw: st.DrawFn, max_plies: int = 36) -> ReferencePosition:
    options = HiveOptions.parse(
        draw(st.sampled_from(HIVE_SETS)),
        opening_queen=draw(st.sampled_from(("forbidden", "allowed"))),
    )
    position = ReferencePosition(options)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=max_plies)):
        moves = legal_moves(position)
        if not moves:
            break
        # Half of the plies move a piece that is in play, or random games would only place.
        in_play = [move for move in moves if move.origin is not None]
        chosen = in_play if in_play and choice % 2 else moves
        position.play_unchecked(chosen[choice // 2 % len(chosen)])
    return position


class Mirrored:
    """An arrangement turned or mirrored, with the colours swapped or not."""

    def __init__(self, inner: Arrangement, symmetry: Symmetry, *, swap: bool) -> None:
        self.inner = inner
        self.symmetry = symmetry
        self.swap = swap

    def piece(self, piece: Piece) -> Piece:
        return Piece(piece.color.other, piece.bug, piece.number) if self.swap else piece

    def move(self, move: Move) -> Move:
        """A move of the inner arrangement, as it is seen here."""
        return Move(
            move.piece and self.piece(move.piece),
            move.origin and self.symmetry.of_cell(move.origin),
            move.target and self.symmetry.of_cell(move.target),
        )

    @property
    def options(self) -> HiveOptions:
        return self.inner.options

    @property
    def turn(self) -> Color:
        return self.inner.turn.other if self.swap else self.inner.turn

    @property
    def ply(self) -> int:
        return self.inner.ply

    @property
    def just_moved(self) -> Piece | None:
        return self.inner.just_moved and self.piece(self.inner.just_moved)

    @property
    def occurrences(self) -> int:
        return self.inner.occurrences

    def cell_of(self, piece: Piece) -> Cell | None:
        cell = self.inner.cell_of(self.piece(piece))
        return cell and self.symmetry.of_cell(cell)

    def stack_at(self, cell: Cell) -> tuple[Piece, ...]:
        stack = self.inner.stack_at(self.symmetry.inverse.of_cell(cell))
        return tuple(self.piece(piece) for piece in stack)

    def occupied(self) -> Collection[Cell]:
        return [self.symmetry.of_cell(cell) for cell in self.inner.occupied()]
