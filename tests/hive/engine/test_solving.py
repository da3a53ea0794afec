"""The solver proves what it says: distances are right, lines end the game, limits are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.hive.engine.test_wins import CASES, wins_in

from skep import _core
from skep.errors import GameOverError, InvalidOptionsError
from skep.hive import Color, Position, Setup
from skep.hive.engine import solve

NODES = 10_000_000
LONG_WINS = CASES.parent / "long_wins.txt"


@pytest.mark.parametrize("moves", [1, 2, pytest.param(3, marks=pytest.mark.medium)])
@pytest.mark.medium
def test_known_wins_have_their_distance(moves: int) -> None:
    for text in wins_in(moves):
        position = Position.from_game_string(text)
        found = solve(position, within=moves + 1, nodes=NODES)
        assert (found.wins_in, found.none_within) == (moves, moves - 1), text


@pytest.mark.parametrize("moves", [1, 2])
def test_the_line_is_legal_and_ends_the_game_as_it_says(moves: int) -> None:
    for text in wins_in(moves)[:20]:
        position = Position.from_game_string(text)
        winner = position.turn
        line = solve(position, within=moves).line
        assert len(line) == 2 * moves - 1
        for move in line:
            assert position.outcome() is None
            position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner is winner


@pytest.mark.parametrize("moves", [2, 3])
def test_fewer_moves_do_not_suffice(moves: int) -> None:
    for text in wins_in(moves)[:20]:
        found = solve(Position.from_game_string(text), within=moves - 1)
        assert (found.wins_in, found.none_within, found.line) == (None, moves - 1, ())
        assert found.is_decided
        assert str(found) == f"no win within {moves - 1}"


def test_a_limit_leaves_it_undecided() -> None:
    hard = Position.from_game_string(wins_in(3)[0])
    found = solve(hard, within=3, nodes=1)
    assert (found.wins_in, found.within, found.is_decided) == (None, 3, False)
    assert str(found) == "not decided"
    assert str(replace(found, none_within=2)) == "no win within 2, more is not decided"


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_wins_in_four_and_five_are_proven_within_ten_million_nodes(every: int) -> None:
    rows = [line.split("\t") for line in LONG_WINS.read_text().splitlines() if line[0] != "#"]
    assert len(rows) >= 100
    missed = []
    for number, text in rows[::every]:
        found = solve(Position.from_game_string(text), within=int(number), nodes=NODES)
        assert found.none_within <= int(number) - 1, text
        if found.wins_in != int(number):
            missed.append(text)
    assert len(missed) <= 0.05 * len(rows[::every]), missed


# A row of fourteen columns: every answer at its end makes the hive wider than the narrow board.
LONG = (
    "Base;White[30];bQ@1,0;wQ@10,0;wB2@0,0;bS2@2,0;wS1@3,0;bA3@4,0;wG2@5,0;bG1@6,0;wG3@7,0;bS1@8,0;"
    "wG1@9,0;bA1@11,0;wB1@12,0;bB1@13,0;wA3@1,-1;bA2@1,1;wA1@13,1;bG2@9,1;wA2@5,-1"
)


def test_a_hive_that_outgrows_the_narrow_board_is_decided() -> None:
    position = Position.from_setup(Setup.parse(LONG))
    assert str(solve(position, within=2)) == "no win within 2"
    found = solve(position, within=4)
    assert (found.wins_in, found.none_within) == (3, 2)
    for move in found.line:
        position.play(move)
    assert len(found.line) == 5
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE
    columns = {cell.q for cell in position.occupied()}
    assert max(columns) - min(columns) > 14


def by_full_width(position: Position, moves: int) -> int:
    """In how many moves the side to move wins, by a search that leaves nothing out; 0: in more."""
    report = _core.Search(16).run(
        position, max_depth=2 * moves - 1, full_width=True, repetition_draws=False
    )
    plies = _core.WIN_SCORE - report.lines[0].score
    return (plies + 1) // 2 if 0 < plies < 2 * moves else 0


@pytest.mark.parametrize(("every", "within"), [(9, 2), pytest.param(1, 3, marks=pytest.mark.slow)])
def test_it_agrees_with_a_full_search_before_and_at_known_wins(every: int, within: int) -> None:
    solver = _core.Solver(4)
    for text in (wins_in(2) + wins_in(3))[::every]:
        position = Position.from_game_string(text)
        for _ in range(4):
            found = solver.solve(position, max_moves=within, repetition_draws=False)
            assert found.wins_in == by_full_width(position, within), position.game_string
            position.undo()


def test_a_limit_ends_it_undecided() -> None:
    position = Position.from_game_string(wins_in(3)[0])
    found = solve(position, within=3, nodes=50)
    assert found.wins_in is None
    assert found.none_within < 3
    assert found.nodes < 1000


def test_what_makes_no_sense_is_refused() -> None:
    position = Position("Base")
    with pytest.raises(InvalidOptionsError, match="within is a whole number from 1 to 20"):
        solve(position, within=0)
    with pytest.raises(TypeError, match="what is solved is a Position"):
        solve("Base")  # type: ignore[arg-type]
    over = Position.from_game_string(wins_in(1)[0])
    over.play(solve(over, within=1).line[0])
    with pytest.raises(GameOverError):
        solve(over)
