"""Keeping up with the other processes at the tables that somebody listens to here.

A row that another process wrote comes over the bus: who stands just before it applies it, anybody
else reads the log. Whatever the bus loses is found by comparing with the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from skep import protocol
from skep.server.rules.kind import TimedEvent
from skep.server.storage.schema import games
from skep.server.storage.store import Store, StoredGame
from skep.server.tables.bus import Bus, Message, RowWritten, SeatsChanged
from skep.server.tables.table import Listener, LiveTable
from skep.server.tables.tables import Tables

__all__ = ["Following"]

FRESH_SECONDS = 0.02  # many are followed at once when a process comes back


class Following:
    def __init__(self, store: Store, tables: Tables, bus: Bus) -> None:
        self._store = store
        self._tables = tables
        self._bus = bus
        self._fresh: set[str] = set()
        bus.listeners.append(self._hear)
        bus.followed.append(self._follows)

    def add(self, table: LiveTable, listener: Listener) -> None:
        """From now on this listener is told of everything at the table."""
        if not table.listeners:
            self._bus.follow(table.id)
        table.listeners.add(listener)

    def remove(self, table: LiveTable, listener: Listener) -> None:
        table.listeners.discard(listener)
        if not table.listeners:
            self._bus.unfollow(table.id)

    def _follows(self, game: str) -> None:
        """What happened between reading the table and following it is not missed either."""
        if not self._fresh:
            self._tables.spawn(self._compare_fresh())
        self._fresh.add(game)

    async def _compare_fresh(self) -> None:
        await asyncio.sleep(FRESH_SECONDS)
        fresh, self._fresh = self._fresh, set()
        known = {game: self._tables.known(game) for game in fresh}
        for table in await self._behind({g: table for g, table in known.items() if table}):
            await self._tables.catch_up(table.id)

    def _hear(self, message: Message) -> None:
        table = self._tables.known(message.game)
        if table is None:
            return
        match message:
            case RowWritten(seq=seq) if seq > table.head:
                if table.lock.locked() or not self._take_in(table, message):
                    self._tables.spawn(self._take_in_turn(table, message))
            case SeatsChanged():
                self._tables.spawn(self._tables.reseat(table.id))

    async def _take_in_turn(self, table: LiveTable, row: RowWritten) -> None:
        """A command is under way here, or the row alone does not suffice."""
        async with table.lock:
            if row.seq <= table.head or self._take_in(table, row):
                return
        await self._tables.catch_up(table.id)

    def _take_in(self, table: LiveTable, row: RowWritten) -> bool:
        """Apply a row without asking the database, if nothing but the row is needed for that.

        Neither the first row nor a newcomer's is such: seats and names are read with them.
        """
        stands_before = table.head == row.seq - 1 and table.head > 0 and not table.is_stale
        if not stands_before or row.payload is None:
            return False
        event = table.kind.read_event(row.payload, row.schema_version)
        if isinstance(event, protocol.Joined):
            return False
        try:
            table.take_in(TimedEvent(row.seq, row.at_ms, event))
        except Exception:
            table.forget_after(row.seq - 1)  # half applied: the log decides what is true
            raise
        self._tables.hearing.changed(table)
        table.deliver()
        return True

    async def compare(self) -> None:
        """One query for the logs of all games that anybody here listens to, one for the seats."""
        listened = {table.id: table for table in self._tables.in_memory() if table.listeners}
        for table in await self._behind(listened):
            self._bus.follow_again(table.id)
            if not table.lock.locked():
                await self._tables.catch_up(table.id)
        await self._compare_seats([game for game, table in listened.items() if not table.head])

    async def _behind(self, tables: Mapping[str, LiveTable]) -> list[LiveTable]:
        heads = await self._store.heads(tables) if tables else {}
        return [
            tables[game]
            for game, head in heads.items()
            if head > tables[game].head or tables[game].is_stale
        ]

    async def _compare_seats(self, waiting: list[str]) -> None:
        """At a table that has not begun somebody may sit down by way of another process."""
        if not waiting:
            return
        for stored in await self._store.games(games.c.id.in_(waiting), limit=len(waiting)):
            table = self._tables.known(stored.info.id)
            if table is not None and not table.head and _shown(stored) != _shown(table.stored):
                await self._tables.reseat(table.id)


def _shown(stored: StoredGame) -> tuple[object, ...]:
    return stored.info.listed, [(seat.who, seat.user, seat.name) for seat in stored.info.seats]
