from datetime import date, timedelta

import pytest

from skep.laruche.daily import FIRST_DAY, WEEKDAY_GRADES, grade_of_day, number_of, puzzle_of
from skep.laruche.puzzles import Puzzle


def test_the_first_day_is_a_monday() -> None:
    assert (FIRST_DAY, FIRST_DAY.weekday()) == (date(2026, 11, 16), 0)
    assert number_of(FIRST_DAY) == 1
    assert number_of(FIRST_DAY + timedelta(days=11)) == 12
    assert number_of(FIRST_DAY - timedelta(days=1)) is None


@pytest.mark.parametrize("weekday", range(7))
def test_the_grade_goes_with_the_weekday(weekday: int) -> None:
    day = FIRST_DAY + timedelta(days=7 + weekday)
    assert grade_of_day(day) == WEEKDAY_GRADES[weekday] == puzzle_of(day).grade


def test_the_week_gets_harder() -> None:
    order = ["easy", "medium", "hard", "expert"]
    ranks = [order.index(grade) for grade in WEEKDAY_GRADES]
    assert ranks == sorted(ranks)
    assert (ranks[0], ranks[-1]) == (0, 3)


def test_days_before_the_first_stay_as_they_were() -> None:
    for day in (date(2026, 3, 1), FIRST_DAY - timedelta(days=1)):
        assert puzzle_of(day) == Puzzle.daily(day)
        assert grade_of_day(day) is None


def test_a_frozen_day() -> None:
    monday = puzzle_of(FIRST_DAY)
    assert monday == puzzle_of(FIRST_DAY)
    assert [tile.name for tile in monday.tiles[:3]] == ["RGBYVO", "RVOBYG", "RYGVBO"]
    assert monday.best == 24
