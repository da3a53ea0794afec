"""A table: one game in memory, as a cache of its log, with whoever listens to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from skep import protocol
from skep.errors import RefusedError
from skep.server.rules.contract import NOTHING_MORE, Rules, SeatTerms, Terms, Wants
from skep.server.rules.kind import Kind, TimedEvent
from skep.server.storage.store import StoredGame, StoredRow
from skep.server.tables.given import TimeGiven

__all__ = ["Listener", "LiveTable"]

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody who is told of every event, as their seat may see it."""

    @property
    def seat(self) -> int | None: ...

    @property
    def address(self) -> str:
        """Where they sit, as limits count it."""

    def take_seat(self, table: LiveTable) -> None:
        """The seats have changed."""

    @property
    def wants(self) -> Wants: ...

    def send(self, frame: bytes) -> None:
        """Queue a frame. Never blocks."""


class LiveTable:
    """State at `head`. Commands of one game run one after another under `lock`."""

    __slots__ = (
        "away_since_ms",
        "claim_told",
        "given",
        "head",
        "is_stale",
        "kind",
        "last_at_ms",
        "listeners",
        "lock",
        "names",
        "players",
        "rules",
        "seats",
        "stored",
        "terms",
        "timer",
        "told",
        "undelivered",
        "used_at",
    )

    def __init__(self, stored: StoredGame, kind: Kind) -> None:
        self.stored = stored
        self.kind = kind
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.undelivered: list[tuple[TimedEvent, Sequence[Any]]] = []
        self.timer: asyncio.TimerHandle | None = None
        self.players: Any = None  # what the kind's players keep for this table
        self.away_since_ms: dict[int, int] = {}
        self.claim_told: protocol.ClaimDue | None = None
        self.used_at = time.monotonic()
        self.is_stale = False
        self.head = 0
        self.told = 0  # the newest seq that is committed and may be spoken of
        self.last_at_ms = 0
        self.given = TimeGiven()
        self.names: dict[int, str] = {}
        self.seat_people(stored)

    def seat_people(self, stored: StoredGame) -> None:
        """Take the seats as they are stored; before the start they may still change.

        Newcomers are left out: the log brings them in.
        """
        self.name_people(stored)
        first = stored.info.seats[: len(stored.info.seats) - stored.newcomers]
        info = msgspec.structs.replace(stored.info, seats=first)
        self.stored = stored._replace(info=info, newcomers=0)
        self.seats = tuple(
            SeatTerms(seat.who, seat.level, seat.user, seat.handicap_ms, seat.show)
            for seat in first
        )
        self.terms = Terms(
            kind=info.game,
            options=info.options,
            time=info.time,
            seats=self.seats,
            seed=stored.seed,
            rules_version=info.rules_version,
        )
        self.rules: Rules = self.kind.rules(self.terms)

    def name_people(self, stored: StoredGame) -> None:
        """Take the names alone: who sits where is settled by the start and the log."""
        self.names |= {s.user: s.name for s in stored.info.seats if s.user is not None}
        self._note(
            seats=[
                msgspec.structs.replace(seat, name=self.names.get(seat.user or 0, seat.name))
                for seat in self.stored.info.seats
            ]
        )

    @property
    def has_nameless(self) -> bool:
        """Has somebody joined whose name has not been read yet?"""
        return any(seat.user is not None and not seat.name for seat in self.stored.info.seats)

    @property
    def id(self) -> str:
        return self.stored.info.id

    @property
    def is_live(self) -> bool:
        return self.head > 0 and not self.is_stale and self.rules.outcome() is None

    def seats_of(self, user: int | None) -> tuple[int, ...]:
        if user is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.user == user)

    def read(self, row: StoredRow) -> TimedEvent:
        """What a row of the log says, by the schema that it was written with."""
        return TimedEvent(row.seq, row.at_ms, self.kind.read_event(row.payload, row.schema_version))

    def take_in(self, row: TimedEvent) -> None:
        """Apply the next row of the log."""
        if row.seq != self.head + 1:
            raise ValueError(f"row {row.seq} does not follow {self.head}")
        try:
            effects = self.rules.apply(row.event, row.at_ms)
        except RefusedError as problem:
            raise RuntimeError(f"row {row.seq} of {self.id} cannot be applied") from problem
        self.head = row.seq
        self.last_at_ms = row.at_ms
        if isinstance(row.event, protocol.Joined):
            self._seat_newcomer(row.event.user)
        if isinstance(row.event, protocol.Outage):
            self.given.note(row.event)
        if row.seq == 1:
            self._note(status="live", started_ms=row.at_ms)
        outcome = self.rules.outcome()
        if outcome is not None:
            self._note(status="finished", finished_ms=row.at_ms, outcome=outcome)
        if self.listeners:
            self.undelivered.append((row, effects))

    def _seat_newcomer(self, user: int) -> None:
        self.seats = (*self.seats, SeatTerms("person", 0, user))
        newcomer = protocol.SeatInfo(who="person", name=self.names.get(user, ""), user=user)
        self._note(seats=[*self.stored.info.seats, newcomer])

    def _note(self, **changes: Any) -> None:
        """Keep what is shown of the game in step with its log."""
        info = msgspec.structs.replace(self.stored.info, **changes)
        self.stored = self.stored._replace(info=info)

    def forget_after(self, head: int) -> None:
        """A row that was applied has not been written: the state is wrong from here on."""
        self.is_stale = True
        self.head = head
        self.undelivered = [item for item in self.undelivered if item[0].seq <= head]

    def fold_anew(self, rows: list[TimedEvent]) -> None:
        """Make the state from the log again; what was told already is not told again."""
        told, undelivered = self.head, self.undelivered
        first = self.stored.info.seats[: len(self.terms.seats)]
        self._note(seats=first, status="open", started_ms=None, finished_ms=None, outcome=None)
        self.seat_people(self.stored)
        self.head = self.last_at_ms = 0
        self.given = TimeGiven()
        self.is_stale = False
        self.players = None
        self.undelivered = []
        for row in rows:
            self.take_in(row)
        new = [item for item in self.undelivered if item[0].seq > told]
        self.undelivered = undelivered + new

    def find_seats(self) -> None:
        """The seats have changed: everybody here looks for their own again."""
        for listener in self.listeners:
            listener.take_seat(self)

    def tell(self, frame: bytes) -> None:
        """Send everybody here the same frame: nothing in it may be secret."""
        for listener in self.listeners:
            listener.send(frame)

    def deliver(self) -> None:
        """Tell the listeners what they have not been told."""
        if self.is_stale:
            return  # after the state is folded anew
        rows, self.undelivered = self.undelivered, []
        self.told = self.head
        if not rows:
            return
        if any(isinstance(row.event, protocol.Joined) for row, _ in rows):
            self.find_seats()
        frames: dict[tuple[int | None, Wants], list[bytes]] = {}
        for listener in self.listeners:
            key = (listener.seat, listener.wants)
            if key not in frames:
                frames[key] = self.frames_for(rows, *key)
            for frame in frames[key]:
                listener.send(frame)

    def frames_for(
        self, rows: list[tuple[TimedEvent, Sequence[Any]]], seat: int | None, wants: Wants
    ) -> list[bytes]:
        return [_encode(self.event_sent(row, effects, seat, wants)) for row, effects in rows]

    def event_sent(
        self, row: TimedEvent, effects: Sequence[Any], seat: int | None, wants: Wants
    ) -> protocol.EventSent:
        """A row as this seat may see it; the newest with the state after it."""
        is_newest = row.seq == self.head
        return protocol.EventSent(
            seq=row.seq,
            at_ms=row.at_ms,
            event=self.rules.event_for(
                seat, row.event, effects, wants if is_newest else NOTHING_MORE
            ),
            effects=[self.rules.effect_for(seat, effect) for effect in effects],
            status=self.rules.status(seat, wants) if is_newest else None,
        )
