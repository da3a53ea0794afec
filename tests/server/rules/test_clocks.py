"""Clocks as values: spending, increments, the lag quota, takebacks and outages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError
from skep.protocol import Daily, TimeControl, Timed, Untimed
from skep.server.rules.clocks import DAY_MS, GameClock, speed_class, time_wished

MINUTE = Timed(base_ms=60_000, increment_ms=2_000)


def test_a_move_is_paid_for_and_earns_its_increment() -> None:
    clock = GameClock.start(MINUTE, at_ms=1_000).press(11_000, compensation_ms=0)
    assert clock.left_ms == (52_000, 60_000)
    assert (clock.running, clock.since_ms) == (1, 11_000)


def test_the_flag_waits_for_the_lag_that_may_still_be_granted() -> None:
    clock = GameClock.start(MINUTE, at_ms=0)
    assert clock.due_ms == 60_976
    assert clock.is_in_time(60_976, clock.compensation_ms(5_000))
    assert not clock.is_in_time(60_977, clock.compensation_ms(5_000))
    assert not clock.is_in_time(60_001, clock.compensation_ms(0))


def test_the_quota_starts_at_two_seconds_and_grows_to_five() -> None:
    clock = GameClock.start(Timed(base_ms=600_000), at_ms=0)
    assert clock.compensation_ms(10_000) == 2_000
    for _ in range(20):
        clock = clock.press(clock.since_ms, 0)
    assert clock.quota_ms == (5_000, 5_000)
    assert clock.compensation_ms(10_000) == 3_000
    clock = clock.press(clock.since_ms + 3_000, 3_000)
    assert clock.quota_ms == (3_000, 5_000)


def test_a_takeback_gives_back_no_time() -> None:
    clock = GameClock.start(MINUTE, at_ms=0).press(10_000, 0)
    back = clock.hand_over(0, 15_000)
    assert back.left_ms == (52_000, 55_000)
    assert (back.running, back.since_ms) == (0, 15_000)


def test_an_outage_is_nobodys_time() -> None:
    clock = GameClock.start(MINUTE, at_ms=10_000)
    assert clock.skip(20_000, 50_000).due_ms == clock.due_ms + 30_000
    # Only the part since the clock runs counts.
    assert clock.skip(0, 30_000).due_ms == clock.due_ms + 20_000


def test_a_daily_game_renews_its_time_with_each_move() -> None:
    clock = GameClock.start(Daily(days=3), at_ms=0)
    assert clock.due_ms == 3 * DAY_MS
    assert clock.press(2 * DAY_MS, 0).left_ms == (3 * DAY_MS, 3 * DAY_MS)


@pytest.mark.parametrize(
    ("control", "speed"),
    [
        (Untimed(), "untimed"),
        (Daily(days=1), "daily"),
        (Timed(base_ms=180_000, increment_ms=2_000), "blitz"),
        (Timed(base_ms=600_000), "rapid"),
        (Timed(base_ms=1_800_000), "classical"),
    ],
)
def test_speed_classes(control: Timed | Daily | Untimed, speed: str) -> None:
    assert speed_class(control) == speed


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 9_000)), max_size=40))
def test_compensation_never_gives_more_than_its_quota(moves: list[tuple[int, int]]) -> None:
    clock = GameClock.start(Timed(base_ms=10_000_000), at_ms=0)
    granted, played = [0, 0], [0, 0]
    for wait, lag in moves:
        side = clock.running
        compensation = clock.compensation_ms(lag)
        assert 0 <= compensation <= min(lag, 3_000)
        granted[side] += compensation
        clock = clock.press(clock.since_ms + wait, compensation)
        played[side] += 1
        assert granted[side] <= 2_000 + 1_000 * played[side]
        assert clock.quota_ms[side] <= 5_000
        # Nobody ever has more than the base without an increment.
        assert clock.left_ms[side] <= 10_000_000


@pytest.mark.parametrize(
    ("form", "control"),
    [
        ({}, Untimed()),
        ({"pace": "untimed", "minutes": "many"}, Untimed()),
        ({"pace": "timed", "minutes": "90", "seconds": "0"}, Timed(base_ms=5_400_000)),
        ({"pace": "timed", "minutes": "0.1", "seconds": "1.5"}, Timed(6_000, 1_500)),
        ({"pace": "timed", "minutes": "180", "seconds": "180"}, Timed(10_800_000, 180_000)),
        ({"pace": "daily", "days": "14", "minutes": ""}, Daily(days=14)),
    ],
)
def test_a_form_asks_for_any_clock(form: dict[str, str], control: TimeControl) -> None:
    assert time_wished(form) == control


@pytest.mark.parametrize(
    "form",
    [
        {"pace": "timed"},
        {"pace": "timed", "minutes": "181", "seconds": "0"},
        {"pace": "timed", "minutes": "10", "seconds": "-1"},
        {"pace": "timed", "minutes": "nan", "seconds": "0"},
        {"pace": "timed", "minutes": "inf", "seconds": "0"},
        {"pace": "timed", "minutes": "1e400"},
        {"pace": "timed", "minutes": "0"},
        {"pace": "daily", "days": "0"},
        {"pace": "daily", "days": "1.5"},
        {"pace": "hourly"},
    ],
)
def test_a_clock_that_cannot_be_is_refused_in_words(form: dict[str, str]) -> None:
    with pytest.raises(InvalidOptionsError, match="180 minutes"):
        time_wished(form)
