"""What lessons and puzzles call a win is one, as trying every move says."""

from __future__ import annotations

import pytest

from skep.errors import InvalidOptionsError
from skep.hive import Position
from skep.school.hive_wins import answer_to, can_win, winning_move, wins_within
from skep.school.mining import mine
from tests.hive.engine.test_wins import wins_in
from tests.school.every_move import wins_against_every_reply, wins_by_trying


@pytest.mark.parametrize("moves", [1, 2])
def test_wins_are_told_from_what_comes_near_them(moves: int) -> None:
    """The known ones, and the plies before, where it is the other side's turn or too early."""
    for text in wins_in(moves)[::10]:
        position = Position.from_game_string(text)
        for _ in range(3):
            for few in range(moves + 1):
                assert wins_within(position, few) == wins_by_trying(position, few), text
            assert can_win(position, 1) == wins_against_every_reply(position, 1), text
            position.undo()


@pytest.mark.parametrize("moves", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_just_the_moves_that_win_against_every_reply_keep_the_win(moves: int) -> None:
    position = Position.from_game_string(wins_in(moves)[0])
    kept = 0
    for move in list(position.legal_moves):
        position.play(move)
        expected = wins_against_every_reply(position, moves - 1)
        assert can_win(position, moves - 1) == expected, move
        kept += expected
        position.undo()
    assert kept > 0


@pytest.mark.parametrize("moves", [1, 2])
def test_the_move_that_is_shown_wins_whatever_is_replied(moves: int) -> None:
    for text in wins_in(moves)[::10]:
        position = Position.from_game_string(text)
        mover = position.turn
        position.play(winning_move(position, moves))
        outcome = position.outcome()
        won = outcome and outcome.winner is mover
        assert won or wins_against_every_reply(position, moves - 1), text


def test_where_no_win_is_none_is_shown() -> None:
    position = Position.from_game_string(wins_in(2)[0])
    with pytest.raises(InvalidOptionsError, match="there is no win in 1 here"):
        winning_move(position, 1)
    assert not can_win(position, 0)


def test_a_game_that_is_over_is_won_by_no_further_move() -> None:
    position = Position.from_game_string(wins_in(1)[0])
    position.play(winning_move(position, 1))
    assert not wins_within(position, 1)
    assert not can_win(position, 1)


def test_the_wins_at_the_end_of_a_game_are_mined() -> None:
    position = Position.from_game_string(wins_in(2)[0])
    in_two = position.game_string
    position.play(winning_move(position, 2))
    position.play(answer_to(position))
    in_one = position.game_string
    position.play(winning_move(position, 1))
    mined = mine(position.game_string)
    assert (mined[1], mined[2]) == (in_one, in_two)
