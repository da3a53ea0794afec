"""What the training writes is whole, split by game, and read by the core as it was meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.hive.random_positions import random_positions

from skep._core import Network, evaluate, network_inputs
from skep.hive import Piece

np = pytest.importorskip("numpy")

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
        with pytest.raises(ValueError, match="its digest does not fit"):
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
