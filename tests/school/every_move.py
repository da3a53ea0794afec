"""Short forced wins, decided by trying every move of both sides, which is slow.

Nothing of the solver is used, so that what it proves for lessons is checked by something else.
"""

from __future__ import annotations

from skep.hive import Bug, Move, Piece, Position
from skep.hive.engine.tactics import winning_moves

__all__ = ["wins_against_every_reply", "wins_by_trying"]


def wins_by_trying(position: Position, moves: int) -> bool:
    """Has the side to move a win in so many moves at most?"""
    if moves < 2 or winning_moves(position):
        return moves > 0 and bool(winning_moves(position))

    def wins(move: Move) -> bool:
        position.play_unchecked(move)
        won = position.outcome() is None and wins_against_every_reply(position, moves - 1)
        position.undo()
        return won

    return any(map(wins, list(position.legal_moves)))


def wins_against_every_reply(position: Position, moves: int) -> bool:
    """Does every reply of the side to move let the other one win in so many moves at most?"""
    waiting = position.turn.other

    def loses(reply: Move) -> bool:
        position.play_unchecked(reply)
        outcome = position.outcome()
        lost = outcome.winner is waiting if outcome else wins_by_trying(position, moves)
        position.undo()
        return lost

    replies = _defence_first(position)
    return moves > 0 and bool(replies) and all(map(loses, replies))


def _defence_first(position: Position) -> list[Move]:
    """All replies, those first that free the own queen: they mostly are what refutes."""
    queen = position.cell_of(Piece(position.turn, Bug.QUEEN, 1))
    near = () if queen is None else (queen, *queen.neighbours())
    return sorted(position.legal_moves, key=lambda move: move.origin not in near)
