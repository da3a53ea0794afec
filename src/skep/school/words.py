"""What lessons say: a folder a language under `words/`, in it a file for each lesson."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, NamedTuple, TypeVar

import msgspec

from skep.errors import UnreadableError
from skep.school.lessons import course_named

__all__ = ["CourseWords", "LessonWords", "StepWords", "spoken", "words_of"]

_Shape = TypeVar("_Shape")

# Two sentences at most: more is not read by somebody who wants to do something.
Said = Annotated[str, msgspec.Meta(min_length=1, max_length=140)]
Remark = Annotated[str, msgspec.Meta(max_length=140)]


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    say: Said
    hint: Said
    done: Remark = ""
    miss: Remark = ""  # of something that is allowed, but not what is asked for


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    about: Said
    steps: dict[str, StepWords]


class _Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`course.toml`: what is said of the whole course."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    about: Said


class CourseWords(NamedTuple):
    title: str
    about: str
    lessons: dict[str, LessonWords]


def spoken(language: str) -> str:
    """The language itself if the school has words in it, else English."""
    return language if files(__package__).joinpath("words", language).is_dir() else "en"


@cache
def words_of(course: str, language: str = "en") -> CourseWords:
    """All that one course says in a language."""
    said = _read(f"{spoken(language)}/{course}/course.toml", _Title)
    lessons = {
        lesson.id: _read(f"{spoken(language)}/{course}/{lesson.id}.toml", LessonWords)
        for lesson in course_named(course).lessons
    }
    return CourseWords(said.title, said.about, lessons)


def _read(path: str, shape: type[_Shape]) -> _Shape:
    data = files(__package__).joinpath("words", *path.split("/")).read_bytes()
    try:
        return msgspec.toml.decode(data, type=shape)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"words/{path}: {error}", text=path) from error
