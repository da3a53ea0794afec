"""Games in bulk: the same rules, arrays of stated shapes, and no crash for bad input."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.hive.random_positions import random_setup

from skep import _core
from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive import Bug, Color, HiveOptions, Position
from skep.hive.batch import (
    ACTIONS,
    MASK_BYTES,
    NO_ACTION,
    PLANES,
    RESERVES,
    Batch,
    action_of,
    move_of,
    playouts,
)
from skep.hive.options import Repetition


def test_stepping_is_playing() -> None:
    """Every game of the batch is the one that a Position plays by the same actions."""
    batch = Batch(16, "Base+MLP", max_plies=80)
    games = [Position("Base+MLP") for _ in range(16)]
    while True:
        actions = batch.random_actions(seed=int(batch.plies.sum()))
        if (actions == NO_ACTION).all():
            break
        step = batch.step(actions)
        for game, action in zip(games, actions, strict=True):
            if action != NO_ACTION:
                game.play(move_of(game, int(action)))
        assert batch.plies.tolist() == [game.ply for game in games]
        assert batch.turns.tolist() == [int(game.turn is Color.BLACK) for game in games]
        over = [game.outcome() is not None or game.ply == 80 for game in games]
        assert step.over.tolist() == over
    for index, game in enumerate(games):
        copy = batch.position(index)
        assert copy.game_string == game.game_string
        outcome = game.outcome()
        winner = outcome and outcome.winner
        expected = 0 if winner is None else 1 if winner is Color.WHITE else -1
        assert batch.standing.results[index] == expected
    assert {game.outcome() is None for game in games} == {True, False}


def test_a_position_that_was_set_up_comes_back_as_such() -> None:
    batch = Batch(2, "Base", max_plies=200, restart=True)
    position = random_setup(batch.options, Random(2))
    batch.put(1, position)
    assert batch.position(1) == position
    batch.step(batch.random_actions(1))
    after = batch.position(1)
    assert len(after.moves) == 1
    after.undo()
    assert after.setup == position.setup
    batch.restart(np.array([False, True]))
    assert batch.position(1) == Position("Base")
    assert batch.position(1).game_string


def test_games_start_again() -> None:
    batch = Batch(4, "Base", max_plies=6, restart=True)
    for ply in range(1, 13):
        step = batch.step(batch.random_actions(ply))
        assert step.over.tolist() == [ply % 6 == 0] * 4
        assert batch.plies.tolist() == [ply % 6] * 4
    batch.step(batch.random_actions(1))
    batch.restart(np.array([True, False, False, True]))
    assert batch.plies.tolist() == [0, 1, 1, 0]
    batch.restart()
    assert not batch.plies.any()


def shuffled(batch: Batch, position: Position, texts: list[str]) -> None:
    for text in texts:
        move = position.parse_move(text)
        batch.step([action_of(position, move)])
        position.play(move)


@pytest.mark.parametrize(("repetition", "ends"), [("draw", True), ("offer", False)])
def test_repetition_ends_games_as_options_say(repetition: Repetition, ends: bool) -> None:
    batch = Batch(1, HiveOptions.parse("Base", repetition=repetition))
    position = Position("Base", repetition="offer")
    shuffled(batch, position, ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"])
    there, back = ["wQ \\wS1", "bQ bS1/"], ["wQ -wS1", "bQ bS1-"]
    shuffled(batch, position, [*there, *back, *there, *back])
    assert batch.standing.over.tolist() == [ends]
    assert not batch.standing.results.any()


@pytest.mark.parametrize("arguments", [{"games": 0}, {"games": 2**17}, {"max_plies": 0}])
def test_sizes_out_of_range(arguments: dict[str, int]) -> None:
    with pytest.raises(InvalidOptionsError, match=next(iter(arguments))):
        Batch(**{"games": 1, **arguments})  # type: ignore[arg-type]


BAD_ACTIONS: list[Any] = [
    [0, 0],
    [[0], [0], [0]],
    0,
    [0.5, 1, 2],
    ["a", "b", "c"],
    [10**9, 0, 0],
    [-2, 0, 0],
]


@pytest.mark.parametrize("actions", BAD_ACTIONS)
def test_actions_of_another_shape_or_kind(actions: Any) -> None:
    batch = Batch(3)
    with pytest.raises(InvalidOptionsError):
        batch.step(actions)
    assert not batch.plies.any()


def test_one_illegal_action_plays_nothing() -> None:
    batch = Batch(3)
    good = batch.random_actions(1)
    for bad in (0, ACTIONS - 1, ACTIONS, 32767, NO_ACTION):
        actions = good.copy()
        actions[1] = bad
        with pytest.raises(IllegalMoveError, match="game 1: "):
            batch.step(actions)
        assert not batch.plies.any()
    batch.step(good)
    over = Batch(1, max_plies=1)
    over.step(over.random_actions(1))
    assert over.random_actions(1).tolist() == [NO_ACTION]
    with pytest.raises(IllegalMoveError, match="over"):
        over.step([5])
    assert over.step([NO_ACTION]).over.tolist() == [True]


def test_arrays_to_write_into() -> None:
    batch = Batch(3)
    masks = np.ones((3, MASK_BYTES), np.uint8)
    assert batch.masks(out=masks) is masks
    assert (masks == batch.masks()).all()
    planes = np.ones((3, PLANES, 17, 17), np.uint8)
    assert (batch.planes(out=planes) == batch.planes()).all()
    frozen = np.empty((3, MASK_BYTES), np.uint8)
    frozen.setflags(write=False)
    for out in (
        np.empty((2, MASK_BYTES), np.uint8),
        np.empty((3, MASK_BYTES), np.int8),
        np.empty((MASK_BYTES, 3), np.uint8).T,
        frozen,
        [1, 2, 3],
    ):
        with pytest.raises(InvalidOptionsError, match="out is"):
            batch.masks(out=out)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="masks need"):
        batch._core._write_masks(np.empty((1, MASK_BYTES), np.uint8))


def test_other_bad_questions() -> None:
    batch = Batch(3)
    for question in (
        lambda: batch.planes("middle"),  # type: ignore[arg-type]
        lambda: batch.planes(radius=29),
        lambda: batch.planes(radius=-1),
        lambda: batch.position(3),
        lambda: batch.put(-1, Position("Base+MLP")),
        lambda: batch.put(0, Position("Base")),
        lambda: batch.put(0, "Base"),  # type: ignore[arg-type]
        lambda: batch.restart([True]),
        lambda: batch.restart([0, 1, 0]),
        lambda: batch.random_actions(-1),
        lambda: batch.playouts(-1, 1),
        lambda: batch.playouts(1, 2**64),
        lambda: batch.playouts(1, 1, max_plies=-1),
        lambda: playouts("Base", 1, 1),  # type: ignore[arg-type]
    ):
        with pytest.raises(InvalidOptionsError):
            question()


def test_reserves_are_counted_for_both_sides() -> None:
    batch = Batch(1, "Base")
    position = Position("Base")
    shuffled(batch, position, ["wS1", "bA1 wS1-", "wQ -wS1"])
    mine, theirs = batch.reserves().reshape(2, RESERVES // 2)
    black = [position.reserve(Color.BLACK), position.reserve(Color.WHITE)]
    for counts, reserve in zip((mine, theirs), black, strict=True):
        assert counts.tolist() == [sum(piece.bug is bug for piece in reserve) for bug in Bug]


def test_both_cpu_paths_play_the_same() -> None:
    script = (
        "import zlib\n"
        "from skep.hive.batch import Batch\n"
        "batch, check = Batch(32, restart=True), 0\n"
        "for ply in range(150):\n"
        "    batch.step(batch.random_actions(ply))\n"
        "    check = zlib.crc32(batch.masks().tobytes() + batch.planes('hive').tobytes(), check)\n"
        "games = batch.playouts(3, 5)\n"
        "print(check, games.lengths.sum(), games.first.sum(), games.results.sum())\n"
    )
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
    assert results[0] == results[1]


def test_threads_may_share_a_batch() -> None:
    batch = Batch(64, restart=True)
    failures: list[BaseException] = []

    def look(seed: int) -> None:
        try:
            for _ in range(30):
                batch.masks()
                batch.planes("theirs")
                batch.playouts(1, seed, max_plies=30)
                batch.restart()
        except BaseException as error:  # noqa: BLE001  # a thread has nobody else to tell
            failures.append(error)

    threads = [threading.Thread(target=look, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(batch) == 64


def test_playouts_from_any_position() -> None:
    random = Random(3)
    position = Position("Base+MLP")
    for _ in range(24):
        position.play_unchecked(random.choice(list(position.legal_moves)))
    games = playouts(position, 2000, seed=9)
    legal = {action_of(position, move) for move in position.legal_moves}
    assert set(np.unique(games.first).tolist()) <= legal
    visits = games.visits()
    assert visits.sum() == 2000
    # 2000 games over some dozens of moves: each is tried.
    assert (visits > 0).sum() == len(legal)
    assert (games.lengths > 0).all()
    assert (games.lengths[~games.finished] == 500).all()
    assert not games.results[~games.finished].any()
    assert {-1, 1} <= set(games.results[0].tolist())
    sums = games.values() * visits
    assert round(sums.sum()) == games.results.sum()
    again = playouts(position, 2000, seed=9)
    assert (again.first == games.first).all()
    assert (again.lengths == games.lengths).all()


def test_playouts_of_games_that_are_over_are_what_they_are() -> None:
    batch = Batch(2, "Base", max_plies=4)
    for ply in range(4):
        batch.step(batch.random_actions(ply))
    games = batch.playouts(5, 1)
    assert games.finished.all()
    assert not games.lengths.any()
    assert (games.first == NO_ACTION).all()
    assert games.visits(1).sum() == 0
    assert not Batch(1).playouts(3, 1, max_plies=0).finished.any()


def test_a_decided_position_is_won_by_most_random_games() -> None:
    """One move from the end: results belong to the right side, and lengths are short."""
    random = Random(11)
    for _ in range(400):
        position = Position("Base")
        while (moves := position.legal_moves) and position.ply < 300:
            position.play_unchecked(moves[random.randrange(len(moves))])
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            continue
        last = position.undo()
        games = playouts(position, 400, seed=1)
        action = action_of(position, last)
        ended = games.first[0] == action
        assert (games.lengths[0][ended] == 1).all()
        assert (games.results[0][ended] == (1 if outcome.winner is Color.WHITE else -1)).all()
        return
    pytest.fail("no random game was won")
