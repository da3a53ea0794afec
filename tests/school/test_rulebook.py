"""The rule books: every code has its place, every board is what its caption says."""

from __future__ import annotations

import msgspec
import pytest

from skep.errors import UnreadableError
from skep.hive import RuleCode
from skep.laruche import Table
from skep.laruche.refusals import Refusal
from skep.school.lessons import Game, all_courses, steps_of
from skep.school.rulebook import (
    anchor_of,
    hive_example,
    laruche_example,
    rulebook_of,
)
from skep.school.tasks import Why

GAMES: tuple[Game, ...] = ("hive", "laruche")
CODES: dict[Game, set[str]] = {
    "hive": {code.value for code in RuleCode},
    "laruche": {code.value for code in Refusal},
}
# About 450 words and four drawings make a page of A4.
MOST_WORDS = 1_700


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_one_place(game: Game) -> None:
    codes = [code for _, point in rulebook_of(game).points() for code in point.codes]
    assert sorted(codes) == sorted(CODES[game])


@pytest.mark.parametrize("game", GAMES)
def test_anchors_differ(game: Game) -> None:
    sections = [section.id for section in rulebook_of(game).sections]
    anchors = [anchor_of(code) for code in CODES[game]]
    assert len({*sections, *anchors}) == len(sections) + len(anchors)


@pytest.mark.parametrize("game", GAMES)
def test_it_fits_on_four_pages(game: Game) -> None:
    assert rulebook_of(game).words() <= MOST_WORDS


def test_lessons_speak_of_rules_that_there_are() -> None:
    for course in all_courses():
        for lesson, step in steps_of(course):
            taught = [*lesson.rules, *(step.task.rules if isinstance(step.task, Why) else ())]
            assert set(taught) <= CODES[course.game], f"{course.id}/{lesson.id}"


def boards_of(game: Game) -> list[str]:
    return [figure.board for section in rulebook_of(game).sections for figure in section.figures]


@pytest.mark.parametrize("name", boards_of("hive"))
def test_a_board_of_hive_can_be_drawn(name: str) -> None:
    example = hive_example(name)
    occupied = example.position.occupied()
    assert occupied
    assert not occupied & set(example.highlights)


@pytest.mark.parametrize("name", boards_of("laruche"))
def test_a_board_of_la_ruche_matches_at_every_edge(name: str) -> None:
    table = Table(laruche_example(name).placements)
    for placement in list(table):
        table.lift(placement.cell)
        assert not table.mismatches(placement)
        table.lay(placement)


@pytest.mark.parametrize("game", GAMES)
def test_every_board_is_used_once(game: Game) -> None:
    from importlib.resources import files

    data = files("skep.school").joinpath("rulebook", "boards", f"{game}.toml").read_bytes()
    assert sorted(msgspec.toml.decode(data)) == sorted(boards_of(game))


@pytest.mark.parametrize(
    ("name", "cells"),
    [("queen", 4), ("beetle", 4), ("grasshopper", 3), ("spider", 4), ("ant", 11), ("mosquito", 6)],
)
def test_captions_count_right(name: str, cells: int) -> None:
    assert len(hive_example(name).targets) == cells


def test_the_three_of_the_triple_gift_are_three() -> None:
    example = laruche_example("three")
    assert example.laid is not None
    assert Table(example.placements).contacts(example.laid.cell) == 3


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(UnreadableError, match="no board"):
        hive_example("nothing")
