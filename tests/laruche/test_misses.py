"""A tile sent to a spot that it does not fit costs time, unless somebody was first."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.laruche.playing import after_setup, fits, lay, new_match, state_of

from skep.errors import RefusedError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.deals import SeededDeals
from skep.laruche.match import GRACE_MS, Match, Phase
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.records import MatchRecord
from skep.laruche.tiles import Placement


def started(**options: Any) -> Match:
    return after_setup(new_match(2, **options))


def misfit(match: Match, seat: int = 0) -> ev.Lay:
    """A tile of a hand, sent to a live spot in a wrong rotation."""
    placement = fits(match, seat)[0]
    return lay(match, seat, Placement(placement.cell, placement.pose.turned(1)))


def refusal(match: Match, command: ev.Command, at_ms: int) -> RefusedError:
    before = state_of(match)
    with pytest.raises(RefusedError) as caught:
        match.apply(command, at_ms)
    assert state_of(match) == before
    return caught.value


def test_a_miss_is_accepted_and_holds_the_seat_back() -> None:
    match = started()
    now_ms, hand = match.now_ms, list(match.players[0].hand)
    command = misfit(match)
    assert match.check(command, now_ms) is None
    (missed,) = match.apply(command, now_ms)
    assert isinstance(missed, ev.Missed)
    assert (missed.seat, missed.cell, missed.pose) == (0, command.cell, command.pose)
    assert missed.until_ms == now_ms + 1_500
    wanted = match.table.wanted(command.cell)
    colors = command.placement.pose.colors
    assert [edge.direction for edge in missed.edges] == [
        edge for edge in range(6) if wanted[edge] is not None and wanted[edge] != colors[edge]
    ]
    assert match.players[0].hand == hand
    assert len(match.table) == 2
    good = lay(match, 0, fits(match, 0)[0])
    waiting = refusal(match, good, now_ms + 1_000)
    assert waiting.code == "MISSED"
    assert waiting.params == {"ready_ms": now_ms + 1_500, "wait_ms": 500}
    assert refusal(match, misfit(match), now_ms + 1_499).code == "MISSED"  # and nothing is added
    other = lay(match, 1, fits(match, 1)[0])
    assert isinstance(match.apply(other, now_ms + 1_000)[0], ev.Laid)
    again = lay(match, 0, fits(match, 0)[0])
    assert isinstance(match.apply(again, now_ms + 1_500)[0], ev.Laid)


@pytest.mark.parametrize("miss_ms", [1, 700, 5_000])
def test_the_table_says_how_long_a_miss_lasts(miss_ms: int) -> None:
    match = started(miss_ms=miss_ms)
    match.apply(misfit(match), match.now_ms)
    assert match.players[0].missed_until_ms == match.now_ms + miss_ms


def test_without_a_price_what_does_not_fit_is_refused() -> None:
    match = started(miss_ms=0)
    assert refusal(match, misfit(match), match.now_ms).code == "MISMATCH"


def test_help_that_shows_what_fits_knows_no_miss() -> None:
    match = started(help="show")
    assert refusal(match, misfit(match), match.now_ms).code == "MISMATCH"
    assert (match.help_of(0), match.view(0).help) == ("show", "show")


def test_one_seat_can_be_shown_what_fits() -> None:
    seats = [Seat(name="Ann", show=True), Seat(name="Bob")]
    match = after_setup(Match(MatchOptions(), seats, SeededDeals(7)))
    assert (match.view(0).help, match.view(1).help, match.view(None).help) == (
        "show",
        "turn",
        "turn",
    )
    assert refusal(match, misfit(match, 0), match.now_ms).code == "MISMATCH"
    assert isinstance(match.apply(misfit(match, 1), match.now_ms)[0], ev.Missed)


def test_giving_is_free_after_a_miss() -> None:
    for seed in range(30):
        match = after_setup(new_match(2, seed=seed, bee_gift=True))
        bees = [placement for placement in fits(match, 0) if placement.pose.has_bee]
        if not bees:
            continue
        match.apply(lay(match, 0, bees[0]), match.now_ms)
        if not match.dues or not fits(match, 0):
            continue
        assert isinstance(match.apply(misfit(match), match.now_ms)[0], ev.Missed)
        tile = match.players[0].hand[0].name
        assert match.apply(ev.Give(0, 1, tile, 1), match.now_ms) == (ev.Given(0, 1, tile),)
        return
    raise AssertionError("no gift in thirty matches")


def test_a_spot_that_is_taken_or_touches_one_tile_is_no_miss() -> None:
    match = started()
    tile = match.players[0].hand[0]
    taken = next(iter(match.table.tiles))
    assert refusal(match, ev.Lay(0, 1, taken, tile.name), match.now_ms).code == "TAKEN"
    edge = match.table.edge_spots()[0].cell
    few = refusal(match, ev.Lay(0, 1, edge, tile.name), match.now_ms)
    assert few.code == "TOO_FEW_NEIGHBOURS"
    far = refusal(match, ev.Lay(0, 1, Cell(50, 50), tile.name), match.now_ms)
    assert far.code == "TOO_FEW_NEIGHBOURS"


def on_the_way(seed: int) -> Iterator[Match]:
    """A match after every tile that it is played on by, ten seconds apart."""
    match = after_setup(new_match(2, seed=seed, stall_ms=0))
    while match.phase is Phase.PLAY:
        yield match
        seat = next(seat for seat in (0, 1) if fits(match, seat))
        match.apply(lay(match, seat, fits(match, seat)[-1]), match.now_ms + 10_000)


def test_a_spot_that_no_tile_will_ever_fit_is_no_miss() -> None:
    for match in on_the_way(seed=3):
        for spot in match.table.dead_spots():
            if spot.contacts >= 2:
                command = ev.Lay(0, 1, spot.cell, match.players[0].hand[0].name)
                assert refusal(match, command, match.now_ms + 5_000).code == "MISMATCH"
                return
    raise AssertionError("no dead spot in a whole round")


def test_setup_and_unblocking_know_no_miss() -> None:
    match = new_match(2)
    match.apply(ev.TimePassed(), 15_000)
    seat = match.turn or 0
    placement = next(iter(match.table.edge_placements(match.players[seat].hand)))
    wrong = lay(match, seat, Placement(placement.cell, placement.pose.turned(1)))
    assert refusal(match, wrong, 15_000).code == "MISMATCH"


def overtaken() -> tuple[Match, ev.Lay, ev.Lay]:
    """A match, a tile that seat 0 could lay, and one of seat 1 after which it does not fit."""
    for seed in range(20):
        for match in on_the_way(seed):
            for mine in fits(match, 0):
                for theirs in fits(match, 1):
                    twin = match.table.copy()
                    twin.lay(theirs)
                    if twin.is_live(mine.cell) and twin.mismatches(mine):
                        return match, lay(match, 0, mine), lay(match, 1, theirs)
    raise AssertionError("nobody was ever in another's way")


def test_who_was_overtaken_does_not_miss() -> None:
    match, mine, theirs = overtaken()
    now_ms = match.now_ms + 10_000
    match.apply(theirs, now_ms)
    late = refusal(match, mine, now_ms + GRACE_MS)
    assert late.code == "MISMATCH"
    assert late.params["edges"]
    slow = match.copy()
    assert isinstance(slow.apply(mine, now_ms + GRACE_MS + 1)[0], ev.Missed)
    # What has never fitted is a miss, however quick.
    wrong = ev.Lay(0, 1, mine.cell, mine.placement.pose.turned(1).name)
    if match.table.mismatches(wrong.placement):
        assert isinstance(match.apply(wrong, now_ms)[0], ev.Missed)


def test_an_outage_gives_the_time_back() -> None:
    match, mine, theirs = overtaken()
    now_ms = match.now_ms + 10_000
    match.apply(theirs, now_ms)
    match.apply(ev.Outage(now_ms, now_ms + 60_000), now_ms + 60_000)
    assert refusal(match, mine, now_ms + 60_000 + GRACE_MS).code == "MISMATCH"
    assert isinstance(match.apply(mine, now_ms + 60_001 + GRACE_MS)[0], ev.Missed)
    until_ms = match.players[0].missed_until_ms
    match.apply(ev.Outage(match.now_ms, match.now_ms + 500), match.now_ms + 500)
    assert match.players[0].missed_until_ms == until_ms + 500


def test_a_new_round_forgets_a_miss() -> None:
    match = started(rounds=2, stall_ms=1_000, miss_ms=5_000, break_ms=1)
    match.apply(misfit(match), match.now_ms + 900)
    deadline_ms = match.next_deadline_ms
    assert deadline_ms is not None
    match.apply(ev.TimePassed(), deadline_ms)
    match.apply(ev.TimePassed(), deadline_ms + 1)
    assert (match.round, match.players[0].missed_until_ms) == (2, match.now_ms)


def test_a_record_with_misses_replays() -> None:
    match = new_match(2)
    commands: list[tuple[int, ev.Command]] = []

    def do(command: ev.Command, at_ms: int) -> None:
        match.apply(command, at_ms)
        commands.append((at_ms, command))

    do(ev.TimePassed(), 15_000)
    do(ev.TimePassed(), 30_000)
    do(misfit(match), 31_000)
    do(lay(match, 1, fits(match, 1)[0]), 31_200)
    do(misfit(match), 33_000)
    record = MatchRecord.parse(str(MatchRecord.of(match, commands)))
    assert record.commands == tuple(commands)
    assert state_of(record.replay()) == state_of(match)
