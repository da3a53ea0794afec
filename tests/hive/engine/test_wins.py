"""Forced wins, proven by trying every move, are found within a limit, with the right distance."""

from pathlib import Path

import pytest

from skep import _core
from skep.hive import Position
from skep.hive.engine.network import shipped_network

CASES = Path(__file__).parents[2] / "cases/hive/wins.txt"
LOSSES = ("losses.txt", "own_losses.txt")
NODES = {1: 5_000, 2: 200_000, 3: 5_000_000}


def wins_in(moves: int) -> list[str]:
    rows = [line.split("\t") for line in CASES.read_text().splitlines() if line[0] != "#"]
    return [text for number, text in rows if int(number) == moves]


def found(text: str, moves: int) -> bool:
    report = _core.Search(16).run(Position.from_game_string(text), max_nodes=NODES[moves])
    return report.lines[0].score == _core.WIN_SCORE - (2 * moves - 1)


def test_there_are_two_hundred() -> None:
    assert sum(len(wins_in(moves)) for moves in NODES) >= 200


@pytest.mark.parametrize("moves", [1, 2])
def test_short_wins_are_all_found(moves: int) -> None:
    assert [text for text in wins_in(moves) if not found(text, moves)] == []


def test_wins_in_three_are_found_with_few_exceptions() -> None:
    texts = wins_in(3)
    missed = [text for text in texts if not found(text, 3)]
    assert len(missed) <= len(texts) * 0.05, missed


@pytest.mark.medium
def test_most_wins_that_games_were_lost_by_are_seen() -> None:
    texts = [(CASES.parent / "engine" / name).read_text() for name in LOSSES]
    games = [line for text in texts for line in text.splitlines() if line[0] != "#"]
    reports = [
        _core.Search(64, shipped_network()).run(Position.from_game_string(game), max_nodes=100_000)
        for game in games
    ]
    seen = sum(report.lines[0].score > _core.WIN_SCORE - 20 for report in reports)
    assert seen >= 0.75 * len(games)


def test_a_queen_thrown_beside_her_cell_fills_none_of_its_sides() -> None:
    """Five sides are taken and White's Pillbug can throw her onto the sixth: that is no win."""
    text = (CASES.parent / "engine/throw_beside.txt").read_text().strip()
    position = Position.from_game_string(text)
    report = _core.Search(16).run(position, max_depth=1)
    assert report.lines[0].score > -_core.WIN_SCORE + 100
    assert position.format_move(report.lines[0].moves[0]) == "bA2 wA1-"
