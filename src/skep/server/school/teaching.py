"""Judging for pages, and the progress of people in the database.

A judgement needs nothing but the step and the actions in it, so any process can make it. The last
ones are kept: a page sends all its right actions with every new one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import CommandRefusedError, UnreadableError
from skep.protocol.refusals import RefusalCode
from skep.school import Progress, all_courses, course_named
from skep.school.actions import Action
from skep.school.judging import Standing, begin, proceed
from skep.school.lessons import Course, Lesson, Step
from skep.school.practice import PRACTICE, practice_course, winning_line
from skep.school.progress import LessonResult
from skep.server.games.hive.questions import position_of_line
from skep.server.rules.kind import Asking, Kinds
from skep.server.rules.turns import Turns
from skep.server.school.coaching import CoachAsked, CoachSaid, coach_says
from skep.server.school.messages import Judge, Judged, LearnedLesson, LessonTold
from skep.server.school.stages import found_in, lesson_told, stage_of, step_repeated
from skep.server.storage.schema import progress
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.fairness import FairPlay

__all__ = ["Teaching", "course_called", "lesson_named"]


@contextlib.contextmanager
def _refusing_what_is_not_there() -> Iterator[None]:
    try:
        yield
    except UnreadableError as problem:
        raise CommandRefusedError(RefusalCode.NOT_FOUND, str(problem)) from problem


def course_called(course: str) -> Course:
    with _refusing_what_is_not_there():
        return practice_course() if course == PRACTICE else course_named(course)


def lesson_named(course: str, lesson: str) -> tuple[Course, Lesson]:
    found = course_called(course)
    with _refusing_what_is_not_there():
        return found, found.lesson(lesson)


def _step_named(lesson: Lesson, step: str) -> Step:
    with _refusing_what_is_not_there():
        return lesson.step(step)


@cache
def _lessons() -> frozenset[str]:
    """All that there are, as progress names them."""
    courses = (*all_courses(), practice_course())
    return frozenset(f"{course.id}/{lesson.id}" for course in courses for lesson in course.lessons)


@lru_cache(maxsize=500)
def _standing(course: str, lesson: str, step: str, actions: tuple[Action, ...]) -> Standing:
    found, in_lesson = lesson_named(course, lesson)
    if not actions:
        return begin(_step_named(in_lesson, step), found.game)
    return proceed(_standing(course, lesson, step, actions[:-1]), actions[-1])


class Teaching:
    def __init__(
        self, kinds: Kinds, store: Store, writer: Writer, fair_play: FairPlay, *, dialect: str
    ) -> None:
        self._kinds = kinds
        self._store = store
        self._fair_play = fair_play
        self._writer = writer
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._one_at_a_time = Turns()

    async def lesson(self, course: str, lesson: str, language: str) -> LessonTold:
        found, in_course = lesson_named(course, lesson)
        return await asyncio.to_thread(lesson_told, found, in_course, language)

    async def step(
        self, user: int | None, course: str, lesson: str, step: str, language: str
    ) -> LessonTold:
        """A step that is tried again by itself."""
        found, in_course = lesson_named(course, lesson)
        wanted, known = _step_named(in_course, step), await self.progress_of(user)
        return await asyncio.to_thread(step_repeated, found, in_course, wanted, language, known)

    async def judge(self, asked: Judge) -> Judged:
        async with self._one_at_a_time:
            return await asyncio.to_thread(_judge, asked)

    async def coach(self, asked: CoachAsked, asking: Asking, language: str) -> CoachSaid:
        async with self._one_at_a_time:
            game = await asyncio.to_thread(position_of_line, asked)
            await self._fair_play.check(asking, self._kinds["hive"], msgspec.structs.asdict(asked))
            return await asyncio.to_thread(coach_says, asked, game, language)

    # What people have learned.

    async def progress_of(self, user: int | None) -> Progress:
        if user is None:
            return Progress()
        rows = await self._store.all(
            select(progress.c.lesson, progress.c.stars, progress.c.again)
            .where(progress.c.user == user)
            .order_by(progress.c.lesson)
        )
        again = [step for row in rows for step in msgspec.json.decode(row.again, type=list[str])]
        kept = Progress({row.lesson: row.stars for row in rows}, tuple(again))
        return kept.within(_lessons())

    async def learned(self, user: int, learned: LearnedLesson) -> Progress:
        course, lesson = lesson_named(learned.course, learned.lesson)
        pars = {step.id: step.par for step in lesson.steps}
        if [one.step for one in learned.steps] != list(pars):
            raise CommandRefusedError(
                RefusalCode.UNREADABLE, f"Expected the results of the steps {', '.join(pars)}."
            )
        before = await self.progress_of(user)
        after = before.after(LessonResult(course.id, lesson.id, learned.steps), pars)
        await self._keep(user, f"{course.id}/{lesson.id}", after)
        return after

    async def repeated(self, user: int, learned: LearnedLesson) -> Progress:
        """Steps of a lesson were tried again by themselves; its stars stay."""
        course, lesson = lesson_named(learned.course, learned.lesson)
        for one in learned.steps:
            _step_named(lesson, one.step)
        before = await self.progress_of(user)
        after = before.practised(LessonResult(course.id, lesson.id, learned.steps))
        if after != before:
            await self._keep(user, f"{course.id}/{lesson.id}", after)
        return after

    async def _keep(self, user: int, key: str, after: Progress) -> None:
        again = [step for step in after.again if step.startswith(f"{key}/")]
        values = {"stars": after.stars[key], "again": msgspec.json.encode(again).decode()}
        statement = (
            self._insert(progress)
            .values(user=user, lesson=key, **values)
            .on_conflict_do_update(index_elements=["user", "lesson"], set_=values)
        )

        async def work(database: AsyncConnection) -> None:
            await database.execute(statement)

        await self._writer.run(work)


def _judge(asked: Judge) -> Judged:
    before = _standing(asked.course, asked.lesson, asked.step, asked.actions[:-1])
    standing = _standing(asked.course, asked.lesson, asked.step, asked.actions)
    shown = None
    line: list[str] = []
    if asked.show and not standing.is_done:
        shown = standing.judge.shown(standing.scene)
        if asked.course == PRACTICE:
            line = winning_line(standing)
    # What was wrong before the last action is of no interest: nothing has changed by it.
    verdict = None if standing is before else standing.last
    return Judged(verdict, stage_of(standing), found_in(standing), shown, line)
