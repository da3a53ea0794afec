"""What lessons say, one folder a language under `words/`; English says everything."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec

from skep.errors import UnreadableError

__all__ = ["CourseWords", "LessonWords", "StepWords", "words_of"]

# Two sentences at most: more is not read by somebody who wants to do something.
Said = Annotated[str, msgspec.Meta(min_length=1, max_length=140)]
Remark = Annotated[str, msgspec.Meta(max_length=140)]


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    say: Said
    hint: Said
    done: Remark = ""
    miss: Annotated[str, msgspec.Meta(max_length=140)] = (
        ""  # of something that is allowed, but not what is asked for
    )


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    about: Said
    steps: dict[str, StepWords]


class CourseWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    about: Said
    lessons: dict[str, LessonWords]


@cache
def words_of(course: str, language: str = "en") -> CourseWords:
    """All that one course says in a language."""
    path = files(__package__).joinpath("words", language, f"{course}.toml")
    try:
        return msgspec.toml.decode(path.read_bytes(), type=CourseWords)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"words/{language}/{course}.toml: {error}", text=course) from error
