"""What a pupil has learned: stars, and the steps that return as "practise again"."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated

import msgspec

from skep.school.lessons import Course

__all__ = ["LessonResult", "Progress", "StepResult", "stars_of"]

MOST_STARS = 3
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class StepResult(msgspec.Struct, frozen=True):
    """How a step went: the actions that counted, the misses, and the hints that were asked for."""

    step: str
    actions: Count
    misses: Count = 0
    hints: Count = 0


class LessonResult(msgspec.Struct, frozen=True):
    course: str
    lesson: str
    steps: tuple[StepResult, ...]


def stars_of(results: Iterable[StepResult], pars: dict[str, int]) -> int:
    """Three without a slip, two with a few, one for coming through.

    A slip is a miss, a hint, or an action more than the fewest that do it.

    >>> stars_of([StepResult("a", 1), StepResult("b", 3, misses=1)], {"a": 1, "b": 2})
    2
    """
    slips = sum(
        one.misses + one.hints + max(0, one.actions - pars.get(one.step, one.actions))
        for one in results
    )
    if slips == 0:
        return MOST_STARS
    return 2 if slips <= 2 else 1


class Progress(msgspec.Struct, frozen=True):
    """Of one person: the best stars of each lesson, and what to practise again."""

    stars: dict[str, int] = {}  # "course/lesson" → 1 to 3
    again: tuple[str, ...] = ()  # "course/lesson/step", the oldest first

    def after(self, result: LessonResult, pars: dict[str, int]) -> Progress:
        """With a lesson that was gone through: the best is kept, missed steps are noted.

        >>> first = LessonResult("hive", "ant", (StepResult("a", 1, misses=2),))
        >>> Progress().after(first, {"a": 1})
        Progress(stars={'hive/ant': 2}, again=('hive/ant/a',))
        """
        lesson = f"{result.course}/{result.lesson}"
        stars = max(stars_of(result.steps, pars), self.stars.get(lesson, 0))
        again = list(self.again)
        for one in result.steps:
            step = f"{lesson}/{one.step}"
            if one.misses and step not in again:
                again.append(step)
            elif not one.misses and step in again:
                again.remove(step)
        return Progress({**self.stars, lesson: stars}, tuple(again))

    def practised(self, result: LessonResult) -> Progress:
        """With missed steps that were tried again: who makes no miss need not come back to it.

        >>> one = LessonResult("hive", "ant", (StepResult("a", 1),))
        >>> Progress(again=("hive/ant/a", "hive/ant/b")).practised(one).again
        ('hive/ant/b',)
        """
        done = {f"{result.course}/{result.lesson}/{s.step}" for s in result.steps if not s.misses}
        return Progress(self.stars, tuple(step for step in self.again if step not in done))

    def has_done(self, course: Course) -> bool:
        return all(f"{course.id}/{lesson.id}" in self.stars for lesson in course.lessons)

    def within(self, lessons: Collection[str]) -> Progress:
        """Without what names no lesson any more: its stars would belong to something else.

        >>> Progress({"hive/ant": 3, "hive/bee": 1}, ("hive/bee/a",)).within({"hive/ant"})
        Progress(stars={'hive/ant': 3}, again=())
        """
        stars = {lesson: count for lesson, count in self.stars.items() if lesson in lessons}
        again = (step for step in self.again if step.rpartition("/")[0] in lessons)
        return Progress(stars, tuple(again))

    def merged(self, other: Progress) -> Progress:
        """With what the browser kept before the person was known."""
        stars = {
            lesson: max(self.stars.get(lesson, 0), other.stars.get(lesson, 0))
            for lesson in {**self.stars, **other.stars}
        }
        return Progress(stars, tuple(dict.fromkeys([*self.again, *other.again])))
