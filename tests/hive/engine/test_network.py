"""The learned evaluation: exact however it is asked, and refused when its file is damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from tests.hive.random_positions import random_positions, with_colors_swapped

from skep._core import Network, Search, evaluate
from skep.errors import InvalidOptionsError
from skep.geometry import SYMMETRIES
from skep.hive import Piece, Position
from skep.hive.engine import Engine, Limit, Score, network
from skep.hive.engine.bench import bench_positions
from skep.hive.engine.network import DEFAULT_EVALUATION, Evaluation, shipped_network
from skep.hive.options import HIVE_SETS
from skep.hive.uhp.server import UhpServer

FILE = (resources.files("skep.hive.engine") / "data/network.bin").read_bytes()
MIDGAMES = bench_positions()[5:8]
QUEENS = {Piece.parse("wQ"), Piece.parse("bQ")}


def has_both_queens(position: Position) -> bool:
    return set(position.pieces) >= QUEENS


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_it_knows_neither_direction_nor_color(game_type: str) -> None:
    corrected = 0
    for position in random_positions(game_type, 24, seed=5):
        score = evaluate(position, shipped_network())
        turned = [position.transform(each) for each in SYMMETRIES]
        assert {evaluate(each, shipped_network()) for each in turned} == {score}
        if position.ply >= 8 and has_both_queens(position):
            assert evaluate(with_colors_swapped(position), shipped_network()) == score
        corrected += score != evaluate(position)
    assert corrected > 0


def test_the_file_is_small() -> None:
    assert len(FILE) <= 2 << 20


def test_without_both_queens_the_terms_serve() -> None:
    for position in random_positions("Base+MLP", 60, seed=6):
        if not has_both_queens(position):
            assert evaluate(position, shipped_network()) == evaluate(position)


@pytest.mark.parametrize("position", bench_positions()[2:6])
def test_what_the_search_carries_along_is_what_a_fresh_look_gives(position: Position) -> None:
    def best(board: Position, depth: int) -> int:
        if depth == 0:
            return evaluate(board, shipped_network())
        scores = []
        for move in board.legal_moves:
            board.play_unchecked(move)
            scores.append(-best(board, depth - 1))
            board.undo()
        return max(scores)

    report = Search(1, shipped_network()).run(
        position, max_depth=2, repetition_draws=False, full_width=True, use_table=False
    )
    assert report.lines[0].score == best(position.copy(), 2)


_SCORES = """
from tests.hive.random_positions import random_positions
from skep._core import Search, evaluate
from skep.hive.engine.network import shipped_network
from skep.hive.options import HIVE_SETS
for game_type in HIVE_SETS:
    for position in random_positions(game_type, 60, seed=7):
        print(evaluate(position, shipped_network()))
    print(Search(4, shipped_network()).run(position, max_nodes=5_000).lines[0].score)
"""


@pytest.mark.medium
def test_every_cpu_gives_the_same_scores() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _SCORES],
            env={**os.environ, "SKEP_CPU": cpu},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for cpu in ("baseline", "")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (b"", "not a network of this version"),
        (b"SKEPNET0" + FILE[8:], "not a network of this version"),
        (FILE[:-1], "bytes was expected"),
        (FILE + b"\0", "bytes was expected"),
        (FILE[:8] + bytes([FILE[8] ^ 1]) + FILE[9:], "checksum"),
        (FILE[:5000] + bytes([FILE[5000] ^ 64]) + FILE[5001:], "checksum"),
        (FILE[:-1] + bytes([FILE[-1] ^ 1]), "checksum"),
    ],
)
def test_a_damaged_file_is_refused(file: bytes, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Network(file)


def test_a_damaged_file_of_the_users_own_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "mine.bin"
    damaged.write_bytes(FILE[:-1] + bytes([FILE[-1] ^ 1]))
    with pytest.raises(InvalidOptionsError, match=r"mine.bin is no network: the checksum"):
        Engine(hash_mib=1, evaluation=damaged)
    with pytest.raises(InvalidOptionsError, match=r"nowhere is no network: No such file"):
        Engine(hash_mib=1, evaluation=tmp_path / "nowhere")
    damaged.write_bytes(FILE)
    assert first_scores(damaged) == first_scores("network")


@pytest.mark.parametrize("damaged", [FILE[:-1], b"", None])
def test_without_its_own_file_the_engine_plays_by_the_terms_and_says_so_once(
    damaged: bytes | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    by_the_terms = first_scores("terms")
    assert first_scores("network") != by_the_terms
    (tmp_path / "data").mkdir()
    if damaged is not None:
        (tmp_path / "data/network.bin").write_bytes(damaged)
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    monkeypatch.setattr(network, "shipped_network", cache(shipped_network.__wrapped__))
    assert first_scores("network") == by_the_terms
    server = UhpServer()
    assert next(server.handle("info")).endswith(", without its network")
    assert next(server.handle("options get Evaluation")).startswith("Evaluation;enum;Terms;")
    refused = next(server.handle("options set Evaluation Network"))
    assert refused.startswith("err the network of the package is missing or damaged")
    assert next(server.handle("options get Evaluation")).startswith("Evaluation;enum;Terms;")
    assert next(server.handle("newgame Base")).startswith("Base;")
    (said,) = caplog.messages
    assert "hand-written evaluation, without its network" in said
    assert "network" not in next(
        UhpServer(lambda position, limit: position.legal_moves[0], "bot").handle("info")
    )


def test_the_same_search_gives_the_same_again() -> None:
    position = bench_positions()[5]
    answers = [Engine(hash_mib=1).analyse(position, Limit(nodes=20_000)) for _ in range(2)]
    assert answers[0].lines == answers[1].lines
    assert answers[0].nodes == answers[1].nodes


def first_scores(evaluation: Evaluation | Path) -> list[Score]:
    engine = Engine(hash_mib=1, evaluation=evaluation)
    return [engine.analyse(each, Limit(depth=1)).best.score for each in MIDGAMES]


def test_levels_play_by_the_terms_whatever_the_engine_has_seen() -> None:
    position = bench_positions()[5]
    learned = Engine(hash_mib=1, seed=3, evaluation="network")
    learned.analyse(position, Limit(nodes=20_000))
    plain = Engine(hash_mib=1, seed=3, evaluation="terms")
    assert learned.think_at_level(position, 10).lines == plain.think_at_level(position, 10).lines


def test_an_engine_plays_by_either() -> None:
    assert first_scores("terms") != first_scores("network") == first_scores(DEFAULT_EVALUATION)
    with pytest.raises(InvalidOptionsError, match="expected the evaluation terms or network"):
        Engine(evaluation="oracle")  # type: ignore[arg-type]
