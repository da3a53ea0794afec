"""How a move goes: its path, its kinds, its throwers; and the gates of a hive."""

from __future__ import annotations

import pytest
from tests.hive.arrangements import position_after

from skep.geometry import Cell
from skep.hive.moves import PASS, Move
from skep.hive.notation import read_move
from skep.hive.pieces import Piece
from skep.hive.rulebook import (
    Gate,
    MoveKind,
    gates,
    kinds_of,
    legal_moves,
    path_of,
    throwers,
    why_illegal,
)

PILLBUG_LINE = "Base+P;InProgress;White[3];wP;bS1 wP-;wQ -wP;bQ bS1-"
MOSQUITO = r"Base+MP;InProgress;White[4];wP;bS1 wP-;wQ -wP;bQ bS1-;wM /wP;bA1 bQ-"
SPIDER = "Base;InProgress;White[4];wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wS1 -wQ;bS1 bQ-"
BEETLE = r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wS1;bA1 bQ-"
RING = r"Base;InProgress;Black[4];wS1;bS1 wS1-;wQ /wS1;bQ bS1\;wB1 wQ\;bA1 bQ-;wA1 -wQ"
STACKS = "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"


@pytest.mark.parametrize(
    ("game_string", "text", "kinds", "by"),
    [
        (PILLBUG_LINE, r"wQ \wP", {MoveKind.SLIDE, MoveKind.THROW}, ["wP"]),
        (PILLBUG_LINE, "wQ wP/", {MoveKind.THROW}, ["wP"]),
        (PILLBUG_LINE, "wA1 -wQ", {MoveKind.PLACE}, []),
        (MOSQUITO, r"wQ wP\ ", {MoveKind.THROW}, ["wM", "wP"]),
        (MOSQUITO, "wQ /wM", {MoveKind.THROW}, ["wM"]),
        (MOSQUITO, "wQ -wM", {MoveKind.SLIDE, MoveKind.THROW}, ["wM"]),
        (SPIDER, "wS1 wG1/", {MoveKind.SLIDE}, []),
        (BEETLE, "wB1 wQ", {MoveKind.CLIMB}, []),
        (BEETLE, r"wB1 \wQ", {MoveKind.SLIDE}, []),
        (BEETLE, "wB1 bQ", set(), []),
    ],
)
def test_kinds_and_throwers(
    game_string: str, text: str, kinds: set[MoveKind], by: list[str]
) -> None:
    position = position_after(game_string)
    move = read_move(position, text)
    assert kinds_of(position, move) == kinds
    assert [thrower.name for thrower in throwers(position, move)] == by


def test_a_spider_names_every_step() -> None:
    position = position_after(SPIDER)
    path = path_of(position, read_move(position, "wS1 wG1/"))
    assert path == (Cell(-2, 0), Cell(-1, -1), Cell(0, -1), Cell(1, -1))


def test_a_throw_goes_over_its_thrower() -> None:
    position = position_after(PILLBUG_LINE)
    path = path_of(position, read_move(position, "wQ wP/"))
    assert path == (Cell(-1, 0), Cell(0, 0), Cell(1, -1))


def test_a_grasshopper_goes_over_each_piece() -> None:
    position = position_after(
        "Base;InProgress;White[3];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wG2 -wQ;bA1 bQ-"
    )
    move = read_move(position, "wG2 bA1-")
    assert path_of(position, move) == tuple(Cell(q, 0) for q in range(-2, 5))
    assert kinds_of(position, move) == {MoveKind.JUMP}


def test_placements_passes_and_illegal_moves_have_no_way() -> None:
    position = position_after(SPIDER)
    assert path_of(position, read_move(position, "wA1 -wS1")) == (Cell(-3, 0),)
    assert path_of(position, PASS) == ()
    with pytest.raises(ValueError, match="not legal"):
        path_of(position, read_move(position, "wS1 bS1-"))


def test_gates_on_the_ground() -> None:
    # the ring lacks one cell: its middle and that cell have wB1 and bQ on both sides
    assert gates(position_after(RING)) == [
        Gate(stacks=(Cell(-1, 2), Cell(1, 1)), passage=(Cell(0, 1), Cell(0, 2)))
    ]


def test_gates_between_stacks() -> None:
    # above wB1 the gate is closed because both stacks are higher than it
    assert gates(position_after(STACKS)) == [
        Gate(stacks=(Cell(-1, 1), Cell(1, 0)), passage=(Cell(0, 0), Cell(0, 1)))
    ]


def test_a_pass_ends_the_rest_of_a_thrown_piece() -> None:
    position = position_after(
        r"Base+P;InProgress;Black[5];wP;bA1 wP-;wQ -wP;bQ bA1\;wS1 -wQ;bQ wP\;bA1 \wP"
    )
    ant = Piece.parse("bA1")
    assert position.just_moved is ant
    assert ant not in {move.piece for move in legal_moves(position)}
    position.play_unchecked(PASS)
    assert position.just_moved is None
    position.play_unchecked(PASS)
    assert why_illegal(position, Move(ant, Cell(0, -1), Cell(1, -1))) is None
