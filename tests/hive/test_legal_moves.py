"""Legal moves as a sequence, by their texts, and the last one played."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from skep.hive import PASS, Position

GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def test_legal_moves_are_a_whole_sequence() -> None:
    position = Position.from_game_string(GAME)
    moves, listed = position.legal_moves, list(position.legal_moves)
    assert isinstance(moves, Sequence)
    assert moves[2:9:3] == listed[2:9:3]
    assert moves[::-1] == list(reversed(moves)) == listed[::-1]
    assert moves[100000:] == []
    assert [moves.index(move) for move in listed] == list(range(len(listed)))
    assert {moves.count(move) for move in listed} == {1}
    assert moves.count(PASS) == 0
    with pytest.raises(ValueError, match="not among"):
        moves.index(PASS)


def test_legal_moves_by_their_texts() -> None:
    position = Position.from_game_string(GAME)
    texts = position.legal_texts()
    assert list(texts.values()) == list(position.legal_moves)
    assert all(position.parse_move(text) == move for text, move in texts.items())


def test_the_last_move() -> None:
    position = Position("Base")
    assert position.last_move is None
    first = position.play("wS1")
    second = position.play("bS1 wS1-")
    assert position.last_move == second
    position.undo()
    assert position.last_move == first
