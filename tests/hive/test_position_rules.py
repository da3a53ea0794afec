"""The core and the rule book give the same moves, whatever the position."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.hive.random_positions import random_positions

from skep.geometry import Cell
from skep.hive import rulebook
from skep.hive.moves import PASS, Move
from skep.hive.options import HIVE_SETS
from skep.hive.position import Position
from skep.hive.rulebook import MoveKind


def assert_agreement(position: Position) -> None:
    listed = list(position.legal_moves)
    moves = set(listed)
    where = str(position.setup)
    assert len(moves) == len(listed), where
    assert moves == set(rulebook.legal_moves(position)), where
    assert moves == set(position._legal_moves_on_wide_board()), where
    assert position.pinned() == rulebook.pinned(position), where
    assert set(position.placement_cells()) == rulebook.placement_cells(position), where
    assert position.perft(1) == position.perft(1, "full") == len(listed), where


def assert_every_move_is_judged_alike(position: Position) -> None:
    """`why_illegal` is None exactly for the legal moves, of every piece to every near cell."""
    legal = set(position.legal_moves)
    for move in every_move(position):
        reason = position.why_illegal(move)
        assert (reason is None) == (move in legal) == position.is_legal(move), (
            f"{position.setup}: {move}: {reason}"
        )


def every_move(position: Position) -> list[Move]:
    cells = set(position.occupied()) or {Cell(0, 0)}
    for _ in range(2):
        cells |= {near for cell in cells for near in cell.neighbours()}
    pieces = position.options.pieces
    return [
        PASS,
        *(Move(piece, position.cell_of(piece), cell) for piece in pieces for cell in cells),
    ]


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_whole_lists_on_some_positions(game_type: str) -> None:
    for position in random_positions(game_type, 20, seed=1):
        assert_agreement(position)


@pytest.mark.medium
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_whole_lists_on_many_positions(game_type: str) -> None:
    for position in random_positions(game_type, 300, seed=2):
        assert_agreement(position)


@pytest.mark.medium
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_every_piece_to_every_near_cell(game_type: str) -> None:
    for position in random_positions(game_type, 10, seed=3):
        assert_every_move_is_judged_alike(position)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_whole_lists_on_thousands_of_positions(game_type: str) -> None:
    for position in random_positions(game_type, 5000, seed=4):
        assert_agreement(position)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_every_piece_to_every_near_cell_on_more_positions(game_type: str) -> None:
    for position in random_positions(game_type, 150, seed=5):
        assert_every_move_is_judged_alike(position)


@pytest.mark.medium
def test_the_random_positions_hold_what_is_rare_in_games() -> None:
    seen: Counter[str] = Counter()
    for position in random_positions("Base+MLP", 300, seed=2):
        moves = list(position.legal_moves)
        seen["wide board"] += position._is_wide
        seen["tall stack"] += any(len(position.stack_at(cell)) > 2 for cell in position.occupied())
        seen["hole"] += _has_hole(position)
        seen["over"] += not moves
        seen["just moved"] += position.just_moved is not None
        for move in moves:
            if move.piece is not None and move.piece.color is not position.turn:
                seen["throw of an enemy"] += 1
            seen["climb"] += bool(move.target and position.stack_at(move.target))
        if MoveKind.THROW in {kind for move in moves[::9] for kind in position.kinds_of(move)}:
            seen["throw"] += 1
    assert min(seen.values()) >= 10, seen
    assert len(seen) == 8


def _has_hole(position: Position) -> bool:
    """Is there an empty cell that cannot be reached from far outside?"""
    hive = position.occupied()
    if not hive:
        return False
    rim = {near for cell in hive for near in cell.neighbours()} - hive
    start = min(rim)  # the westernmost column belongs to the outside
    outside, edge = {start}, [start]
    beyond = {near for cell in rim for near in cell.neighbours()} | rim
    while edge:
        for cell in edge.pop().neighbours():
            if cell in beyond and cell not in hive and cell not in outside:
                outside.add(cell)
                edge.append(cell)
    return not rim <= outside
