"""Moves that belong to another position are refused by `play_unchecked`, whatever they are."""

from __future__ import annotations

import re
from random import Random

import pytest
from tests.hive.random_positions import random_positions

from skep.errors import IllegalMoveError
from skep.geometry import Cell
from skep.hive import PASS, Move, Piece, Position, rulebook

START = r"Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-"


def start() -> Position:
    return Position.from_game_string(START)


def move(piece: str, origin: tuple[int, int] | None, target: tuple[int, int]) -> Move:
    return Move(Piece.parse(piece), None if origin is None else Cell(*origin), Cell(*target))


@pytest.mark.parametrize(
    ("stray", "words"),
    [
        (move("wQ", (5, 5), (0, 1)), "does not stand where"),
        (move("wQ", (0, 0), (0, 1)), "does not stand where"),
        (move("wA1", (0, 0), (0, 1)), "does not stand where"),
        (move("wA2", None, (-2, 1)), "not the next of its kind"),
        (move("wS1", None, (-2, 1)), "not the next of its kind"),
        (move("wA1", None, (0, 0)), "is taken"),
        (move("wA1", None, (7, 7)), "touch no other"),
        (move("wA1", None, (1, 16)), "touch no other"),  # the same cell of a 16×16 torus
        (move("wB1", (-2, 0), (9, 0)), "touch no other"),
        (move("wB1", (-2, 0), (-2, 0)), "stay where it is"),
        (move("wS1", (0, 0), (0, 1)), "fall apart"),
        (move("wQ", (-1, 0), (0, 0)), "only a beetle or a mosquito"),
    ],
)
def test_a_stray_move_is_refused_and_changes_nothing(stray: Move, words: str) -> None:
    position = start()
    before = position.copy()
    with pytest.raises(IllegalMoveError, match=re.escape(words)):
        position.play_unchecked(stray)
    assert position == before
    assert position.moves == before.moves
    assert list(position.legal_moves) == list(before.legal_moves)


def test_a_covered_piece_is_not_taken() -> None:
    position = start()
    position.play("wB1 wQ")
    with pytest.raises(IllegalMoveError, match="covered"):
        position.play_unchecked(move("wQ", (-1, 0), (-1, 1)))


def test_a_set_without_the_bug_has_none_to_place() -> None:
    position = Position("Base")
    with pytest.raises(IllegalMoveError, match="not the next of its kind"):
        position.play_unchecked(move("wM", None, (0, 0)))


def test_what_the_rules_alone_forbid_is_trusted() -> None:
    """A ladder for analysis: turn, gates and distances are not looked at."""
    position = start()
    position.play_unchecked(PASS)
    position.play_unchecked(PASS)
    position.play_unchecked(move("bB1", (3, 0), (-2, 1)))
    assert position.cell_of(Piece.parse("bB1")) == Cell(-2, 1)


@pytest.mark.parametrize("seed", range(6))
def test_any_moves_at_all_do_no_harm(seed: int) -> None:
    """Random moves, most of them nonsense: those that are taken leave one sound hive."""
    chance = Random(seed)
    pieces = list(Position("Base+MLP").options.pieces)
    taken = refused = 0
    for position in random_positions("Base+MLP", 12, seed=100 + seed):
        for _ in range(80):
            try:
                position.play_unchecked(any_move(position, chance, pieces))
            except IllegalMoveError:
                refused += 1
                continue
            taken += 1
            assert_sound(position)
        while position._plies_played:
            position.undo()
        assert_sound(position)
    assert taken > 50
    assert refused > 200


def any_move(position: Position, chance: Random, pieces: list[Piece]) -> Move:
    piece = chance.choice(pieces)
    origin = position.cell_of(piece) if chance.random() < 0.9 else near(chance, position)
    return Move(piece, origin, near(chance, position))


def near(chance: Random, position: Position) -> Cell:
    cells = sorted(position.occupied()) or [Cell(0, 0)]
    return chance.choice(list(chance.choice(cells).neighbours()))


def assert_sound(position: Position) -> None:
    cells = position.occupied()
    assert sum(len(position.stack_at(cell)) for cell in cells) == len(position.pieces)
    todo, seen = list(cells)[:1], set(list(cells)[:1])
    while todo:
        for cell in todo.pop().neighbours():
            if cell in cells and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    assert seen == cells
    assert set(position.legal_moves) == set(rulebook.legal_moves(position))
    position.choices()
    position.perft(2)
