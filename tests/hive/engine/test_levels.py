"""Levels: what each never does, and how it draws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from skep.errors import InvalidOptionsError
from skep.hive import HIVE_SETS, Position
from skep.hive.engine import LEVELS, Engine, Line, Score
from skep.hive.engine.levels import draw_line, level
from skep.hive.engine.tactics import safe_moves, winning_moves

# White's Pillbug can throw the black Queen, which has fewer than five neighbours, into a hole.
THROW = Path(__file__).parents[2] / "cases/hive/engine/throw_into_a_hole.txt"


def wins_at_once(position: Position) -> bool:
    """The plain definition, without any shortcut."""
    mover = position.turn
    winners = []
    for move in list(position.legal_moves):
        position.play_unchecked(move)
        outcome = position.outcome()
        position.undo()
        winners.append(None if outcome is None else outcome.winner)
    return mover in winners


def sharp_positions(seed: int) -> Iterator[Position]:
    """Positions from random games in which one side or the other can win at once."""
    chance = random.Random(seed)
    while True:
        position = Position(chance.choice(HIVE_SETS))
        while position.outcome() is None and position.ply < 120:
            moves = list(position.legal_moves)
            if winning_moves(position) or len(safe_moves(position)) < len(moves):
                yield position.copy()
            position.play_unchecked(chance.choice(moves))


def _collect(count: int) -> tuple[list[Position], list[Position]]:
    winning: list[Position] = []
    threatened: list[Position] = []
    for position in sharp_positions(seed=11):
        kind = winning if winning_moves(position) else threatened
        if len(kind) < count:
            kind.append(position)
        if len(winning) == len(threatened) == count:
            return winning, threatened
    raise AssertionError


WINNING, THREATENED = _collect(10)


def test_tactics_agree_with_their_definition() -> None:
    for position in WINNING + THREATENED:
        assert bool(winning_moves(position.copy())) == wins_at_once(position)
        safe = set(safe_moves(position.copy()))
        for move in position.legal_moves:
            after = position.copy()
            after.play(move)
            outcome = after.outcome()
            if outcome is None:
                loses = wins_at_once(after)
            else:
                loses = outcome.winner is position.turn.other
            assert loses == (move not in safe)


def test_a_queen_thrown_into_a_hole_is_seen() -> None:
    position = Position.from_game_string(THROW.read_text().strip())
    assert [position.format_move(move) for move in winning_moves(position)] == ["bQ wS1\\"]
    assert Engine(hash_mib=1).choose_at_level(position, 2).score == Score.win_in(1)


@pytest.mark.parametrize("game_type", ["Base", "Base+P", "Base+MLP"])
def test_no_win_in_one_is_overlooked_in_random_games(game_type: str) -> None:
    chance = random.Random(2)
    looked = 0
    while looked < 400:
        position = Position(game_type)
        while position.outcome() is None and position.ply < 100:
            if position.ply > 20:
                looked += 1
                assert bool(winning_moves(position)) == wins_at_once(position)
            position.play_unchecked(chance.choice(list(position.legal_moves)))


@pytest.mark.parametrize("number", [2, 3, 4, 10])
def test_a_win_in_one_is_never_missed(number: int) -> None:
    engine = Engine(hash_mib=1, seed=number)
    for position in WINNING:
        wins = winning_moves(position.copy())
        for _ in range(5):
            assert engine.choose_at_level(position, number).move in wins


@pytest.mark.parametrize("number", [4, 5, 7])
def test_an_avoidable_loss_in_one_is_never_allowed(number: int) -> None:
    engine = Engine(hash_mib=1, seed=number)
    for position in THREATENED:
        safe = safe_moves(position.copy())
        for _ in range(5):
            assert engine.choose_at_level(position, number).move in safe or not safe


def test_the_table_climbs() -> None:
    assert [row.number for row in LEVELS] == list(range(1, 11))
    assert all(row.sees_wins == 1 for row in LEVELS[1:])
    assert all(row.sees_threats for row in LEVELS[3:])
    for lower, higher in pairwise(LEVELS):
        assert lower.nodes <= higher.nodes
        assert lower.careless >= higher.careless


@pytest.mark.parametrize("number", [0, 11, -1])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(InvalidOptionsError, match="from 1 to 10"):
        level(number)


def test_levels_repeat_with_their_seed() -> None:
    def game(seed: int) -> str:
        engine = Engine(hash_mib=1, seed=seed)
        position = Position("Base")
        for ply in range(12):
            position.play(engine.choose_at_level(position, 1 + ply % 3).move)
        return position.game_string

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_worse_lines_are_drawn_less_often() -> None:
    move = Position("Base").legal_moves[0]
    lines = [Line(Score(value), 3, (move,)) for value in (100, 50, -100, -29990)]
    chance = random.Random(3)
    counts = Counter(draw_line(lines, 50.0, chance).score.value for _ in range(2000))
    assert counts[100] > counts[50] > counts[-100]
    assert counts[-29990] == 0
    assert {draw_line(lines, 0.0, chance).score.value for _ in range(20)} == {100}
