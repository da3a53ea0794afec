"""Who is at a table right now. Not in the log: it is true only while a socket is open."""

from __future__ import annotations

import logging
from collections import Counter

import msgspec
from sqlalchemy import delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Circumstances, Event, SeatAway
from skep.server.storage.schema import presence
from skep.server.storage.writer import Writer
from skep.server.tables.table import Table
from skep.server.tables.tables import Tables, now_ms

__all__ = ["WRITE_SECONDS", "Presence"]

log = logging.getLogger(__name__)
WRITE_SECONDS = 0.25
_encode = msgspec.json.Encoder().encode


class Presence:
    """Counts the sockets of each (game, user) and tells the table when a player comes or goes."""

    def __init__(self, writer: Writer, tables: Tables, *, process: str, dialect: str) -> None:
        self._writer = writer
        self._tables = tables
        self._process = process
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._sockets: Counter[tuple[str, int]] = Counter()
        self._unwritten: set[tuple[str, int]] = set()
        tables.hearing.seats.append(self.look_around)

    def present_seats(self, table: Table) -> list[int]:
        return [
            n
            for n, seat in enumerate(table.seats)
            if seat.user is not None and self._sockets[table.id, seat.user] > 0
        ]

    def spectators(self, table: Table) -> int:
        return sum(1 for listener in table.listeners if listener.seat is None)

    def shown(self, table: Table) -> protocol.Present:
        return protocol.Present(
            present=self.present_seats(table), spectators=self.spectators(table)
        )

    def came(self, table: Table, user: int | None) -> None:
        seats = table.seats_of(user)
        if user is not None and seats:
            self._sockets[table.id, user] += 1
            self._unwritten.add((table.id, user))
            for seat in seats:
                table.away_since_ms.pop(seat, None)
                if table.rules.replaces_absent:
                    self._tables.spawn(self._note(table, seat, away=False))
        table.tell(_encode(self.shown(table)))

    def went(self, table: Table, user: int | None) -> None:
        seats = table.seats_of(user)
        if user is not None and seats:
            key = (table.id, user)
            self._sockets[key] -= 1
            self._unwritten.add(key)
            if self._sockets[key] <= 0:
                del self._sockets[key]
                for seat in seats:
                    self._start_absence(table, seat)
        table.tell(_encode(self.shown(table)))

    def look_around(self, table: Table) -> None:
        """A table came into memory, began, or has a new player: whoever is not here is away."""
        for n, seat in enumerate(table.seats):
            if seat.user is not None and self._sockets[table.id, seat.user] <= 0:
                self._start_absence(table, n)

    def _start_absence(self, table: Table, seat: int) -> None:
        table.away_since_ms.setdefault(seat, now_ms())
        if table.rules.replaces_absent and table.is_live:
            self._tables.spawn(self._note(table, seat, away=True))

    async def _note(self, table: Table, seat: int, *, away: bool) -> None:
        at = now_ms()

        def decide(table: Table, at_ms: int) -> Event:
            if away != (seat in table.away_since_ms):
                raise CommandRefusedError(
                    RefusalCode.STALE, "The player came or went again meanwhile."
                )
            return table.rules.check((seat,), SeatAway(away), Circumstances(at_ms=at_ms))

        try:
            await self._tables.submit(
                table.id,
                actor=f"seat{seat}",
                command_id=f"{'away' if away else 'back'}{at}",
                decide=decide,
                at_ms=at,
            )
        except RefusedError as refusal:
            log.debug("presence at %s: %s", table.id, refusal.code)

    async def tick(self) -> None:
        """Write the counts for other processes to read."""
        changed, self._unwritten = self._unwritten, set()
        try:
            if changed:
                await self._write(changed)
        except BaseException:
            self._unwritten |= changed
            raise

    async def _write(self, changed: set[tuple[str, int]]) -> None:
        rows = [
            {"game": game, "user": user, "process": self._process, "sockets": count}
            for game, user in changed
            if (count := self._sockets[game, user]) > 0
        ]
        gone = [key for key in changed if self._sockets[key] <= 0]
        upsert = self._insert(presence)
        upsert = upsert.on_conflict_do_update(
            index_elements=["game", "user", "process"],
            set_={"sockets": upsert.excluded.sockets},
        )

        async def work(connection: AsyncConnection) -> None:
            if rows:
                await connection.execute(upsert, rows)
            for game, user in gone:
                await connection.execute(
                    delete(presence).where(
                        presence.c.game == game,
                        presence.c.user == user,
                        presence.c.process == self._process,
                    )
                )

        await self._writer.run(work)
