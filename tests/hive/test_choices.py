"""What a side may choose from: the legal moves, with the kinds and ways of the rule book."""

from __future__ import annotations

import pytest
from tests.hive.random_positions import random_positions

from skep.geometry import Cell
from skep.hive import PASS, Bug, Choices, Color, Move, MoveKind, Piece, Position, Setup
from skep.hive.options import HIVE_SETS
from skep.hive.ways import Way, way_of, ways_of


def assert_same_as_legal_moves(position: Position, choices: Choices) -> None:
    """The choices hold each legal move once, in the kind of its way."""
    where = str(position.setup)
    expected = {move: way.kind for move, way in ways_of(position, position.legal_moves)}
    offered = [
        (Move(piece, position.cell_of(piece), cell), kind)
        for piece in (*choices.placeable, *choices.moves)
        for kind, cells in choices.of(piece).items()
        for cell in cells
    ]
    assert len(offered) == len(set(offered)), where
    assert dict(offered) == expected, where
    assert choices.color is position.turn
    assert choices.pinned == tuple(sorted(position.pinned()))
    queen = Piece(position.turn, Bug.QUEEN)
    if choices.queen_due and choices.placeable:
        assert choices.placeable == (queen,)


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_choices_are_the_legal_moves_with_their_kinds(game_type: str) -> None:
    for position in random_positions(game_type, 40, seed=31):
        choices = position.choices()
        assert_same_as_legal_moves(position, choices)
        assert choices.must_pass == (list(position.legal_moves) == [PASS])


@pytest.mark.medium
@pytest.mark.parametrize("seed", range(20))
def test_choices_of_many_positions(seed: int) -> None:
    for position in random_positions("Base+MLP", 200, seed=1000 + seed):
        assert_same_as_legal_moves(position, position.choices())


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_choices_ahead_are_those_after_a_pass(game_type: str) -> None:
    for position in random_positions(game_type, 40, seed=32):
        before = str(position.setup)
        ahead = position.choices(ahead=True)
        assert not ahead.must_pass
        assert str(position.setup) == before
        if position.outcome() is None and position.ply:
            later = position.copy()
            later.play_unchecked(PASS)
            assert_same_as_legal_moves(later, ahead)


def test_nobody_chooses_once_the_game_is_over() -> None:
    position = Position.from_game_string("Base;InProgress;White[1]")
    assert position.choices().placeable
    assert not position.choices(ahead=True).placeable  # black's cells depend on white's first
    for position in random_positions("Base", 400, seed=33):
        if position.outcome() is not None:
            for ahead in (False, True):
                choices = position.choices(ahead=ahead)
                assert (choices.moves, choices.placeable, choices.places) == ({}, (), ())
                assert not choices.must_pass
            return
    raise AssertionError("no game of these was over")


def test_the_queen_is_due_on_the_fourth_turn_and_a_choice_ahead_knows_it() -> None:
    position = Position("Base")
    for text in ("wG1", "bG1 wG1-", "wG2 -wG1", "bG2 bG1-", "wG3 -wG2"):
        position.play(text)
        assert not position.choices().queen_due
    ahead = position.choices(ahead=True)
    assert (ahead.color, ahead.queen_due) == (Color.WHITE, True)
    assert ahead.placeable == (Piece.parse("wQ"),)
    position.play("bG3 bG2-")
    assert position.choices().queen_due
    assert position.choices().placeable == (Piece.parse("wQ"),)


def test_a_forced_pass_is_told() -> None:
    text = "Base+MLP;InProgress;White[5];wQ;bB1 wQ-;wQ /bB1;bQ bB1/;wQ bB1\\;bA1 bQ/;wQ bQ\\;bB1 wQ"
    position = Position.from_game_string(text, opening_queen="allowed")
    choices = position.choices()
    assert choices.must_pass
    assert not choices.moves
    assert not choices.placeable


THROW = r"Base+P;White[4];wQ@0,0;wP@1,0;bQ@2,0;bA1@3,0;wA1@-1,0;bS1@1,1"


def test_a_throw_names_its_thrower_and_goes_over_it() -> None:
    position = Position.from_setup(Setup.parse(THROW))
    spider = Piece.parse("bS1")
    cells = position.choices().of(spider)
    assert set(cells) == {MoveKind.THROW}
    origin, over, target = Cell(1, 1), Cell(1, 0), cells[MoveKind.THROW][0]
    way = way_of(position, Move(spider, origin, target))
    assert way == Way(MoveKind.THROW, (origin, over, target), Piece.parse("wP"))


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_ways_are_the_paths_of_the_rule_book(game_type: str) -> None:
    for position in random_positions(game_type, 10, seed=34):
        for move, way in ways_of(position, position.legal_moves):
            assert way == way_of(position, move)
            assert way.path == position.path_of(move)
            assert way.kind in position.kinds_of(move)
            assert (way.thrower is not None) == (way.kind is MoveKind.THROW)
            if way.thrower is not None:
                assert way.thrower in position.throwers(move)


def test_a_pass_has_no_way_and_an_illegal_move_is_refused() -> None:
    position = Position("Base")
    assert way_of(position, PASS) is None
    position.play("wS1")
    position.play("bS1 wS1-")
    spider = Piece.parse("wS1")
    far = Move(spider, position.cell_of(spider), position.cell_of(Piece.parse("bS1")))
    with pytest.raises(ValueError, match="not legal"):
        way_of(position, far)
