"""The rules of a match, one by one."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.laruche.playing import after_setup, assert_invariants, fits, lay, new_match, state_of

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import ORIGIN, Cell
from skep.laruche import events as ev
from skep.laruche.deals import Deal, FixedDeals, SeededDeals
from skep.laruche.match import RESUME_MS, Match, Phase
from skep.laruche.options import DealSize, MatchOptions, Seat
from skep.laruche.refusals import Refusal
from skep.laruche.tiles import ALL_TILES, Placement, Tile


def refused(match: Match, command: ev.Command, at_ms: int) -> RefusedError:
    before = state_of(match)
    with pytest.raises(RefusedError) as caught:
        match.apply(command, at_ms)
    assert state_of(match) == before
    checked = match.check(command, at_ms)
    assert checked is not None
    assert checked.code == caught.value.code
    assert state_of(match) == before
    return caught.value


@pytest.mark.parametrize(("seats", "size"), [(1, 60), (2, 30), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_deal_shares_all_tiles(seats: int, size: int) -> None:
    match = new_match(seats)
    assert [len(player.hand) for player in match.players] == [size] * seats
    assert_invariants(match)
    dealt, turn = match.opening
    assert isinstance(dealt, ev.Dealt)
    assert turn == ev.Turn(dealt.first, 15_000)


@pytest.mark.parametrize("seats", [0, 7])
def test_only_one_to_six_sit_down(seats: int) -> None:
    with pytest.raises(InvalidOptionsError):
        Match(MatchOptions(), [Seat(name="Ann")] * seats, SeededDeals(1))


def test_setup_goes_in_turn_by_one_edge() -> None:
    match = new_match(3, seed=5)
    first = match.turn
    assert first is not None
    other = (first + 1) % 3
    tile = match.players[first].hand[0]
    foreign = match.players[other].hand[0]
    assert (
        refused(match, ev.Lay(other, 1, ORIGIN, foreign.poses[0].name), 10).code == "NOT_YOUR_TURN"
    )
    assert (
        refused(match, ev.Lay(first, 1, ORIGIN, foreign.poses[0].name), 10).code == "NOT_YOUR_TILE"
    )
    far = Cell(101, 0)
    assert refused(match, ev.Lay(first, 1, far, tile.poses[0].name), 10).code == "OFF_TABLE"
    assert refused(match, ev.Lay(9, 1, ORIGIN, tile.poses[0].name), 10).code == "NO_SUCH_SEAT"
    assert refused(match, ev.Lay(first, 2, ORIGIN, tile.poses[0].name), 10).code == "ROUND_OVER"
    start = Cell(3, 4)
    effects = match.apply(ev.Lay(first, 1, start, tile.poses[2].name), 10)
    assert effects == (
        ev.Laid(first, start, tile.poses[2].name, 0, False),
        ev.Turn(other, 15_010),
    )
    # Every placement of the second by one edge is allowed, apart from it everything is not.
    assert refused(match, ev.Lay(other, 1, start, foreign.poses[0].name), 20).code == "TAKEN"
    away = refused(match, ev.Lay(other, 1, ORIGIN, foreign.poses[0].name), 20)
    assert (away.code, away.params) == ("TOO_FEW_NEIGHBOURS", {"touching": 0, "needed": 1})
    east = Cell(4, 4)
    wrong = next(pose for pose in foreign.poses if pose.colors[3] != tile.poses[2].colors[0])
    mismatch = refused(match, ev.Lay(other, 1, east, wrong.name), 20)
    assert mismatch.code == Refusal.MISMATCH
    differs = ev.Differing(3, wrong.colors[3].letter, tile.poses[2].colors[0].letter)
    assert mismatch.params["edges"] == (differs,)
    right = next(pose for pose in foreign.poses if pose.colors[3] == tile.poses[2].colors[0])
    match.apply(ev.Lay(other, 1, east, right.name), 20)
    third = (first + 2) % 3
    spot = match.table.live_spots()
    if spot:
        mask = match.players[third].hand
        placement = match.table.placements(mask)[0]
        many = refused(match, lay(match, third, placement), 30)
        assert many.code == "TOO_MANY_NEIGHBOURS"


def test_the_table_lays_when_setup_time_is_up() -> None:
    match = new_match(2)
    assert match.next_deadline_ms == 15_000
    assert refused(match, ev.TimePassed(), 14_999).code == "NOTHING_DUE"
    effects = match.apply(ev.TimePassed(), 15_000)
    assert isinstance(effects[0], ev.Laid)
    assert effects[0].by_table
    assert match.next_deadline_ms == 30_000
    effects = match.apply(ev.TimePassed(), 30_000)
    assert effects[-1] == ev.PlayBegan()
    assert match.phase is Phase.PLAY
    assert match.turn is None
    assert_invariants(match)


def dead_starts(match: Match) -> list[Placement]:
    seat = match.turn
    assert seat is not None
    found = []
    for placement in match.table.edge_placements(match.players[seat].hand):
        twin = match.table.copy()
        twin.lay(placement)
        if not twin.live_spots():
            found.append(placement)
    return found


def test_a_dead_start_is_refused() -> None:
    match = new_match(2)
    match.apply(ev.TimePassed(), 15_000)
    dead = dead_starts(match)
    assert dead
    for placement in dead:
        assert refused(match, lay(match, match.turn or 0, placement), 16_000).code == "DEAD_START"


def test_only_dead_starts_make_a_redeal() -> None:
    # Only 5 starts in 118 are dead, so every real hand holds a better one: the question whether a
    # spot stays alive is answered with no, to see what follows.
    match = new_match(2)
    match.apply(ev.TimePassed(), 15_000)
    match.leaves_live_spot = lambda placement: False  # type: ignore[method-assign]
    match._effects = []
    match._give_turn(match.turn or 0)
    dealt = [effect for effect in match._effects if isinstance(effect, ev.Dealt)]
    assert [effect.redeal for effect in dealt] == [True]
    assert (match.round, len(match.deals_used), len(match.table)) == (1, 2, 0)
    assert_invariants(match)


def test_play_is_at_will_and_needs_two_neighbours() -> None:
    match = after_setup(new_match(2))
    now_ms = match.now_ms
    for seat in (1, 1, 0, 1):
        placement = fits(match, seat)[0]
        now_ms += 100
        effects = match.apply(lay(match, seat, placement), now_ms)
        assert isinstance(effects[0], ev.Laid)
        assert effects[0].contacts >= 2
    placement = next(iter(match.table.edge_placements(match.players[0].hand)))
    few = refused(match, lay(match, 0, placement), now_ms)
    assert (few.code, few.params) == ("TOO_FEW_NEIGHBOURS", {"touching": 1, "needed": 2})
    placement = fits(match, 0)[0]
    wrong = next(
        pose
        for pose in placement.pose.tile.poses
        if len(match.table.mismatches(Placement(placement.cell, pose))) == 2
    )
    (missed,) = match.apply(lay(match, 0, Placement(placement.cell, wrong)), now_ms)
    assert isinstance(missed, ev.Missed)
    assert len(missed.edges) == 2
    now_ms = missed.until_ms
    match.apply(lay(match, 0, placement), now_ms)
    assert refused(match, lay(match, 0, placement), now_ms).code == "NOT_YOUR_TILE"
    assert refused(match, lay(match, 1, placement), now_ms - 1).code == "TIME_REVERSED"


def test_a_handicap_makes_a_seat_wait() -> None:
    seats = [Seat(name="Ann", handicap_ms=2000), Seat(name="Bob")]
    match = after_setup(Match(MatchOptions(), seats, SeededDeals(7)))
    match.apply(lay(match, 0, fits(match, 0)[0]), 40_000)
    soon = refused(match, lay(match, 0, fits(match, 0)[0]), 41_999)
    assert (soon.code, soon.params) == ("TOO_SOON", {"ready_ms": 42_000, "wait_ms": 1})
    match.apply(lay(match, 1, fits(match, 1)[0]), 41_999)
    match.apply(lay(match, 1, fits(match, 1)[0]), 41_999)
    match.apply(lay(match, 0, fits(match, 0)[0]), 42_000)


def with_gift(
    kind: Callable[[Match, Placement], bool], seats: int = 3, **options: Any
) -> tuple[Match, int, tuple[ev.Effect, ...]]:
    """Play on until a seat lays a tile of that kind; the match, the seat and what happened."""
    for seed in range(50):
        match = after_setup(new_match(seats, seed=seed, **options))
        while match.phase is Phase.PLAY:
            for seat in range(seats):
                for placement in fits(match, seat):
                    if kind(match, placement) and len(match.players[seat].hand) > 6:
                        match.dues.clear()
                        effects = match.apply(lay(match, seat, placement), match.now_ms + 100)
                        if match.phase is Phase.PLAY:
                            return match, seat, effects
            seat = next((seat for seat in range(seats) if fits(match, seat)), 0)
            match.apply(lay(match, seat, fits(match, seat)[0]), match.now_ms + 10_000)
    raise AssertionError("no such tile in fifty matches")


def is_bee(match: Match, placement: Placement) -> bool:
    return placement.pose.has_bee and match.table.contacts(placement.cell) == 2


def is_triple(match: Match, placement: Placement) -> bool:
    return not placement.pose.has_bee and match.table.contacts(placement.cell) >= 3


def is_both(match: Match, placement: Placement) -> bool:
    return placement.pose.has_bee and match.table.contacts(placement.cell) >= 3


def gift(match: Match, seat: int, to: int) -> ev.Give:
    return ev.Give(seat, match.round, match.players[seat].hand[0].name, to)


def test_a_bee_earns_one_gift() -> None:
    match, seat, effects = with_gift(is_bee, bee_gift=True)
    now_ms = match.now_ms
    assert ev.GiftDue(seat, 1, now_ms + 5000) in effects
    assert match.next_deadline_ms == now_ms + 5000
    to = (seat + 1) % 3
    assert refused(match, gift(match, to, seat), now_ms).code == "NO_GIFT_DUE"
    assert refused(match, gift(match, seat, seat), now_ms).code == "BAD_RECEIVER"
    assert refused(match, gift(match, seat, 3), now_ms).code == "BAD_RECEIVER"
    foreign = match.players[to].hand[0]
    assert refused(match, ev.Give(seat, 1, foreign.name, to), now_ms).code == "NOT_YOUR_TILE"
    assert refused(match, ev.Give(seat, 1, None, to), now_ms).code == "NOT_YOUR_TILE"
    tile = match.players[seat].hand[0]
    counts = [len(player.hand) for player in match.players]
    assert match.apply(gift(match, seat, to), now_ms + 4999) == (ev.Given(seat, to, tile.name),)
    counts[seat] -= 1
    counts[to] += 1
    assert [len(player.hand) for player in match.players] == counts
    assert tile in match.players[to].hand
    assert refused(match, gift(match, seat, to), now_ms + 4999).code == "NO_GIFT_DUE"


def test_a_gift_lapses_after_five_seconds() -> None:
    match, seat, _ = with_gift(is_bee, bee_gift=True)
    until_ms = match.now_ms + 5000
    late = refused(match, gift(match, seat, (seat + 1) % 3), until_ms)
    assert (late.code, late.params) == ("GIFT_EXPIRED", {"until_ms": until_ms})
    assert match.apply(ev.TimePassed(), until_ms) == (ev.GiftLapsed(seat, 1),)
    assert refused(match, gift(match, seat, (seat + 1) % 3), until_ms).code == "GIFT_EXPIRED"


def test_three_neighbours_earn_three_gifts_to_split() -> None:
    match, seat, effects = with_gift(is_triple, triple_gift="split")
    assert ev.GiftDue(seat, 3, match.now_ms + 8000) in effects
    for to in ((seat + 1) % 3, (seat + 2) % 3, (seat + 1) % 3):
        match.apply(gift(match, seat, to), match.now_ms)
    assert refused(match, gift(match, seat, (seat + 1) % 3), match.now_ms).code == "NO_GIFT_DUE"
    assert_invariants(match)


def test_three_gifts_for_one_opponent_stay_with_that_one() -> None:
    match, seat, _ = with_gift(is_triple, triple_gift="one")
    to, other = (seat + 1) % 3, (seat + 2) % 3
    match.apply(gift(match, seat, to), match.now_ms)
    bound = refused(match, gift(match, seat, other), match.now_ms)
    assert (bound.code, bound.params["bound_to"]) == ("BAD_RECEIVER", to)
    match.apply(gift(match, seat, to), match.now_ms)


def test_both_gifts_add_up_to_four_and_the_bees_is_free() -> None:
    match, seat, effects = with_gift(is_both, bee_gift=True, triple_gift="one")
    assert ev.GiftDue(seat, 4, match.now_ms + 8000) in effects
    to, other = (seat + 1) % 3, (seat + 2) % 3
    for receiver in (to, other, to, to):
        match.apply(gift(match, seat, receiver), match.now_ms)
    assert not match.dues


def test_setup_tiles_and_a_player_alone_earn_no_gifts() -> None:
    match = after_setup(new_match(4, bee_gift=True, triple_gift="split"))
    assert not match.dues
    alone = after_setup(new_match(1, bee_gift=True, triple_gift="split"))
    assert len(alone.table) == 2
    for _ in range(10):
        bees = [placement for placement in fits(alone, 0) if placement.pose.has_bee]
        alone.apply(lay(alone, 0, bees[0]), alone.now_ms)
    assert not alone.dues


def test_giving_the_last_tile_away_wins() -> None:
    match, seat, _ = with_gift(is_both, bee_gift=True, triple_gift="split", rounds=1)
    hand = match.players[seat].hand
    to = (seat + 1) % 3
    match.players[to].hand += hand[1:]
    del hand[1:]
    effects = match.apply(gift(match, seat, to), match.now_ms)
    ended = next(effect for effect in effects if isinstance(effect, ev.RoundEnded))
    assert (ended.reason, ended.ranks[seat], ended.points[seat]) == ("emptied", 1, 3)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (seat,)
    assert refused(match, ev.Away(0), match.now_ms).code == "MATCH_OVER"


def test_a_stall_ends_the_round_and_equals_share() -> None:
    match = after_setup(new_match(4, rounds=1, stall_ms=20_000))
    start_ms = match.now_ms
    match.apply(lay(match, 2, fits(match, 2)[0]), start_ms + 5_000)
    assert match.next_deadline_ms == start_ms + 25_000
    effects = match.apply(ev.TimePassed(), start_ms + 25_000)
    assert effects == (
        ev.RoundEnded(1, "stalled", (14, 14, 13, 14), (2, 2, 1, 2), (2, 2, 3, 2)),
        ev.MatchEnded((2, 2, 3, 2), (2, 2, 1, 2)),
    )


def test_the_stall_clock_can_be_off() -> None:
    assert after_setup(new_match(2, stall_ms=0)).next_deadline_ms is None


def play_on(match: Match, until: Callable[[Match], bool]) -> None:
    while not until(match):
        if match.phase in (Phase.SETUP, Phase.BREAK, Phase.UNBLOCK):
            deadline_ms = match.next_deadline_ms
            assert deadline_ms is not None
            match.apply(ev.TimePassed(), deadline_ms)
            continue
        seats = sorted(range(len(match.players)), key=lambda seat: -len(match.players[seat].hand))
        seat = next(seat for seat in seats if fits(match, seat))
        match.apply(lay(match, seat, fits(match, seat)[-1]), match.now_ms)


def blocked_match(**options: Any) -> Match:
    for seed in range(200):
        match = new_match(2, seed=seed, **options)
        play_on(match, lambda match: bool(match.results) or match.phase is Phase.UNBLOCK)
        if match.phase is Phase.UNBLOCK or match.results[0].reason == "blocked":
            return match
    raise AssertionError("no match was blocked")


def test_a_blocked_round_ends_and_the_fewest_tiles_win() -> None:
    match = blocked_match()
    (result,) = match.results
    assert result.reason == "blocked"
    assert result.ranks[result.counts.index(min(result.counts))] == 1
    assert not match.table.can_play(ALL_TILES)
    late = refused(match, ev.Lay(0, 1, ORIGIN, match.players[0].hand[0].name), match.now_ms)
    assert late.code == "ROUND_OVER"


def test_unblocking_is_the_duty_of_the_player_with_most_tiles() -> None:
    match = blocked_match(unblock=True, rounds=1)
    counts = [len(player.hand) for player in match.players]
    assert match.turn == counts.index(max(counts))
    placement = next(iter(match.table.edge_placements(match.players[match.turn].hand)))
    other = 1 - match.turn
    foreign = next(iter(match.table.edge_placements(match.players[other].hand)))
    assert refused(match, lay(match, other, foreign), match.now_ms).code == "NOT_YOUR_TURN"
    match.apply(lay(match, match.turn, placement), match.now_ms)
    play_on(match, lambda match: match.outcome() is not None)
    assert match.results[0].reason == "emptied"


def test_rounds_points_and_breaks() -> None:
    match = new_match(3, rounds=2)
    play_on(match, lambda match: match.phase is Phase.BREAK)
    assert sorted(match.results[0].points) in ([1, 2, 3], [1, 3, 3], [2, 2, 3])
    assert match.next_deadline_ms == match.now_ms + 30_000
    assert refused(match, ev.AskPause(0), match.now_ms).code == "ROUND_OVER"
    for seat in range(2):
        assert match.apply(ev.Ready(seat), match.now_ms) == ()
        assert refused(match, ev.Ready(seat), match.now_ms).code == "ALREADY"
    effects = match.apply(ev.Ready(2), match.now_ms)
    assert isinstance(effects[0], ev.Dealt)
    assert (match.round, len(match.deals_used)) == (2, 2)
    assert refused(match, ev.Ready(2), match.now_ms).code == "NOT_IN_BREAK"
    play_on(match, lambda match: match.outcome() is not None)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.totals == tuple(
        a + b for a, b in zip(match.results[0].points, match.results[1].points, strict=True)
    )


def test_newcomers_join_between_rounds() -> None:
    match = new_match(2, rounds=2)
    assert refused(match, ev.Join("Eve"), 0).code == "NOT_IN_BREAK"
    play_on(match, lambda match: match.phase is Phase.BREAK)
    assert refused(match, ev.Join(""), match.now_ms).code == "BAD_NAME"
    assert refused(match, ev.Join("Eve", bot=9), match.now_ms).code == "BAD_NAME"
    for number in range(4):
        joined = match.apply(ev.Join(f"New {number}"), match.now_ms)
        assert joined == (ev.Joined(2 + number, f"New {number}"),)
    assert refused(match, ev.Join("Eve"), match.now_ms).code == "TABLE_FULL"
    match.apply(ev.TimePassed(), match.now_ms + 30_000)
    assert [len(player.hand) for player in match.players] == [10] * 6
    assert_invariants(match)


def test_an_absent_player_gets_a_stand_in_after_twenty_seconds() -> None:
    match = after_setup(new_match(2))
    now_ms = match.now_ms
    match.apply(ev.Away(1), now_ms)
    assert refused(match, ev.Away(1), now_ms).code == "ALREADY"
    assert match.apply(ev.TimePassed(), now_ms + 20_000) == (ev.StandIn(1, True),)
    assert match.view(0).players[1].stand_in
    assert match.apply(ev.Back(1), now_ms + 21_000) == (ev.StandIn(1, False),)
    assert refused(match, ev.Back(1), now_ms + 21_000).code == "ALREADY"
    match.apply(ev.Away(1), now_ms + 22_000)
    assert match.apply(ev.Back(1), now_ms + 23_000) == ()


def test_a_pause_needs_all_and_stops_every_clock() -> None:
    match, seat, _ = with_gift(is_bee, seats=2, bee_gift=True)
    now_ms = match.now_ms
    assert refused(match, ev.Resume(0), now_ms).code == "NOT_PAUSED"
    assert match.apply(ev.AskPause(0), now_ms) == (ev.PauseAsked(0),)
    assert refused(match, ev.AskPause(0), now_ms).code == "ALREADY"
    effects = match.apply(ev.AskPause(1), now_ms + 1000)
    assert effects == (ev.PauseAsked(1), ev.Paused())
    assert match.next_deadline_ms == now_ms + 601_000
    assert refused(match, gift(match, seat, 1 - seat), now_ms + 90_000).code == "PAUSED"
    assert match.apply(ev.Resume(1), now_ms + 98_000) == (ev.Resuming(now_ms + 101_000),)
    assert match.apply(ev.TimePassed(), now_ms + 101_000) == (ev.Resumed(100_000),)
    assert match.next_deadline_ms == now_ms + 105_000
    match.apply(gift(match, seat, 1 - seat), now_ms + 104_999)


def test_the_end_of_a_pause_is_counted_down_for_all() -> None:
    match = after_setup(new_match(2))
    for seat in (0, 1):
        match.apply(ev.AskPause(seat), match.now_ms)
    since = match.now_ms
    match.apply(ev.Resume(0), since + 10_000)
    assert match.view(1).paused
    assert match.view(1).resumes_ms == since + 10_000 + RESUME_MS
    (placement, *_) = match.table.placements(match.players[0].hand)
    lay = ev.Lay.of(0, match.round, placement)
    assert refused(match, ev.Resume(1), since + 11_000).code == "ALREADY"
    assert refused(match, lay, since + 10_000 + RESUME_MS - 1).code == "PAUSED"
    match.apply(ev.Outage(since + 11_000, since + 12_000), since + 12_000)
    assert match.view(0).resumes_ms == since + 11_000 + RESUME_MS
    match.apply(lay, since + 11_000 + RESUME_MS)
    assert match.view(1).resumes_ms is None
    assert not match.view(1).paused


def test_a_match_of_older_rules_goes_on_at_once_after_a_pause() -> None:
    options = MatchOptions(rules_version=2)
    match = after_setup(Match(options, [Seat(name="Ann"), Seat(name="Bob")], SeededDeals(7)))
    for seat in (0, 1):
        match.apply(ev.AskPause(seat), match.now_ms)
    assert match.apply(ev.Resume(0), match.now_ms + 5_000) == (ev.Resumed(5_000),)


def test_a_pause_ends_by_itself_and_does_not_begin_when_all_have_left() -> None:
    match = after_setup(new_match(2, pause_ms=50_000))
    now_ms = match.now_ms
    match.apply(ev.AskPause(0), now_ms)
    match.apply(ev.AskPause(1), now_ms)
    match.apply(ev.Away(0), now_ms + 1_000)
    assert match.apply(ev.TimePassed(), now_ms + 50_000) == (ev.Resuming(now_ms + 53_000),)
    assert match.apply(ev.TimePassed(), now_ms + 53_000) == (ev.Resumed(53_000),)
    now_ms += 3_000
    match.apply(ev.Back(0), now_ms + 51_000)
    match.apply(ev.AskPause(1), now_ms + 51_000)
    # Both leave, the one who asked first: nobody is there who wants a pause.
    assert match.apply(ev.Away(1), now_ms + 51_000) == ()
    assert match.apply(ev.Away(0), now_ms + 51_000) == ()
    assert match.paused_since_ms is None


def test_an_outage_counts_for_no_pause() -> None:
    match = after_setup(new_match(2, pause_ms=50_000))
    stall = match.last_lay_ms
    for seat in (0, 1):
        match.apply(ev.AskPause(seat), match.now_ms)
    since = match.paused_since_ms
    assert since is not None
    match.apply(ev.Outage(match.now_ms, match.now_ms + 90_000), match.now_ms + 90_000)
    assert match.next_deadline_ms == since + 90_000 + 50_000
    match.apply(ev.Resume(0), match.now_ms + 1_000)
    match.apply(ev.TimePassed(), match.now_ms + RESUME_MS)
    assert match.last_lay_ms == stall + 91_000 + RESUME_MS


def test_absent_players_and_bots_are_not_asked_for_a_pause() -> None:
    seats = [Seat(name="Ann"), Seat(name="Bob"), Seat(name="Rob", bot=3)]
    match = after_setup(Match(MatchOptions(), seats, SeededDeals(7)))
    match.apply(ev.AskPause(0), match.now_ms)
    assert match.apply(ev.Away(1), match.now_ms) == (ev.Paused(),)


def test_an_outage_counts_for_no_clock() -> None:
    match = after_setup(new_match(2))
    now_ms = match.now_ms
    assert match.next_deadline_ms == now_ms + 60_000
    assert refused(match, ev.Outage(now_ms + 9, now_ms + 8), now_ms + 9).code == "TIME_REVERSED"
    match.apply(ev.Outage(now_ms + 10_000, now_ms + 500_000), now_ms + 500_000)
    assert match.phase is Phase.PLAY
    assert match.next_deadline_ms == now_ms + 550_000


def test_what_others_do_within_an_outage_takes_nothing_from_it() -> None:
    """They lay a tile after a gift was due: it lapses, and is given back with the outage."""
    match, seat, _ = with_gift(is_bee, seats=3, bee_gift=True)
    (due,) = match.dues
    begun_ms = match.now_ms + 1_000
    others = [n for n in range(3) if n != seat and fits(match, n)]
    late_ms = due.until_ms + 500
    lapsed = match.apply(lay(match, others[0], plain_fit(match, others[0])), late_ms)
    assert lapsed[0] == ev.GiftLapsed(seat, 1)
    stall_ms = match.last_lay_ms
    back_ms = late_ms + 2_000
    told = match.apply(ev.Outage(begun_ms, back_ms), back_ms)
    until_ms = due.until_ms + back_ms - begun_ms
    assert told == (ev.Resumed(back_ms - late_ms), ev.GiftDue(seat, 1, until_ms))
    assert match.last_lay_ms == stall_ms + back_ms - late_ms  # it had begun only then
    match.apply(gift(match, seat, others[0]), until_ms - 1)
    assert match.dues == []


def test_a_gift_that_was_lost_before_an_outage_stays_lost() -> None:
    match, seat, _ = with_gift(is_bee, seats=3, bee_gift=True)
    (due,) = match.dues
    match.apply(ev.TimePassed(), due.until_ms)
    match.apply(ev.Outage(due.until_ms, due.until_ms + 5_000), due.until_ms + 5_000)
    code = refused(match, gift(match, seat, (seat + 1) % 3), match.now_ms).code
    assert code == "GIFT_EXPIRED"


def plain_fit(match: Match, seat: int) -> Placement:
    """A tile that goes somewhere and earns nothing."""
    return next(p for p in fits(match, seat) if is_plain(match, p))


def is_plain(match: Match, placement: Placement) -> bool:
    return not placement.pose.has_bee and match.table.contacts(placement.cell) == 2


def test_time_that_is_due_passes_before_a_command() -> None:
    match = new_match(2)
    # Both set-up turns time out on the way, each at its own time.
    effects = match.apply(ev.Away(0), 31_000)
    laid = [effect for effect in effects if isinstance(effect, ev.Laid)]
    assert [effect.by_table for effect in laid] == [True, True]
    assert match.last_lay_ms == 30_000


def hands_of(*sizes: int) -> tuple[tuple[Tile, ...], ...]:
    tiles = iter(ALL_TILES)
    return tuple(tuple(next(tiles) for _ in range(size)) for size in sizes)


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        (hands_of(30, 29), 0),
        (hands_of(20, 20), 0),
        (hands_of(15, 10), 0),
        (hands_of(30, 30), 2),
        ((ALL_TILES[:30], ALL_TILES[:30]), 0),
        (hands_of(20, 20, 10, 10), 0),
        ((), 0),
    ],
)
def test_impossible_deals_are_refused(hands: tuple[tuple[Tile, ...], ...], first: int) -> None:
    with pytest.raises(InvalidOptionsError):
        Deal(hands, first)


def test_written_deals_serve_in_order_and_only_for_their_seats() -> None:
    deals = FixedDeals([SeededDeals(3).deal(0, 2, 30)])
    assert deals.deal(0, 2, 30) == SeededDeals(3).deal(0, 2, 30)
    with pytest.raises(InvalidOptionsError):
        deals.deal(1, 2, 30)
    with pytest.raises(InvalidOptionsError):
        deals.deal(0, 3, 20)
    with pytest.raises(InvalidOptionsError):
        deals.deal(0, 2, 15)


@pytest.mark.parametrize(
    ("deal", "seats", "size"),
    [("10", 2, 10), ("15", 2, 15), ("15", 3, 15), ("15", 5, 12), ("10", 6, 10), ("15", 6, 10)],
)
def test_in_a_short_deal_the_rest_stays_out(deal: DealSize, seats: int, size: int) -> None:
    match = new_match(seats, deal=deal)
    assert [len(player.hand) for player in match.players] == [size] * seats
    full = new_match(seats)
    for player, other in zip(match.players, full.players, strict=True):
        assert player.hand == other.hand[:size]
    assert_invariants(match)


def test_a_short_round_is_blocked_when_no_hand_fits_whatever_stayed_out() -> None:
    for seed in range(300):
        match = new_match(2, seed=seed, deal="10", rounds=1)
        play_on(match, lambda match: bool(match.results))
        (result,) = match.results
        if result.reason == "blocked":
            hands = [tile for player in match.players for tile in player.hand]
            assert not match.table.can_play(hands)
            if match.table.can_play(ALL_TILES):
                return
    raise AssertionError("no short round was blocked while a tile outside would have fitted")
