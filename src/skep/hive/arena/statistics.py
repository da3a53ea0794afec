"""What a match says: score, Elo with its interval, and the sequential test.

Each opening is played twice with colours swapped, and the two games of a pair depend on each other
through the opening. So the pair is the unit: its score is 0, ½, 1, 1½ or 2 (the five classes of the
pentanomial), and intervals and tests rest on the spread of pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from skep.errors import InvalidOptionsError, Told

__all__ = ["Interval", "Sprt", "Verdict", "elo_of", "paired_interval", "pentanomial", "score_of"]

Verdict = Literal["accepted", "rejected", "undecided"]

_NORMAL_95: Final = 1.959963984540054
_LARGEST_ELO: Final = 1200.0
_LEAST_PAIRS: Final = 16  # with fewer the spread is not known, and the test would decide at once
_SMALL_COUNT: Final = 1e-3  # stands for a class that has not occurred, so that the spread is not 0


def elo_of(score: float) -> float:
    """The difference in Elo at which this score is expected.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0.0 or score >= 1.0:
        return math.copysign(_LARGEST_ELO, score - 0.5)
    return max(-_LARGEST_ELO, min(_LARGEST_ELO, -400.0 * math.log10(1.0 / score - 1.0)))


def score_of(elo: float) -> float:
    """The score that is expected at a difference in Elo."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


@dataclass(frozen=True, slots=True)
class Interval:
    """A score with its 95 % interval, all between 0 and 1."""

    low: float
    score: float
    high: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The three as differences of Elo."""
        return elo_of(self.low), elo_of(self.score), elo_of(self.high)


def paired_interval(pair_scores: Sequence[float]) -> Interval | None:
    """The mean score of a game and its 95 % interval, from the scores of pairs (0 to 2).

    >>> paired_interval([1.0, 2.0, 1.5, 1.0])
    Interval(low=0.45..., score=0.6875, high=0.92...)
    """
    count = len(pair_scores)
    if count < 2:
        return None
    mean = sum(pair_scores) / count / 2
    variance = sum((score / 2 - mean) ** 2 for score in pair_scores) / (count - 1)
    if variance == 0.0:
        return _wilson(mean, count)
    half = _NORMAL_95 * math.sqrt(variance / count)
    return Interval(max(0.0, mean - half), mean, min(1.0, mean + half))


def _wilson(mean: float, count: int) -> Interval:
    """For pairs that are all alike, which have no spread to measure."""
    square = _NORMAL_95**2
    center = (mean + square / (2 * count)) / (1 + square / count)
    half = (
        _NORMAL_95
        * math.sqrt(mean * (1 - mean) / count + square / (4 * count**2))
        / (1 + square / count)
    )
    return Interval(max(0.0, min(mean, center - half)), mean, min(1.0, max(mean, center + half)))


def pentanomial(pair_scores: Iterable[float]) -> tuple[int, int, int, int, int]:
    """How many pairs scored 0, ½, 1, 1½ and 2."""
    counts = [0] * 5
    for score in pair_scores:
        counts[round(2 * score)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


@dataclass(frozen=True, slots=True)
class Sprt:
    """The sequential test of `elo0` against `elo1`, both errors at most `alpha` and `beta`.

    The log-likelihood ratio uses the normal approximation on the scores of pairs.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise InvalidOptionsError(
                Told(
                    "expected ELO0 below ELO1, found {low} and {high}",
                    low=f"{self.elo0:g}",
                    high=f"{self.elo1:g}",
                )
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The two values at which the test ends."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, pair_scores: Sequence[float]) -> float:
        """The log-likelihood ratio; large means that `elo1` is the better explanation."""
        counts = [max(float(count), _SMALL_COUNT) for count in pentanomial(pair_scores)]
        total = sum(counts)
        classes = [0.0, 0.25, 0.5, 0.75, 1.0]
        mean = sum(c * x for c, x in zip(counts, classes, strict=True)) / total
        variance = sum(c * (x - mean) ** 2 for c, x in zip(counts, classes, strict=True)) / total
        low, high = score_of(self.elo0), score_of(self.elo1)
        return total * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, pair_scores: Sequence[float]) -> Verdict:
        """What the test says by now."""
        if len(pair_scores) < _LEAST_PAIRS:
            return "undecided"
        lower, upper = self.bounds
        ratio = self.ratio(pair_scores)
        if ratio >= upper:
            return "accepted"
        return "rejected" if ratio <= lower else "undecided"
