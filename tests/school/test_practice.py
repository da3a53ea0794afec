"""The positions for practice are wins in exactly as many moves as they say."""

from __future__ import annotations

from collections import Counter

import pytest

from skep.errors import UnreadableError
from skep.geometry import SYMMETRIES
from skep.hive import Color, Position
from skep.school.hive_judge import position_of
from skep.school.judging import begin, proceed, way_from
from skep.school.practice import (
    Exercise,
    exercise_named,
    exercise_of,
    exercises,
    step_of,
)
from tests.school.every_move import wins_by_trying

NAMES = ["win-1-dc40bd48", "win-2-73b37ff4", "win-3-fba022dd"]
EXERCISES = [pytest.param(exercise, id=exercise.id) for exercise in exercises()]


def test_there_are_enough_over_several_sets() -> None:
    assert Counter(exercise.moves for exercise in exercises()) == {1: 40, 2: 40, 3: 20}
    sets = Counter(exercise.setup.options.game_type for exercise in exercises())
    assert len(sets) >= 5
    assert sets["Base"] <= len(exercises()) / 2


def test_no_position_is_there_twice() -> None:
    keys = {Position.from_setup(exercise.setup).canonical_key() for exercise in exercises()}
    assert len(keys) == len(exercises())


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_step_has_the_position_of_the_exercise(exercise: Exercise) -> None:
    position = position_of(step_of(exercise))
    original = Position.from_setup(exercise.setup)
    assert position.canonical_key() == original.canonical_key()
    assert position.ply == original.ply


@pytest.mark.parametrize("exercise", EXERCISES)
def test_it_is_won_in_so_many_moves_and_in_no_fewer(exercise: Exercise) -> None:
    step = step_of(exercise)
    assert len(way_from(begin(step, "hive"))) == exercise.moves
    assert not wins_by_trying(position_of(step), exercise.moves - 1)


@pytest.mark.parametrize("exercise", EXERCISES[:5])
def test_there_is_something_to_find(exercise: Exercise) -> None:
    standing = begin(step_of(exercise), "hive")
    tries = [proceed(standing, action).last for action in standing.judge.possible(standing.scene)]
    assert 1 <= sum(not one.is_wrong for one in tries if one is not None) <= 3
    assert any(one.code == "WIN_GONE" for one in tries if one is not None)


def test_its_name_belongs_to_the_position_wherever_it_stands_in_the_file() -> None:
    """A change of these names takes people their stars: see `Exercise.id`."""
    assert [one.id for one in exercises() if one.number == 1] == NAMES
    assert len({one.id for one in exercises()}) == len(exercises())
    first = exercises()[0]
    for symmetry in SYMMETRIES:
        turned = Position.from_setup(first.setup).transform(symmetry).setup
        assert exercise_of(7, first.moves, turned) == first._replace(number=7, setup=turned)


def test_an_unknown_exercise_is_refused() -> None:
    with pytest.raises(UnreadableError, match="no exercise"):
        exercise_named("win-9-99")


def test_each_group_begins_with_the_bugs_of_the_box_and_white() -> None:
    for moves in (1, 2, 3):
        group = [one.setup for one in exercises() if one.moves == moves]
        sets = [setup.options.game_type != "Base" for setup in group]
        assert sets == sorted(sets)
        turns = [setup.turn is Color.BLACK for setup in group if setup.options.game_type == "Base"]
        assert turns == sorted(turns)
        assert not turns[0]
