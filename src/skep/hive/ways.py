"""How a legal move goes: its kind, the cells on its way, and who throws.

The rules at speed say only where a piece may go; the way there is the rule book's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from skep.errors import IllegalMoveError
from skep.geometry import Cell
from skep.hive.arrangement import Arrangement
from skep.hive.moves import LegalMoves, Move
from skep.hive.pieces import Piece
from skep.hive.rulebook import MoveKind
from skep.hive.rulebook.terrain import Stacks, Terrain, stacks_of
from skep.hive.rulebook.throwing import able_throwers, throw
from skep.hive.rulebook.ways import bugs_to_move_as, kind_of_way, paths_as

__all__ = ["Way", "way_of", "ways_of"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way of a legal move: the shortest that the piece goes itself, else a throw.

    `path` holds both ends, and only the target for a placement; `thrower` is set for a throw.
    """

    kind: MoveKind
    path: tuple[Cell, ...]
    thrower: Piece | None = None


def way_of(arrangement: Arrangement, move: Move) -> Way | None:
    r"""The way of a legal move, asked before it is played; None for a pass.

    >>> from skep.hive import Position
    >>> game = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    >>> position = Position.from_game_string(game)
    >>> way_of(position, position.parse_move(r"wQ \wS1"))
    Way(kind=<MoveKind.SLIDE>, path=(Cell(q=-1, r=0), Cell(q=0, r=-1)), thrower=None)
    """
    if move.piece is None or move.target is None:
        return None
    if move.origin is None:
        return Way(MoveKind.PLACE, (move.target,))
    way = _ways_from(arrangement, stacks_of(arrangement), move.piece, move.origin).get(move.target)
    if way is None:
        raise IllegalMoveError(f"{move} is not legal here, so it has no way")
    return way


def ways_of(arrangement: Arrangement, moves: LegalMoves) -> Iterator[tuple[Move, Way]]:
    """The legal moves, passes left out, each with its way."""
    stacks = stacks_of(arrangement)
    by_piece: dict[Piece, dict[Cell, Way]] = {}
    for move in moves:
        if move.piece is None or move.target is None:
            continue
        if move.origin is None:
            yield move, Way(MoveKind.PLACE, (move.target,))
            continue
        if move.piece not in by_piece:
            by_piece[move.piece] = _ways_from(arrangement, stacks, move.piece, move.origin)
        yield move, by_piece[move.piece][move.target]


def _ways_from(
    arrangement: Arrangement, stacks: Stacks, piece: Piece, origin: Cell
) -> dict[Cell, Way]:
    """Where a piece that may be lifted gets to, with the way there."""
    terrain = Terrain(stacks, piece, origin)
    own: dict[Cell, Way] = {}
    if piece.color is arrangement.turn:
        for bug in bugs_to_move_as(terrain):
            for target, path in paths_as(bug, terrain).items():
                if target not in own or len(path) < len(own[target].path):
                    own[target] = Way(kind_of_way(bug, terrain, path), path)
    thrown: dict[Cell, Way] = {}
    for thrower, place in able_throwers(arrangement, stacks, origin):
        for target in throw(terrain, place):
            thrown.setdefault(target, Way(MoveKind.THROW, (origin, place, target), thrower))
    return thrown | own
