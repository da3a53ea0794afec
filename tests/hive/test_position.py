"""Position: playing, undoing, looking, copying, and what a program may rely on."""

from __future__ import annotations

import copy
import pickle
import sys
import tracemalloc
from random import Random
from typing import Any

import pytest
from tests.hive.random_positions import random_game, random_positions, with_colors_swapped

from skep.errors import IllegalMoveError, SkepError, UnreadableError
from skep.geometry import SYMMETRIES, Cell
from skep.hive import (
    PASS,
    Cause,
    Color,
    HiveOptions,
    Move,
    Outcome,
    Piece,
    Position,
    RuleCode,
    Setup,
)
from skep.hive.options import HIVE_SETS

WON = (
    "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;"
    "wA1 bG1\\"
)
# The end ants of such a line can go to and fro.
TO_AND_FRO = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]


def played(*moves: str, game_type: str = "Base") -> Position:
    position = Position(game_type)
    for move in moves:
        position.play(move)
    return position


def everything(position: Position) -> tuple[object, ...]:
    return (
        position.setup,
        position.moves,
        position.hash,
        position.turn,
        list(position.legal_moves),
        position.outcome(),
        position.occurrences,
        {cell: position.stack_at(cell) for cell in position.occupied()},
        position.reserve(Color.WHITE),
        position.reserve(Color.BLACK),
        position._is_wide,
    )


# Playing and undoing.


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_undo_restores_everything(game_type: str) -> None:
    random = Random(game_type)
    for _ in range(6):
        position = Position(game_type)
        records = []
        while position.legal_moves and position.ply < 70:
            records.append(everything(position))
            moves = position.legal_moves
            position.play_unchecked(moves[random.randrange(len(moves))])
        while records:
            last = position.moves[-1]
            assert position.undo() == last
            assert everything(position) == records.pop()


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_every_single_move_is_undone(game_type: str) -> None:
    for position in random_positions(game_type, 12, seed=11):
        before = everything(position)
        for move in position.legal_moves:
            position.play_unchecked(move)
            position.undo()
        assert everything(position) == before


def test_nothing_to_undo() -> None:
    with pytest.raises(IndexError, match="no move to undo"):
        Position("Base").undo()


def test_play_refuses_what_is_illegal_and_changes_nothing() -> None:
    position = played("wS1", "bS1 wS1-")
    before = everything(position)
    with pytest.raises(IllegalMoveError) as text_error:
        position.play("wS1 bS1-")
    with pytest.raises(IllegalMoveError) as move_error:
        position.play(Move(Piece.parse("wS1"), Cell(0, 0), Cell(2, 0)))
    for error in (text_error.value, move_error.value):
        assert error.reason.code is RuleCode.QUEEN_NOT_PLACED
        assert "white may not move before its queen is in play" in str(error)
    with pytest.raises(UnreadableError):
        position.play("wX1 bS1-")
    with pytest.raises(IllegalMoveError, match="pass"):
        position.play(PASS)
    assert everything(position) == before


def test_why_illegal_takes_moves_and_texts() -> None:
    position = played("wS1", "bS1 wS1-")
    assert position.why_illegal("wA1 -wS1") is None
    assert position.why_illegal(position.parse_move("wA1 -wS1")) is None
    reason = position.why_illegal("bA1 bS1-")
    assert reason is not None
    assert reason.code is RuleCode.NOT_YOUR_TURN


def test_moves_of_a_piece() -> None:
    position = Position.from_game_string(WON)
    position.undo()
    for piece in position.options.pieces:
        moves = position.moves_of(piece)
        assert set(moves) == {move for move in position.legal_moves if move.piece == piece}
    assert sum(len(position.moves_of(piece)) for piece in position.options.pieces) == len(
        position.legal_moves
    )


def test_premoves_are_the_moves_after_a_pass() -> None:
    position = played(*TO_AND_FRO)
    before = everything(position)
    premoves = set(position.premoves())
    assert everything(position) == before
    assert {move.piece.color for move in premoves if move.piece} == {Color.BLACK}
    passed = position.copy()
    passed.play_unchecked(PASS)
    assert premoves == set(passed.legal_moves)


# The end.


def test_a_surrounded_queen() -> None:
    position = Position.from_game_string(WON)
    assert position.outcome() == Outcome(Color.WHITE, Cause.SURROUNDED)
    assert str(position.outcome()) == "white wins: the black queen is surrounded"
    assert not position.legal_moves
    assert position.why_illegal("pass") is not None
    assert position.placement_cells() == []
    position.undo()
    assert position.outcome() is None


def test_both_queens_surrounded() -> None:
    # Two queens side by side, all around them taken but one cell that they share.
    text = (
        "Base;White[10];wQ@0,0;bQ@1,0;wS1@0,-1;wA1@-1,0;bA1@-1,1;bA2@0,1;bS1@1,1;bS2@2,0;"
        "wG1@2,-1;wA2@0,-2"
    )
    position = Position.from_setup(Setup.parse(text))
    assert position.outcome() is None
    position.play(Move(Piece.parse("wA2"), Cell(0, -2), Cell(1, -1)))
    assert position.outcome() == Outcome(None, Cause.BOTH_SURROUNDED)
    assert str(position.outcome()) == "draw: both queens are surrounded"


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_the_third_time_is_a_draw(game_type: str) -> None:
    position = played(*TO_AND_FRO, game_type=game_type)
    counts = [position.occurrences]
    cycle = ["wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"]
    for text in cycle * 2:
        assert position.outcome() is None
        position.play(text)
        counts.append(position.occurrences)
    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert position.outcome() == Outcome(None, Cause.REPETITION)
    assert str(position.outcome()) == "draw: the position stood for the third time"
    position.undo()
    assert position.outcome() is None


def test_the_third_time_may_be_only_an_offer() -> None:
    position = Position("Base", repetition="offer")
    for text in [*TO_AND_FRO, *["wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"] * 2]:
        position.play(text)
    assert position.occurrences == 3
    assert position.outcome() is None


def test_numbers_and_place_do_not_matter_for_repetition() -> None:
    """Two ants that change places, or a hive that has wandered, stand as before."""
    text = "Base;White[9];wQ@0,0;wA1@-1,0;wA2@0,-1;bQ@1,0;bA1@2,0;wS1@-1,1"
    setup = Setup.parse(text)
    swapped = Setup.parse(text.replace("wA1", "x").replace("wA2", "wA1").replace("x", "wA2"))
    moved = Setup.of(
        setup.options,
        [(piece, cell.translated(300, -200)) for piece, cell in setup.pieces],
        turn=setup.turn,
        ply=setup.ply,
    )
    keys = {Position.from_setup(each).canonical_key() for each in (setup, swapped, moved)}
    assert len(keys) == 1


# Turned, mirrored, swapped.


def swapped_move(move: Move) -> Move:
    piece = move.piece and Piece(move.piece.color.other, move.piece.bug, move.piece.number)
    return Move(piece, move.origin, move.target)


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_twelve_symmetries(game_type: str) -> None:
    for position in random_positions(game_type, 16, seed=12):
        keys = set()
        for symmetry in SYMMETRIES:
            turned = position.transform(symmetry)

            def of_move(move: Move, symmetry: object = symmetry) -> Move:
                return Move(
                    move.piece,
                    move.origin and symmetry.of_cell(move.origin),  # type: ignore[attr-defined]
                    move.target and symmetry.of_cell(move.target),  # type: ignore[attr-defined]
                )

            assert set(map(of_move, position.legal_moves)) == set(turned.legal_moves)
            assert turned.pinned() == position.pinned()
            assert turned.outcome() == position.outcome()
            assert turned.transform(symmetry.inverse) == position
            assert turned.transform(symmetry.inverse).hash == position.hash
            keys.add(turned.canonical_key())
        assert len(keys) == 1


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_swapped_colors(game_type: str) -> None:
    compared = 0
    for position in random_positions(game_type, 60, seed=13):
        if not {Piece.parse("wQ"), Piece.parse("bQ")} <= set(position.pieces) or position.ply < 8:
            continue
        swapped = with_colors_swapped(position)
        assert set(map(swapped_move, position.legal_moves)) == set(swapped.legal_moves)
        assert swapped.canonical_key() != position.canonical_key()
        compared += 1
    assert compared > 30


def test_canonical_keys_tell_positions_apart() -> None:
    for game_type in ("Base", "Base+MLP"):
        position = random_game(HiveOptions.parse(game_type), Random(5), 30)
        keys = set()
        for move in position.legal_moves:
            position.play_unchecked(move)
            keys.add(position.canonical_key())
            position.undo()
        # Twins of one kind may reach the same arrangement, so not all keys differ.
        assert len(keys) > len(position.legal_moves) * 0.8
    assert Position("Base").canonical_key() != Position("Base+M").canonical_key()


# Copies, equality, pickles, text.


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_copies_and_pickles_are_equal_and_independent(game_type: str) -> None:
    for position in random_positions(game_type, 10, seed=14):
        before = everything(position)
        for twin in (
            position.copy(),
            copy.copy(position),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
        ):
            assert type(twin) is Position
            assert twin == position
            assert everything(twin) == before
            if twin.legal_moves:
                twin.play_unchecked(twin.legal_moves[0])
                assert twin != position
                assert everything(position) == before
                twin.undo()
                assert twin == position


def test_how_a_position_came_about_does_not_count() -> None:
    there = played("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wA2 /wA1")
    here = played("wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wQ /wS1", "bA1 bQ-", "wA2 /wA1")
    assert there != here
    other_way = played("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
    other_way.play("wA2 /wA1")
    assert other_way == there
    assert Position.from_setup(there.setup) == there
    assert Position.from_setup(there.setup).hash == there.hash
    assert Position("Base") != Position("Base+M")
    assert Position("Base") != Position("Base", opening_queen="allowed")
    assert Position("Base") != "Base"


def test_a_position_is_no_dictionary_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Position("Base"))


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_moves_and_values_survive_pickling(game_type: str) -> None:
    for position in random_positions(game_type, 4, seed=15):
        moves = list(position.legal_moves)
        assert pickle.loads(pickle.dumps(moves)) == moves
        assert copy.deepcopy(moves) == moves
        assert len(set(moves)) == len(moves)
        assert pickle.loads(pickle.dumps(position.setup)) == position.setup


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_moves_and_games_are_read_back(game_type: str) -> None:
    random = Random(game_type)
    for _ in range(5):
        position = random_game(HiveOptions.parse(game_type), random, random.randrange(60))
        for move in position.legal_moves:
            assert position.parse_move(position.format_move(move)) == move
        again = Position.from_game_string(position.game_string)
        assert again.moves == position.moves
        assert again.hash == position.hash
        assert again.game_string == position.game_string
        assert repr(position) == f"<Position {position.game_string}>"


def test_a_set_up_has_no_game_string() -> None:
    position = Position.from_setup(Setup.parse("Base;White[2];wS1@0,0;bS1@1,0"))
    with pytest.raises(ValueError, match="set up"):
        _ = position.game_string
    assert repr(position) == "<Position set up: Base;White[2];wS1@0,0;bS1@1,0>"
    assert "wS1   bS1" in str(position)


def test_moves_are_frozen_values() -> None:
    move = Move(Piece.parse("wS1"), None, Cell(0, 0))
    assert move == Move(Piece.parse("wS1"), None, Cell(0, 0))
    assert move != Move(Piece.parse("wS1"), None, Cell(0, 1))
    assert move != Move(Piece.parse("wS1"), Cell(0, 0), Cell(0, 0))
    assert move != "wS1"
    assert (move.is_placement, move.is_pass, PASS.is_pass) == (True, False, True)
    for name in ("piece", "origin", "target"):
        with pytest.raises(AttributeError):
            setattr(move, name, None)
    for arguments in ((None, Cell(0, 0), None), (None, None, Cell(0, 0)), (move.piece, None, None)):
        with pytest.raises(ValueError, match=r"a pass|a move"):
            Move(*arguments)


# What it costs.


def test_a_position_is_small() -> None:
    position = Position("Base+MLP")
    assert sys.getsizeof(position) + sys.getsizeof(vars(position)) < 4096
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        many = [Position(position.options) for _ in range(200)]
        each = (tracemalloc.get_traced_memory()[0] - before) / len(many)
    finally:
        tracemalloc.stop()
    assert each < 4096


def test_a_ply_of_history_is_small() -> None:
    position = Position("Base+MLP")
    random = Random(3)
    empty = sys.getsizeof(position)
    for ply in range(1, 200):
        moves = position.legal_moves
        if not moves:
            position.undo()
            position.undo()
            continue
        position.play_unchecked(moves[random.randrange(len(moves))])
        if ply == position.ply:
            assert (sys.getsizeof(position) - empty) / ply <= 64
    assert position.ply > 60


def test_looking_at_legal_moves_makes_no_others() -> None:
    position = random_game(HiveOptions.parse("Base+MLP"), Random(2), 30)
    moves = position.legal_moves
    assert len(moves) > 60
    some = moves[0]

    def peak_of(action: object) -> int:
        tracemalloc.start()
        try:
            action()  # type: ignore[operator]
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    one = peak_of(lambda: Move(some.piece, some.origin, some.target))
    assert peak_of(lambda: len(moves)) <= one
    assert peak_of(lambda: bool(moves)) <= one
    assert peak_of(lambda: some in moves) <= one
    assert peak_of(lambda: PASS in moves) <= one
    assert peak_of(lambda: moves[len(moves) // 2]) <= one
    assert peak_of(lambda: moves[-1]) <= one
    assert peak_of(lambda: len(position.legal_moves)) <= 3 * one
    assert peak_of(lambda: list(moves)) > len(moves) * 40


def test_legal_moves_are_a_sequence() -> None:
    moves = Position("Base").legal_moves
    assert len(moves) == 4
    assert list(moves) == [moves[index] for index in range(4)]
    assert moves[-1] == moves[3]
    for index in (4, -5):
        with pytest.raises(IndexError):
            _ = moves[index]
    assert "wS1" not in moves
    assert None not in moves
    assert repr(moves) == "<4 legal moves>"


@pytest.mark.parametrize("wrong", [3, None, b"Base"])
def test_a_position_of_the_wrong_type_is_told(wrong: Any) -> None:
    with pytest.raises(TypeError, match="HiveOptions or a game type"):
        Position(wrong)


@pytest.mark.parametrize("wrong", [5, None, ("wS1",)])
def test_a_move_of_the_wrong_type_is_told(wrong: Any) -> None:
    position = Position("Base")
    for ask in (position.play, position.why_illegal):
        with pytest.raises(TypeError, match="a Move or its text"):
            ask(wrong)


def test_what_is_raised_on_purpose_has_one_root() -> None:
    position = Position("Base")
    with pytest.raises(SkepError, match="no move to undo"):
        position.undo()
    for depth in (-1, 10**30):
        with pytest.raises(SkepError, match="depth is a whole number from 0 to"):
            position.perft(depth)
    for threads in (0, 10**30):
        with pytest.raises(SkepError, match="threads is a whole number from 1 to"):
            position.perft(1, threads=threads)
    set_up = Position.from_setup(Setup.parse("Base;White[2];wS1@0,0;bS1@1,0"))
    with pytest.raises(SkepError, match="has no GameString"):
        _ = set_up.game_string
