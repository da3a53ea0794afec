"""Any commands in any order at any times: the invariants hold, refusals change nothing."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.laruche.playing import NAMES, assert_invariants, state_of

from skep.errors import RefusedError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.records import MatchRecord
from skep.laruche.tiles import ALL_POSES, ALL_TILES

seats = st.integers(-1, 6)
rounds = st.integers(0, 3)
cells = st.builds(Cell, st.integers(-4, 4), st.integers(-4, 4))
steps = st.one_of(st.integers(0, 3_000), st.integers(-10, 70_000))
any_command: st.SearchStrategy[ev.Command] = st.one_of(
    st.builds(ev.Lay, seats, rounds, cells, st.sampled_from(ALL_POSES).map(str)),
    st.builds(ev.Give, seats, rounds, st.none() | st.sampled_from(ALL_TILES).map(str), seats),
    st.builds(ev.Ready, seats),
    st.builds(ev.AskPause, seats),
    st.builds(ev.Resume, seats),
    st.builds(ev.Away, seats),
    st.builds(ev.Back, seats),
    st.builds(
        ev.Join,
        st.text(max_size=5),
        st.none() | st.integers(0, 6),
        st.integers(-1, 100),
        st.booleans(),
    ),
    st.builds(ev.TimePassed),
    st.builds(ev.Outage, st.integers(0, 200_000), st.integers(0, 200_000)),
)


class AnyMatch(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.match = Match(MatchOptions(), [Seat(name="Ann")], SeededDeals(0))
        self.commands: list[tuple[int, ev.Command]] = []
        self.started = False

    @precondition(lambda self: not self.started)
    @rule(
        seed=st.integers(0, 1000),
        count=st.integers(1, 6),
        bee_gift=st.booleans(),
        triple_gift=st.sampled_from(["off", "split", "one"]),
        unblock=st.booleans(),
        handicap_ms=st.sampled_from([0, 500]),
        show=st.booleans(),
        deal=st.sampled_from(["full", "15", "10", "8"]),
        miss_ms=st.sampled_from([0, 1_500]),
    )
    def sit_down(self, seed: int, count: int, handicap_ms: int, show: bool, **options: Any) -> None:
        self.match = Match(
            MatchOptions(rounds=2, **options),
            [Seat(name=name, handicap_ms=handicap_ms, show=show) for name in NAMES[:count]],
            SeededDeals(seed),
        )
        self.started = True

    def attempt(self, command: ev.Command, step_ms: int) -> None:
        match, at_ms = self.match, self.match.now_ms + step_ms
        before = state_of(match)
        expected = match.check(command, at_ms)
        assert state_of(match) == before
        if expected is None:
            match.apply(command, at_ms)
            self.commands.append((at_ms, command))
        else:
            with pytest.raises(RefusedError, match=expected.code):
                match.apply(command, at_ms)
            assert state_of(match) == before

    @precondition(lambda self: self.started)
    @rule(command=any_command, step_ms=steps)
    def do_anything(self, command: ev.Command, step_ms: int) -> None:
        self.attempt(command, step_ms)

    @precondition(lambda self: self.started and self.match.phase is not Phase.OVER)
    @rule(data=st.data(), step_ms=steps)
    def lay_what_fits(self, data: st.DataObject, step_ms: int) -> None:
        match = self.match
        seat = match.turn
        if seat is None:
            seat = data.draw(st.integers(0, len(match.players) - 1))
        hand = match.players[seat].hand
        if not len(match.table):
            placements = [(Cell(0, 0), hand[0].poses[0])]
        elif match.turn is None:
            placements = list(match.table.placements(hand))
        else:
            placements = list(match.table.edge_placements(hand))
        if placements:
            cell, pose = data.draw(st.sampled_from(placements))
            self.attempt(ev.Lay(seat, match.round, cell, pose.name), step_ms)

    @precondition(lambda self: self.started and self.match.dues)
    @rule(data=st.data(), to=seats, step_ms=st.integers(0, 6_000))
    def give_what_is_due(self, data: st.DataObject, to: int, step_ms: int) -> None:
        due = data.draw(st.sampled_from(self.match.dues))
        tile = data.draw(st.sampled_from(self.match.players[due.seat].hand))
        self.attempt(ev.Give(due.seat, self.match.round, tile.name, to), step_ms)

    @precondition(lambda self: self.started)
    @rule()
    def let_time_pass(self) -> None:
        deadline_ms = self.match.next_deadline_ms
        if deadline_ms is not None:
            before_ms = self.match.now_ms
            self.attempt(ev.TimePassed(), max(0, deadline_ms - before_ms))
            assert self.commands[-1][1] == ev.TimePassed()

    @invariant()
    def holds(self) -> None:
        assert_invariants(self.match)

    def teardown(self) -> None:
        if self.started:
            record = MatchRecord.of(self.match, self.commands)
            assert MatchRecord.parse(str(record)) == record
            assert state_of(record.replay()) == state_of(self.match)


AnyMatch.TestCase.settings = settings(deadline=None, max_examples=40, stateful_step_count=60)
TestAnyMatch = pytest.mark.medium(AnyMatch.TestCase)
