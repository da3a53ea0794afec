"""The solver proves what it says: distances are right, lines end the game, limits are kept."""

from __future__ import annotations

import pytest
from tests.hive.engine.test_wins import wins_in

from skep.errors import GameOverError, InvalidOptionsError
from skep.hive import Position
from skep.hive.engine import solve

NODES = 10_000_000


@pytest.mark.parametrize("moves", [1, 2, pytest.param(3, marks=pytest.mark.medium)])
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
        assert str(found) == f"no win within {moves - 1}"


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
