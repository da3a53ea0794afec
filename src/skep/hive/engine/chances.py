"""From a score to the chance of winning, and from a lost chance to a word for the move."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

__all__ = ["CURVE", "JUDGEMENTS", "Curve", "Judgement", "accuracy", "judge", "winning_chance"]


@dataclass(frozen=True, slots=True)
class Curve:
    """A logistic curve: `scale` is the score at which the chance is 73 %."""

    scale: float
    games: int  # from how many games it was fitted; 0 means set by hand


# Fitted by training/curve.py to self-play with the network at 2,000 nodes a move.
CURVE: Final = Curve(scale=119.0, games=16000)

# How fast the accuracy of a move falls with the chance that it gives away.
_ACCURACY_DECAY: Final = 4.0


class Judgement(Enum):
    """What is said about a move; the value is its mark in a record."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def word(self) -> str:
        """The judgement as a word for people."""
        return self.name.lower()

    def __repr__(self) -> str:
        return f"<Judgement.{self.name}>"


# From which loss of winning chance on a move is called that.
JUDGEMENTS: Final = {
    Judgement.BLUNDER: 0.20,
    Judgement.MISTAKE: 0.10,
    Judgement.INACCURACY: 0.05,
}


def winning_chance(value: int, curve: Curve = CURVE) -> float:
    """The expected score, between 0 and 1, of the side that a score favours.

    >>> winning_chance(0)
    0.5
    """
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, value / curve.scale))))


def judge(lost_chance: float) -> Judgement:
    """The word for a move that gives away so much of the chance to win.

    >>> judge(0.12)
    <Judgement.MISTAKE>
    """
    for judgement, least in JUDGEMENTS.items():
        if lost_chance >= least:
            return judgement
    return Judgement.GOOD


def accuracy(lost_chance: float) -> float:
    """How good a move was, from 0 to 100.

    >>> accuracy(0.0)
    100.0
    """
    return 100.0 * math.exp(-_ACCURACY_DECAY * max(0.0, lost_chance))
