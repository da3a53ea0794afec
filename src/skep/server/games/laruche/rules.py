"""La Ruche behind the interface of `rules`: the match is all in `skep.laruche`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, NotationError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.records import MatchRecord
from skep.protocol.refusals import RefusalCode
from skep.server.games.laruche import messages as m
from skep.server.games.laruche.log import capitals
from skep.server.games.laruche.telling import effect_told, event_told, status_told, view_told
from skep.server.rules.contract import (
    NOTHING_MORE,
    Circumstances,
    Command,
    Event,
    Newcomer,
    SeatAway,
    Terms,
    Wants,
    game_over,
)

__all__ = ["LaRucheRules"]

SEATS_AT_LEAST = 2


class LaRucheRules:
    """Hands are secret: only `view`, `status`, `event_for` and `effect_for` lead outside."""

    notes_absence = True

    def __init__(self, terms: Terms) -> None:
        if not SEATS_AT_LEAST <= len(terms.seats) <= 6:
            raise InvalidOptionsError(f"La Ruche has 2 to 6 seats, not {len(terms.seats)}")
        if not isinstance(terms.time, protocol.Untimed):
            raise InvalidOptionsError("La Ruche has its own limits of time: choose untimed")
        values = {**terms.options, "rules_version": terms.rules_version}
        self._options = MatchOptions.stored(values)
        self.terms = terms
        self._users = [seat.user for seat in terms.seats]  # and of those who joined later
        self._aborted: str | None = None
        self.match: Match | None = None

    def all_options(self) -> dict[str, Any]:
        options = asdict(self._options)
        del options["rules_version"]  # stands with the game
        return options

    def check(
        self,
        seats: tuple[int, ...],
        command: Command | SeatAway | Newcomer,
        now: Circumstances,
    ) -> Event:
        if self.outcome() is not None:
            raise game_over()
        match = self.match
        if match is None:
            raise CommandRefusedError(
                RefusalCode.NOT_STARTED, "The match has not begun: a seat is free."
            )
        if isinstance(command, Newcomer):
            event: Event = protocol.Joined(seat=len(self._users), user=command.user)
        elif not seats:
            raise CommandRefusedError(RefusalCode.NOT_YOUR_SEAT, "Only players may do that.")
        elif isinstance(command, protocol.Abort):
            return self._check_abort(seats[0])
        else:
            event = _row(seats[0], command)
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
                        show=seat.show,
                    )
                    for n, seat in enumerate(self.terms.seats)
                ]
                deals = SeededDeals(int.from_bytes(self.terms.seed, "big"))
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
        return view_told(seat, self.match)

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.LaRucheStatus:
        return status_told(seat, self.match)

    def event_for(
        self,
        seat: int | None,
        event: Event,
        effects: Sequence[ev.Effect] = (),
        wants: Wants = NOTHING_MORE,
    ) -> Event:
        return event_told(seat, event, effects)

    def effect_for(self, seat: int | None, effect: ev.Effect) -> ev.Effect:
        return effect_told(seat, effect)

    def record(self, rows: Iterable[tuple[int, Event]]) -> str:
        """The whole match with its deals and seed: only for after its end."""
        if self.match is None or self.outcome() is None:
            raise ValueError("a match is recorded after its end")
        commands = [
            (at_ms, _command(event))
            for at_ms, event in rows
            if not isinstance(event, protocol.Started | protocol.Aborted)
        ]
        seed = int.from_bytes(self.terms.seed, "big")
        return str(MatchRecord.of(self.match, commands, seed=seed))

    def awaited(self) -> tuple[int, ...]:
        """Nobody waits for anybody but in the set-up, where tiles are laid in turn."""
        turn = None if self.match is None or self._aborted else self.match.turn
        return () if turn is None else (turn,)

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> None:
        """Nobody wins because somebody else is away."""

    def next_deadline(self) -> int | None:
        if self.match is None or self._aborted:
            return None
        return self.match.next_deadline_ms

    def irrevocable_deadline(self) -> int | None:
        """Gifts that lapsed in an outage may still be made, and who is back plays again."""
        if self.match is None or self._aborted:
            return None
        return self.match.patience_ends_ms

    def outcome(self) -> protocol.Ending | None:
        if self._aborted:
            return protocol.Ending(ranks=(), reason=self._aborted)
        outcome = None if self.match is None else self.match.outcome()
        return None if outcome is None else protocol.Ending(ranks=outcome.ranks, reason="played")


def _name(seat: int) -> str:
    """Who sits there stands with the game; a match and its record know the seats alone."""
    return f"seat {seat + 1}"


def _row(seat: int, command: Command | SeatAway) -> Event:
    """What somebody asks for, as it is logged: with the seat it comes from."""
    try:
        match command:
            case ev.Lay() | ev.Give() if command.seat == seat:  # from a bot
                return command
            case m.Lay(round=round_, cell=(q, r), pose=pose):
                return ev.Lay(seat, round_, Cell(q, r), capitals(pose))
            case m.Give(round=round_, tile=tile, to=to):
                return ev.Give(seat, round_, capitals(tile), to)
            case m.Ready():
                return ev.Ready(seat)
            case m.AskPause():
                return ev.AskPause(seat)
            case m.Resume():
                return ev.Resume(seat)
            case SeatAway(away=away):
                return ev.Away(seat) if away else ev.Back(seat)
    except NotationError as problem:
        raise CommandRefusedError(RefusalCode.UNREADABLE_TILE, str(problem)) from problem
    raise CommandRefusedError(RefusalCode.UNKNOWN_COMMAND, "La Ruche has no such command.")


def _command(row: Event) -> ev.Command:
    """A row as the match takes it: what all games share is named there by words of its own."""
    match row:
        case protocol.Joined(seat=seat):
            return ev.Join(_name(seat))
        case protocol.TimePassed():
            return ev.TimePassed()
        case protocol.Outage(from_ms=from_ms, to_ms=to_ms):
            return ev.Outage(from_ms, to_ms)
        case (
            ev.Lay() | ev.Give() | ev.Ready() | ev.AskPause() | ev.Resume() | ev.Away() | ev.Back()
        ):
            return row
    raise ValueError(f"{row!r} is no row of La Ruche")
