"""The list of open tables, told to everybody who looks at it whenever it has changed.

What it costs is bounded: while anybody looks, each process asks the database once a second, words
a list once for each language, and keeps one frame for each who is slow.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from skep import protocol
from skep.server.lobby.open_tables import OpenTable, OpenTables
from skep.server.tables.presence import Presence
from skep.server.tables.tables import Tables

__all__ = ["LOOK_SECONDS", "LobbyFeed", "Onlooker", "Wording"]

LOOK_SECONDS = 1.0
_encode = msgspec.json.Encoder().encode

# The list in a language, as one person sees it.
Wording = Callable[[str, Sequence[OpenTable], int | None], list[protocol.TableRow]]


class Onlooker(Protocol):
    """Somebody who looks at the list."""

    user: int | None
    language: str
    held: set[str]  # open tables of theirs that stay in the list because they look at it

    def show(self, frame: bytes) -> None:
        """Send the newest list; an older one that waits is of no use any more."""


class LobbyFeed:
    def __init__(
        self,
        open_tables: OpenTables,
        tables: Tables,
        presence: Presence,
        wording: Wording,
        build: str,
    ) -> None:
        self._open_tables = open_tables
        self._tables = tables
        self._presence = presence
        self._wording = wording
        self._build = build
        self._onlookers: set[Onlooker] = set()
        self._holding = asyncio.Lock()  # somebody may go while their tables are being read
        self._list: list[OpenTable] = []
        self._looked_at = -LOOK_SECONDS
        self._frames: dict[tuple[str, int | None], bytes] = {}

    async def enter(self, onlooker: Onlooker) -> None:
        """Show the list, and from now on every change of it."""
        self._onlookers.add(onlooker)
        own = await self._open_tables.of(onlooker.user) if onlooker.user is not None else []
        if own:
            await self._hold(onlooker, {table.info.id for table in own})
            await self._presence.tick()  # so that the list has them at once
        if own or time.monotonic() - self._looked_at >= LOOK_SECONDS:
            await self.look()
        onlooker.show(self._frame_for(onlooker))

    async def leave(self, onlooker: Onlooker) -> None:
        self._onlookers.discard(onlooker)
        async with self._holding:
            await self._keep(onlooker, set())

    async def look(self) -> None:
        """Has the list changed? By whatever process."""
        if not self._onlookers:
            return
        self._looked_at = time.monotonic()
        found = await self._open_tables.now()
        if found == self._list:
            return
        self._list = found
        self._frames.clear()
        for onlooker in list(self._onlookers):
            own = {t.info.id for t in found if t.is_open and t.seats(onlooker.user)}
            if own != onlooker.held:
                await self._hold(onlooker, own)
            onlooker.show(self._frame_for(onlooker))

    def _frame_for(self, onlooker: Onlooker) -> bytes:
        is_seated = any(table.seats(onlooker.user) for table in self._list)
        key = onlooker.language, onlooker.user if is_seated else None
        if key not in self._frames:
            rows = self._wording(key[0], self._list, key[1])
            self._frames[key] = _encode(protocol.TableList(rows, self._build))
        return self._frames[key]

    async def _hold(self, onlooker: Onlooker, games: set[str]) -> None:
        """Who looks at the list is here for the tables that they have opened."""
        async with self._holding:
            if onlooker in self._onlookers:
                await self._keep(onlooker, games)

    async def _keep(self, onlooker: Onlooker, games: set[str]) -> None:
        before, onlooker.held = onlooker.held, games
        for game in games ^ before:
            table = await self._tables.get(game)
            if game in games:
                self._presence.came(table, onlooker.user)
            else:
                self._presence.went(table, onlooker.user)
