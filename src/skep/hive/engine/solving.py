"""Forced wins, exactly: won in so many moves, no win within so many, or not decided."""

from __future__ import annotations

import math
from dataclasses import dataclass

from skep._core import Solver
from skep.errors import GameOverError, InvalidOptionsError
from skep.hive.engine.limits import MOST_NODES, most_hash_mib
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.values import expect, expect_number

__all__ = ["MOST_MOVES", "Solution", "answer_of", "solve"]

MOST_MOVES = 20
_SECONDS = "seconds are a number that is not negative"


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proven for the side to move, in moves of its own.

    `wins_in` is the shortest way, whatever the other side does, and `line` that way against the
    longest defence; None: no win was found. `none_within` moves were proven not to suffice, which
    is fewer than the `within` that was asked for when a limit came first.
    """

    wins_in: int | None
    none_within: int
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    within: int

    @property
    def is_decided(self) -> bool:
        """Was what was asked proven, one way or the other?"""
        return self.wins_in is not None or self.none_within >= self.within

    def __str__(self) -> str:
        """In words: `win in 3`, `no win within 2`, or what of it `is not decided`."""
        if self.wins_in is not None:
            return f"win in {self.wins_in}"
        if self.none_within == 0:
            return "not decided"
        none = f"no win within {self.none_within}"
        return none if self.is_decided else f"{none}, more is not decided"


def solve(
    position: Position,
    *,
    within: int = 3,
    nodes: int | None = None,
    seconds: float | None = None,
    hash_mib: int = 64,
) -> Solution:
    """Look for a forced win of the side to move within so many of its own moves.

    Nothing is left out, so the answer is a proof. A limit may end the work before it is decided.

    >>> solve(Position("Base"), within=2).wins_in is None
    True
    """
    expect(position, Position, "what is solved is a Position")
    expect_number("within", within, 1, MOST_MOVES)
    expect_number("nodes", 1 if nodes is None else nodes, 1, MOST_NODES)
    expect_number("hash_mib", hash_mib, 1, most_hash_mib())
    expect(0 if seconds is None else seconds, (int, float), _SECONDS)
    if seconds is not None and not 0 <= seconds < math.inf:
        raise InvalidOptionsError(f"{_SECONDS}, not {seconds!r}")
    if not position.legal_moves:
        raise GameOverError("the game is over, there is nothing to solve")
    return answer_of(Solver(hash_mib), position, within=within, nodes=nodes, seconds=seconds)


def answer_of(
    solver: Solver,
    position: Position,
    *,
    within: int,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Solution:
    """What a solver says. Its memory is taken once for many questions, and emptied for each:
    what was proven holds for one set, and for the positions that a game has repeated."""
    report = solver.solve(
        position,
        max_moves=within,
        max_nodes=nodes or 0,
        max_seconds=seconds or 0.0,
        repetition_draws=position.options.repetition == "draw",
    )
    return Solution(
        wins_in=report.wins_in or None,
        none_within=report.none_within,
        line=tuple(report.line),
        nodes=report.nodes,
        seconds=report.seconds,
        within=within,
    )
