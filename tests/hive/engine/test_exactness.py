"""What the search gives whatever way it is asked: turned, in other colours, without its table."""

from __future__ import annotations

import pytest
from tests.hive.random_positions import random_positions, with_colors_swapped

from skep._core import WIN_SCORE, Network, Search, evaluate
from skep.geometry import SYMMETRIES
from skep.hive import Piece, Position
from skep.hive.engine.bench import bench_positions
from skep.hive.engine.network import shipped_network
from skep.hive.options import HIVE_SETS

DEPTH = 3
QUEENS = {Piece.parse("wQ"), Piece.parse("bQ")}
POSITIONS = bench_positions()[3::2]


def full_width_score(
    position: Position, *, network: Network | None = None, use_table: bool = True, threads: int = 1
) -> int:
    """Pruning guesses by the order of moves, and that depends on where a hive lies."""
    report = Search(8, network).run(
        position,
        max_depth=DEPTH,
        repetition_draws=False,
        full_width=True,
        use_table=use_table,
        threads=threads,
    )
    return report.lines[0].score


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_the_evaluation_knows_neither_direction_nor_color(game_type: str) -> None:
    for position in random_positions(game_type, 24, seed=4):
        score = evaluate(position)
        assert {evaluate(position.transform(each)) for each in SYMMETRIES} == {score}
        if position.ply >= 8 and set(position.pieces) >= QUEENS:
            assert evaluate(with_colors_swapped(position)) == score


@pytest.mark.parametrize("network", [None, shipped_network()], ids=["terms", "network"])
@pytest.mark.parametrize("position", POSITIONS)
def test_a_searched_score_knows_neither_direction_nor_color(
    position: Position, network: Network | None
) -> None:
    score = full_width_score(position, network=network)
    turned = [position.transform(each) for each in SYMMETRIES]
    assert {full_width_score(each, network=network) for each in turned} == {score}
    assert full_width_score(with_colors_swapped(position), network=network) == score


@pytest.mark.parametrize("position", POSITIONS)
def test_the_table_changes_no_score(position: Position) -> None:
    assert full_width_score(position, use_table=False) == full_width_score(position)


@pytest.mark.parametrize("position", POSITIONS)
def test_more_threads_change_no_score(position: Position) -> None:
    assert full_width_score(position, threads=4) == full_width_score(position)


def test_full_width_agrees_with_trying_every_move() -> None:
    """In the first positions no queen can be closed in yet, so nothing is added below."""

    def best(position: Position, depth: int, ply: int) -> int:
        outcome = position.outcome()
        if outcome is not None:
            won = (outcome.winner is position.turn) - (outcome.winner is position.turn.other)
            return won * (WIN_SCORE - ply)
        if depth == 0:
            return evaluate(position)
        scores = []
        for move in position.legal_moves:
            position.play_unchecked(move)
            scores.append(-best(position, depth - 1, ply + 1))
            position.undo()
        return max(scores)

    for position in bench_positions()[:6]:
        report = Search(1).run(
            position, max_depth=2, repetition_draws=False, full_width=True, use_table=False
        )
        assert report.lines[0].score == best(position.copy(), 2, 0)
