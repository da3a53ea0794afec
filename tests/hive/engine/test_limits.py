"""Limits, and the share of a clock that a move is given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError, UnreadableError
from skep.hive.engine import Limit, budget
from skep.hive.uhp.limits import format_limit, format_time, parse_limit

SECONDS = st.floats(0.0, 100_000.0)


@pytest.mark.parametrize(
    "bad", [{"seconds": -1.0}, {"seconds": float("nan")}, {"depth": 0}, {"nodes": -5}]
)
def test_bad_limits_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(InvalidOptionsError):
        Limit(**bad)


def test_an_empty_limit_is_endless() -> None:
    assert Limit().is_endless
    assert not Limit(depth=3).is_endless


@given(SECONDS, st.floats(0.0, 600.0), st.integers(0, 400))
def test_a_budget_never_loses_on_time(remaining: float, increment: float, ply: int) -> None:
    limit = budget(remaining, increment, ply=ply)
    assert limit.seconds is not None
    assert limit.soft_seconds is not None
    assert 0.0 <= limit.soft_seconds <= limit.seconds <= max(0.0, remaining - 0.05)


def test_a_whole_game_on_a_clock_without_increment() -> None:
    remaining = 60.0
    for ply in range(0, 300, 2):
        limit = budget(remaining, ply=ply)
        assert limit.seconds is not None
        remaining -= limit.seconds
    assert remaining > 0.0


@given(st.floats(1.0, 10_000.0), st.integers(0, 200))
def test_more_time_gives_more_thought(remaining: float, ply: int) -> None:
    less, more = budget(remaining, ply=ply), budget(2 * remaining, ply=ply)
    assert (less.seconds or 0) < (more.seconds or 0)


def test_a_clock_below_zero_is_refused() -> None:
    with pytest.raises(InvalidOptionsError):
        budget(-1.0)


@given(st.integers(1, 10**9))
def test_times_are_read_back(milliseconds: int) -> None:
    seconds = milliseconds / 1000
    if seconds < 999 * 3600:
        read = parse_limit(f"time {format_time(seconds)}").seconds
        assert read == pytest.approx(seconds, abs=1e-6)


def test_a_limit_that_uhp_does_not_know() -> None:
    with pytest.raises(UnreadableError):
        format_limit(Limit())
