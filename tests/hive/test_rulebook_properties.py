"""What holds in every position: the two questions agree, and no direction or colour is special."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hive.arrangements import Mirrored, random_positions

from skep.geometry import SYMMETRIES, Cell, Symmetry
from skep.hive.arrangement import Arrangement
from skep.hive.moves import PASS, Move
from skep.hive.reasons import Reason
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import (
    MoveKind,
    kinds_of,
    legal_moves,
    path_of,
    pinned,
    placement_cells,
    throwers,
    why_illegal,
)


def near_cells(arrangement: Arrangement) -> set[Cell]:
    """Every cell of the hive, around it, and one row further out."""
    cells = set(arrangement.occupied()) or {Cell(0, 0)}
    for _ in range(2):
        cells |= {near for cell in cells for near in cell.neighbours()}
    return cells


def every_move(arrangement: Arrangement) -> list[Move]:
    cells = near_cells(arrangement)
    pieces = arrangement.options.pieces
    moves = [Move(piece, arrangement.cell_of(piece), cell) for piece in pieces for cell in cells]
    return [PASS, *moves]


@given(random_positions())
@settings(deadline=None, max_examples=25)
def test_exactly_the_legal_moves_have_no_reason(position: ReferencePosition) -> None:
    legal = legal_moves(position)
    assert len(set(legal)) == len(legal)
    allowed = {move for move in every_move(position) if why_illegal(position, move) is None}
    assert allowed == set(legal)


@given(random_positions())
@settings(deadline=None, max_examples=25)
def test_every_reason_makes_a_sentence(position: ReferencePosition) -> None:
    for move in every_move(position)[::7]:
        reason = why_illegal(position, move)
        if reason is not None:
            assert isinstance(reason, Reason)
            assert "{" not in reason.sentence()
            assert hash(reason) == hash(why_illegal(position, move))


@pytest.mark.medium
@given(random_positions(), st.sampled_from(SYMMETRIES), st.booleans())
@settings(deadline=None, max_examples=25)
def test_no_direction_and_no_color_is_special(
    position: ReferencePosition, symmetry: Symmetry, swap: bool
) -> None:
    seen = Mirrored(position, symmetry, swap=swap)
    assert {seen.move(move) for move in legal_moves(position)} == set(legal_moves(seen))
    assert {seen.piece(piece) for piece in pinned(position)} == pinned(seen)
    cells = {symmetry.of_cell(cell) for cell in placement_cells(position)}
    assert cells == placement_cells(seen)
    for move in every_move(position)[::5]:
        here, there = why_illegal(position, move), why_illegal(seen, seen.move(move))
        assert (here and here.code) == (there and there.code)


@given(random_positions())
@settings(deadline=None, max_examples=25)
def test_paths_kinds_and_throwers_tell_the_same_story(position: ReferencePosition) -> None:
    for move in legal_moves(position):
        path, kinds = path_of(position, move), kinds_of(position, move)
        if move.is_pass:
            assert (path, kinds) == ((), frozenset())
            continue
        assert path[-1] == move.target
        assert all(source.distance(cell) == 1 for source, cell in pairwise(path))
        assert (MoveKind.THROW in kinds) == bool(throwers(position, move))
        if move.is_placement:
            assert kinds == {MoveKind.PLACE}
        else:
            assert path[0] == move.origin
            assert kinds
            assert MoveKind.PLACE not in kinds
        if kinds == {MoveKind.THROW}:
            first, *_ = throwers(position, move)
            assert position.cell_of(first) == path[1]


@given(random_positions())
@settings(deadline=None, max_examples=25)
def test_undo_restores_everything(position: ReferencePosition) -> None:
    def snapshot() -> object:
        stacks = {cell: position.stack_at(cell) for cell in position.occupied()}
        cells = {piece: position.cell_of(piece) for piece in position.options.pieces}
        return stacks, cells, position.turn, position.ply, position.just_moved

    before = snapshot()
    for move in legal_moves(position):
        position.play_unchecked(move)
        assert position.undo() == move
        assert snapshot() == before
