"""Every position of every lesson could be on a table."""

from __future__ import annotations

import pytest

from skep.laruche import Placement
from skep.school.hive_judge import position_of
from skep.school.laruche_judge import LaRucheJudge
from skep.school.lessons import Step, all_courses, steps_of
from skep.school.tasks import Outcome


def steps_of_game(game: str) -> list[object]:
    return [
        pytest.param(step, id=f"{course.id}/{lesson.id}/{step.id}")
        for course in all_courses()
        if course.game == game
        for lesson, step in steps_of(course)
    ]


@pytest.mark.parametrize("step", steps_of_game("hive"))
def test_a_position_of_hive_is_one_that_a_game_can_have(step: Step) -> None:
    position = position_of(step)
    position.setup.check()
    assert position.turn.name.lower() == step.turn
    assert (position.outcome() is None) or isinstance(step.task, Outcome)


@pytest.mark.parametrize("step", steps_of_game("laruche"))
def test_a_table_of_la_ruche_matches_at_every_edge(step: Step) -> None:
    scene = LaRucheJudge(step).start()
    tiles = [placement.pose.tile for placement in scene.table]
    assert len({*tiles, *(pose.tile for pose in scene.hand)}) == len(tiles) + len(scene.hand)
    for placement in list(scene.table):
        scene.table.lift(placement.cell)
        assert not scene.table.mismatches(Placement(placement.cell, placement.pose))
        assert scene.table.contacts(placement.cell) or not scene.table.tiles
        scene.table.lay(placement)
