"""How many watch a table, by way of whichever process. Like presence it is in no log.

Each process writes down how many watch by way of it and reads what the others wrote; the bus brings
it sooner. What a process wrote counts while its heart beats.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import delete
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.server.storage.schema import audience
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.bus import Bus, Watching
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import now_ms

__all__ = ["ALIVE_MS", "NEWS_SECONDS", "Audience"]

NEWS_SECONDS = 2.0  # by then it is written
ALIVE_MS = 5_000  # whom a process had that has not beaten for so long is in no list


class Audience:
    """Counts those who watch here, and adds whom the others have."""

    def __init__(
        self, store: Store, writer: Writer, bus: Bus, *, process: str, is_alone: bool
    ) -> None:
        self._store = store
        self._writer = writer
        self._bus = bus
        self._process = process
        self._is_alone = is_alone
        self._here: dict[str, int] = {}
        self._elsewhere: dict[str, dict[str, int]] = {}  # by game and process
        self._news: dict[tuple[str, str], tuple[float, int]] = {}
        self._unwritten: set[str] = set()

    def size(self, table: LiveTable) -> int:
        return _watching_here(table) + _total(self._elsewhere, table.id)

    def count(self, table: LiveTable) -> None:
        """Somebody came or went, or took a seat."""
        watching = _watching_here(table)
        if self._is_alone or watching == self._here.get(table.id, 0):
            return
        if watching:
            self._here[table.id] = watching
        else:
            del self._here[table.id]
        self._unwritten.add(table.id)
        self._bus.publish(Watching(table.id, self._process, watching))

    def hear(self, message: Watching) -> None:
        """Another process tells before it has written it down."""
        watching = max(0, message.watching)
        self._news[message.game, message.process] = (time.monotonic(), watching)
        self._elsewhere.setdefault(message.game, {})[message.process] = watching

    async def look_elsewhere(self, games: Collection[str]) -> set[str]:
        """Read what the others wrote of these games; at which of them has it changed?"""
        if self._is_alone or not games:
            return set()
        alive_ms = now_ms() - ALIVE_MS
        rows = await self._store.watching_elsewhere(games, self._process, alive_ms)
        found: dict[str, dict[str, int]] = {game: {} for game in games}
        for game, process, watching in rows:
            found[game][process] = watching
        since = time.monotonic() - NEWS_SECONDS
        self._news = {key: news for key, news in self._news.items() if news[0] >= since}
        for (game, process), (_, watching) in self._news.items():
            if game in found:
                found[game][process] = watching
        before, self._elsewhere = self._elsewhere, found
        return {game for game in games if _total(found, game) != _total(before, game)}

    def write_all_again(self) -> None:
        self._unwritten |= set(self._here)

    async def tick(self) -> None:
        """Write the counts for other processes to read."""
        changed, self._unwritten = self._unwritten, set()
        try:
            if changed:
                await self._write(changed)
        except BaseException:
            self._unwritten |= changed
            raise

    async def _write(self, changed: Collection[str]) -> None:
        rows: list[dict[str, Any]] = [
            {"game": game, "process": self._process, "watching": self._here[game]}
            for game in changed
            if game in self._here
        ]
        gone = [game for game in changed if game not in self._here]
        own = audience.c.process == self._process
        upsert = postgresql.insert(audience)
        upsert = upsert.on_conflict_do_update(
            index_elements=["game", "process"], set_={"watching": upsert.excluded.watching}
        )

        async def work(connection: AsyncConnection) -> None:
            if rows:
                await connection.execute(upsert, rows)
            if gone:
                await connection.execute(delete(audience).where(own, audience.c.game.in_(gone)))

        await self._writer.run(work)


def _watching_here(table: LiveTable) -> int:
    return sum(1 for listener in table.listeners if listener.seat is None)


def _total(watching: dict[str, dict[str, int]], game: str) -> int:
    return sum(watching.get(game, {}).values())
