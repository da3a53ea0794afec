"""Practice: proven wins in one, two and three moves, as steps that the judge of lessons decides.

`practice.tsv` has one position a line, after the number of moves that it takes;
`training/practice.py` finds and proves them.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.hive import Color, Position, Setup
from skep.school.drawn import write_board
from skep.school.judging import Standing, proceed, way_from
from skep.school.lessons import Course, Lesson, Step
from skep.school.tasks import Win

__all__ = [
    "PRACTICE",
    "Exercise",
    "exercise_named",
    "exercise_of",
    "exercises",
    "practice_course",
    "step_of",
    "winning_line",
]

PRACTICE = "practice"  # in the place of a course's name


class Exercise(NamedTuple):
    id: str  # such as win-2-3fa1c09b: of the position, so that stars stay with it in any order
    number: int  # from 1, among those of as many moves
    moves: int
    setup: Setup


@cache
def exercises() -> tuple[Exercise, ...]:
    """All of them, easy ones first: by moves, then the bugs of the box, White, few pieces."""
    found: list[Exercise] = []
    text = files(__package__).joinpath("practice.tsv").read_text()
    for line in text.splitlines():
        moves, setup = line.split("\t")
        number = 1 + sum(one.moves == int(moves) for one in found)
        found.append(exercise_of(number, int(moves), Setup.parse(setup)))
    return tuple(found)


def exercise_of(number: int, moves: int, setup: Setup) -> Exercise:
    """Named after its position, however that is turned and wherever the file has it."""
    key = Position.from_setup(setup).canonical_key()
    return Exercise(f"win-{moves}-{sha256(key.encode()).hexdigest()[:8]}", number, moves, setup)


def exercise_named(name: str) -> Exercise:
    for exercise in exercises():
        if exercise.id == name:
            return exercise
    raise UnreadableError(f"there is no exercise {name!r}", text=name)


def step_of(exercise: Exercise) -> Step:
    """The exercise as a step of a lesson."""
    setup = exercise.setup
    stacks: dict[Cell, list[str]] = {}
    for piece, cell in setup.pieces:
        stacks.setdefault(cell, []).append(piece.name)
    return Step(
        id=exercise.id,
        task=Win(moves=exercise.moves),
        board=write_board((cell, "/".join(names)) for cell, names in stacks.items()),
        par=exercise.moves,
        set=setup.options.game_type,
        turn="white" if setup.turn is Color.WHITE else "black",
        number=1 + setup.ply // 2,
        just_moved="" if setup.just_moved is None else setup.just_moved.name,
        reserve=True,
    )


@cache
def practice_course() -> Course:
    """All exercises as lessons of one step, so that whatever deals with lessons takes them too."""
    lessons = tuple(Lesson(id=one.id, steps=(step_of(one),)) for one in exercises())
    return Course(id=PRACTICE, game="hive", lessons=lessons)


def winning_line(standing: Standing) -> list[str]:
    """The moves of both sides from here to the win, as texts."""
    line: list[str] = []
    for action in way_from(standing):
        position = standing.scene.position
        standing = proceed(standing, action)
        after = standing.scene.position
        answers = standing.last.answered if standing.last is not None else ()
        own = after.moves[len(after.moves) - 1 - len(answers)]
        line += [position.format_move(own), *answers]
    return line
