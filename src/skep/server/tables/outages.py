"""The heartbeat of this process, and what is owed to players when none beat.

Each process writes a row every second. A start after a gap in which none lived puts an `outage`
into every live real-time game, and the return of storage that could not be written into those that
no other process has served meanwhile: that time is nobody's.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Event
from skep.server.storage.schema import GONE, audience, heartbeats, outages, presence
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.losses import LOST_MS, is_lost
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["BEAT_SECONDS", "GAP_MS", "RELEASE", "Heart"]

log = logging.getLogger(__name__)
GAP_MS = 1_200  # beats come every second
BEAT_SECONDS = 1.0
RELEASE = 1  # one more with each release that adds a kind of event (`Kind.released`)
LEAVE_SECONDS = 1.0
FORGET_MS = 60_000
_NOTHING_OWED = (RefusalCode.GAME_OVER, RefusalCode.NOT_DUE)
_others = heartbeats.alias("others")
_EARLIEST = select(func.min(_others.c.release)).scalar_subquery()
_OLDEST = select(func.min(_others.c.at_ms)).scalar_subquery()
_LIVING = select(heartbeats.c.process).scalar_subquery()


class Heart:
    """Beats, and repairs the clocks after it has not."""

    def __init__(self, store: Store, writer: Writer, tables: Tables, *, dialect: str) -> None:
        self.process = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._store = store
        self._writer = writer
        self._tables = tables
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        beat = self._insert(heartbeats).values(
            process=self.process, at_ms=bindparam("now"), release=RELEASE
        )
        self._beat = beat.on_conflict_do_update(
            index_elements=["process"], set_={"at_ms": beat.excluded.at_ms}
        ).returning(_EARLIEST, _OLDEST)
        self.on_outage: Callable[[], Awaitable[None]] | None = None
        self.on_gap: list[Callable[[], None]] = []  # told when others may have thought us dead
        self._beaten_ms = now_ms()
        self._has_left = False
        tables.pulse.on_stall.append(self._stalled)

    async def start(self) -> None:
        """To be awaited before anything is swept or served."""
        last = await self._store.last_heartbeat()
        now = now_ms()
        if last is not None and now - last > GAP_MS:
            games = await self._store.live_games(real_time_only=True)
            await self._append_outage(games, last, now)
        await self.beat()

    async def tick(self) -> None:
        """Beat; or, when nothing could be written, try again."""
        if self._has_left:
            return
        if self._writer.unwritable_since_ms is not None:
            await self._recover(self._writer.unwritable_since_ms)
        else:
            self._writer.flush_due()
            await self.beat()

    async def beat(self) -> None:
        """One statement, which tells of the others, too: each process does this every second."""
        now = now_ms()
        is_crowded = self._tables.oldest_beat_ms < now - FORGET_MS

        async def work(connection: AsyncConnection) -> tuple[int | None, int | None]:
            if is_crowded:
                await connection.execute(delete(heartbeats).where(_is_forgotten(now)))
                for table in (presence, audience):
                    await connection.execute(delete(table).where(table.c.process.not_in(_LIVING)))
            found = await connection.execute(self._beat, {"now": now})
            release, oldest_ms = found.one()
            return release, oldest_ms

        release, oldest_ms = await self._writer.run(work)
        self._tables.release = release or 0
        self._tables.oldest_beat_ms = oldest_ms or 0
        gap_ms, self._beaten_ms = now - self._beaten_ms, now
        if gap_ms > LOST_MS:
            for tell in self.on_gap:
                tell()

    async def leave(self) -> None:
        """This process stops in order: from now on its people are held as after its death.

        What it can read concerns nobody any more.
        """
        if self._has_left:
            return
        self._has_left = True
        own = update(heartbeats).where(heartbeats.c.process == self.process)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(own.values(release=GONE, at_ms=now_ms()))

        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._writer.run(work)
        except Exception as problem:  # noqa: BLE001 - then it is held as after a death
            log.warning("a heartbeat was left behind: %r", problem)

    async def _stalled(self, seconds: float) -> None:
        """The loop of this process stood still: that is nobody's time at the tables it serves."""
        now = now_ms()
        begun = now - round(seconds * 1000)
        running = [
            table.id
            for table in self._tables.in_memory()
            if table.is_live and table.terms.is_real_time and table.rules.next_deadline()
        ]
        log.warning("the loop stood still for %.1f s, %d running clocks", seconds, len(running))
        await self._append_to_all(running, begun, now)

    async def _recover(self, since_ms: int) -> None:
        """The rows of the outage are the test whether anything can be written again."""
        games = await self._store.live_games(real_time_only=True)
        await self._append_outage(await self._without_served(games), since_ms, now_ms())
        self._writer.unwritable_since_ms = None
        log.info("storage is writable again")

    async def _without_served(self, games: Sequence[str]) -> list[str]:
        """Without those that only another process has people at: it sees to them, if need be."""
        tables = {table.id: table for table in self._tables.in_memory()}
        elsewhere = {
            row.game
            for row in await self._store.present_elsewhere(games, self.process)
            if not is_lost(row)
        }
        return [
            game
            for game in games
            if game not in elsewhere or (game in tables and tables[game].listeners)
        ]

    async def _append_outage(self, games: Sequence[str], from_ms: int, to_ms: int) -> None:
        """Tell these games, and remember it for the daily ones."""
        if games:
            seconds = (to_ms - from_ms) / 1000
            log.info("the server was away for %.1f s, %d running games", seconds, len(games))
        await self._append_to_all(games, from_ms, to_ms)
        row: dict[str, Any] = {"from_ms": from_ms, "to_ms": to_ms}
        statement = self._insert(outages).values(row).on_conflict_do_nothing()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(statement)

        await self._writer.run(work, probe=True)
        if self.on_outage is not None:
            await self.on_outage()

    async def _append_to_all(self, games: Sequence[str], from_ms: int, to_ms: int) -> None:
        results = await asyncio.gather(
            *(self._append_to(game, from_ms, to_ms) for game in games), return_exceptions=True
        )
        for result in results:
            if isinstance(result, RefusedError) and result.code in _NOTHING_OWED:
                continue
            if isinstance(result, BaseException):
                raise result

    async def _append_to(self, game: str, from_ms: int, to_ms: int) -> None:
        def decide(table: LiveTable, _at_ms: int) -> Event:
            if not table.is_live:
                raise CommandRefusedError(RefusalCode.GAME_OVER, "This game is over.")
            owed = table.given.rest_of(from_ms, to_ms)  # an earlier try may have got here
            if owed is None:
                raise CommandRefusedError(RefusalCode.NOT_DUE, "It was given back already.")
            return owed

        await self._tables.submit(
            game,
            actor="server",
            command_id=f"o{from_ms}-{to_ms}",
            decide=decide,
            at_ms=to_ms,
        )


def _is_forgotten(now: int) -> ColumnElement[bool]:
    return heartbeats.c.at_ms < now - FORGET_MS
