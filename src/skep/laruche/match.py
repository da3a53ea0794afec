"""A match in real time, without a clock: options, deals and timed commands in, state out.

`apply(command, at_ms)` first lets time pass up to that moment, then carries the command out and
returns what happened; or it raises RefusedError and nothing has changed. The same commands at the
same times on the same deals give the same match.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from skep.errors import InvalidOptionsError, RefusedError, Told
from skep.geometry import ORIGIN, Cell
from skep.laruche import events as ev
from skep.laruche.checks import check_command, check_time, differing, newcomer
from skep.laruche.deals import Deal, Deals
from skep.laruche.options import MAX_SEATS, Help, MatchOptions, Seat
from skep.laruche.scoring import points_for, ranks_of
from skep.laruche.state import Due, MatchResult, Phase, Player
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Placement, Tile, mask_of
from skep.laruche.views import MatchView, view_for

__all__ = ["ALL_MASK", "GRACE_MS", "RESUME_MS", "Match", "MatchResult", "Phase"]

ALL_MASK = mask_of(ALL_TILES)
RESUME_MS = 3_000  # counted down for all after a pause, before anybody may lay
GRACE_MS = 1_500  # who sends a tile to where it fitted so lately was too late, but did not miss


class Match:
    """One match of 1 to 6 seats.

    >>> from skep.laruche.deals import SeededDeals
    >>> match = Match(MatchOptions(), [Seat(name="Ann"), Seat(name="Bob")], SeededDeals(7))
    >>> match.phase, match.turn, len(match.players[0].hand)
    (<Phase.SETUP: 'setup'>, 0, 30)
    """

    def __init__(
        self, options: MatchOptions, seats: Sequence[Seat], deals: Deals, *, start_ms: int = 0
    ) -> None:
        if not 1 <= len(seats) <= MAX_SEATS:
            told = Told("a match has 1 to {most} seats, not {n}", most=MAX_SEATS, n=len(seats))
            raise InvalidOptionsError(told)
        self.options = options
        self.start_ms = start_ms
        self.now_ms = start_ms
        self.players = [Player(seat, []) for seat in seats]
        self.first_seats = tuple(seats)
        self.round = 0
        self.phase = Phase.BREAK
        self.table = Table()
        self.turn: int | None = None
        self.turn_until_ms = 0
        self.last_lay_ms = 0
        self.break_until_ms = 0
        self.paused_since_ms: int | None = None
        self.resumes_ms: int | None = None  # the end of a pause is counted down to then
        self.dues: list[Due] = []
        self.lapsed: tuple[Due, ...] = ()  # of this round
        self.in_play = 0  # the tiles dealt, in hands and on the table, as a mask
        self.lately: tuple[tuple[int, Cell], ...] = ()  # what was laid within GRACE_MS, and when
        self.pause_asked: frozenset[int] = frozenset()
        self.ready: frozenset[int] = frozenset()
        self.results: tuple[ev.RoundEnded, ...] = ()
        self.deals_used: tuple[Deal, ...] = ()
        self._deals = deals
        self._effects: list[ev.Effect] = []
        self._start_round()
        self.opening = tuple(self._effects)  # what happened before any command

    def apply(self, command: ev.Command, at_ms: int) -> tuple[ev.Effect, ...]:
        """Carry a command out and say what happened, or raise RefusedError and change nothing."""
        due_ms = self.next_deadline_ms
        until_ms = command.from_ms if isinstance(command, ev.Outage) else at_ms
        if due_ms is None or until_ms < due_ms:
            self._effects = []
            check_command(self, command, at_ms, timed=False)
            self._carry_out(command, at_ms)
            return tuple(self._effects)
        # Time comes first, but must not have passed if the command is then refused.
        twin = self.copy()
        twin._effects = []
        check_time(twin, at_ms)
        twin._pass_time(until_ms)
        check_command(twin, command, at_ms, timed=True)
        twin._carry_out(command, at_ms)
        self.__dict__.update(twin.__dict__)
        return tuple(self._effects)

    def check(self, command: ev.Command, at_ms: int) -> RefusedError | None:
        """Why a command would be refused at that moment; None if it would not be."""
        try:
            self.copy().apply(command, at_ms)
        except RefusedError as refused:
            return refused
        return None

    @property
    def next_deadline_ms(self) -> int | None:
        """When time alone will change something; None if it will not."""
        if self.phase is Phase.OVER:
            return None
        options = self.options
        if self.paused_since_ms is not None:
            return self.resumes_ms or self.paused_since_ms + options.pause_ms
        times = [due.until_ms for due in self.dues]
        times += [
            player.away_since_ms + options.absent_ms
            for player in self.players
            if player.away_since_ms is not None and not player.stand_in
        ]
        if self.phase is Phase.BREAK:
            times.append(self.break_until_ms)
        elif (ends_ms := self.patience_ends_ms) is not None:
            times.append(ends_ms)
        return min(times, default=None)

    @property
    def patience_ends_ms(self) -> int | None:
        """When the table will lay for whose turn it is, or end a round in which nobody lays."""
        if self.paused_since_ms is not None or self.phase in (Phase.BREAK, Phase.OVER):
            return None
        if self.phase is not Phase.PLAY:
            return self.turn_until_ms
        return self.last_lay_ms + self.options.stall_ms if self.options.stall_ms else None

    def outcome(self) -> MatchResult | None:
        """Who won; None while the match goes on."""
        if self.phase is not Phase.OVER:
            return None
        totals = tuple(player.points for player in self.players)
        return MatchResult(totals, ranks_of(totals, most_wins=True))

    def copy(self) -> Match:
        """A twin that goes its own way."""
        twin = copy(self)
        twin.players = [copy(player) for player in self.players]
        for player in twin.players:
            player.hand = player.hand.copy()
        twin.table = self.table.copy()
        twin.dues = [copy(due) for due in self.dues]
        return twin

    def _carry_out(self, command: ev.Command, at_ms: int) -> None:
        """Do what has been checked."""
        before_ms, self.now_ms = self.now_ms, at_ms
        match command:
            case ev.Lay():
                self._lay_or_miss(command.seat, command.placement)
            case ev.Give():
                self._give(command)
            case ev.Join():
                seat = newcomer(command)
                self.players.append(Player(seat, []))
                self._effects.append(ev.Joined(len(self.players) - 1, seat.name))
            case ev.Ready():
                self.ready |= {command.seat}
                self._settle_break()
            case ev.AskPause():
                self.pause_asked |= {command.seat}
                self._effects.append(ev.PauseAsked(command.seat))
                self._settle_pause()
            case ev.Resume():
                self._end_pause()
            case ev.Away():
                self.players[command.seat].away_since_ms = at_ms
                self.pause_asked -= {command.seat}
                self._settle_pause()
                self._settle_break()
            case ev.Back():
                player = self.players[command.seat]
                player.away_since_ms = None
                if player.stand_in:
                    player.stand_in = False
                    self._effects.append(ev.StandIn(command.seat, False))
            case ev.Outage():
                gifts = self._gifts_lost_since(command.from_ms)
                self.dues += gifts
                self._shift_clocks(command.from_ms, command.to_ms, before_ms)
                for due in gifts:
                    self._effects.append(ev.GiftDue(due.seat, due.left, due.until_ms))

    def help_of(self, seat: int) -> Help:
        """Which help a seat has: the table's, or more as a handicap."""
        return "show" if self.players[seat].seat.show else self.options.help

    def is_miss(self, seat: int, placement: Placement, at_ms: int) -> bool:
        """Does a tile that does not fit there cost time?

        Not in set-up, not on a spot that no tile fits, and not if it fitted the table as it lay
        at some moment of the last 1.5 s: then somebody was first.
        """
        if not self.options.miss_ms or self.help_of(seat) == "show" or self.turn is not None:
            return False
        if not self.table.is_live(placement.cell):
            return False
        before = self.table.copy()
        for laid_ms, cell in reversed(self.lately):
            if laid_ms < at_ms - GRACE_MS:
                break
            before.lift(cell)
            if before.can_lay(placement):
                return False
        return True

    def _lay_or_miss(self, seat: int, placement: Placement) -> None:
        edges = differing(self.table, placement)
        if not edges:
            self._lay(seat, placement, by_table=False)
            return
        until_ms = self.now_ms + self.options.miss_ms
        self.players[seat].missed_until_ms = until_ms
        missed = ev.Missed(seat, placement.cell, placement.pose.name, edges, until_ms)
        self._effects.append(missed)

    def _lay(self, seat: int, placement: Placement, *, by_table: bool) -> None:
        player = self.players[seat]
        contacts = self.table.contacts(placement.cell)
        player.hand.remove(placement.pose.tile)
        self.table.lay(placement)
        self.last_lay_ms = self.now_ms
        fresh = (laid for laid in self.lately if laid[0] >= self.now_ms - GRACE_MS)
        self.lately = (*fresh, (self.now_ms, placement.cell))
        laid = ev.Laid(seat, placement.cell, placement.pose.name, contacts, by_table)
        self._effects.append(laid)
        if not player.hand:
            self._end_round("emptied")
        elif self.phase is Phase.SETUP and len(self.table) < self._setup_tiles:
            self._give_turn((seat + 1) % len(self.players))
        elif self.phase is Phase.PLAY:
            player.ready_ms = self.now_ms + player.seat.handicap_ms
            self._earn_gifts(seat, placement, contacts)
            self._look_for_block()
        else:
            self._look_for_block()

    def _earn_gifts(self, seat: int, placement: Placement, contacts: int) -> None:
        if len(self.players) == 1:
            return
        until_ms = self.now_ms + self.options.gift_ms
        earned = []
        if self.options.bee_gift and placement.pose.has_bee:
            earned.append(Due(seat, "bee", 1, until_ms))
        if self.options.triple_gift != "off" and contacts >= 3:
            earned.append(Due(seat, "triple", 3, until_ms))
        if earned:
            self.dues += earned
            self._effects.append(ev.GiftDue(seat, sum(due.left for due in earned), until_ms))

    def due_for(self, command: ev.Give) -> Due | None:
        """The due that a gift uses up: one bound to that receiver first, a free one last."""
        one = self.options.triple_gift == "one"
        usable = [
            due
            for due in self.dues
            if due.seat == command.seat and due.bound_to in (None, command.to)
        ]

        def preference(due: Due) -> tuple[int, int]:
            binds = one and due.kind == "triple"
            return (0 if due.bound_to is not None else 1 if binds else 2, due.until_ms)

        return min(usable, key=preference, default=None)

    def _give(self, command: ev.Give) -> None:
        due = self.due_for(command)
        assert due is not None
        assert command.tile is not None
        tile = Tile.parse(command.tile)
        giver = self.players[command.seat]
        giver.hand.remove(tile)
        self.players[command.to].hand.append(tile)
        due.left -= 1
        if due.kind == "triple" and self.options.triple_gift == "one":
            due.bound_to = command.to
        if not due.left:
            self.dues.remove(due)
        self._effects.append(ev.Given(command.seat, command.to, tile.name))
        if not giver.hand:
            self._end_round("emptied")

    def _look_for_block(self) -> None:
        """After a tile was laid: does the game go on, and how?"""
        if self.table.can_play(self.in_play & ~self.table.laid):
            if self.phase is not Phase.PLAY:
                self.phase = Phase.PLAY
                self.turn = None
                self._effects.append(ev.PlayBegan())
        elif self.options.unblock:
            self.phase = Phase.UNBLOCK
            most = max(len(player.hand) for player in self.players)
            self._give_turn([len(player.hand) for player in self.players].index(most))
        else:
            self._end_round("blocked")

    @property
    def _setup_tiles(self) -> int:
        """How many tiles lie before play begins: one a seat, and two for a player alone."""
        return max(2, len(self.players))

    @property
    def is_last_of_setup(self) -> bool:
        """Is the tile that is to be laid now the last of the set-up?"""
        return self.phase is Phase.SETUP and len(self.table) == self._setup_tiles - 1

    def leaves_live_spot(self, placement: Placement) -> bool:
        """Is there a spot left afterwards where some tile can go on?"""
        twin = self.table.copy()
        twin.lay(placement)
        return bool(twin.live_spots())

    def _give_turn(self, seat: int) -> None:
        self.turn = seat
        self.turn_until_ms = self.now_ms + self.options.setup_ms
        if self.is_last_of_setup and self._placement_by_table() is None:
            self._deal(redeal=True)
            return
        self._effects.append(ev.Turn(seat, self.turn_until_ms))

    def _placement_by_table(self) -> Placement | None:
        """What the table lays when time is up: the first tile of the hand that goes anywhere."""
        assert self.turn is not None
        for tile in self.players[self.turn].hand:
            if not len(self.table):
                return Placement(ORIGIN, tile.poses[0])
            for placement in sorted(self.table.edge_placements(tile.bit)):
                if not self.is_last_of_setup or self.leaves_live_spot(placement):
                    return placement
        return None

    def _start_round(self) -> None:
        self.round += 1
        self.ready = frozenset()
        self._deal(redeal=False)

    def _deal(self, *, redeal: bool) -> None:
        seats = len(self.players)
        deal = self._deals.deal(len(self.deals_used), seats, self.options.hand_size(seats))
        self.deals_used = (*self.deals_used, deal)
        self.in_play = mask_of(tile for hand in deal.hands for tile in hand)
        self.lately = ()
        for player, hand in zip(self.players, deal.hands, strict=True):
            player.hand = list(hand)
            player.ready_ms = player.missed_until_ms = self.now_ms
            player.lapsed_ms = None
        self.table = Table()
        self.phase = Phase.SETUP
        hands = tuple(tuple(tile.name for tile in hand) for hand in deal.hands)
        self._effects.append(ev.Dealt(self.round, deal.first, hands, redeal))
        self._give_turn(deal.first)

    def _end_round(self, reason: ev.RoundEnding) -> None:
        counts = tuple(len(player.hand) for player in self.players)
        ranks = ranks_of(counts)
        points = points_for(ranks)
        for player, scored in zip(self.players, points, strict=True):
            player.points += scored
        result = ev.RoundEnded(self.round, reason, counts, ranks, points)
        self.results = (*self.results, result)
        self._effects.append(result)
        self.dues = []
        self.lapsed = ()
        self.turn = None
        self.pause_asked = frozenset()
        if self.round < self.options.rounds:
            self.phase = Phase.BREAK
            self.break_until_ms = self.now_ms + self.options.break_ms
            return
        self.phase = Phase.OVER
        outcome = self.outcome()
        assert outcome is not None
        self._effects.append(ev.MatchEnded(outcome.totals, outcome.ranks))

    def _pass_time(self, until_ms: int) -> None:
        while (due_ms := self.next_deadline_ms) is not None and due_ms <= until_ms:
            self.now_ms = max(self.now_ms, due_ms)
            self._let_time_act()

    def _let_time_act(self) -> None:
        """Do the one thing that is due now; of several, the first named here."""
        now_ms, options = self.now_ms, self.options
        if self.paused_since_ms is not None:
            self._end_pause()
            return
        for seat, player in enumerate(self.players):
            away_ms = player.away_since_ms
            if (
                away_ms is not None
                and not player.stand_in
                and away_ms + options.absent_ms <= now_ms
            ):
                player.stand_in = True
                self._effects.append(ev.StandIn(seat, True))
                return
        for due in self.dues:
            if due.until_ms <= now_ms:
                self.dues.remove(due)
                self.lapsed += (due,)
                self.players[due.seat].lapsed_ms = due.until_ms
                self._effects.append(ev.GiftLapsed(due.seat, due.left))
                return
        if self.phase is Phase.BREAK:
            self._start_round()
        elif self.phase is Phase.PLAY:
            self._end_round("stalled")
        else:
            placement = self._placement_by_table()
            assert self.turn is not None
            assert placement is not None  # else the tiles had been dealt anew
            self._lay(self.turn, placement, by_table=True)

    def _settle_pause(self) -> None:
        """Pause once everyone who has a say has asked for it."""
        asked = {seat for seat, player in enumerate(self.players) if player.is_asked}
        if self.pause_asked and asked <= self.pause_asked and self.paused_since_ms is None:
            self.paused_since_ms = self.now_ms
            self.pause_asked = frozenset()
            self._effects.append(ev.Paused())

    def _settle_break(self) -> None:
        """Start the next round once everyone who has a say is ready."""
        asked = {seat for seat, player in enumerate(self.players) if player.is_asked}
        if self.phase is Phase.BREAK and self.ready and asked <= self.ready:
            self._start_round()

    def _end_pause(self) -> None:
        """Count down, so that nobody is surprised, and then go on."""
        assert self.paused_since_ms is not None
        if self.resumes_ms is None and self.options.rules_version > 2:
            self.resumes_ms = self.now_ms + RESUME_MS
            self._effects.append(ev.Resuming(self.resumes_ms))
            return
        since_ms = self.paused_since_ms
        self.paused_since_ms = self.resumes_ms = None
        self._shift_clocks(since_ms, self.now_ms, since_ms)

    def _gifts_lost_since(self, from_ms: int) -> list[Due]:
        """An outage had begun then: what others did meanwhile let these lapse, by no one's fault.

        They may still be made.
        """
        lost = [copy(due) for due in self.lapsed if due.until_ms > from_ms]
        self.lapsed = tuple(due for due in self.lapsed if due.until_ms <= from_ms)
        return lost

    def _shift_clocks(self, from_ms: int, to_ms: int, before_ms: int) -> None:
        """Time that counts for no clock: a pause or an outage is over.

        What others did at `before_ms` may lie within an outage: a clock that has begun in it is
        put off by the rest, and a wait that was over by then is made no longer.
        """

        def shifted(time_ms: int, length_ms: int = 0) -> int:
            return time_ms + max(0, to_ms - max(from_ms, time_ms - length_ms))

        def wait_shifted(time_ms: int, length_ms: int) -> int:
            later_ms = shifted(time_ms, length_ms)
            return later_ms if time_ms > before_ms else min(later_ms, max(time_ms, to_ms))

        options, is_paused = self.options, self.paused_since_ms is not None
        if self.paused_since_ms is not None:
            if options.rules_version == 1:
                return  # there an outage within a pause counted for the pause
            self.paused_since_ms = shifted(self.paused_since_ms)
            if self.resumes_ms is not None:
                self.resumes_ms = shifted(self.resumes_ms, RESUME_MS)
        shift_ms = shifted(self.last_lay_ms) - self.last_lay_ms
        self.last_lay_ms += shift_ms
        self.turn_until_ms = shifted(self.turn_until_ms, options.setup_ms)
        self.break_until_ms = shifted(self.break_until_ms, options.break_ms)
        self.lately = tuple((shifted(laid_ms), cell) for laid_ms, cell in self.lately)
        for due in self.dues:
            due.until_ms = shifted(due.until_ms, options.gift_ms)
        for player in self.players:
            player.ready_ms = wait_shifted(player.ready_ms, player.seat.handicap_ms)
            player.missed_until_ms = wait_shifted(player.missed_until_ms, options.miss_ms)
            if player.away_since_ms is not None:
                player.away_since_ms = shifted(player.away_since_ms)
        if not is_paused:
            self._effects.append(ev.Resumed(shift_ms))

    def view(self, seat: int | None) -> MatchView:
        """The match as a seat sees it (None: a spectator)."""
        return view_for(self, seat)
