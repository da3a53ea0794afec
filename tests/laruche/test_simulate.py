"""Whole matches between bots: they end, lose no tile, and replay from their records."""

import re
from itertools import product

import msgspec
import pytest
from tests.laruche.playing import assert_hides_hands, assert_invariants, state_of

from skep.errors import InvalidOptionsError
from skep.laruche import events as ev
from skep.laruche.bots import LEVELS
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions, Seat, TripleGift
from skep.laruche.records import MatchRecord
from skep.laruche.sight import Sight
from skep.laruche.simulate import play_out, simulate
from skep.laruche.tiles import ALL_TILES, Tile
from skep.laruche.views import effect_for, event_for

Combination = tuple[bool, TripleGift, bool]
COMBINATIONS: list[Combination] = list(
    product((False, True), ("off", "split", "one"), (False, True))
)


def check_match(options: MatchOptions, levels: list[int], seed: int) -> None:
    def watch(match: Match, command: ev.Command, effects: tuple[ev.Effect, ...]) -> None:
        in_hands = [tile for player in match.players for tile in player.hand]
        laid = [pose.tile for pose in match.table.tiles.values()]
        assert sorted([*in_hands, *laid]) == list(ALL_TILES)

    end = simulate(options, levels, seed, watch=watch)
    assert end.match.outcome() is not None
    assert_invariants(end.match)
    record = MatchRecord.of(end.match, end.commands, seed=seed)
    text = str(record)
    again = MatchRecord.parse(text)
    assert again == record
    assert str(again) == text
    assert again.matches_seed()
    assert state_of(again.replay()) == state_of(end.match)


def check_combination(seats: int, combination: Combination, games: int) -> None:
    bee_gift, triple_gift, unblock = combination
    for game in range(games):
        options = MatchOptions(
            rounds=1 if game % 3 else 2,
            bee_gift=bee_gift,
            triple_gift=triple_gift,
            unblock=unblock,
            stall_ms=60_000 if game % 2 else 0,
        )
        levels = [1 + (seat + game) % len(LEVELS) for seat in range(seats)]
        check_match(options, levels, seed=game * 1000 + seats)


@pytest.mark.medium
@pytest.mark.parametrize("combination", COMBINATIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_matches_end_and_replay(seats: int, combination: Combination) -> None:
    check_combination(seats, combination, 3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("combination", COMBINATIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_hundred_matches_end_and_replay(seats: int, combination: Combination) -> None:
    check_combination(seats, combination, 100)


def test_one_match_and_a_player_alone_end_and_replay() -> None:
    check_match(MatchOptions(bee_gift=True, triple_gift="split"), [5, 4, 3], seed=1)
    check_match(MatchOptions(rounds=1), [4], seed=2)


def test_a_simulation_repeats() -> None:
    options = MatchOptions(rounds=1, bee_gift=True)
    assert simulate(options, [3, 4], 9).commands == simulate(options, [3, 4], 9).commands
    assert simulate(options, [3, 4], 9).commands != simulate(options, [3, 4], 10).commands


def test_events_and_views_hide_what_a_seat_may_not_know() -> None:
    def watch(match: Match, command: ev.Command, effects: tuple[ev.Effect, ...]) -> None:
        for seat in (None, 0, 1, 2):
            assert_hides_hands(match, seat)
            known = {
                pose.name
                for tile in [
                    *(match.players[seat].hand if seat is not None else ()),
                    *(pose.tile for pose in match.table.tiles.values()),
                ]
                for pose in tile.poses
            }
            told = event_for(seat, command, effects)
            shown = [effect_for(seat, effect) for effect in effects]
            for event in (command, *effects):
                if isinstance(event, ev.Give | ev.Given) and seat in (event.seat, event.to):
                    known |= {pose.name for pose in Tile.parse(event.tile or "").poses}
            text = msgspec.json.encode([told, *shown]).decode()
            assert set(re.findall('"([ROYGBV]{6})"', text)) <= known

    simulate(MatchOptions(rounds=2, bee_gift=True, triple_gift="split"), [4, 4, 4], 5, watch=watch)


class Eager:
    """Somebody else's program: it takes the first fit, and looks every two seconds."""

    def __init__(self) -> None:
        self.seen: list[Sight] = []

    def next_look_ms(self, now_ms: int) -> int:
        return now_ms + 2000

    def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
        self.seen.append(sight)
        if sight.phase is Phase.PLAY and sight.placements:
            return ev.Lay.of(sight.seat, sight.round, sight.placements[0])
        return None


def test_a_program_plays_beside_levels() -> None:
    eager = Eager()
    end = simulate(MatchOptions(rounds=2), bots=[eager, 1, 2], seed=4)
    outcome = end.match.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert {sight.seat for sight in eager.seen} == {0}
    again = simulate(MatchOptions(rounds=2), bots=[Eager(), 1, 2], seed=4)
    assert again.commands == end.commands


def test_a_program_may_neither_stop_time_nor_play_for_others() -> None:
    class Standing(Eager):
        def next_look_ms(self, now_ms: int) -> int:
            return now_ms

    class Meddling(Eager):
        def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
            return ev.AskPause(1 - sight.seat)

    for program in (Standing(), Meddling()):
        with pytest.raises(InvalidOptionsError):
            simulate(MatchOptions(rounds=1), bots=[program, 3], seed=1)
    match = Match(MatchOptions(), [Seat(name="a"), Seat(name="b")], SeededDeals(1))
    with pytest.raises(InvalidOptionsError, match="2 seats"):
        play_out(match, [Eager()])
