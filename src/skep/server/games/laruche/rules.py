"""La Ruche behind the interface of `rules`: the match is all in `skep.laruche`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, NotationError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.records import MatchRecord
from skep.laruche.views import effect_for
from skep.protocol.refusals import RefusalCode
from skep.server.games.laruche import messages as m
from skep.server.rules.contract import (
    NOTHING_MORE,
    Circumstances,
    Command,
    Event,
    Newcomer,
    SeatAway,
    Setup,
    Wants,
    game_over,
)

__all__ = ["LaRucheRules"]

SEATS_AT_LEAST = 2


class LaRucheRules:
    """Hands are secret: only `view`, `status`, `event_for` and `effect_for` lead outside."""

    replaces_absent = True

    def __init__(self, setup: Setup) -> None:
        if not SEATS_AT_LEAST <= len(setup.seats) <= 6:
            raise InvalidOptionsError(f"La Ruche has 2 to 6 seats, not {len(setup.seats)}")
        if not isinstance(setup.time, protocol.Untimed):
            raise InvalidOptionsError("La Ruche has its own limits of time: choose untimed")
        self._options = _options(setup.options)
        self._setup = setup
        self._users = [seat.user for seat in setup.seats]  # and of those who joined later
        self._aborted: str | None = None
        self.match: Match | None = None

    def all_options(self) -> dict[str, Any]:
        return asdict(self._options)

    def check(
        self,
        seats: tuple[int, ...],
        command: Command | SeatAway | Newcomer,
        now: Circumstances,
    ) -> Event:
        match = self.match
        if match is None:
            raise CommandRefusedError(
                RefusalCode.NOT_STARTED, "The match has not begun: a seat is free."
            )
        if self.outcome() is not None:
            raise game_over()
        if isinstance(command, Newcomer):
            event: Event = protocol.Joined(seat=len(self._users), user=command.user)
        elif not seats:
            raise CommandRefusedError(RefusalCode.NOT_YOUR_SEAT, "Only players may do that.")
        elif isinstance(command, protocol.Abort):
            return self._check_abort(seats[0])
        else:
            event = _event(seats[0], command)
        problem = match.check(_command(event), now.at_ms)
        if problem is not None:
            raise problem
        return event

    def _check_abort(self, seat: int) -> Event:
        if any(user is not None and n != seat for n, user in enumerate(self._users)):
            raise CommandRefusedError(
                RefusalCode.TOO_LATE, "Others play here: leave, and a bot plays on."
            )
        return protocol.Aborted(seat=seat)

    def apply(self, event: Event, at_ms: int) -> Sequence[ev.Effect]:
        match event:
            case protocol.Started():
                seats = [
                    Seat(
                        name=_name(n),
                        bot=seat.level if seat.who == "bot" else None,
                        handicap_ms=seat.handicap_ms,
                    )
                    for n, seat in enumerate(self._setup.seats)
                ]
                deals = SeededDeals(int.from_bytes(self._setup.seed, "big"))
                self.match = Match(self._options, seats, deals, start_ms=at_ms)
                return self.match.opening
            case protocol.Aborted():
                self._aborted = "aborted"
                return ()
        if self.match is None:
            raise ValueError(f"{event!r} before the start")
        effects = self.match.apply(_command(event), at_ms)
        if isinstance(event, protocol.Joined):
            self._users.append(event.user)
        return effects

    def tail_suffices(self, events: Sequence[Event]) -> bool:
        """A deal or a tile laid by the table is an effect, not an event."""
        return not events

    def view(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.LaRucheView:
        plain = {} if self.match is None else ev.to_dict(self.match.view(seat))
        table = [(tuple(cell), pose) for cell, pose in plain.get("table", [])]
        return m.LaRucheView(table=table, status=_status(plain))

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.LaRucheStatus:
        return _status({} if self.match is None else ev.to_dict(self.match.view(seat)))

    def event_for(self, seat: int | None, event: Event, wants: Wants = NOTHING_MORE) -> Event:
        if isinstance(event, m.Given) and seat not in (event.seat, event.to):
            return msgspec.structs.replace(event, tile=None)
        return event

    def effect_for(self, seat: int | None, effect: Any) -> dict[str, Any]:
        if self.match is None:
            raise ValueError("no effect before the start")
        return ev.to_dict(effect_for(seat, effect))

    def record(self, rows: Iterable[tuple[int, Event]]) -> str:
        """The whole match with its deals and seed: only for after its end."""
        if self.match is None or self.outcome() is None:
            raise ValueError("a match is recorded after its end")
        commands = [
            (at_ms, _command(event))
            for at_ms, event in rows
            if not isinstance(event, protocol.Started | protocol.Aborted)
        ]
        seed = int.from_bytes(self._setup.seed, "big")
        return str(MatchRecord.of(self.match, commands, seed=seed))

    def awaited(self) -> tuple[int, ...]:
        """Nobody waits for anybody but in the set-up, where tiles are laid in turn."""
        turn = None if self.match is None or self._aborted else self.match.view(None).turn
        return () if turn is None else (turn,)

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> None:
        """Nobody wins because somebody else is away."""

    def next_deadline(self) -> int | None:
        if self.match is None or self._aborted:
            return None
        return self.match.next_deadline_ms

    def outcome(self) -> protocol.Outcome | None:
        if self._aborted:
            return protocol.Outcome(ranks=(), reason=self._aborted)
        outcome = None if self.match is None else self.match.outcome()
        return None if outcome is None else protocol.Outcome(ranks=outcome.ranks, reason="played")


def _options(values: Mapping[str, Any]) -> MatchOptions:
    return MatchOptions.stored(values)  # misses would have to be told: version 1 has none


def _name(seat: int) -> str:
    """Who sits there stands with the game; a match and its record know the seats alone."""
    return f"seat {seat + 1}"


def _event(seat: int, command: Command | SeatAway) -> Event:
    """A command with the seat it comes from, as it would be logged."""
    match command:
        case m.Lay(round=round_, cell=cell, pose=pose):
            return m.Laid(seat=seat, round=round_, cell=cell, pose=pose)
        case m.Give(round=round_, tile=tile, to=to):
            return m.Given(seat=seat, round=round_, to=to, tile=tile)
        case m.Ready():
            return m.ReadySaid(seat=seat)
        case m.AskPause():
            return m.PauseAsked(seat=seat)
        case m.Resume():
            return m.ResumeAsked(seat=seat)
        case SeatAway(away=away):
            return protocol.Left(seat=seat) if away else protocol.Returned(seat=seat)
        case _:
            raise CommandRefusedError(RefusalCode.UNKNOWN_COMMAND, "La Ruche has no such command.")


def _command(event: Event) -> ev.Command:
    """What the match calls it."""
    try:
        match event:
            case m.Laid(seat=seat, round=round_, cell=(q, r), pose=pose):
                return ev.Lay(seat, round_, Cell(q, r), pose)
            case m.Given(seat=seat, round=round_, to=to, tile=tile):
                return ev.Give(seat, round_, tile, to)
            case m.ReadySaid(seat=seat):
                return ev.Ready(seat)
            case m.PauseAsked(seat=seat):
                return ev.AskPause(seat)
            case m.ResumeAsked(seat=seat):
                return ev.Resume(seat)
            case protocol.Left(seat=seat):
                return ev.Away(seat)
            case protocol.Returned(seat=seat):
                return ev.Back(seat)
            case protocol.Joined(seat=seat):
                return ev.Join(_name(seat))
            case protocol.TimePassed():
                return ev.TimePassed()
            case protocol.Outage(from_ms=from_ms, to_ms=to_ms):
                return ev.Outage(from_ms, to_ms)
    except NotationError as problem:
        raise CommandRefusedError(RefusalCode.UNREADABLE_TILE, str(problem)) from problem
    raise ValueError(f"{event!r} is no event of La Ruche")


def _status(plain: dict[str, Any]) -> m.LaRucheStatus:
    if not plain:
        return m.LaRucheStatus(
            phase="waiting",
            round=0,
            rounds=0,
            now_ms=0,
            next_deadline_ms=None,
            turn=None,
            turn_until_ms=None,
            paused=False,
            pause_asked=[],
            ready=[],
            hand=[],
            gifts=[],
            players=[],
            results=[],
            outcome=None,
        )
    return msgspec.convert({**plain, "game": "laruche"}, m.LaRucheStatus)
