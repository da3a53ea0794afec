"""Hives that outgrow the 16×16 board: straight lines, and the way over to the 32×32 board."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from tests.hive.random_positions import line, random_setup
from tests.hive.test_position_rules import assert_agreement

from skep.geometry import Cell
from skep.hive.options import HIVE_SETS, HiveOptions
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.position import Position
from skep.hive.setup import Setup

OPTIONS = HiveOptions.parse("Base+MLP")
# Both colours in turn and low numbers first, so that any first n of them can be in play.
ORDER = [
    Piece(color, bug, number)
    for number in (1, 2, 3)
    for bug in Bug
    if number <= bug.count
    for color in Color
]


def straight(direction: int, length: int, first: int, turn: Color, at: Cell) -> Position:
    """The first pieces of ORDER in a row, begun with the one that `first` counts to."""
    pieces = ORDER[:length]
    turned = pieces[first:] + pieces[:first]
    cells = line(direction, length, at)
    return Position.from_setup(
        Setup.of(OPTIONS, list(zip(turned, cells, strict=True)), turn=turn, ply=None)
    )


@pytest.mark.parametrize("length", [5, 13, 14, 15, 16, 28])
def test_straight_hives_of_some_lengths(length: int) -> None:
    for direction in range(3):
        assert_agreement(straight(direction, length, 0, Color.WHITE, Cell(3, -7)))


@pytest.mark.medium
@pytest.mark.parametrize("length", range(5, 29))
@pytest.mark.parametrize("direction", range(3))
def test_straight_hives_with_every_piece_at_the_end(direction: int, length: int) -> None:
    for first in range(length):
        for turn in Color:
            at = Cell(5 * first - 60, 3 * length - 40)
            position = straight(direction, length, first, turn, at)
            assert position._is_wide == (length > 14)
            assert_agreement(position)


@pytest.mark.medium
@pytest.mark.parametrize("direction", range(3))
def test_straight_hives_with_a_stack_at_the_end(direction: int) -> None:
    climbers = [piece for piece in ORDER if piece.bug is Bug.BEETLE]
    others = [piece for piece in ORDER if piece.bug is not Bug.BEETLE]
    for length in range(5, 25):
        for end in (0, length - 1):
            cells = line(direction, length)
            placed = [
                *zip(others, cells, strict=False),
                *((piece, cells[end]) for piece in climbers),
            ]
            for turn in Color:
                assert_agreement(Position.from_setup(Setup.of(OPTIONS, placed, turn=turn)))


def everything(position: Position) -> tuple[object, ...]:
    return (
        position.setup,
        position.hash,
        set(position.legal_moves),
        position.pinned(),
        set(position.placement_cells()),
        position.occurrences,
        position._is_wide,
    )


@pytest.mark.parametrize("direction", range(6))
def test_placing_over_the_edge_and_back(direction: int) -> None:
    """Each side lengthens its own end of a line, from 12 to 18 cells, and all is undone."""
    pieces = [piece for piece in ORDER if piece.color is Color.BLACK][:6]
    pieces += [piece for piece in ORDER if piece.color is Color.WHITE][:6]
    cells = line(direction, 24)
    placed = list(zip(pieces, cells[6:18], strict=True))
    position = Position.from_setup(Setup.of(OPTIONS, placed, turn=Color.WHITE))
    records, sizes = [everything(position)], [position._is_wide]
    ends = {Color.WHITE: iter(cells[18:]), Color.BLACK: iter(cells[5::-1])}
    for _ in range(6):
        end = next(ends[position.turn])
        move = next(
            move for move in position.legal_moves if move.is_placement and move.target == end
        )
        position.play(move)
        records.append(everything(position))
        sizes.append(position._is_wide)
        assert_agreement(position)
        assert everything(Position.from_setup(position.setup))[:5] == records[-1][:5]
    assert sizes == [False, False, False, True, True, True, True]
    for record in reversed(records[:-1]):
        position.undo()
        assert everything(position) == record


@pytest.mark.medium
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_walking_over_the_edge_and_back(game_type: str) -> None:
    """Random plies from set-ups near the limit; every crossing is undone exactly."""
    random = Random(game_type)
    options = HiveOptions.parse(game_type)
    crossings = 0
    for _ in range(60):
        position = random_setup(options, random)
        while not 13 <= _span(position) <= 15:
            position = random_setup(options, random)
        records = [everything(position)]
        for _ in range(12):
            moves = list(position.legal_moves)
            if not moves:
                break
            far = [move for move in moves if _stretches(position, move.target)]
            position.play_unchecked(random.choice(far or moves))
            records.append(everything(position))
        flags = [record[-1] for record in records]
        crossings += sum(a != b for a, b in pairwise(flags))
        for record in reversed(records[:-1]):
            position.undo()
            assert everything(position) == record
    assert crossings >= 20


def _span(position: Position) -> int:
    columns = [cell.q for cell in position.occupied()]
    rows = [cell.r for cell in position.occupied()]
    return 1 + max(max(columns) - min(columns), max(rows) - min(rows))


def _stretches(position: Position, target: Cell | None) -> bool:
    """Does this cell lie outside the rectangle of the hive?"""
    if target is None:
        return False
    columns = [cell.q for cell in position.occupied()]
    rows = [cell.r for cell in position.occupied()]
    inside = min(columns) <= target.q <= max(columns) and min(rows) <= target.r <= max(rows)
    return not inside


def test_the_tallest_stack() -> None:
    """All four beetles and both mosquitoes on one cell."""
    ground = [Piece(Color.WHITE, Bug.QUEEN), Piece(Color.BLACK, Bug.QUEEN), Piece.parse("wS1")]
    climbers = [Piece.parse(name) for name in ("wB1", "bB1", "wM", "bM", "wB2", "bB2")]
    placed = [*zip(ground, line(0, 3), strict=True), *((piece, Cell(1, 0)) for piece in climbers)]
    for turn in Color:
        position = Position.from_setup(Setup.of(OPTIONS, placed, turn=turn))
        assert len(position.stack_at(Cell(1, 0))) == 7
        assert_agreement(position)


def test_twenty_eight_in_a_row_has_moves_at_both_ends() -> None:
    position = straight(0, 28, 0, Color.WHITE, Cell(0, 0))
    assert position._is_wide
    assert not position.reserve(Color.WHITE)
    assert len(position.pinned()) == 26
