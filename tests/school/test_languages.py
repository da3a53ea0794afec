"""Lessons, rule books and the coach have the same steps, points and facts in every language."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from skep.school import all_courses
from skep.school.coach import CoachWords, coach_words
from skep.school.lessons import Game
from skep.school.rulebook import Rulebook, rulebook_of
from skep.school.words import LessonWords, spoken, words_of
from skep.words import CODES
from skep.words.nouns import parse_forms
from skep.words.spoken import words_in

LANGUAGES = [code for code in CODES if code != "en"]
FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")


def facts(text: str) -> set[str]:
    return {name for name, _ in FIELD.findall(text)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_school_speaks_it(code: str) -> None:
    assert spoken(code) == code


def shape_of(lesson: LessonWords) -> dict[str, tuple[bool, bool]]:
    return {name: (bool(step.done), bool(step.miss)) for name, step in lesson.steps.items()}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("course", all_courses(), ids=lambda course: course.id)
def test_lessons_have_the_same_steps(code: str, course: object) -> None:
    english, translated = words_of(course.id), words_of(course.id, code)  # type: ignore[attr-defined]
    assert list(translated.lessons) == list(english.lessons)
    assert translated.title
    for name, lesson in english.lessons.items():
        assert shape_of(translated.lessons[name]) == shape_of(lesson), name


def book_shape(book: Rulebook) -> list[tuple[object, ...]]:
    return [
        (
            section.id,
            section.mark,
            [point.codes for point in section.points],
            [figure.board for figure in section.figures],
        )
        for section in book.sections
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", get_args(Game))
def test_rule_books_have_the_same_points(code: str, game: Game) -> None:
    assert book_shape(rulebook_of(game, code)) == book_shape(rulebook_of(game))


def sentences_of(words: CoachWords) -> dict[str, str]:
    return {
        str(key): text
        for part in (words.remarks, words.praise, words.advice)
        for key, text in part.items()
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_coach_knows_the_same_facts(code: str) -> None:
    english, translated = sentences_of(coach_words()), sentences_of(coach_words(code))
    assert list(translated) == list(english)
    for key, text in english.items():
        assert facts(translated[key]) <= facts(text), key


@pytest.mark.parametrize("code", CODES)
def test_the_coach_asks_for_forms_that_exist(code: str) -> None:
    bugs = [one for one in words_in(code).messages if one.context == "bug" and one.is_translated]
    asked = {
        form for text in sentences_of(coach_words(code)).values() for _, form in FIELD.findall(text)
    }
    for one in bugs:
        assert asked - {""} <= set(parse_forms(one.strings[0]))
