from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.geometry import ORIGIN, Cell, Direction
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions
from skep.laruche.simulate import simulate
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_POSES, ALL_TILES, Placement, Tile


def naive_placements(table: Table, hand: list[Tile]) -> set[Placement]:
    """Tile by face by rotation by spot, straight from the rules."""
    spots = {near for cell in table.tiles for near in cell.neighbours() if near not in table}
    found = set()
    for spot in spots:
        around = [
            (direction, table.tiles[near].colors[(direction + 3) % 6])
            for direction, near in enumerate(spot.neighbours())
            if near in table
        ]
        if len(around) < 2:
            continue
        for tile in hand:
            for pose in tile.poses:
                if all(pose.colors[direction] == color for direction, color in around):
                    found.add(Placement(spot, pose))
    return found


def check_every_position(seed: int) -> None:
    def watch(match: Match, *_: object) -> None:
        if match.phase is Phase.PLAY:
            for player in match.players:
                fast = match.table.placements(player.hand)
                assert len(fast) == len(set(fast))
                assert set(fast) == naive_placements(match.table, player.hand)
                assert match.table.can_play(player.hand) == bool(fast)

    options = MatchOptions(
        rounds=1,
        bee_gift=bool(seed & 1),
        unblock=bool(seed & 2),
        triple_gift="split" if seed & 4 else "off",
    )
    simulate(
        options,
        [3 + seed % 2] * (2 + seed % 5),
        seed,
        watch=watch,
    )


@pytest.mark.medium
@pytest.mark.parametrize("seed", range(5))
def test_placements_equal_the_naive_enumeration(seed: int) -> None:
    check_every_position(seed)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_placements_equal_the_naive_enumeration_in_200_games() -> None:
    for seed in range(200):
        check_every_position(seed)


def test_five_in_118_starts_of_two_players_are_dead() -> None:
    first = ALL_TILES[17].poses[0]
    east = Cell(1, 0)
    color = first.colors[Direction.EAST]
    starts = [
        pose
        for pose in ALL_POSES
        if pose.tile is not first.tile and pose.colors[Direction.WEST] == color
    ]
    dead = [
        pose
        for pose in starts
        if not Table([Placement(ORIGIN, first), Placement(east, pose)]).live_spots()
    ]
    assert (len(dead), len(starts)) == (5, 118)
    assert Fraction(len(dead), len(starts)) == Fraction(5, 118)


def test_dead_and_live_spots_and_their_colors() -> None:
    table = Table([Placement.parse("0,0 ROYGBV"), Placement.parse("1,0 YGVBOR")])
    assert [repr(spot) for spot in table.live_spots()] == ["Spot(0,1 .BY...)"]
    assert [repr(spot) for spot in table.dead_spots()] == ["Spot(1,-1 ....RR)"]
    assert len(table.edge_spots()) == 6
    assert {str(placement) for placement in table.placements(ALL_TILES)} == {
        f"0,1 {pose}" for pose in ALL_POSES if pose.name[0] == "B" and pose.name[5] == "Y"
    }


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 1 << 32))
@pytest.mark.medium
def test_lifting_is_the_inverse_of_laying(seed: int) -> None:
    end = simulate(MatchOptions(rounds=1), [4, 4], seed).match
    table, order = Table(), list(end.table)
    history = []
    for placement in order:
        history.append((set(map(repr, table.live_spots())), set(map(repr, table.dead_spots()))))
        table.lay(placement)
    for placement in reversed(order):
        assert table.lift(placement.cell) is placement.pose
        assert (
            set(map(repr, table.live_spots())),
            set(map(repr, table.dead_spots())),
        ) == history.pop()
    assert table == Table()
    assert not table.edge_spots()
