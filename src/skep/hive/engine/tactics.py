"""One move ahead, exactly: what wins at once, and what lets the other side win at once.

The levels rest on these two questions and not on a search that a small limit may cut short.
"""

from __future__ import annotations

from skep.hive.moves import Move
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.position import Position

__all__ = ["safe_moves", "winning_moves"]

_THROWERS = (Bug.PILLBUG, Bug.MOSQUITO)


def _can_end_now(position: Position, queen: Color) -> bool:
    """Could one move surround this queen? A cheap no for most positions.

    One move fills one cell, so five neighbours must be there already; or a Pillbug, or a Mosquito
    as one, stands beside the queen and throws her into a hole.
    """
    cell = position.cell_of(Piece(queen, Bug.QUEEN, 1))
    if cell is None:
        return False
    tops = [stack[-1] for stack in map(position.stack_at, cell.neighbours()) if stack]
    return len(tops) >= 5 or (
        position.options.pillbug
        and any(piece.bug in _THROWERS and piece.color is not queen for piece in tops)
    )


def winning_moves(position: Position) -> list[Move]:
    """The moves that win at once."""
    if not _can_end_now(position, position.turn.other):
        return []
    return [move for move in position.legal_moves if _winner_after(position, move) is position.turn]


def _winner_after(position: Position, move: Move) -> Color | None:
    position.play_unchecked(move)
    outcome = position.outcome()
    position.undo()
    return None if outcome is None else outcome.winner


def safe_moves(position: Position) -> list[Move]:
    """The moves after which the other side cannot win at once; none if every move loses."""
    mover = position.turn
    safe = []
    for move in list(position.legal_moves):
        position.play_unchecked(move)
        outcome = position.outcome()
        safe_here = outcome.winner is not mover.other if outcome else not winning_moves(position)
        position.undo()
        if safe_here:
            safe.append(move)
    return safe
