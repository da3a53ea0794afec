from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.laruche_bees import find_bee_sides

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.laruche.table import poses_fitting
from skep.laruche.tiles import (
    ALL_POSES,
    ALL_TILES,
    BEE_SIDES,
    Color,
    Placement,
    Pose,
    Tile,
    mask_of,
    tiles_of_mask,
)


def test_there_are_60_tiles_120_faces_and_720_poses_each_once() -> None:
    assert len(ALL_TILES) == 60
    faces = {(pose.tile, pose.has_bee): pose for pose in ALL_POSES}
    assert len(faces) == 120
    assert sorted(pose.colors for pose in ALL_POSES) == sorted(permutations(Color))


def test_no_face_is_its_own_mirror_image() -> None:
    for pose in ALL_POSES:
        turned = {pose.turned(sixths) for sixths in range(6)}
        assert len(turned) == 6
        assert pose.flipped() not in turned
        assert pose.flipped().tile is pose.tile
        assert pose.flipped().has_bee is not pose.has_bee
        assert pose.flipped().flipped() is pose


def test_turning_moves_every_color_one_direction_on() -> None:
    for pose in ALL_POSES:
        turned = pose.turned(1)
        assert all(turned.colors[(edge + 1) % 6] == pose.colors[edge] for edge in range(6))


def test_every_ordered_pair_of_colors_is_adjacent_twelve_times_among_the_bees() -> None:
    pairs = Counter(
        pair
        for tile in ALL_TILES
        for pair in zip(tile.name, tile.name[1:] + tile.name[0], strict=True)
    )
    assert len(pairs) == 30
    assert set(pairs.values()) == {12}


def test_the_frozen_bees_are_what_the_script_finds() -> None:
    assert find_bee_sides() == BEE_SIDES


@pytest.mark.parametrize(
    ("edges", "placements", "tiles"),
    [
        ((0,), 120, 60),
        ((0, 1), 24, 24),
        ((0, 2), 24, 24),
        ((0, 3), 24, 12),
        *((edges, 6, 6) for edges in combinations(range(6), 3)),
        *((edges, 2, 2) for edges in combinations(range(6), 4)),
        *((edges, 1, 1) for edges in combinations(range(6), 5)),
        ((0, 1, 2, 3, 4, 5), 1, 1),
    ],
)
def test_table_of_fits(edges: tuple[int, ...], placements: int, tiles: int) -> None:
    for colors in permutations(Color, len(edges)):
        wanted: list[Color | None] = [None] * 6
        for edge, color in zip(edges, colors, strict=True):
            wanted[edge] = color
        fits = poses_fitting(tuple(wanted))
        assert len(fits) == placements
        assert len({pose.tile for pose in fits}) == tiles


def test_nothing_fits_where_a_color_is_asked_for_twice() -> None:
    assert poses_fitting((Color.RED, None, Color.RED, None, None, None)) == ()


def test_names_round_trip() -> None:
    for tile in ALL_TILES:
        assert Tile.parse(tile.name) is tile
        assert tile.name[0] == "R"
        assert mask_of([tile]) == tile.bit
        assert tiles_of_mask(tile.bit) == [tile]
    for pose in ALL_POSES:
        assert Pose.parse(pose.name.lower()) is pose
        assert Tile.parse(pose.name) is pose.tile


@given(st.text())
def test_unreadable_names_are_refused_with_the_text(text: str) -> None:
    if sorted(text.strip().upper()) == sorted("ROYGBV"):
        return
    with pytest.raises(UnreadableError) as refused:
        Tile.parse(text)
    assert refused.value.text == text


@given(st.integers(), st.integers(), st.sampled_from(ALL_POSES))
def test_placements_round_trip(q: int, r: int, pose: Pose) -> None:
    placement = Placement(Cell(q, r), pose)
    assert Placement.parse(str(placement)) == placement


@pytest.mark.parametrize(
    "text", ["", "1 ROYGBV", "1,2", "a,b ROYGBV", "1,2 RRRRRR", "1,2,3 ROYGBV"]
)
def test_unreadable_placements_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        Placement.parse(text)
