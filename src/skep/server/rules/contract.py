"""What the server asks of a game while it is played. It knows neither bugs nor tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from skep.errors import CommandRefusedError
from skep.protocol import ClaimDue, Ending, TimeControl
from skep.protocol.refusals import RefusalCode

__all__ = [
    "NOTHING_MORE",
    "Circumstances",
    "Command",
    "Event",
    "Newcomer",
    "Rules",
    "SeatAway",
    "SeatTerms",
    "Terms",
    "Wants",
    "game_over",
    "no_free_seat",
    "no_lag",
    "no_such_game",
]


# A kind's own values: only the kind knows more of them than that they can be written.
Command: TypeAlias = msgspec.Struct
Event: TypeAlias = msgspec.Struct


@dataclass(frozen=True, slots=True)
class SeatTerms:
    """Who holds a seat, as far as the rules care."""

    who: str  # person, engine, bot
    level: int = 0
    user: int | None = None
    handicap_ms: int = 0
    show: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game begins with. Newcomers are in its log."""

    kind: str
    options: Mapping[str, Any]
    time: TimeControl
    seats: tuple[SeatTerms, ...]
    seed: bytes
    rules_version: int = 1

    @property
    def is_real_time(self) -> bool:
        return self.time.__class__.__name__ != "Daily"


def no_lag(_before_ms: int) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is true around a command and not in the log."""

    at_ms: int
    # Half the ping, by the samples from before a time: later ones may have been held back.
    lag_before: Callable[[int], int] = no_lag
    away_since_ms: Mapping[int, int] = field(default_factory=dict)  # of the seats that are absent
    claim_after_ms: int = 60_000
    is_flag_held: bool = False  # the server was away for long: no flag falls yet


class Wants(NamedTuple):
    """What a socket asked for in its hello because it costs something."""

    legal: bool = False  # the legal moves as texts
    choices: bool = False  # what may be chosen next, and how the last move went


NOTHING_MORE = Wants()


@dataclass(frozen=True, slots=True)
class SeatAway:
    """Not a command that anybody can send: the server saw a player leave or return."""

    away: bool


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody asks for a new seat in a game that has begun; sent by way of the lobby."""

    user: int


class Rules(Protocol):
    """The state of one game, folded from its log. Only `apply` changes it."""

    notes_absence: bool  # does it matter, and stand in the log, that a player left or returned?

    def all_options(self) -> dict[str, Any]:
        """The options with their defaults filled in: what is stored outlives a changed default."""

    def check(
        self, seats: tuple[int, ...], command: Command | SeatAway | Newcomer, now: Circumstances
    ) -> Event:
        """The event this command makes, asked by whoever holds `seats`; or RefusedError."""

    def apply(self, event: Event, at_ms: int) -> Sequence[Any]:
        """Take an accepted event in and say what follows from it, here and on every replay."""

    def tail_suffices(self, events: Sequence[Event]) -> bool:
        """Can a client that missed these events go on from them, without a snapshot?"""

    def view(self, seat: int | None, wants: Wants = NOTHING_MORE) -> Any:
        """All that this seat may know. None: a spectator."""

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> Any:
        """The part of the view that any event may change."""

    def event_for(
        self,
        seat: int | None,
        event: Event,
        effects: Sequence[Any] = (),
        wants: Wants = NOTHING_MORE,
    ) -> Event:
        """The event as this seat is told of it, given what `apply` returned for it.

        `wants` only for the one that was applied last.
        """

    def effect_for(self, seat: int | None, effect: Any) -> Any:
        """One of the things `apply` returned, as this seat may see it."""

    def awaited(self) -> tuple[int, ...]:
        """The seats that must do something before the game can go on."""

    def next_deadline(self) -> int | None:
        """When time alone will change something."""

    def irrevocable_deadline(self) -> int | None:
        """When time will do what no outage undoes, if any row of a later time is written."""

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> ClaimDue | None:
        """Who may claim the win from an absent player, and from when on; None if nobody may."""

    def outcome(self) -> Ending | None:
        """How it ended, once it has."""


def game_over() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.GAME_OVER, "This game is over.")


def no_such_game() -> CommandRefusedError:
    """Also for a game that is there but closed to whoever asks: the two must look alike."""
    return CommandRefusedError(
        RefusalCode.NOT_FOUND, "There is no such game, or it is open only to whoever has its link."
    )


def no_free_seat() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.NO_FREE_SEAT, "No seat is free for you in this game.")
