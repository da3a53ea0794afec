"""How a game ended on the board: who won, and why."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from skep.hive.pieces import Color
from skep.words import ENGLISH, Words

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
        return self.sentence(ENGLISH)

    def sentence(self, words: Words) -> str:
        """Who won and why, in a language, to stand inside of a sentence."""
        if self.winner is Color.WHITE:
            return words.say("white wins: the black queen is surrounded")
        if self.winner is Color.BLACK:
            return words.say("black wins: the white queen is surrounded")
        if self.cause is Cause.BOTH_SURROUNDED:
            return words.say("draw: both queens are surrounded")
        return words.say("draw: the position stood for the third time")
