"""How long an engine at a seat may think."""

from __future__ import annotations

from skep.client.uhp_player import UNHURRIED, limit_by_clock
from skep.hive.engine import budget
from skep.protocol import Clock, Daily, Timed, Untimed

BLITZ = Timed(base_ms=300_000, increment_ms=2_000)
SEAT = 1


def seconds(
    control: Timed, left_ms: int, *, spent_ms: int = 0, running: int | None = SEAT
) -> float:
    clock = Clock(left_ms=(1_000, left_ms), since_ms=50_000, running=running)
    limit = limit_by_clock(control, clock, SEAT, ply=21, at_ms=50_000 + spent_ms)
    assert limit.seconds is not None
    return limit.seconds


def test_a_move_has_its_share_of_the_seats_clock() -> None:
    share = budget(200.0, 2.0, ply=21, overhead=0.3)
    assert seconds(BLITZ, 200_000) == share.soft_seconds
    assert seconds(BLITZ, 100_000) < seconds(BLITZ, 200_000)
    assert seconds(Timed(base_ms=300_000), 200_000) < seconds(BLITZ, 200_000)


def test_time_that_has_run_since_is_gone() -> None:
    assert seconds(BLITZ, 200_000, spent_ms=100_000) == seconds(BLITZ, 100_000)
    assert seconds(BLITZ, 200_000, spent_ms=100_000, running=None) == seconds(BLITZ, 200_000)


def test_an_engine_moves_at_once_when_nothing_is_left() -> None:
    assert 0 < seconds(Timed(base_ms=300_000), 0) < 0.05
    assert 0 < seconds(Timed(base_ms=300_000), 100, spent_ms=500) < 0.05


def test_without_a_clock_of_minutes_it_is_in_no_hurry() -> None:
    days = Clock(left_ms=(86_400_000, 86_400_000), since_ms=0, running=SEAT)
    assert limit_by_clock(Daily(days=1), days, SEAT, ply=4, at_ms=5) == UNHURRIED
    assert limit_by_clock(Untimed(), None, SEAT, ply=4, at_ms=5) == UNHURRIED
