"""Every step of every course can be done, by no fewer actions than it says; nobody gets stuck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep import school
from skep.hive import Piece, RuleCode
from skep.laruche.refusals import Refusal
from skep.school.actions import Play
from skep.school.coach import coach_words
from skep.school.hive_judge import HiveJudge
from skep.school.judging import Standing, begin, proceed, way_from
from skep.school.lessons import Course, Lesson, Step, all_courses, steps_of
from skep.school.rulebook import rulebook_of
from skep.school.verdicts import SchoolCode
from skep.school.words import words_of

WORDS = Path(school.__file__).parent / "words" / "en"
CODES = {code.value for code in RuleCode} | set(Refusal) | set(SchoolCode)


EVERY_STEP = [
    pytest.param(course, lesson, step, id=f"{course.id}/{lesson.id}/{step.id}")
    for course in all_courses()
    for lesson, step in steps_of(course)
]


@pytest.mark.parametrize(("course", "lesson", "step"), EVERY_STEP)
def test_the_way_that_is_shown_leads_to_the_goal_in_the_fewest_actions(
    course: Course, lesson: Lesson, step: Step
) -> None:
    assert len(way_from(begin(step, course.game))) == step.par


@pytest.mark.parametrize(("course", "lesson", "step"), EVERY_STEP)
def test_the_way_that_is_shown_needs_nothing_that_is_not_seen(
    course: Course, lesson: Lesson, step: Step
) -> None:
    standing = begin(step, course.game)
    if not isinstance(standing.judge, HiveJudge) or standing.judge.needs_reserve:
        return
    for action in way_from(standing):
        if isinstance(action, Play):
            assert standing.scene.position.cell_of(Piece.parse(action.piece)) is not None
        standing = proceed(standing, action)


@pytest.mark.parametrize(("course", "lesson", "step"), EVERY_STEP)
def test_somebody_who_only_knows_the_task_finishes_it(
    course: Course, lesson: Lesson, step: Step
) -> None:
    standing = begin(step, course.game)
    while not standing.is_done:
        standing = next(after for after in _tries(standing) if not _is_wrong(after))


@pytest.mark.parametrize(("course", "lesson", "step"), EVERY_STEP)
def test_no_single_action_does_what_is_said_to_take_several(
    course: Course, lesson: Lesson, step: Step
) -> None:
    first = list(_tries(begin(step, course.game)))
    assert any(after.is_done for after in first) == (step.par == 1)


@pytest.mark.medium
@pytest.mark.parametrize(("course", "lesson", "step"), EVERY_STEP)
def test_tapping_at_random_is_always_answered(course: Course, lesson: Lesson, step: Step) -> None:
    chance = random.Random(step.id)
    standing = begin(step, course.game)
    for _ in range(500 // len(lesson.steps)):
        if standing.is_done:
            standing = begin(step, course.game)
        standing = proceed(standing, chance.choice(list(standing.judge.possible(standing.scene))))
        last = standing.last
        assert last is not None
        assert not last.is_wrong or last.code in CODES
    way_from(begin(step, course.game) if standing.is_done else standing)


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.id)
def test_every_step_has_its_words(course: Course) -> None:
    words = words_of(course.id)
    for lesson in course.lessons:
        assert list(words.lessons[lesson.id].steps) == [step.id for step in lesson.steps]
    written = {path.stem for path in (WORDS / course.id).iterdir()}
    assert written == {"course", *(lesson.id for lesson in course.lessons)}


def test_in_a_language_without_words_the_school_speaks_english() -> None:
    assert words_of("hive-first", "xx") == words_of("hive-first")
    assert rulebook_of("hive", "xx") == rulebook_of("hive")
    assert coach_words("xx") == coach_words()


@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.id)
def test_what_is_said_is_short(course: Course) -> None:
    for lesson in words_of(course.id).lessons.values():
        for step in lesson.steps.values():
            for said in (step.say, step.hint, step.done, step.miss):
                assert sum(said.count(end) for end in ".!?") <= 2, said


def _tries(standing: Standing) -> Iterator[Standing]:
    for action in standing.judge.possible(standing.scene):
        yield proceed(standing, action)


def _is_wrong(standing: Standing) -> bool:
    return standing.last is not None and standing.last.is_wrong
