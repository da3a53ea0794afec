"""The index of actions: one number for each legal move, and back."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.hive.random_positions import random_positions, random_setup

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.geometry import DIRECTIONS, SYMMETRIES, Cell, Symmetry
from skep.hive import PASS, Color, HiveOptions, Move, Piece, Position
from skep.hive.batch import (
    ACTIONS,
    PASS_ACTION,
    Batch,
    action_of,
    action_parts,
    move_of,
    turn_actions,
    turn_masks,
)
from skep.hive.options import HIVE_SETS


def positions(count: int = 60) -> list[Position]:
    """Half played, half set up: long, ringed and tall hives too."""
    return list(random_positions("Base+MLP", count, seed=7))


def actions_in(position: Position) -> list[int]:
    return [action_of(position, move) for move in position.legal_moves]


def index_by_the_book(position: Position, move: Move) -> int:
    """What docs/batch.md says, in plain Python."""
    if move == PASS:
        return PASS_ACTION
    assert move.piece is not None
    assert move.target is not None
    shift = 0 if position.turn is Color.WHITE else 14

    def seen(piece: Piece) -> int:
        return (piece.index - shift) % 28

    def top_at(cell: Cell) -> Piece | None:
        left = [piece for piece in position.stack_at(cell) if piece is not move.piece]
        return left[-1] if left else None

    mover = seen(move.piece)
    under = top_at(move.target)
    beside = [
        (seen(top), int(direction))
        for direction in DIRECTIONS
        if (top := top_at(move.target.step(direction, -1))) is not None
    ]
    reference, direction = (
        (seen(under), 6) if under is not None else min(beside, default=(mover, 6))
    )
    return (mover * 28 + reference) * 7 + direction


def test_every_legal_move_has_the_number_of_the_book() -> None:
    for position in positions():
        for move in position.legal_moves:
            assert action_of(position, move) == index_by_the_book(position, move)


def test_there_and_back() -> None:
    for position in positions():
        actions = actions_in(position)
        assert len(set(actions)) == len(actions)
        assert [move_of(position, action) for action in actions] == list(position.legal_moves)


def test_a_pass_is_the_last_action() -> None:
    position = Position.from_game_string(
        "Base;InProgress;White[2];wB1;bG1 wB1-", opening_queen="forbidden"
    )
    with pytest.raises(IllegalMoveError):
        action_of(position, PASS)
    assert action_parts(PASS_ACTION, Color.WHITE) is None


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_turned_boards_have_turned_actions(symmetry: Symmetry) -> None:
    for position in positions(24):
        turned = position.transform(symmetry)
        expected = turn_actions(np.array(actions_in(position), np.int16), symmetry)
        assert sorted(actions_in(turned)) == sorted(expected.tolist())


def test_masks_turn_with_the_board() -> None:
    position = Position("Base+MLP")
    for _ in range(20):
        position.play_unchecked(position.legal_moves[len(position.legal_moves) // 2])
    for symmetry in SYMMETRIES:
        batch = Batch(2)
        batch.put(0, position)
        batch.put(1, position.transform(symmetry))
        straight, turned = batch.masks()
        assert (turn_masks(straight, symmetry) == turned).all()


def test_parts_name_the_pieces_for_both_sides() -> None:
    position = Position.from_game_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    white, beside, direction = action_parts(action_of(position, "wA1 -wS1"), Color.WHITE) or (
        None,
        None,
        None,
    )
    assert (white, beside, direction) == (Piece.parse("wA1"), Piece.parse("wS1"), 3)
    position.play("wA1 -wS1")
    parts = action_parts(action_of(position, "bA1 bS1-"), Color.BLACK)
    assert parts == (Piece.parse("bA1"), Piece.parse("bS1"), 0)


def test_numbers_that_are_no_actions() -> None:
    position = Position("Base")
    for number in (-1, ACTIONS, 10**9):
        with pytest.raises(InvalidOptionsError):
            move_of(position, number)
        with pytest.raises(InvalidOptionsError):
            action_parts(number, Color.WHITE)
    with pytest.raises(IllegalMoveError):
        move_of(position, 0)
    with pytest.raises(InvalidOptionsError):
        turn_actions(np.array([ACTIONS]), SYMMETRIES[1])
    with pytest.raises(InvalidOptionsError):
        turn_actions(np.array([0.5]), SYMMETRIES[1])


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_masks_are_the_legal_actions(game_type: str) -> None:
    random = Random(game_type)
    options = HiveOptions.parse(game_type)
    batch = Batch(8, options)
    expected = []
    for game in range(8):
        position = random_setup(options, random)
        batch.put(game, position)
        expected.append(sorted(actions_in(position)))
    bits = np.unpackbits(batch.masks(), axis=1, bitorder="little")
    assert [np.flatnonzero(row).tolist() for row in bits] == expected
