"""Score, Elo, the paired interval and the sequential test."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.hive.arena.statistics import (
    Sprt,
    elo_of,
    paired_interval,
    pentanomial,
    score_of,
)

PAIRS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=2, max_size=200)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.848), (0.64, 99.9)])
def test_elo(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.1)
    assert score_of(elo) == pytest.approx(score, abs=0.001)


def test_elo_of_a_clean_score_is_finite() -> None:
    assert elo_of(1.0) == -elo_of(0.0) == 1200.0


def test_interval_by_hand() -> None:
    # Scores of games 0.5, 1, 0.75, 0.5: mean 0.6875, variance of pairs 0.05729, n = 4.
    interval = paired_interval([1.0, 2.0, 1.5, 1.0])
    assert interval is not None
    half = 1.959964 * math.sqrt(0.0572917 / 4)
    assert interval.low == pytest.approx(0.6875 - half, abs=1e-5)
    assert interval.high == pytest.approx(0.6875 + half, abs=1e-5)


def test_one_pair_has_no_interval() -> None:
    assert paired_interval([2.0]) is None


def test_pairs_that_are_all_alike_still_have_width() -> None:
    interval = paired_interval([2.0] * 10)
    assert interval is not None
    assert interval.low == pytest.approx(0.7225, abs=1e-3)  # Wilson, 10 of 10
    assert interval.high == pytest.approx(1.0)


@given(PAIRS)
def test_interval_holds_the_score_and_mirrors(pairs: list[float]) -> None:
    interval = paired_interval(pairs)
    other = paired_interval([2.0 - score for score in pairs])
    assert interval is not None
    assert other is not None
    assert interval.low <= interval.score <= interval.high
    assert other.low == pytest.approx(1 - interval.high, abs=1e-9)


def test_interval_covers_at_its_rate() -> None:
    chance = random.Random(1)
    outcomes, weights = [0.0, 0.5, 1.0, 1.5, 2.0], [5, 10, 30, 30, 25]
    true = sum(o * w for o, w in zip(outcomes, weights, strict=True)) / sum(weights) / 2
    covered = 0
    for _ in range(2000):
        interval = paired_interval(chance.choices(outcomes, weights, k=100))
        assert interval is not None
        covered += interval.low <= true <= interval.high
    assert 0.93 < covered / 2000 < 0.97


def test_pentanomial() -> None:
    assert pentanomial([0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 2.0]) == (1, 1, 2, 1, 2)


def test_sprt_needs_two_hypotheses_in_order() -> None:
    with pytest.raises(ValueError, match="ELO0 below ELO1"):
        Sprt(5.0, 0.0)


def test_sprt_bounds() -> None:
    lower, upper = Sprt(0, 5).bounds
    assert -lower == upper == pytest.approx(2.944, abs=1e-3)


def run(sprt: Sprt, elo: float, chance: random.Random) -> str:
    """Play pairs of independent decisive games at a true strength until decided."""
    pairs: list[float] = []
    score = score_of(elo)
    while len(pairs) < 5000:
        pairs.append(float((chance.random() < score) + (chance.random() < score)))
        verdict = sprt.verdict(pairs)
        if verdict != "undecided":
            return verdict
    return "undecided"


@pytest.mark.medium
@pytest.mark.parametrize(("elo", "expected"), [(0.0, "rejected"), (40.0, "accepted")])
def test_sprt_errs_at_its_rate(elo: float, expected: str) -> None:
    chance = random.Random(7)
    verdicts = [run(Sprt(0.0, 40.0), elo, chance) for _ in range(200)]
    assert verdicts.count(expected) >= 0.9 * len(verdicts)


def test_sprt_does_not_decide_on_a_handful_of_games() -> None:
    assert Sprt(0, 10).verdict([]) == "undecided"
    assert Sprt(0, 10).verdict([2.0] * 5) == "undecided"
    assert Sprt(0, 10).verdict([2.0] * 50) == "accepted"
