"""What a board in a browser is told: every legal move with its way, and why not."""

from __future__ import annotations

import random

import pytest

from skep.hive import Piece, Position
from skep.hive.notation import format_move
from skep.server.games.hive.choices import throws_of
from skep.server.games.hive.questions import (
    PlayedLine,
    look_at,
    position_of_line,
    why_not,
)


def random_position(seed: int, plies: int) -> Position:
    chance = random.Random(seed)
    position = Position("Base+MLP", opening_queen="allowed")
    while position.ply < plies and position.outcome() is None:
        position.play_unchecked(chance.choice(list(position.legal_moves)))
    return position


@pytest.mark.parametrize("seed", range(30))
def test_a_look_holds_exactly_the_legal_moves_with_their_kinds(seed: int) -> None:
    position = random_position(seed, 5 + seed)
    look = look_at(position)
    legal = [move for move in position.legal_moves if move.piece is not None]
    assert [way.move for way in look.ways] == [format_move(position, move) for move in legal]
    for way, move in zip(look.ways, legal, strict=True):
        kinds = {kind.value for kind in position.kinds_of(move)}
        assert way.kind in kinds
        if move.origin is not None:
            assert way.path[0] == move.origin
            assert way.path[-1] == move.target
        assert (way.by is not None) == (kinds == {"throw"})
    assert look.pinned == sorted(piece.name for piece in position.pinned())


@pytest.mark.parametrize("seed", range(5))
def test_a_look_ahead_holds_what_the_other_side_may_choose(seed: int) -> None:
    position = Position("Base+MLP", opening_queen="allowed")
    chance, moves = random.Random(seed), []
    while position.ply < 13 + seed and position.outcome() is None:
        move = chance.choice(list(position.legal_moves))
        moves.append(format_move(position, move))
        position.play_unchecked(move)
    look = look_at(position_of_line(PlayedLine("Base+MLP", moves, passed=True)))
    assert look.ways
    expected = [move for move in position.premoves() if move.piece is not None]
    assert [(way.piece, way.to) for way in look.ways] == [
        (move.piece.name, (move.target.q, move.target.r))
        for move in expected
        if move.piece and move.target
    ]


def test_a_forced_pass_is_told() -> None:
    text = "Base+MLP;InProgress;White[5];wQ;bB1 wQ-;wQ /bB1;bQ bB1/;wQ bB1\\;bA1 bQ/;wQ bQ\\;bB1 wQ"
    position = Position.from_game_string(text, opening_queen="allowed")
    look = look_at(position)
    assert look.must_pass
    assert look.ways == []


def test_why_not_names_the_rule_and_its_facts() -> None:
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert why_not(position, "wA1", (-1, 1)) is None
    reason = why_not(position, "wS1", (0, 1))
    assert reason is not None
    assert reason["code"] == "ONE_HIVE"
    assert reason["params"]["piece"] == "wS1"
    assert [[1, 0], [2, 0]] in reason["params"]["parts"]


def test_a_pinned_pillbug_tells_what_it_can_throw() -> None:
    moves = ["wQ", "bQ wQ-", "wP -wQ", "bA1 bQ-", "wA1 -wP", "bA1 \\bQ"]
    position = position_of_line(PlayedLine("Base+MLP", moves))
    reason = why_not(position, "wP", (-1, 1))
    assert reason is not None
    assert reason["code"] == "ONE_HIVE"
    assert throws_of(position, Piece.parse("wP")) == ["wA1"]
    assert throws_of(position, Piece.parse("wQ")) == []  # no thrower
    assert throws_of(position, Piece.parse("bQ")) == []  # not its turn
    assert throws_of(position, Piece.parse("wM")) == []  # not in play
