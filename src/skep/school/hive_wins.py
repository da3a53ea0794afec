"""Short forced wins, as lessons need them: the solver decides.

What it says is proven, which a search that prunes does not do: a lesson must not call a win a
mistake.
"""

from __future__ import annotations

from skep._core import Solver
from skep.errors import InvalidOptionsError
from skep.hive import Move, Position
from skep.hive.engine import Solution, solve
from skep.hive.engine.solving import answer_of
from skep.hive.engine.tactics import winning_moves

__all__ = ["answer_to", "can_win", "winning_move", "wins_within"]

_LATER = -1  # no win at once: it takes the pupil another move
_MOST_WAYS = 10_000
_HASH_MIB = 1


def can_win(position: Position, moves: int) -> bool:
    """The other side is to move: does every reply let the pupil win in so many moves?"""
    pupil = position.turn.other
    solver = Solver(_HASH_MIB)

    def wins_after(reply: Move) -> bool:
        position.play_unchecked(reply)
        try:
            outcome = position.outcome()
            if outcome is not None:
                return outcome.winner is pupil
            return answer_of(solver, position, within=moves).wins_in is not None
        finally:
            position.undo()

    replies = list(position.legal_moves) if moves > 0 else []
    return bool(replies) and all(map(wins_after, replies))


def wins_within(position: Position, moves: int) -> bool:
    """The pupil is to move: is there a win in so many moves at most?"""
    solution = _solution(position, moves)
    return solution is not None and solution.wins_in is not None


def winning_move(position: Position, moves: int) -> Move:
    """The first move of the shortest win."""
    solution = _solution(position, moves)
    if solution is None or solution.wins_in is None:
        raise InvalidOptionsError(f"there is no win in {moves} here")
    return solution.line[0]


def _solution(position: Position, moves: int) -> Solution | None:
    if moves < 1 or not position.legal_moves:
        return None
    return solve(position, within=moves, hash_mib=_HASH_MIB)


def answer_to(position: Position) -> Move:
    """The reply that holds out longest; of those, the one that leaves fewest winning moves."""

    def ease(reply: Move) -> int:
        position.play_unchecked(reply)
        # One that fills the last side itself comes last.
        ways = _MOST_WAYS if position.outcome() is not None else len(winning_moves(position))
        position.undo()
        return ways or _LATER

    return min(position.legal_moves, key=ease)
