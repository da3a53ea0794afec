"""The rule book and the compiled core are two opinions of the same rules: they must agree."""

from __future__ import annotations

import random

import pytest

from skep.geometry import Cell
from skep.hive.moves import PASS, Move
from skep.hive.notation import format_move
from skep.hive.options import HIVE_SETS
from skep.hive.position import Position
from skep.hive.rulebook import legal_moves, pinned, placement_cells, why_illegal


def positions(game_type: str, count: int, seed: int) -> list[Position]:
    """Random positions of all lengths, the later ones full of moved pieces."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position(game_type, opening_queen=chance.choice(("forbidden", "allowed")))
        for _ in range(chance.randrange(70)):
            moves = position.legal_moves
            if not moves:
                break
            # A placement is often drawn again, or the reserves would be empty too soon.
            chosen = moves[chance.randrange(len(moves))]
            if chosen.is_placement and chance.random() < 0.5:
                chosen = moves[chance.randrange(len(moves))]
            position.play_unchecked(chosen)
        found.append(position)
    return found


def compare_lists(position: Position) -> None:
    book, core = legal_moves(position), list(position.legal_moves)
    assert len(set(core)) == len(core), repr(position)
    names = [sorted(format_move(position, move) for move in moves) for moves in (book, core)]
    assert names[0] == names[1], repr(position)
    assert set(book) == set(core), repr(position)
    assert pinned(position) == position.pinned(), repr(position)
    assert placement_cells(position) == set(position.placement_cells()), repr(position)


def compare_every_move(position: Position) -> None:
    cells = set(position.occupied()) or {Cell(0, 0)}
    for _ in range(2):
        cells |= {near for cell in cells for near in cell.neighbours()}
    legal = set(position.legal_moves)
    moves = [
        Move(piece, position.cell_of(piece), cell)
        for piece in position.options.pieces
        for cell in cells
    ]
    for move in (PASS, *moves):
        allowed = why_illegal(position, move) is None
        assert allowed == (move in legal) == position.is_legal(move), (repr(position), move)


@pytest.mark.medium
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_move_lists(game_type: str) -> None:
    for position in positions(game_type, 300, seed=1):
        compare_lists(position)


@pytest.mark.medium
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_every_piece_and_every_near_cell(game_type: str) -> None:
    for position in positions(game_type, 10, seed=2):
        compare_every_move(position)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_thousands_of_move_lists(game_type: str) -> None:
    for position in positions(game_type, 5000, seed=3):
        compare_lists(position)
    for position in positions(game_type, 100, seed=4):
        compare_every_move(position)
