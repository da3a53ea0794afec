"""Solving solitaires: a thin, typed face of the solver in the core.

All tiles lie bee up. The second touches the first, and from the third on each touches at least two
(`loose=2`), or from the fourth on (`loose=3`). Every answer says whether the search was complete;
`states` limits the partial layouts that it looks at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from typing import Literal

from skep import _core
from skep.errors import InvalidOptionsError, InvalidPositionError
from skep.geometry import SYMMETRIES, Cell
from skep.laruche.tiles import ALL_TILES, Placement, Tile

__all__ = [
    "Loose",
    "Search",
    "build_order",
    "can_be_built",
    "count_layouts",
    "fill",
    "solve",
    "standing",
    "try_blindly",
]

Loose = Literal[2, 3]
_MEMORY = 24_000_000  # tiles of partial layouts that a search may remember, about 100 MB
_Laid = tuple[int, int, int, int]
_NO_LIMIT = (1 << 63) - 1
_SOLVER = _core.TileSolver([[int(color) for color in tile.poses[0].colors] for tile in ALL_TILES])


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found. `complete` false means that it stopped at a limit, so more may exist."""

    layouts: int
    complete: bool
    states: int
    first: tuple[Placement, ...]

    @property
    def is_solvable(self) -> bool | None:
        """None when the search stopped before it knew."""
        return True if self.layouts else False if self.complete else None


def solve(
    tiles: Iterable[Tile],
    placed: Sequence[Placement] = (),
    *,
    loose: Loose = 2,
    states: int | None = None,
) -> Search:
    """The first layout of all tiles that continues what is placed.

    >>> found = solve(ALL_TILES[:12])
    >>> found.is_solvable, len(found.first)
    (True, 12)
    """
    return _build(tiles, placed, loose, 1, states)


def count_layouts(
    tiles: Iterable[Tile],
    placed: Sequence[Placement] = (),
    *,
    loose: Loose = 2,
    layouts: int = _NO_LIMIT,
    states: int | None = None,
) -> Search:
    """How many final layouts some order of laying builds, up to rotation and shift."""
    return _build(tiles, placed, loose, layouts, states)


def try_blindly(tiles: Iterable[Tile], tries: int, *, loose: Loose = 2, seed: int = 0) -> int:
    """How many of so many tries lay all tiles, when each lays by chance what fits."""
    return _SOLVER.try_blindly([tile.index for tile in tiles], loose, tries, seed)


def fill(
    shape: Collection[Cell],
    tiles: Iterable[Tile],
    placed: Sequence[Placement] = (),
    *,
    loose: Loose = 2,
    layouts: int = 1,
    states: int | None = None,
) -> Search:
    """Lay all tiles so that they fill a shape. Ways that differ by a rotation count once."""
    cells, indices = sorted(shape), [tile.index for tile in tiles]
    if not can_be_built(cells, [placement.cell for placement in placed], loose=loose):
        return Search(0, True, 0, ())
    turns = 1 if placed else _rotations_onto_itself(cells)
    wanted = min(layouts * turns, _NO_LIMIT)
    try:
        count, complete, looked_at, first = _SOLVER.fill(
            [(cell.q, cell.r) for cell in cells],
            indices,
            [_to_core(placement) for placement in placed],
            wanted,
            _limit(states, len(indices)),
        )
    except ValueError as error:
        raise InvalidPositionError(f"this shape cannot be asked about: {error}") from None
    ordered = build_order([_from_core(laid) for laid in first], placed, loose=loose)
    return Search(-(-count // turns), complete, looked_at, ordered)


def can_be_built(cells: Iterable[Cell], placed: Sequence[Cell] = (), *, loose: Loose = 2) -> bool:
    """Can tiles be laid on these cells in some order, each touching as many as it must?

    >>> can_be_built([Cell(0, 0), Cell(1, 0), Cell(0, 1)]), can_be_built([Cell(0, 0), Cell(2, 0)])
    (True, False)
    """
    return _order(set(cells), list(placed), loose) is not None


def standing(cells: Sequence[Cell], *, loose: Loose = 2) -> frozenset[Cell]:
    """The greatest part of these cells that can be built; of equals, the one laid earliest.

    The cells are given in the order in which they were laid.

    >>> bridge = [Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(-2, 1), Cell(-1, 2)]
    >>> sorted(standing(bridge)) == sorted(bridge[:3])
    True
    """
    age = {cell: number for number, cell in enumerate(cells)}
    everything = set(cells)
    best: list[Cell] = list(cells[:1])
    grown: list[set[Cell]] = []
    for size in range(2, loose + 1):
        for start in _connected_starts(cells, size):
            if any(part.issuperset(start) for part in grown):
                continue  # nothing grows out of a part that has grown
            part = _grow(everything, start)
            grown.append(set(part))
            if len(part) == len(everything):
                return frozenset(part)
            if len(part) > len(best) or (
                len(part) == len(best)
                and sorted(map(age.__getitem__, part)) < sorted(map(age.__getitem__, best))
            ):
                best = part
    return frozenset(best)


def build_order(
    layout: Sequence[Placement], placed: Sequence[Placement] = (), *, loose: Loose = 2
) -> tuple[Placement, ...]:
    """The placements of a layout in an order in which they can be laid, those placed first."""
    by_cell = {placement.cell: placement for placement in layout}
    order = _order(set(by_cell), [placement.cell for placement in placed], loose)
    if order is None:
        raise InvalidPositionError("no order of laying builds this layout")
    return tuple(by_cell[cell] for cell in order)


def _order(cells: set[Cell], placed: list[Cell], loose: int) -> list[Cell] | None:
    if not set(placed) <= cells:
        return None
    if len(placed) >= min(loose, len(cells)):
        return _whole(cells, _grow(cells, placed))
    # Few tiles lie yet: every start of `loose` cells is tried. What can be laid stays possible when
    # more lies, so growing greedily from a start reaches everything that start can reach.
    free = sorted(cells - set(placed))
    for rest in combinations(free, min(loose, len(cells)) - len(placed)):
        start = _connected([*placed, *rest])
        if start is not None and start[: len(placed)] == placed:
            order = _whole(cells, _grow(cells, start))
            if order is not None:
                return order
    return None


def _connected_starts(cells: Sequence[Cell], size: int) -> Iterator[list[Cell]]:
    """Two cells, or three, of which each touches one before it."""
    there = set(cells)
    pairs = (
        [cell, near]
        for cell in cells
        for near in cell.neighbours()
        if near in there and cell < near
    )
    if size == 2:
        yield from pairs
        return
    for pair in pairs:
        for third in {near for cell in pair for near in cell.neighbours()} & there - set(pair):
            yield [*pair, third]


def _connected(start: list[Cell]) -> list[Cell] | None:
    """These few cells in an order in which each touches one before it."""
    order, rest = start[:1], start[1:]
    while rest:
        touching = [cell for cell in rest if any(cell.distance(other) == 1 for other in order)]
        if not touching:
            return None
        order.append(touching[0])
        rest.remove(touching[0])
    return order


def _whole(cells: set[Cell], order: list[Cell]) -> list[Cell] | None:
    return order if len(order) == len(cells) else None


def _grow(cells: set[Cell], start: list[Cell]) -> list[Cell]:
    """All cells that can be laid after a start, in an order in which each touches two.

    Of those that can be laid next it is always the first by its coordinates.
    """
    order: list[Cell] = []
    touching = dict.fromkeys(cells.difference(start), 0)
    ready: list[Cell] = []

    def lay(cell: Cell) -> None:
        order.append(cell)
        for near in cell.neighbours():
            if near in touching:
                touching[near] += 1
                if touching[near] == 2:
                    heappush(ready, near)

    for cell in start:
        lay(cell)
    while ready:
        cell = heappop(ready)
        del touching[cell]
        lay(cell)
    return order


def _rotations_onto_itself(cells: Sequence[Cell]) -> int:
    """How many of the six rotations bring a shape onto itself."""

    def shifted(turned: Iterable[Cell]) -> list[Cell]:
        ordered = sorted(turned)
        q, r = ordered[0]
        return [cell.translated(-q, -r) for cell in ordered]

    whole = shifted(cells)
    return sum(
        shifted(symmetry.of_cell(cell) for cell in cells) == whole
        for symmetry in SYMMETRIES
        if not symmetry.mirrored
    )


def _build(
    tiles: Iterable[Tile], placed: Sequence[Placement], loose: int, layouts: int, states: int | None
) -> Search:
    indices = [tile.index for tile in tiles]
    try:
        count, complete, looked_at, first = _SOLVER.build(
            indices,
            [_to_core(placement) for placement in placed],
            loose,
            layouts,
            _limit(states, len(indices)),
        )
    except ValueError as error:
        raise InvalidPositionError(f"this layout cannot be asked about: {error}") from None
    return Search(count, complete, looked_at, tuple(_from_core(laid) for laid in first))


def _limit(states: int | None, tiles: int) -> int:
    if states is None:
        return _MEMORY // max(1, tiles)
    if not 1 <= states <= _NO_LIMIT:
        raise InvalidOptionsError(f"states is a number from 1 to {_NO_LIMIT}, not {states}")
    return states


def _to_core(placement: Placement) -> _Laid:
    (q, r), pose = placement
    if not pose.has_bee:
        raise InvalidPositionError(f"in solitaire tiles lie bee up, but {placement} does not")
    return pose.tile.index, q, r, pose.rotation


def _from_core(laid: _Laid) -> Placement:
    tile, q, r, rotation = laid
    return Placement(Cell(q, r), ALL_TILES[tile].poses[rotation])
