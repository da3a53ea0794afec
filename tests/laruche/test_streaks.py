"""November 2026: the 16th is a Monday, weeks end on the 22nd and the 29th."""

from datetime import date

import pytest

from skep.laruche.streaks import Solved, streak_of


def november(day: int) -> date:
    return date(2026, 11, day)


def on_time(*days: int) -> list[Solved]:
    return [Solved(november(day), november(day)) for day in days]


@pytest.mark.parametrize(
    ("days", "today", "expected", "longest", "at_risk"),
    [
        ((), 20, 0, 0, False),
        ((20,), 20, 1, 1, False),
        ((18, 19, 20), 20, 3, 3, False),
        ((18, 19), 20, 2, 2, False),  # today is still to come, and would be the first missed
        ((17, 19), 20, 2, 2, True),  # the 18th was missed
        ((16, 17, 18), 20, 3, 3, True),
        ((16, 17, 18), 21, 0, 3, False),
        ((16, 17, 19, 20, 21, 22), 22, 6, 6, False),
        ((16, 18, 20), 20, 1, 2, False),  # broken on the 19th, begun anew on the 20th
        ((19, 20, 21, 24, 25), 25, 5, 5, False),  # the 22nd and 23rd lie in two weeks
        ((18, 20, 21, 24, 25), 25, 2, 3, False),  # the 19th and 22nd do not
        ((16, 17, 18, 19, 20, 21, 22, 23, 25), 25, 9, 9, False),
        ((16, 17), 30, 0, 2, False),
        ((21, 21, 20), 21, 2, 2, False),
        ((20, 25), 20, 1, 1, False),  # what lies ahead does not count yet
    ],
)
def test_one_missed_day_a_week_keeps_a_streak(
    days: tuple[int, ...], today: int, expected: int, longest: int, at_risk: bool
) -> None:
    streak = streak_of(on_time(*days), november(today))
    assert (streak.days, streak.longest, streak.is_at_risk) == (expected, longest, at_risk)


def test_older_days_fill_no_streak() -> None:
    late = [Solved(november(18), november(19)), *on_time(16, 17, 20)]
    assert streak_of(late, november(20)).days == 1
    early = [Solved(november(21), november(20)), *on_time(20)]
    assert streak_of(early, november(21)).days == 1
