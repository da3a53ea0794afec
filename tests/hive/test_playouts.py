"""Random games in bulk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.hive.random_positions import random_positions

from skep import _core
from skep.hive import HiveOptions, Playouts, Position, random_playouts
from skep.hive.batch import action_of, playouts
from skep.hive.options import HIVE_SETS


def test_the_same_seed_gives_the_same_games() -> None:
    first = random_playouts(200, 7)
    assert random_playouts(200, 7) == first
    assert random_playouts(200, 8) != first
    assert first.games == 200


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_games_end_in_every_way(game_type: str) -> None:
    result = random_playouts(400, 1, game_type)
    assert min(result.white_wins, result.black_wins, result.unfinished + result.draws) > 0
    assert 400 * 20 < result.moves <= 400 * 500


def test_the_last_ply_is_kept() -> None:
    assert random_playouts(10, 1, max_plies=12) == Playouts(120, 0, 0, 0, 10)
    assert random_playouts(10, 1, max_plies=0) == Playouts(0, 0, 0, 0, 10)
    assert random_playouts(0, 1) == Playouts(0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "arguments", [{"count": -1}, {"seed": -1}, {"seed": 2**64}, {"max_plies": -5}]
)
def test_numbers_out_of_range(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(arguments))):
        random_playouts(**{"count": 1, "seed": 1, **arguments})  # type: ignore[arg-type]


@pytest.mark.medium
def test_the_games_are_those_of_a_player_who_picks_evenly() -> None:
    """Lengths and results are near those of games that Python plays from the legal moves."""
    games = 3000
    options = HiveOptions.parse("Base+MLP")
    random = Random(1)
    ends: Counter[str] = Counter()
    plies = 0
    for _ in range(games):
        position = Position(options)
        while position.ply < 200 and (moves := position.legal_moves):
            position.play_unchecked(moves[random.randrange(len(moves))])
        plies += position.ply
        outcome = position.outcome()
        winner = outcome and outcome.winner
        ends[winner.name if winner else "none"] += 1
    bulk = random_playouts(games, 5, options, max_plies=200)
    # Five standard errors of a share of one half, and about as much for the mean length.
    margin = 5 * 0.5 * (2 / games) ** 0.5
    assert abs(bulk.white_wins - ends["WHITE"]) / games < margin
    assert abs(bulk.black_wins - ends["BLACK"]) / games < margin
    assert abs(bulk.moves - plies) / plies < 0.06


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_every_legal_move_has_the_same_chance(game_type: str) -> None:
    """Pearson's chi-squared of first moves, in positions of games and in odd ones."""
    for number, position in enumerate(random_positions(game_type, 24, seed=5)):
        moves = position.legal_moves
        if position.outcome() is not None:
            continue
        tries = 100 * len(moves)
        visits = playouts(position, tries, seed=number, max_plies=1).visits()
        expected = np.zeros(len(visits))
        for move in moves:
            expected[action_of(position, move)] += 100
        assert ((visits > 0) == (expected > 0)).all(), position
        surplus = ((visits - expected) ** 2)[expected > 0].sum() / 100
        freedom = len(moves) - 1
        assert surplus < freedom + 5 * (2 * freedom) ** 0.5 + 5, position


def test_both_cpu_paths_play_the_same_games() -> None:
    script = "from skep.hive import random_playouts; print(random_playouts(300, 3))"
    results = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "SKEP_CPU": cpu},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for cpu in ("baseline", _core.cpu())
    ]
    assert results[0] == results[1] == f"{random_playouts(300, 3)}\n"
