"""Games and benchmarks keep out of each other's way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from skep.hive.arena.turns import alone, beside_no_benchmark

PATIENCE = 30.0  # for what must happen
SHORT = 0.5  # for what must not


class Game(threading.Thread):
    """A game that lasts until it is told to end."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.given_up = threading.Event()
        self.begun = threading.Event()
        self.may_end = threading.Event()

    def run(self) -> None:
        with beside_no_benchmark(self.given_up.is_set):
            self.begun.set()
            self.may_end.wait()

    def end(self) -> None:
        self.may_end.set()
        self.join(PATIENCE)


class Benchmark(threading.Thread):
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.begun = threading.Event()
        self.may_end = threading.Event()

    def run(self) -> None:
        with alone():
            self.begun.set()
            self.may_end.wait()


def test_a_game_waits_for_the_benchmark() -> None:
    game = Game()
    with alone():
        game.start()
        assert not game.begun.wait(SHORT)
    assert game.begun.wait(PATIENCE)
    game.end()


def test_games_go_on_beside_each_other() -> None:
    games = [Game(), Game()]
    for game in games:
        game.start()
    assert all(game.begun.wait(PATIENCE) for game in games)
    for game in games:
        game.end()


@pytest.mark.medium
def test_a_benchmark_waits_for_games_under_way_and_lets_none_begin() -> None:
    first, second, benchmark = Game(), Game(), Benchmark()
    first.start()
    assert first.begun.wait(PATIENCE)
    benchmark.start()
    assert not benchmark.begun.wait(SHORT)
    second.start()
    assert not second.begun.wait(SHORT)
    first.end()
    assert benchmark.begun.wait(PATIENCE)
    assert not second.begun.is_set()
    benchmark.may_end.set()
    assert second.begun.wait(PATIENCE)
    second.end()


def test_who_waits_can_give_up() -> None:
    game = Game()
    with alone():
        game.start()
        assert not game.begun.wait(SHORT)
        game.given_up.set()
        assert game.begun.wait(PATIENCE)
        game.end()


def test_whoever_has_files_elsewhere_takes_turns_too(tmp_path: Path) -> None:
    found = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        found.append(
            subprocess.run(
                [sys.executable, "-c", "from skep.hive.arena import turns; print(turns._FOLDER)"],
                env={**os.environ, "TMPDIR": str(tmp_path / folder)},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    assert found[0] == found[1]
