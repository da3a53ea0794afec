"""What a seat may know, and what is cut."""

import msgspec
import pytest
from tests.laruche.playing import after_setup, fits, lay, new_match

from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.match import Match
from skep.laruche.tiles import ALL_TILES, Placement
from skep.laruche.views import MatchView, effect_for, event_for


def missed(match: Match) -> tuple[ev.Lay, tuple[ev.Effect, ...]]:
    placement = fits(match, 0)[0]
    command = lay(match, 0, Placement(placement.cell, placement.pose.turned(1)))
    return command, match.apply(command, match.now_ms)


def test_others_do_not_see_what_is_dealt() -> None:
    match = new_match(3)
    dealt = match.opening[0]
    seen = effect_for(1, dealt)
    assert isinstance(seen, ev.Dealt)
    assert seen.hands == (None, tuple(tile.name for tile in match.players[1].hand), None)
    blind = effect_for(None, dealt)
    assert isinstance(blind, ev.Dealt)
    assert blind.hands == (None, None, None)


@pytest.mark.parametrize(("seat", "knows"), [(0, True), (2, True), (1, False), (None, False)])
def test_only_giver_and_receiver_see_what_is_given(seat: int | None, knows: bool) -> None:
    tile = ALL_TILES[4].name
    told = event_for(seat, ev.Give(0, 1, tile, 2), ())
    shown = effect_for(seat, ev.Given(0, 2, tile))
    assert isinstance(told, ev.Give)
    assert isinstance(shown, ev.Given)
    assert (told.tile == tile, shown.tile == tile) == (knows, knows)
    assert knows or (told.tile, shown.tile) == (None, None)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_miss_is_seen_by_all_and_its_tile_by_its_owner(seat: int | None) -> None:
    match = after_setup(new_match(2))
    command, effects = missed(match)
    (effect,) = effects
    assert isinstance(effect, ev.Missed)
    told = event_for(seat, command, effects)
    assert isinstance(told, ev.Missed)
    assert told == effect_for(seat, effect)
    assert (told.seat, told.cell, told.until_ms) == (0, command.cell, match.now_ms + 1_500)
    if seat == 0:
        assert told == effect
        assert told.pose == command.pose
        assert told.edges
    else:
        assert (told.pose, told.edges) == (None, ())


def test_what_everyone_may_know_is_told_as_it_is() -> None:
    for seat in (None, 0, 1):
        laying = ev.Lay(0, 1, Cell(0, 0), "ROYGBV")
        laid = ev.Laid(0, Cell(0, 0), "ROYGBV", 0, False)
        assert event_for(seat, laying, (laid,)) is laying
        assert effect_for(seat, laid) is laid


def test_a_view_is_plain_and_comes_back_as_it_was() -> None:
    match = after_setup(new_match(3, bee_gift=True))
    missed(match)
    for seat in (None, 0, 1, 2):
        view = match.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=MatchView) == view
        assert view.players[0].missed_until_ms == match.now_ms + 1_500
        assert len(view.hand) == (0 if seat is None else len(match.players[seat].hand))
