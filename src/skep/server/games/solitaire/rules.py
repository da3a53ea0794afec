"""The solitaire of La Ruche behind the interface of `rules`: a game like all others, one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, NotationError
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.solitaire import Puzzle, Solitaire, SolitaireOptions
from skep.protocol.refusals import RefusalCode
from skep.server.games.solitaire import messages as m
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

__all__ = ["SolitaireRules"]

LARGEST = 20  # hints of greater ones would keep the other tables waiting


class SolitaireRules:
    """Options are those of a solitaire, and `day` (2026-07-31) for the puzzle of a day."""

    replaces_absent = False

    def __init__(self, terms: Terms) -> None:
        if len(terms.seats) != 1 or terms.seats[0].who != "person":
            raise InvalidOptionsError("a solitaire has one seat, and it is yours")
        if not isinstance(terms.time, protocol.Untimed):
            raise InvalidOptionsError("a solitaire counts its time and limits none: untimed")
        self._options, self._day = _options(terms.options)
        self._terms = terms
        self._game: Solitaire | None = None

    def all_options(self) -> dict[str, Any]:
        return {"day": self._day.isoformat()} if self._day is not None else asdict(self._options)

    def check(
        self,
        seats: tuple[int, ...],
        command: Command | SeatAway | Newcomer,
        now: Circumstances,
    ) -> Event:
        if self._game is None:
            raise CommandRefusedError(RefusalCode.NOT_STARTED, "The solitaire has not begun.")
        if self.outcome() is not None:
            raise game_over()
        if isinstance(command, Newcomer):
            raise no_free_seat()
        if not seats:
            raise CommandRefusedError(RefusalCode.NOT_YOUR_SEAT, "Only the player may do that.")
        event = _event(command)
        problem = self._game.check(_command(event), now.at_ms)
        if problem is not None:
            raise problem
        return event

    def apply(self, event: Event, at_ms: int) -> Sequence[ev.SoloEffect]:
        if isinstance(event, protocol.Started):
            seed = int.from_bytes(self._terms.seed, "big")
            puzzle = Puzzle.deal(self._options, seed)
            if self._day is not None:
                puzzle = Puzzle.daily(self._day)
            self._game = Solitaire(puzzle, start_ms=at_ms)
            return ()
        if isinstance(event, protocol.Outage):
            return ()
        if self._game is None:
            raise ValueError(f"{event!r} before the start")
        return self._game.apply(_command(event), at_ms)

    def tail_suffices(self, events: Sequence[Event]) -> bool:
        """What a hint showed is an effect, not an event."""
        return not events

    def view(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.SolitaireView:
        table = [] if self._game is None else [(tuple(c), p.name) for c, p in self._game.table]
        shape = None if self._game is None else self._game.puzzle.shape
        return m.SolitaireView(
            table=[((q, r), pose) for (q, r), pose in table],
            shape=None if shape is None else [(cell.q, cell.r) for cell in sorted(shape)],
            status=self.status(seat),
        )

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.SolitaireStatus:
        game = self._game
        score = None if game is None else game.outcome()
        return m.SolitaireStatus(
            hand=[] if game is None else [tile.name for tile in game.hand],
            start_ms=0 if game is None else game.start_ms,
            undos=0 if game is None else game.undos,
            hints=0 if game is None else game.hints,
            solved=score is not None and score.solved,
            time_ms=None if score is None else score.time_ms,
            outcome=self.outcome(),
        )

    def event_for(
        self,
        seat: int | None,
        event: Event,
        effects: Sequence[ev.SoloEffect] = (),
        wants: Wants = NOTHING_MORE,
    ) -> Event:
        return event

    def effect_for(self, seat: int | None, effect: ev.SoloEffect) -> ev.SoloEffect:
        return effect

    def awaited(self) -> tuple[int, ...]:
        return (0,) if self._game is not None and self.outcome() is None else ()

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> None:
        """Nobody wins because somebody else is away."""

    def next_deadline(self) -> None:
        return None

    def outcome(self) -> protocol.Ending | None:
        score = None if self._game is None else self._game.outcome()
        if score is None:
            return None
        return protocol.Ending(ranks=(1,), reason="solved" if score.solved else "given up")


def _options(values: Mapping[str, Any]) -> tuple[SolitaireOptions, date | None]:
    rest = dict(values)
    day = rest.pop("day", None)
    try:
        chosen = None if day is None else date.fromisoformat(day)
        options = SolitaireOptions(**rest)
    except (TypeError, ValueError) as problem:
        raise InvalidOptionsError(f"that is no solitaire: {problem}") from None
    if options.size > LARGEST:
        raise InvalidOptionsError(f"a solitaire at a server has up to {LARGEST} tiles")
    if chosen is not None and rest:
        raise InvalidOptionsError("the puzzle of a day has no options")
    return options, chosen


def _event(command: Command | SeatAway) -> Event:
    match command:
        case m.Put(cell=cell, pose=pose):
            return m.PutDown(cell=cell, pose=pose)
        case m.TakeBack():
            return m.TakenBack()
        case m.AskHint():
            return m.HintAsked()
        case m.GiveUp():
            return m.GivenUp()
        case _:
            raise CommandRefusedError(
                RefusalCode.UNKNOWN_COMMAND, "The solitaire has no such command."
            )


def _command(event: Event) -> ev.SoloCommand:
    try:
        match event:
            case m.PutDown(cell=(q, r), pose=pose):
                return ev.Put(Cell(q, r), pose)
            case m.TakenBack():
                return ev.TakeBack()
            case m.HintAsked():
                return ev.AskHint()
            case m.GivenUp():
                return ev.GiveUp()
    except NotationError as problem:
        raise CommandRefusedError(RefusalCode.UNREADABLE_TILE, str(problem)) from problem
    raise ValueError(f"{event!r} is no event of a solitaire")
