"""The engine as it is asked from Python: lines, shortcuts, variety, what repeats."""

from __future__ import annotations

import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hive.test_long_hives import straight

from skep import _core
from skep.errors import GameOverError, InvalidOptionsError
from skep.geometry import Cell
from skep.hive import Position
from skep.hive.engine import Engine, Limit, Line, Score, analyse
from skep.hive.engine.bench import bench_positions
from skep.hive.engine.variety import VARIED_PLIES, draw_opening
from skep.hive.pieces import Color

PASSING = (
    r"Base;InProgress;Black[9];wB1;bA1 wB1-;wQ /wB1;bS1 bA1/;wQ wB1\;bB1 bS1-;wB1 -bS1;bQ \bB1;"
    r"wB2 -wQ;bB2 bS1\;wS1 \wB1;bB1 bS1;wS1 bQ/;bB2 bA1;wB1 bB1;bB2 -bA1;wB2 -bB2"
)
OVER = (
    r"Base;WhiteWins;White[6];wS1;bA1 -wS1;wQ wS1\;bQ /bA1;wQ bA1\;bG1 -bQ;wB1 wQ\;bA2 bG1\;"
    r"wB1 bQ\;bA3 -bA1"
)


@given(st.integers(-30000, 30000))
def test_scores_mirror(value: int) -> None:
    score = Score(value)
    other = -score
    assert -other == score
    assert score.is_win == other.is_loss
    assert score.chance == pytest.approx(1 - other.chance)


def test_scores_in_words() -> None:
    assert str(Score(0)) == "+0.00"
    assert str(Score.win_in(1)) == "win in 1"
    assert Score.loss_in(2) < Score(-500) < Score(0) < Score.win_in(5) < Score.win_in(1)
    assert Score.win_in(3).chance == 1.0
    assert Score(5000).plies_to_end is None


@pytest.mark.parametrize("position", bench_positions()[1::3])
def test_lines_are_legal_different_and_in_order(position: Position) -> None:
    found = Engine(hash_mib=4).analyse(position, Limit(nodes=20_000), lines=4)
    assert len({line.move for line in found.lines}) == len(found.lines)
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    for line in found.lines:
        board = position.copy()
        for move, text in zip(line.moves, line.texts(position), strict=True):
            assert board.parse_move(text) == move
            board.play(move)


def test_a_node_limit_repeats_exactly() -> None:
    position = bench_positions()[5]
    one, other = (
        Engine(hash_mib=4).analyse(position, Limit(nodes=30_000), lines=1) for _ in range(2)
    )
    assert (one.lines, one.nodes, one.depth) == (other.lines, other.nodes, other.depth)


def test_what_was_learned_about_moves_stays_until_it_is_forgotten() -> None:
    position = bench_positions()[4]
    search = _core.Search(1)
    nodes = [search.run(position, max_depth=5, use_table=False).nodes for _ in range(2)]
    assert nodes[0] != nodes[1]
    search.clear()
    assert search.run(position, max_depth=5, use_table=False).nodes == nodes[0]


@pytest.mark.parametrize("direction", range(3))
def test_a_line_goes_on_where_the_hive_outgrows_the_narrow_board(direction: int) -> None:
    for first in (0, 3, 6):
        position = straight(direction, 14, first, Color.WHITE, Cell(3, -7))
        report = _core.Search(4).run(position, max_depth=5, repetition_draws=False)
        assert len(report.lines[0].moves) == 5
        for move in report.lines[0].moves:
            position.play(move)


def test_the_position_is_left_as_it_was() -> None:
    position = bench_positions()[3]
    before = position.copy()
    analyse(position, Limit(nodes=2_000))
    Engine(hash_mib=1).choose_at_level(position, 4)
    assert position == before
    assert position.moves == before.moves


def test_excluded_moves_are_not_played() -> None:
    position = bench_positions()[3]
    engine = Engine(hash_mib=4)
    best = engine.choose(position, Limit(nodes=2_000)).move
    found = engine.analyse(position, Limit(nodes=2_000), lines=3, exclude=[best])
    assert best not in [line.move for line in found.lines]
    with pytest.raises(InvalidOptionsError, match="excluded"):
        engine.analyse(position, Limit(nodes=100), exclude=list(position.legal_moves))


def test_a_forced_pass_takes_no_search() -> None:
    position = Position.from_game_string(PASSING)
    analysis = Engine(hash_mib=1).think(position, Limit())  # endless, if it were searched
    assert analysis.best.move.is_pass
    assert analysis.nodes == 0
    assert Engine(hash_mib=1).choose_at_level(position, 7).move.is_pass


def test_a_game_that_is_over() -> None:
    position = Position.from_game_string(OVER)
    engine = Engine(hash_mib=1)
    with pytest.raises(GameOverError):
        engine.analyse(position, Limit(nodes=10))
    with pytest.raises(GameOverError):
        engine.choose(position, Limit(nodes=10))
    with pytest.raises(GameOverError):
        engine.choose_at_level(position, 1)


def test_stop_ends_an_endless_search() -> None:
    position = bench_positions()[5]
    engine = Engine(hash_mib=4)
    found: list[Line] = []
    thread = threading.Thread(target=lambda: found.append(engine.choose(position, Limit())))
    thread.start()
    while thread.is_alive():
        engine.stop()
        thread.join(0.05)
    assert found[0].move in position.legal_moves


def test_a_snapshot_can_be_taken_meanwhile() -> None:
    position = bench_positions()[5]
    engine = Engine(hash_mib=4)
    thread = threading.Thread(target=lambda: engine.analyse(position, Limit()))
    thread.start()
    try:
        while engine.snapshot().depth < 2:
            pass
    finally:
        while thread.is_alive():
            engine.stop()
            thread.join(0.05)
    assert engine.snapshot().best.move in position.legal_moves


def opening(seed: int | None, *, variety: bool) -> str:
    engine = Engine(hash_mib=4, variety=variety, seed=seed)
    position = Position("Base+MLP")
    while position.ply < VARIED_PLIES:
        position.play(engine.choose(position, Limit(nodes=1_000)).move)
    return position.game_string


def test_openings_vary_with_the_seed_and_repeat_with_it() -> None:
    games = [opening(seed, variety=True) for seed in range(6)]
    assert len(set(games)) >= 4
    assert games == [opening(seed, variety=True) for seed in range(6)]


def test_openings_do_not_vary_when_switched_off() -> None:
    assert len({opening(seed, variety=False) for seed in range(3)}) == 1


def test_only_nearly_equal_openings_are_drawn() -> None:
    move = Position("Base").legal_moves[0]
    lines = [Line(Score(value), 5, (move,)) for value in (30, 25, -40)]
    drawn = {draw_opening(lines, 4, random.Random(seed)).score.value for seed in range(50)}
    assert drawn == {30, 25}
