"""The most joins of a deal, against counting them in every layout."""

import pytest
from tests.laruche.test_solver import brute_force, draw

from skep import _core
from skep.geometry import Cell
from skep.laruche.joins import best_joins, fewest_joins, joins_of, most_joins
from skep.laruche.solver import Loose, can_be_built
from skep.laruche.table import Table

# Polyhexes of 1, 2, 3 … cells, mirror images counted apart.
ONE_SIDED = [1, 1, 3, 10, 33, 147, 620, 2821]


@pytest.mark.parametrize(("size", "count"), list(enumerate(ONE_SIDED, 1)))
def test_every_shape_is_found_once(size: int, count: int) -> None:
    found = 0
    for joins in range(size - 1, most_joins(size) + 2):
        shapes = [frozenset(shape) for shape in _core.shapes_with_joins(size, joins)]
        assert len(set(shapes)) == len(shapes)
        assert all(joins_of({Cell(q, r) for q, r in shape}) == joins for shape in shapes)
        found += len(shapes)
    assert found == count
    assert not _core.shapes_with_joins(size, most_joins(size) + 1)


@pytest.mark.parametrize("loose", [2, 3])
def test_no_shape_that_can_be_built_has_fewer_joins_than_said(loose: Loose) -> None:
    for size in range(1, 8):
        buildable = [
            joins
            for joins in range(most_joins(size) + 1)
            for shape in _core.shapes_with_joins(size, joins)
            if can_be_built([Cell(q, r) for q, r in shape], loose=loose)
        ]
        assert min(buildable) == fewest_joins(size, loose)
        assert max(buildable) == most_joins(size)


@pytest.mark.parametrize("loose", [2, 3])
@pytest.mark.parametrize("size", [1, 2, 4, 5])
@pytest.mark.medium
def test_the_best_equals_the_brute_force(size: int, loose: Loose) -> None:
    for seed in range(8):
        tiles = draw(seed, size)
        every = [joins_of({cell for _, cell, _ in layout}) for layout in brute_force(tiles, loose)]
        best = best_joins(tiles, loose=loose)
        if best is None:
            assert not every
            continue
        assert best.joins == max(every)
        assert joins_of({placement.cell for placement in best.layout}) == best.joins


@pytest.mark.medium
@pytest.mark.parametrize("size", [6, 7])
def test_the_best_equals_the_brute_force_on_more_tiles(size: int) -> None:
    for seed in range(25):
        tiles = draw(seed, size)
        every = [joins_of({cell for _, cell, _ in layout}) for layout in brute_force(tiles, 2)]
        best = best_joins(tiles)
        assert (best.joins if best else None) == max(every, default=None)


def test_the_best_of_twelve_is_laid_by_the_rules() -> None:
    for seed in range(5):
        tiles = draw(seed, 12)
        best = best_joins(tiles)
        assert best is not None
        assert 21 <= best.joins <= 24
        table = Table()
        for number, placement in enumerate(best.layout):
            assert not table.mismatches(placement)
            assert table.contacts(placement.cell) >= min(number, 2)
            table.lay(placement)
        assert sorted(placement.pose.tile for placement in best.layout) == sorted(tiles)


def test_only_so_many_tiles_are_asked_about() -> None:
    with pytest.raises(ValueError, match="20"):
        best_joins(draw(0, 21))
