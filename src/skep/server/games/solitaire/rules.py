"""The solitaire of La Ruche behind the interface of `rules`: a game like all others, one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, NotationError, RefusedError
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.puzzles import Puzzle
from skep.laruche.refusals import Refusal
from skep.laruche.solitaire import Solitaire
from skep.laruche.tiles import Placement
from skep.protocol.refusals import RefusalCode
from skep.server.games.solitaire import messages as m
from skep.server.games.solitaire.log import capitals
from skep.server.games.solitaire.options import Wanted
from skep.server.games.solitaire.telling import event_told, status_told, view_told
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
    no_free_seat,
)

__all__ = ["HintFound", "SolitaireRules"]

COUNTS_PRESENCE_FROM = 2  # the version of the rules since which only time at the table counts


class HintFound(msgspec.Struct, frozen=True):
    """Not a command that anybody can send: a hint, and the table that it was found for."""

    hint: Placement
    placed: tuple[Placement, ...]


class SolitaireRules:
    """The options are those of `Wanted`."""

    def __init__(self, terms: Terms) -> None:
        if len(terms.seats) != 1 or terms.seats[0].who != "person":
            raise InvalidOptionsError("a solitaire has one seat, and it is yours")
        if not isinstance(terms.time, protocol.Untimed):
            raise InvalidOptionsError("a solitaire counts its time and limits none: untimed")
        self.wanted = Wanted.read(terms.options)
        self.notes_absence = terms.rules_version >= COUNTS_PRESENCE_FROM
        self._terms = terms
        self._stands_for_absence = False
        self.game: Solitaire | None = None

    def all_options(self) -> dict[str, Any]:
        return self.wanted.written_out()

    def check(
        self,
        seats: tuple[int, ...],
        command: Command | SeatAway | Newcomer | HintFound,
        now: Circumstances,
    ) -> Event:
        if isinstance(command, Newcomer):
            raise no_free_seat()
        game = self._check_may_ask(seats)
        if isinstance(command, SeatAway):
            return self._check_absence(game, seats[0], away=command.away)
        if isinstance(command, HintFound) and command.placed != game.placed:
            raise CommandRefusedError(
                RefusalCode.STALE, "The table changed while the hint was looked for."
            )
        event = _row(command)
        problem = game.check(event, now.at_ms)
        if problem is not None:
            raise problem
        return event

    def _check_may_ask(self, seats: tuple[int, ...]) -> Solitaire:
        if self.game is None:
            raise CommandRefusedError(RefusalCode.NOT_STARTED, "The solitaire has not begun.")
        if self.outcome() is not None:
            raise game_over()
        if not seats:
            raise CommandRefusedError(RefusalCode.NOT_YOUR_SEAT, "Only the player may do that.")
        return self.game

    def _check_absence(self, game: Solitaire, seat: int, *, away: bool) -> Event:
        """Whoever leaves stops the clock, unless it stands; whoever returns starts it then."""
        if away and not game.is_stopped:
            return protocol.Left(seat)
        if not away and self._stands_for_absence:
            return protocol.Returned(seat)
        raise CommandRefusedError(RefusalCode.NOT_DUE, "The clock stays as it is.")

    def check_hint(self, seats: tuple[int, ...]) -> Solitaire:
        """The attempt that a hint may be looked for, or RefusedError before anybody looks."""
        game = self._check_may_ask(seats)
        if game.is_stopped:
            raise RefusedError(Refusal.PAUSED)
        return game

    def apply(self, event: Event, at_ms: int) -> Sequence[ev.SoloEffect]:
        if isinstance(event, ev.PuzzleDealt | protocol.Started):
            self.game = Solitaire(self._puzzle(event), start_ms=at_ms)
            return ()
        game = self.game
        if game is None:
            raise ValueError(f"{event!r} before the start")
        match event:
            case protocol.Outage(from_ms=from_ms):
                if self.notes_absence and not game.is_stopped:
                    game.apply(ev.StopClock(), max(from_ms, game.now_ms))
                    game.apply(ev.StartClock(), at_ms)
                return ()
            case protocol.Left():
                self._stands_for_absence = True
                return game.apply(ev.StopClock(), at_ms)
            case protocol.Returned():
                self._stands_for_absence = False
                return game.apply(ev.StartClock(), at_ms)
            case ev.StopClock() | ev.StartClock():
                self._stands_for_absence = False
        return game.apply(event, at_ms)  # type: ignore[arg-type]  # nothing else is read from a log

    def _puzzle(self, event: ev.PuzzleDealt | protocol.Started) -> Puzzle:
        if isinstance(event, ev.PuzzleDealt):
            return Puzzle.of(self.wanted.options, event)
        # A row of schema version 1, for which the solver is needed: not in the server's process.
        if self.wanted.day is not None:
            return Puzzle.daily(self.wanted.day)
        return Puzzle.deal(self.wanted.options, int.from_bytes(self._terms.seed, "big"))

    def tail_suffices(self, events: Sequence[Event]) -> bool:
        """What a hint showed is an effect, not an event."""
        return not events

    def view(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.SolitaireView:
        return view_told(self.game, self.wanted, self.outcome())

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.SolitaireStatus:
        return status_told(self.game, self.wanted, self.outcome())

    def event_for(
        self,
        seat: int | None,
        event: Event,
        effects: Sequence[ev.SoloEffect] = (),
        wants: Wants = NOTHING_MORE,
    ) -> Event:
        return event_told(event, effects)

    def effect_for(self, seat: int | None, effect: ev.SoloEffect) -> ev.SoloEffect:
        return effect

    def awaited(self) -> tuple[int, ...]:
        return (0,) if self.game is not None and self.outcome() is None else ()

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> None:
        """Nobody wins because somebody else is away."""

    def next_deadline(self) -> None:
        return None

    def irrevocable_deadline(self) -> None:
        return None

    def outcome(self) -> protocol.Ending | None:
        score = None if self.game is None else self.game.outcome()
        if score is None:
            return None
        return protocol.Ending(ranks=(1,), reason="solved" if score.solved else "given up")


def _row(command: Command | HintFound) -> ev.SoloCommand:
    """What the player asks for, as it is logged."""
    try:
        match command:
            case m.Put(cell=(q, r), pose=pose):
                return ev.Put(Cell(q, r), capitals(pose))
            case m.TakeBack(cell=None):
                return ev.TakeBack()
            case m.TakeBack(cell=(q, r)):
                return ev.TakeBack(Cell(q, r))
            case HintFound(hint=hint):
                return ev.AskHint.of(hint)
            case m.StopClock():
                return ev.StopClock()
            case m.StartClock():
                return ev.StartClock()
            case m.GiveUp():
                return ev.GiveUp()
    except NotationError as problem:
        raise CommandRefusedError(RefusalCode.UNREADABLE_TILE, str(problem)) from problem
    raise CommandRefusedError(RefusalCode.UNKNOWN_COMMAND, "The solitaire has no such command.")
