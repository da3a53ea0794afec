"""Positions for the tests of the core: after random games, and set up where games seldom lead.

Everything is made from a `random.Random`, so that a seed names a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from skep.errors import InvalidPositionError
from skep.geometry import DIRECTIONS, ORIGIN, Cell
from skep.hive.options import HiveOptions
from skep.hive.pieces import ALL_PIECES, Bug, Color, Piece
from skep.hive.position import Position
from skep.hive.setup import Setup

__all__ = [
    "SHAPES",
    "line",
    "random_game",
    "random_positions",
    "random_setup",
    "with_colors_swapped",
]


def random_game(options: HiveOptions, random: Random, plies: int) -> Position:
    """Random moves; half of them of pieces in play, or most games would only place."""
    position = Position(options)
    for _ in range(plies):
        moves = list(position.legal_moves)
        if not moves:
            break
        in_play = [move for move in moves if move.origin is not None]
        position.play_unchecked(
            random.choice(in_play if in_play and random.random() < 0.5 else moves)
        )
    return position


def line(direction: int, length: int, start: Cell = ORIGIN) -> list[Cell]:
    return [start.step(DIRECTIONS[direction], steps) for steps in range(length)]


def _straight(random: Random, count: int) -> list[Cell]:
    """A long hive with a kink here and there."""
    direction = random.randrange(6)
    cells = [Cell(random.randint(-40, 40), random.randint(-40, 40))]
    while len(cells) < count:
        turned = direction + random.choice((0, 0, 0, 0, 0, 0, 1, -1))
        cell = cells[-1].step(DIRECTIONS[turned % 6])
        if cell not in cells:
            cells.append(cell)
    return cells


def _ring(random: Random, count: int) -> list[Cell]:
    """A closed loop of radius 1 or 2 around a hole, and a rest that grows from it."""
    radius = 2 if count >= 14 and random.random() < 0.5 else 1
    cells = [cell for cell in _disc(radius) if cell.distance(ORIGIN) == radius]
    return _grow(random, cells, count, forbidden={ORIGIN})


def _loose(random: Random, count: int) -> list[Cell]:
    return _grow(random, [ORIGIN], count)


def _thin(random: Random, count: int) -> list[Cell]:
    """Branches: new cells touch few others, which makes bays, gates and holes."""
    return _grow(random, [ORIGIN], count, crowd=2)


SHAPES: tuple[Callable[[Random, int], list[Cell]], ...] = (_straight, _ring, _loose, _thin)


def _disc(radius: int) -> list[Cell]:
    span = range(-radius, radius + 1)
    return [Cell(q, r) for q in span for r in span if Cell(q, r).distance(ORIGIN) <= radius]


def _grow(
    random: Random,
    cells: list[Cell],
    count: int,
    *,
    crowd: int = 6,
    forbidden: set[Cell] | None = None,
) -> list[Cell]:
    cells = list(cells)
    while len(cells) < count:
        cell = random.choice(list(random.choice(cells).neighbours()))
        touching = sum(near in cells for near in cell.neighbours())
        if (
            cell in cells
            or cell in (forbidden or ())
            or (touching > crowd and random.random() < 0.9)
        ):
            continue
        cells.append(cell)
    return cells


def random_setup(options: HiveOptions, random: Random) -> Position:
    """A set-up of a random shape, with stacks and a piece that just moved."""
    while True:
        try:
            return Position.from_setup(_any_setup(options, random))
        except InvalidPositionError:
            continue


def _any_setup(options: HiveOptions, random: Random) -> Setup:
    pieces = _some_pieces(options, random)
    climbers = [piece for piece in pieces if piece.bug in (Bug.BEETLE, Bug.MOSQUITO)]
    climbing = [piece for piece in climbers if random.random() < random.choice((0, 0.3, 0.9))]
    ground = [piece for piece in pieces if piece not in climbing]
    random.shuffle(ground)
    cells = random.choice(SHAPES)(random, max(len(ground), 6))
    # A ring needs all its cells, so the first ones are the ones that are kept.
    placed = list(zip(ground, cells, strict=False))
    covered: list[Cell] = []
    for piece in climbing:
        # Often on the same stack, so that tall ones come about.
        tall = covered and random.random() < 0.6
        cell = random.choice(covered) if tall else random.choice(placed)[1]
        covered.append(cell)
        placed.append((piece, cell))
    just_moved = random.choice([*pieces, None])
    turn = random.choice(list(Color))
    return Setup.of(options, placed, turn=turn, just_moved=just_moved)


def _some_pieces(options: HiveOptions, random: Random) -> list[Piece]:
    """Pieces in number order, with both queens nearly always."""
    pieces = []
    share = random.choice((0.3, 0.6, 0.9, 1.0))
    for color in Color:
        for bug in Bug:
            if not options.has(bug):
                continue
            keen = bug is Bug.QUEEN or (
                bug in (Bug.PILLBUG, Bug.MOSQUITO) and random.random() < 0.7
            )
            count = sum(keen or random.random() < share for _ in range(bug.count))
            pieces += [Piece(color, bug, number) for number in range(1, count + 1)]
    return pieces


def random_positions(game_type: str, count: int, seed: int) -> Iterator[Position]:
    """Half of them after games, half set up."""
    random = Random(f"{game_type} {seed}")
    for number in range(count):
        options = HiveOptions.parse(
            game_type, opening_queen=random.choice(("forbidden", "allowed"))
        )
        if number % 2:
            yield random_setup(options, random)
        else:
            yield random_game(options, random, random.randrange(len(ALL_PIECES) * 3))


def with_colors_swapped(position: Position) -> Position:
    """The same hive in the other colours; both queens must be in play, or turns would matter."""

    def other(piece: Piece) -> Piece:
        return Piece(piece.color.other, piece.bug, piece.number)

    setup = position.setup
    return Position.from_setup(
        Setup.of(
            setup.options,
            [(other(piece), cell) for piece, cell in setup.pieces],
            turn=setup.turn.other,
            ply=setup.ply + 1,
            just_moved=setup.just_moved and other(setup.just_moved),
        )
    )
