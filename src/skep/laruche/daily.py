"""The puzzle of a day: the same twelve tiles for everyone whose calendar shows that date.

Days are numbered from `FIRST_DAY`, a Monday, on. From that day on the grade goes with the weekday;
before it, and in version 1 of the rules on every day, the first draw that can be solved was taken.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from skep.laruche.chance import daily_seed
from skep.laruche.grades import Grade
from skep.laruche.puzzles import Puzzle, SolitaireOptions

__all__ = ["FIRST_DAY", "WEEKDAY_GRADES", "grade_of_day", "number_of", "puzzle_of"]

FIRST_DAY: Final = date(2026, 11, 16)
WEEKDAY_GRADES: Final[tuple[Grade, ...]] = (
    "easy",  # Monday
    "easy",
    "medium",
    "medium",
    "hard",
    "hard",
    "expert",  # Sunday
)


def number_of(day: date) -> int | None:
    """Which day it is, from 1; None for the days before the first.

    >>> number_of(date(2026, 11, 16)), number_of(date(2026, 11, 27)), number_of(date(2026, 3, 1))
    (1, 12, None)
    """
    number = (day - FIRST_DAY).days + 1
    return number if number >= 1 else None


def grade_of_day(day: date) -> Grade | None:
    """The grade that the puzzle of a day is chosen for; None before the first."""
    return None if number_of(day) is None else WEEKDAY_GRADES[day.weekday()]


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day. Takes a fraction of a second, seldom more: not for an event loop.

    Logs of version 1 that name a day were dealt by `Puzzle.daily`, whatever the day.
    """
    grade = grade_of_day(day)
    options = SolitaireOptions() if grade is None else SolitaireOptions(grade=grade)
    return Puzzle.deal(options, daily_seed(day))
