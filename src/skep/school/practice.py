"""Practice: proven wins in one, two and three moves, as steps that the judge of lessons decides.

`practice.tsv` has one position a line, after the number of moves that it takes;
`training/practice.py` finds and proves them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.hive import Color, Setup
from skep.school.drawn import write_board
from skep.school.lessons import Step
from skep.school.tasks import Win

__all__ = ["Exercise", "exercise_named", "exercises", "step_of"]


class Exercise(NamedTuple):
    id: str  # such as win-2-07
    moves: int
    setup: Setup


@cache
def exercises() -> tuple[Exercise, ...]:
    """All of them, easy ones first: by the number of moves, then by how many pieces there are."""
    found: list[Exercise] = []
    text = files(__package__).joinpath("practice.tsv").read_text()
    for line in text.splitlines():
        moves, setup = line.split("\t")
        number = 1 + sum(one.moves == int(moves) for one in found)
        found.append(Exercise(f"win-{moves}-{number:02}", int(moves), Setup.parse(setup)))
    return tuple(found)


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
    )
