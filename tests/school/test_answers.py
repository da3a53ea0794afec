"""Who answers wrongly is told why, wherever the rules can tell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skep.hive import Piece
from skep.laruche.refusals import Refusal
from skep.school import Choose, Lay, Step, Tap, all_courses, course_named
from skep.school.hive_judge import HiveJudge, position_of, why_stuck
from skep.school.judging import begin, proceed, stand_after, way_from
from skep.school.lessons import steps_of
from skep.school.verdicts import SchoolCode, Verdict


def _asked() -> Iterator[Step]:
    for course in all_courses():
        for _, step in steps_of(course):
            judge = begin(step, course.game).judge
            if isinstance(judge, HiveJudge) and judge.wanted in ("choose", "tap"):
                yield step


def _wrong_answers(step: Step) -> Iterator[Verdict]:
    standing = begin(step, "hive")
    for action in standing.judge.possible(standing.scene):
        verdict = proceed(standing, action).last
        assert verdict is not None
        if verdict.is_wrong:
            yield verdict


@pytest.mark.parametrize("step", list(_asked()), ids=lambda step: step.id)
def test_every_wrong_answer_has_its_reason(step: Step) -> None:
    for verdict in _wrong_answers(step):
        if verdict.code in (SchoolCode.OTHER_ANSWER, SchoolCode.NOT_THERE):
            assert verdict.facts.get("because"), f"{step.id}: {verdict}"


def _step(course: str, lesson: str, step: str) -> Step:
    return course_named(course).lesson(lesson).step(step)


def _answer(step: Step, action: object) -> Verdict:
    verdict = proceed(begin(step, "hive"), action).last  # type: ignore[arg-type]
    assert verdict is not None
    return verdict


def test_the_other_colour_is_not_meant() -> None:
    step = _step("hive-first", "one-hive", "pinned")
    cell = position_of(step).cell_of(Piece.parse("bQ"))
    assert cell is not None
    assert _answer(step, Tap((cell.q, cell.r))).facts["because"] == "OTHER_SIDE"


def test_no_true_sentence_is_called_wrong() -> None:
    """A beetle on the ant: "a bug sits on top of it" would be true of the ant."""
    step = _step("hive", "pillbug", "not-from-a-stack")
    assert "COVERED" not in begin(step, "hive").judge.task.rules  # type: ignore[attr-defined]
    assert _answer(step, Choose(0)).kind == "done"


@pytest.mark.parametrize("piece", ["wA1", "wG1", "wS1", "wB1"])
@pytest.mark.parametrize(
    "where", [("hive-first", "placing", "queen-due"), ("hive", "queen-in-time", "due")]
)
def test_what_waits_for_the_queen_says_so(where: tuple[str, str, str], piece: str) -> None:
    """On the table and in the reserve, also where the bug is pinned as well."""
    why = why_stuck(position_of(_step(*where)), Piece.parse(piece))
    assert why is not None
    assert why.code == "QUEEN_BY_FOURTH"


def test_what_can_be_played_is_not_stuck() -> None:
    position = position_of(_step("hive-first", "placing", "queen-due"))
    assert why_stuck(position, Piece.parse("wQ")) is None


def test_a_spot_that_asks_for_a_colour_twice_is_told_as_dead() -> None:
    told = set()
    for course in (course_named("laruche-first"), course_named("laruche")):
        for _, step in steps_of(course):
            standing = begin(step, course.game)
            dead = {(spot.cell.q, spot.cell.r) for spot in standing.scene.table.dead_spots()}
            for action in standing.judge.possible(standing.scene):
                verdict = proceed(standing, action).last
                assert verdict is not None
                if verdict.code in (Refusal.MISMATCH, SchoolCode.NOT_THERE):
                    assert isinstance(action, Lay | Tap)
                    assert ("twice" in verdict.facts) is (action.cell in dead)
                    told.add((verdict.code, action.cell in dead))
    assert (Refusal.MISMATCH, True) in told
    assert (SchoolCode.NOT_THERE, False) in told


def test_nothing_has_to_be_turned_over_before_that_is_told() -> None:
    for lesson in ("one-edge", "two-edges"):
        for step in course_named("laruche-first").lesson(lesson).steps:
            standing = begin(step, "laruche")
            held = {pose.tile: pose.has_bee for pose in standing.scene.hand}
            for action in way_from(standing):
                assert isinstance(action, Lay)
                pose = next(one for tile in held for one in tile.poses if one.name == action.pose)
                assert pose.has_bee is held[pose.tile]


def test_a_second_move_that_misses_the_win_says_that_one_move_is_left() -> None:
    step = _step("hive-first", "finish", "two-moves")
    first = way_from(begin(step, "hive"))[0]
    standing = stand_after(step, "hive", [first])
    missed = [
        verdict
        for action in standing.judge.possible(standing.scene)
        if (verdict := proceed(standing, action).last) and verdict.code == SchoolCode.WIN_GONE
    ]
    assert missed
    assert {verdict.facts["moves"] for verdict in missed} == {1}
