"""The tables that anybody may join or watch, as they stand now.

A table is open while somebody who sits there is here: at it, or at the list itself. Where a move
may take days nobody needs to be here; such a table is marked instead.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, or_, select

from skep import protocol
from skep.server.rules.kind import Kinds
from skep.server.storage.schema import games, heartbeats, presence
from skep.server.storage.store import Store
from skep.server.tables.audience import ALIVE_MS
from skep.server.tables.tables import now_ms

__all__ = ["OpenTable", "OpenTables"]

MOST_SHOWN = 40
HOUR_MS = 3_600_000
KEPT_MS = 12 * HOUR_MS  # so long a table comes back with who opened it
KEPT_DAILY_MS = 14 * 24 * HOUR_MS


class OpenTable(NamedTuple):
    """One table of the list."""

    info: protocol.GameInfo
    is_away: bool  # nobody who sits there is connected

    @property
    def is_open(self) -> bool:
        return self.info.status == "open"

    def seats(self, user: int | None) -> bool:
        """Does this person sit there?"""
        return user is not None and any(seat.user == user for seat in self.info.seats)


class OpenTables:
    """Asks the database, so that the tables of every process are in it."""

    def __init__(self, kinds: Kinds, store: Store) -> None:
        self._kinds = kinds
        self._store = store

    async def now(self) -> list[OpenTable]:
        """The newest of them; those that wait for somebody first."""
        at_ms = now_ms()
        is_daily = and_(games.c.speed == "daily", games.c.created_ms > at_ms - KEPT_DAILY_MS)
        shown = and_(
            games.c.listed.is_(True),
            games.c.status.in_(["open", "live"]),
            or_(is_daily, games.c.id.in_(_present(at_ms))),
            self._has_pages,
        )
        found = await self._store.games(shown, limit=MOST_SHOWN)
        ids = [stored.info.id for stored in found]
        away = await self.away(ids)
        tables = [OpenTable(stored.info, stored.info.id in away) for stored in found]
        return sorted(tables, key=lambda table: not table.is_open)

    async def away(self, ids: Collection[str]) -> set[str]:
        """Those of these listed games at which no player is connected."""
        seen = await self._store.all(_present(now_ms()).where(presence.c.game.in_(ids)))
        return set(ids) - {row.game for row in seen}

    async def of(self, user: int) -> list[OpenTable]:
        """Those that this person opened not long ago and nobody has joined."""
        at_ms = now_ms()
        own = and_(
            games.c.creator == user,
            games.c.listed.is_(True),
            games.c.status == "open",
            or_(
                games.c.created_ms > at_ms - KEPT_MS,
                and_(games.c.speed == "daily", games.c.created_ms > at_ms - KEPT_DAILY_MS),
            ),
            self._has_pages,
        )
        return [OpenTable(stored.info, False) for stored in await self._store.games(own, limit=5)]

    @property
    def _has_pages(self) -> ColumnElement[bool]:
        return games.c.kind.in_([kind.name for kind in self._kinds if kind.has_pages])


def _present(at_ms: int) -> Select[tuple[str]]:
    """The listed games at which a player is connected, by way of any process that lives."""
    return (
        select(presence.c.game)
        .join(heartbeats, heartbeats.c.process == presence.c.process)
        .join(games, games.c.id == presence.c.game)
        .where(
            presence.c.sockets > 0,
            heartbeats.c.at_ms >= at_ms - ALIVE_MS,
            games.c.listed.is_(True),
            games.c.status.in_(["open", "live"]),
        )
    )
