"""Streaks: days on which the puzzle of that very day was solved, one after the other.

One missed day a week keeps a streak; weeks run from Monday to Sunday, like the grades. The puzzle
of an older day, solved later, fills the calendar and no streak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

__all__ = ["Solved", "Streak", "streak_of"]

_DAY: Final = timedelta(days=1)
_FREE_A_WEEK: Final = 1


@dataclass(frozen=True, slots=True)
class Solved:
    """The puzzle of a day was solved, on a day by the player's own calendar."""

    puzzle: date
    on: date


@dataclass(frozen=True, slots=True)
class Streak:
    """`days` were solved in a row up to today, not counting those missed; `longest` ever were.

    `is_at_risk`: the streak ends unless the puzzle of today is solved today.
    """

    days: int
    longest: int
    is_at_risk: bool


def streak_of(solved: Iterable[Solved], today: date) -> Streak:
    """The streak of somebody who solved these, as it stands today.

    >>> days = [Solved(date(2026, 11, day), date(2026, 11, day)) for day in (16, 17, 19, 20)]
    >>> streak_of(days, date(2026, 11, 20)).days
    4
    >>> streak_of(days, date(2026, 11, 22)).days  # the 18th and the 21st were missed
    0
    """
    on_time = sorted({each.puzzle for each in solved if each.puzzle == each.on <= today})
    longest = days = 0
    free: Counter[tuple[int, int]] = Counter()  # the missed days of this streak, by week
    before: date | None = None
    for day in on_time:
        if before is None or not _endures(free, before, day):
            days = 0
            free.clear()
        days += 1
        longest = max(longest, days)
        before = day
    if before is None or not _endures(free, before, today):
        return Streak(0, longest, False)
    tomorrow = today + _DAY
    return Streak(days, longest, before < today and not _endures(free, today - _DAY, tomorrow))


def _endures(free: Counter[tuple[int, int]], before: date, day: date) -> bool:
    """Does a streak outlive the missed days between two? They are noted."""
    missed = before + _DAY
    while missed < day:
        week = missed.isocalendar()[:2]
        free[week] += 1
        if free[week] > _FREE_A_WEEK:
            return False
        missed += _DAY
    return True
