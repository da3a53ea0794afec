"""What the training writes is whole, split by game, and read by the core as it was meant."""

from __future__ import annotations

import gzip
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.hive.random_positions import random_positions

from skep._core import Network, evaluate, network_inputs
from skep.hive import Piece

np = pytest.importorskip("numpy")

from training import positions, selfplay  # noqa: E402
from training.files import read_whole, write_whole  # noqa: E402
from training.network_file import (  # noqa: E402
    FEATURES,
    FILTERS,
    HIDDEN,
    KINDS,
    SIDES,
    TERMS,
    VIEW_CELLS,
    Weights,
    turned_cells,
)
from training.positions import INPUTS, ROW, read_rows, split_by_game  # noqa: E402

QUEENS = {Piece.parse("wQ"), Piece.parse("bQ")}


def chunk_of(*games: int) -> Any:
    rows = np.zeros(len(games), ROW)
    rows["game"] = games
    return rows


def test_no_game_is_on_both_sides() -> None:
    # Numbers of games begin anew in every chunk; the score tells them apart here.
    chunks = [chunk_of(*(n // 7 for n in range(7 * 33))) for _ in range(3)]
    for number, chunk in enumerate(chunks):
        chunk["score"] = chunk["game"] + 33 * number
    held, train, games = split_by_game(chunks)
    assert games == 99
    assert set(held["score"]) | set(train["score"]) == set(range(99))
    assert not set(held["score"]) & set(train["score"])
    assert set(held["score"]) == {0, 20, 40, 60, 80}
    assert len(held) + len(train) == 3 * 7 * 33


def test_a_damaged_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "games-0.npy"
    write_whole(path, b"positions")
    assert read_whole(path) == b"positions"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[1:], b"", bytes([whole[0] ^ 1]) + whole[1:]):
        path.write_bytes(damaged)
        with pytest.raises(click.ClickException, match="its digest does not fit"):
            list(read_rows(tmp_path))


def some_weights() -> Weights:
    chance = np.random.default_rng(1)
    return Weights(
        filters=chance.normal(0, 0.1, (KINDS, VIEW_CELLS, FILTERS)),
        view_bias=chance.normal(0.1, 0.1, FILTERS),
        terms=chance.normal(0, 0.05, (TERMS, HIDDEN)),
        found=chance.normal(0, 0.05, (2 * FILTERS, HIDDEN)),
        hidden_bias=chance.normal(0.3, 0.1, HIDDEN),
        output=chance.normal(0, 0.3, HIDDEN),
        output_bias=0.07,
    )


def score_of(weights: Weights, inputs: Any) -> float:
    """As training/network.py computes it."""
    seen = weights.filters[:, turned_cells()]  # kinds, sides, cells, filters
    table = seen.transpose(0, 2, 1, 3).reshape(FEATURES, SIDES, FILTERS)
    table = np.concatenate([table, np.zeros((1, SIDES, FILTERS))])
    units = table[inputs["features"]].sum(1) + weights.view_bias
    found = units.clip(0, 1).sum(1).reshape(2 * FILTERS)
    hidden = inputs["terms"] @ weights.terms + found @ weights.found + weights.hidden_bias
    correction = hidden.clip(0, 1) @ weights.output + weights.output_bias
    return float(inputs["hand_written"] + 100 * correction)


def test_the_core_reads_what_was_written() -> None:
    weights = some_weights()
    network = Network(weights.file())
    compared = 0
    for position in random_positions("Base+MLP", 60, seed=3):
        if not set(position.pieces) >= QUEENS:
            continue
        inputs = np.frombuffer(network_inputs(position), INPUTS)[0]
        # Weights are rounded to sixteen bits.
        assert evaluate(position, network) == pytest.approx(score_of(weights, inputs), abs=4)
        compared += evaluate(position, network) != evaluate(position)
    assert compared > 20


def test_a_weight_beyond_sixteen_bits_is_refused() -> None:
    weights = some_weights()
    weights.output[0] = 50
    with pytest.raises(ValueError, match="too large"):
        weights.file()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    few = ["--chunks", "0:3:1", "--games", "1", "--nodes", "20"]
    made = CliRunner().invoke(selfplay.main, [str(folder), *few])
    assert made.exit_code == 0, made.output
    return folder


def flipped(data: bytes) -> bytes:
    return data[:60] + bytes([data[60] ^ 255]) + data[61:]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-40],
        flipped,
        lambda data: b"",
        lambda data: b"Base;NotStarted;White[1]",
        lambda data: gzip.compress(gzip.decompress(data)[:-40]),
    ],
    ids=["truncated", "flipped", "empty", "no gzip", "a line that is cut"],
)
def test_a_damaged_chunk_of_games_is_named(games: Path, damage: Callable[[bytes], bytes]) -> None:
    chunk = games / "00001.jsonl.gz"
    chunk.write_bytes(damage(chunk.read_bytes()))
    result = CliRunner().invoke(positions.main, [str(games.parent / "positions"), str(games)])
    assert result.exit_code == 1
    told = " ".join(result.output.split())
    assert str(chunk) in result.output.replace("\n", "")
    assert "delete it and run training.selfplay again" in told


def test_a_chunk_that_is_gone_is_made_again_and_no_other(games: Path) -> None:
    chunks = sorted(games.iterdir())
    before = list(selfplay.read_chunks([games]))
    chunks[1].unlink()
    times = [chunk.stat().st_mtime_ns for chunk in (chunks[0], chunks[2])]
    few = ["--chunks", "0:3:1", "--games", "1", "--nodes", "20"]
    again = CliRunner().invoke(selfplay.main, [str(games), *few])
    assert again.output.startswith("00001.jsonl.gz: ")
    assert list(selfplay.read_chunks([games])) == before
    assert [chunk.stat().st_mtime_ns for chunk in (chunks[0], chunks[2])] == times


def test_sources_without_games_or_positions_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    result = CliRunner().invoke(positions.main, [str(tmp_path / "positions"), str(folder)])
    assert result.exit_code == 1
    assert f"no games in {folder}" in result.output.replace("\n", "")
    with pytest.raises(click.ClickException, match=r"no positions in .*empty"):
        list(read_rows(folder))


@pytest.mark.medium
class TestTraining:
    """The command that needs PyTorch, with small batches."""

    def begin(self, games: Path, *options: str, batch: int = 8) -> subprocess.Popen[str]:
        folder = games.parent / "positions"
        if not folder.exists():
            assert CliRunner().invoke(positions.main, [str(folder), str(games)]).exit_code == 0
        small = f"import training.network as network; network.BATCH = {batch}; network.main()"
        return subprocess.Popen(
            [sys.executable, "-c", small, str(folder), str(games.parent / "own.bin"), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # The tests themselves may run where interrupts are ignored, and that is inherited.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    @pytest.mark.parametrize(
        ("batch", "awaited", "told"),
        [
            (4096, "hand-written", "nothing is kept yet: the same command begins anew"),
            (8, "50: ", "step [0-9]*[05]0 is kept, and the same command goes on from there"),
        ],
    )
    def test_an_interrupt_says_what_was_kept(
        self, games: Path, batch: int, awaited: str, told: str
    ) -> None:
        pytest.importorskip("torch")
        with self.begin(games, "--steps", "1000000", batch=batch) as process:
            assert process.stdout is not None
            assert any(line.startswith(awaited) for line in process.stdout)
            process.send_signal(signal.SIGINT)
            _, problems = process.communicate()
        assert process.returncode == 130
        assert re.fullmatch(f"Stopped: {told}\\.\n", problems)

    def test_a_finished_training_has_nothing_to_do(self, games: Path) -> None:
        pytest.importorskip("torch")
        for step, told in (("2", "2: "), ("2", "own.state has made 2 steps: nothing to do")):
            output, problems = self.begin(games, "--steps", step).communicate()
            assert told in output, problems
        state = games.parent / "own.state"
        state.write_bytes(flipped(state.read_bytes()))
        process = self.begin(games)
        _, problems = process.communicate()
        assert process.returncode == 1
        assert problems.startswith("Error: ")
        assert "its digest does not fit" in problems
