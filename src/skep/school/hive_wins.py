"""Short forced wins, decided by looking at every reply: two or three moves, as lessons need them.

The engine may propose a move, but it decides nothing: its search may prune, and a lesson must not
call a win a mistake.
"""

from __future__ import annotations

from skep._core import WIN_SCORE, Search
from skep.errors import InvalidOptionsError
from skep.hive import Bug, Move, Piece, Position
from skep.hive.engine.tactics import winning_moves

__all__ = ["answer_to", "can_win", "winning_move", "wins_within"]

_LATER = -1  # no win at once: it takes the pupil another move
_MOST_WAYS = 10_000
_PROPOSING_NODES = 20_000


def can_win(position: Position, moves: int) -> bool:
    """The other side is to move: does every reply let the pupil win in so many moves?"""
    if moves < 1:
        return False
    for reply in _defence_first(position):
        if not _wins_after(position, reply, moves):
            return False
    return bool(position.legal_moves)


def _wins_after(position: Position, reply: Move, moves: int) -> bool:
    pupil = position.turn.other
    position.play_unchecked(reply)
    try:
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner is pupil
        return _find(position, moves) is not None
    finally:
        position.undo()


def _find(position: Position, moves: int) -> Move | None:
    """A move that wins in so many at most, the quickest first."""
    at_once = winning_moves(position)
    if at_once:
        return at_once[0]
    if moves < 2:
        return None
    for move in _closest_first(position):
        position.play_unchecked(move)
        forced = position.outcome() is None and can_win(position, moves - 1)
        position.undo()
        if forced:
            return move
    return None


def _closest_first(position: Position) -> list[Move]:
    """All moves, those first that end beside the other queen: they mostly are what wins."""
    queen = position.cell_of(Piece(position.turn.other, Bug.QUEEN, 1))
    beside = () if queen is None else tuple(queen.neighbours())
    return sorted(position.legal_moves, key=lambda move: move.target not in beside)


def _defence_first(position: Position) -> list[Move]:
    """All replies, those first that free the own queen: they mostly are what refutes."""
    queen = position.cell_of(Piece(position.turn, Bug.QUEEN, 1))
    near = () if queen is None else (queen, *queen.neighbours())
    return sorted(position.legal_moves, key=lambda move: move.origin not in near)


def wins_within(position: Position, moves: int) -> bool:
    """The pupil is to move: is there a win in so many moves at most?"""
    return moves > 0 and _find(position, moves) is not None


def winning_move(position: Position, moves: int) -> Move:
    for most in range(1, moves + 1):
        found = _proposed(position, most) if most > 2 else None
        found = found or _find(position, most)
        if found is not None:
            return found
    raise InvalidOptionsError(f"there is no win in {moves} here")


def _proposed(position: Position, moves: int) -> Move | None:
    """What a short search takes for a win, if it is one: looking at every reply is slow."""
    line = Search(2).run(position, max_nodes=_PROPOSING_NODES).lines[0]
    if WIN_SCORE - line.score != 2 * moves - 1:
        return None
    move = line.moves[0]
    position.play_unchecked(move)
    forced = position.outcome() is None and can_win(position, moves - 1)
    position.undo()
    return move if forced else None


def answer_to(position: Position) -> Move:
    """The reply that holds out longest; of those, the one that leaves fewest winning moves."""

    def ease(reply: Move) -> int:
        position.play_unchecked(reply)
        # One that fills the last side itself comes last.
        ways = _MOST_WAYS if position.outcome() is not None else len(winning_moves(position))
        position.undo()
        return ways or _LATER

    return min(position.legal_moves, key=ease)
