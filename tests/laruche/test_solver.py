"""The solver in the core against a brute force that shares nothing with it but the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import InvalidPositionError
from skep.geometry import ORIGIN, SYMMETRIES, Cell
from skep.laruche.chance import Stream
from skep.laruche.solver import Loose, build_order, can_be_built, count_layouts, fill, solve
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Placement, Tile

Layout = frozenset[tuple[Tile, Cell, int]]


def draw(seed: int, size: int) -> list[Tile]:
    return Stream(seed, "test draw").shuffled(ALL_TILES)[:size]


def normal_form(layout: dict[Cell, tuple[Tile, int]]) -> Layout:
    """The least of the six rotations, shifted so that the least cell is the origin."""
    forms = []
    for symmetry in SYMMETRIES[:6]:
        turned = [
            (symmetry.of_cell(cell), tile, (rotation + symmetry.rotation) % 6)
            for cell, (tile, rotation) in layout.items()
        ]
        q, r = min(cell for cell, _, _ in turned)
        forms.append(
            sorted((tile, cell.translated(-q, -r), rotation) for cell, tile, rotation in turned)
        )
    return frozenset(min(forms))


def brute_force(tiles: list[Tile], loose: int) -> set[Layout]:
    """Lay tile after tile in every way, in every order, and gather what comes out."""
    layouts: set[Layout] = set()
    seen: set[frozenset[tuple[Cell, tuple[Tile, int]]]] = set()

    def extend(layout: dict[Cell, tuple[Tile, int]], left: list[Tile]) -> None:
        key = frozenset(layout.items())
        if key in seen:
            return
        seen.add(key)
        if not left:
            layouts.add(normal_form(layout))
            return
        needed = 1 if len(layout) < loose else 2
        for spot in {near for cell in layout for near in cell.neighbours()} - set(layout):
            around = {
                direction: layout[near]
                for direction, near in enumerate(spot.neighbours())
                if near in layout
            }
            if len(around) < needed:
                continue
            for tile in left:
                for rotation in range(6):
                    colors = tile.poses[rotation].colors
                    if all(
                        colors[direction] == other.poses[turn].colors[(direction + 3) % 6]
                        for direction, (other, turn) in around.items()
                    ):
                        rest = [other for other in left if other is not tile]
                        extend({**layout, spot: (tile, rotation)}, rest)

    for tile in tiles:
        extend({ORIGIN: (tile, 0)}, [other for other in tiles if other is not tile])
    return layouts


def assert_built_by_the_rules(
    layout: tuple[Placement, ...], tiles: list[Tile], loose: int, already: int = 0
) -> None:
    table = Table()
    for number, placement in enumerate(layout):
        if number >= max(1, already):
            assert placement.cell not in table
            assert table.contacts(placement.cell) >= (1 if number < loose else 2)
            assert not table.mismatches(placement)
        assert placement.pose.has_bee
        table.lay(placement)
    assert sorted(placement.pose.tile for placement in layout) == sorted(tiles)


@pytest.mark.medium
@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_counts_equal_the_brute_force(size: int) -> None:
    for seed in range(25):
        tiles = draw(seed, size)
        found = count_layouts(tiles)
        assert found.complete
        assert found.layouts == len(brute_force(tiles, 2))


def test_counts_equal_the_brute_force_on_few_tiles_and_the_other_reading() -> None:
    for loose in (2, 3):
        for seed in range(6):
            tiles = draw(seed, 4)
            reading: Loose = 2 if loose == 2 else 3
            assert count_layouts(tiles, loose=reading).layouts == len(brute_force(tiles, loose))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 1 << 64), st.integers(6, 60), st.sampled_from([2, 3]))
def test_solutions_obey_the_rules(seed: int, size: int, loose: Loose) -> None:
    tiles = draw(seed, size)
    found = solve(tiles, loose=loose, states=50_000)
    if found.is_solvable:
        assert_built_by_the_rules(found.first, tiles, loose)
        half = found.first[: size // 2]
        again = solve(tiles, half, loose=loose, states=50_000)
        assert again.first[: len(half)] == half
        if again.is_solvable:
            assert_built_by_the_rules(again.first, tiles, loose)
    else:
        assert size < 13  # greater draws have many layouts


def test_the_counts_of_all_completions_of_the_first_pairs_cover_all_layouts() -> None:
    tiles = draw(3, 7)
    found = count_layouts(tiles)
    assert found.layouts > 0
    first = found.first[0]
    # Layouts that can be begun with this tile; every one of them is a layout of the whole.
    begun = count_layouts(tiles, [first])
    assert 0 < begun.layouts <= found.layouts


def test_limits_stop_the_search_and_say_so() -> None:
    tiles = draw(1, 12)
    some = count_layouts(tiles, layouts=10)
    assert (some.layouts, some.complete) == (10, False)
    few = count_layouts(tiles, states=50)
    assert not few.complete
    assert few.states <= 51
    none = solve(tiles, states=1)
    assert none.is_solvable is None


def test_fill_finds_the_silhouette_of_a_layout_again() -> None:
    for seed in range(10):
        tiles = draw(seed, 12)
        layout = solve(tiles).first
        shape = {placement.cell for placement in layout}
        found = fill(shape, tiles)
        assert {placement.cell for placement in found.first} == shape
        assert_built_by_the_rules(found.first, tiles, 2)
        fixed = layout[:5]
        again = fill(shape, tiles, fixed)
        assert set(fixed) <= set(again.first)


def test_fillings_of_a_symmetric_shape_count_once() -> None:
    triangle = [Cell(0, 0), Cell(1, 0), Cell(0, 1)]
    for seed in range(40):
        tiles = draw(seed, 3)
        assert fill(triangle, tiles, layouts=1000).layouts == len(brute_force(tiles, 2))


def test_a_ring_cannot_be_built() -> None:
    ring = list(ORIGIN.neighbours())
    assert not can_be_built(ring)
    assert can_be_built([ORIGIN, *ring])
    assert fill(ring, draw(0, 6)) == fill(ring, draw(1, 6))
    with pytest.raises(InvalidPositionError):
        build_order([Placement(cell, ALL_TILES[0].poses[0]) for cell in ring])


@pytest.mark.parametrize(
    "placed",
    [
        ["0,0 ROYGBV", "0,0 ROYGBV"],
        ["0,0 ROYGBV", "0,0 RYOGBV"],
        ["0,0 ROYGBV", "9000,0 ROYGVB"],
    ],
)
def test_impossible_questions_are_refused(placed: list[str]) -> None:
    placements = [Placement.parse(text) for text in placed]
    with pytest.raises(InvalidPositionError):
        solve(ALL_TILES, [p for p in placements if p.pose.has_bee] + placements[:1])


def test_a_tile_with_the_bee_down_is_refused() -> None:
    with pytest.raises(InvalidPositionError):
        solve(ALL_TILES[:6], [Placement(ORIGIN, ALL_TILES[0].poses[6])])


def test_a_tile_twice_is_refused() -> None:
    with pytest.raises(InvalidPositionError):
        solve([ALL_TILES[0], ALL_TILES[0]])
