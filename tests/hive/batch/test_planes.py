"""What a network sees: planes by the book, and turned with the board."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.hive.random_positions import random_positions

from skep.errors import InvalidOptionsError
from skep.geometry import SYMMETRIES, Cell, Symmetry
from skep.hive import Bug, Color, Piece, Position
from skep.hive.batch import PLANES, VERSION, Batch, Centre, turn_planes

BUGS = list(Bug)
MINE_ON_TOP, THEIRS_ON_TOP, HEIGHT, PINNED, MINE_PLACE, THEIRS_PLACE, JUST_MOVED = range(16, 23)


def planes_of(position: Position, centre: Centre, radius: int) -> NDArray[np.uint8]:
    batch = Batch(1, position.options)
    batch.put(0, position)
    planes: NDArray[np.uint8] = batch.planes(centre, radius)[0]
    return planes


def middle_by_the_book(position: Position, centre: Centre) -> Cell:
    color = position.turn if centre == "mine" else position.turn.other
    queen = position.cell_of(Piece(color, Bug.QUEEN))
    if centre != "hive" and queen is not None:
        return queen
    pieces = position.pieces
    if not pieces:
        return Cell(0, 0)
    count = len(pieces)
    q_sum, r_sum = (sum(cell[axis] for cell in pieces.values()) for axis in (0, 1))

    def rank(piece: Piece) -> tuple[int, bool, int]:
        cell = pieces[piece]
        q, r = count * cell.q - q_sum, count * cell.r - r_sum
        return q * q + q * r + r * r, piece.color is not position.turn, piece.index

    return pieces[min(pieces, key=rank)]


def planes_by_the_book(position: Position, centre: Centre, radius: int) -> NDArray[np.uint8]:
    """What docs/batch.md says, cell by cell."""
    middle = middle_by_the_book(position, centre)
    planes = np.zeros((PLANES, 2 * radius + 1, 2 * radius + 1), np.uint8)

    def at(plane: int, cell: Cell, value: int) -> None:
        q, r = cell.q - middle.q, cell.r - middle.r
        if max(abs(q), abs(r), abs(q + r)) <= radius:
            planes[plane, r + radius, q + radius] |= value

    for cell in position.occupied():
        stack = position.stack_at(cell)
        for level, piece in enumerate(stack):
            theirs = piece.color is not position.turn
            at(8 * theirs + BUGS.index(piece.bug), cell, 1 << level)
        at(MINE_ON_TOP if stack[-1].color is position.turn else THEIRS_ON_TOP, cell, 1)
        at(HEIGHT, cell, len(stack))
        if position.just_moved in stack:
            at(JUST_MOVED, cell, 1)
    if position.ply >= 2:
        for piece in position.pinned():
            pinned = position.cell_of(piece)
            assert pinned is not None
            if len(position.stack_at(pinned)) == 1:
                at(PINNED, pinned, 1)
    tops = {cell: position.stack_at(cell)[-1].color for cell in position.occupied()}
    for plane, color in ((MINE_PLACE, position.turn), (THEIRS_PLACE, position.turn.other)):
        for cell in free_for(color, tops, opening=position.ply < 2 and plane == MINE_PLACE):
            at(plane, cell, 1)
    return planes


def free_for(color: Color, tops: dict[Cell, Color], *, opening: bool) -> set[Cell]:
    if not tops:
        return {Cell(0, 0)} if opening else set()
    beside = {
        each: {near for cell, top in tops.items() if top is each for near in cell.neighbours()}
        for each in Color
    }
    if opening:
        return beside[Color.WHITE] | beside[Color.BLACK]
    return beside[color] - beside[color.other] - set(tops)


@pytest.mark.parametrize("centre", ["mine", "theirs", "hive"])
def test_planes_by_the_book(centre: Centre) -> None:
    for position in random_positions("Base+MLP", 60, seed=5):
        for radius in (3, 8):
            assert (
                planes_of(position, centre, radius) == planes_by_the_book(position, centre, radius)
            ).all()


def test_planes_of_the_opening() -> None:
    position = Position("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        assert (planes_of(position, "hive", 2) == planes_by_the_book(position, "hive", 2)).all()
        position.play(text)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_planes_turn_with_the_board(symmetry: Symmetry) -> None:
    for position in random_positions("Base+MLP", 16, seed=6):
        turned = position.transform(symmetry)
        for centre in ("mine", "theirs", "hive"):
            straight = planes_of(position, centre, 6)
            assert (turn_planes(straight, symmetry) == planes_of(turned, centre, 6)).all()


def test_a_wide_window_shows_everything() -> None:
    for position in random_positions("Base+MLP", 30, seed=8):
        planes = planes_of(position, "mine", 28)
        levels = np.unpackbits(planes[:16, ..., None], axis=-1)
        assert levels.sum() == len(position.pieces)


def test_planes_that_cannot_be_turned() -> None:
    for shape in ((3, 4, 4), (3, 5, 7), (5,)):
        with pytest.raises(InvalidOptionsError):
            turn_planes(np.zeros(shape, np.uint8), SYMMETRIES[0])


def test_the_version_is_the_one_that_is_described() -> None:
    """Whoever changes a plane or an action raises the version and tells so in docs/batch.md."""
    assert (VERSION, PLANES) == (1, 23)
