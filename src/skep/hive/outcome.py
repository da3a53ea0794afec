"""How a game ended on the board: who won, and why."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from skep.hive.pieces import Color

__all__ = ["Cause", "Outcome"]


class Cause(Enum):
    """Why a game has ended."""

    SURROUNDED = "surrounded"
    BOTH_SURROUNDED = "both surrounded"
    REPETITION = "repetition"


class Outcome(NamedTuple):
    """`winner` is None for a draw."""

    winner: Color | None
    cause: Cause

    def __str__(self) -> str:
        if self.winner is not None:
            loser = self.winner.other.name.lower()
            return f"{self.winner.name.lower()} wins: the {loser} queen is surrounded"
        if self.cause is Cause.BOTH_SURROUNDED:
            return "draw: both queens are surrounded"
        return "draw: the position stood for the third time"
