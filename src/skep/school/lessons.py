"""Courses, lessons and steps, as the files under `courses/` hold them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeVar

import msgspec

from skep.errors import UnreadableError
from skep.school.tasks import Task

__all__ = [
    "Course",
    "Game",
    "Lesson",
    "Step",
    "all_courses",
    "course_named",
    "first_course",
    "steps_of",
]

Game = Literal["hive", "laruche"]
_Shape = TypeVar("_Shape")
Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]*$", max_length=40)]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do: a scene, and a task in it.

    `board` is drawn (see `drawn`). Hive: pieces; `turn` is the pupil's side, `alone` says that the
    other side does not answer, `played` are moves from the drawn board to where the pupil begins.
    La Ruche: `board` are poses, `hand` the pupil's tiles as they are held, `others` how many tiles
    the other players have.
    """

    id: Id
    task: Task
    board: str
    par: Annotated[int, msgspec.Meta(ge=1, le=30)] = 1  # the fewest actions that do it
    unmarked: bool = False  # the named cells of the board are for the judge alone
    # Hive
    set: str = "Base"
    turn: Literal["white", "black"] = "white"
    number: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None  # of the turn, if it matters
    just_moved: str = ""
    played: tuple[str, ...] = ()
    alone: bool = False
    reserve: bool = False  # is to be seen, though the task names no piece of it
    # La Ruche
    hand: str = ""
    others: tuple[int, ...] = ()
    least: Annotated[int, msgspec.Meta(ge=1, le=2)] = 2  # how many tiles a new one has to touch
    bee_up: bool = False  # solitaire: tiles are not turned over
    one_face: bool = False  # that tiles can be turned over has not been told yet


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=12)]
    bugs: tuple[str, ...] = ()  # what it is about, for pictures
    rules: tuple[str, ...] = ()  # codes that it teaches beside those of its tasks
    game_after: Literal["", "coached"] = ""  # the course goes on with a game beside a coach

    def step(self, step_id: str) -> Step:
        for step in self.steps:
            if step.id == step_id:
                return step
        raise UnreadableError(f"lesson {self.id} has no step {step_id!r}", text=step_id)


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    game: Game
    lessons: tuple[Lesson, ...]

    def lesson(self, lesson_id: str) -> Lesson:
        for lesson in self.lessons:
            if lesson.id == lesson_id:
                return lesson
        raise UnreadableError(f"course {self.id} has no lesson {lesson_id!r}", text=lesson_id)


class _Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`course.toml`: which lessons there are, in which order."""

    game: Game
    lessons: tuple[Id, ...]


# In the order in which they are offered.
_COURSES = ("hive-first", "laruche-first", "hive", "laruche")


@cache
def all_courses() -> tuple[Course, ...]:
    """Every course, read once."""
    return tuple(_read_course(name) for name in _COURSES)


def course_named(name: str) -> Course:
    for course in all_courses():
        if course.id == name:
            return course
    raise UnreadableError(f"there is no course {name!r}: {', '.join(_COURSES)}", text=name)


def first_course(game: str) -> Course | None:
    """Where somebody new to a game begins; none for a game that is not taught."""
    return next((course for course in all_courses() if course.game == game), None)


def _read_course(name: str) -> Course:
    plan = _read(f"{name}/course.toml", _Plan)
    lessons = tuple(_read(f"{name}/{lesson}.toml", Lesson) for lesson in plan.lessons)
    return Course(id=name, game=plan.game, lessons=lessons)


def _read(path: str, shape: type[_Shape]) -> _Shape:
    data = files(__package__).joinpath("courses", *path.split("/")).read_bytes()
    try:
        return msgspec.toml.decode(data, type=shape)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"{path}: {error}", text=path) from error


def steps_of(course: Course) -> Iterator[tuple[Lesson, Step]]:
    for lesson in course.lessons:
        for step in lesson.steps:
            yield lesson, step
