"""Once more: a rematch is offered, accepted, declined; both players hear of it wherever they are.

Not in the log: it follows a finished game, to which nothing can be added.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.lobby.lobby import Lobby
from skep.server.rules.kind import Kind
from skep.server.storage.schema import rematches
from skep.server.storage.store import Store, StoredGame
from skep.server.storage.writer import Writer
from skep.server.tables.bus import Bus, Message, RematchTold
from skep.server.tables.presence import Presence
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables

__all__ = ["Rematches"]

_encode = msgspec.json.Encoder().encode


class _Known(NamedTuple):
    """What those who listen to a table have been told."""

    offered_by: int  # a user
    next_game: str | None


class Rematches:
    def __init__(
        self,
        lobby: Lobby,
        store: Store,
        writer: Writer,
        tables: Tables,
        presence: Presence,
        bus: Bus,
        *,
        dialect: str,
    ) -> None:
        self._lobby = lobby
        self._store = store
        self._writer = writer
        self._tables = tables
        self._presence = presence
        self._bus = bus
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._is_alone = dialect == "sqlite"
        self._known: dict[str, _Known | None] = {}
        bus.listeners.append(self._hear)

    async def want(self, table: LiveTable, user: int, admit: Callable[[], None]) -> None:
        """Offer one, or accept the other's: the new game has the colours swapped.

        Nobody is drawn into a game who has left since: their offer becomes that of who accepts.
        `admit` is asked before it is made, and may refuse.
        """
        if table.rules.outcome() is None:
            raise CommandRefusedError(RefusalCode.NOT_OVER, "A rematch follows a finished game.")
        people = {seat.user for seat in table.seats if seat.user is not None}
        here = {table.seats[seat].user for seat in self._presence.present_seats(table)}
        offer = self._insert(rematches).values(game=table.id, offered_by=user)
        wish, chairs = _again(table.stored, table.kind)
        seed = secrets.token_bytes(16)
        wish, _ = self._lobby.written_out(wish, wish.options, chairs, seed)

        async def work(connection: AsyncConnection) -> _Known:
            await connection.execute(offer.on_conflict_do_nothing())
            row = (
                await connection.execute(
                    select(rematches).where(rematches.c.game == table.id).with_for_update()
                )
            ).one()
            if row.next_game is not None or (row.offered_by == user and len(people) > 1):
                return _Known(row.offered_by, row.next_game)
            if row.offered_by not in here and len(people) > 1:
                await connection.execute(
                    update(rematches).where(rematches.c.game == table.id).values(offered_by=user)
                )
                return _Known(user, None)
            admit()
            new = await self._lobby.store_game(connection, wish, chairs, seed, user, table.id)
            await connection.execute(
                update(rematches)
                .where(rematches.c.game == table.id, rematches.c.next_game.is_(None))
                .values(next_game=new.id)
            )
            return _Known(row.offered_by, new.id)

        known = await self._writer.run(work)
        if known.next_game is not None:
            await self._lobby.ensure_started(await self._tables.get(known.next_game))
        self._known[table.id] = known
        self._tell_everywhere(table, _news(table, known))

    async def decline(self, table: LiveTable, user: int) -> None:
        """Decline the other's offer, or withdraw one's own; either may offer again."""
        offers = rematches.c.game == table.id, rematches.c.next_game.is_(None)
        statement = delete(rematches).where(*offers).returning(rematches.c.offered_by)

        async def work(connection: AsyncConnection) -> int | None:
            offered_by: int | None = (await connection.execute(statement)).scalar()
            return offered_by

        offered_by = await self._writer.run(work)
        if offered_by is None:
            raise CommandRefusedError(RefusalCode.NO_OFFER, "No rematch is offered.")
        self._known[table.id] = None
        seats = table.seats_of(offered_by)[0], table.seats_of(user)[0]
        self._tell_everywhere(table, protocol.Rematch(offered_by=seats[0], declined_by=seats[1]))

    async def offered(self, table: LiveTable) -> protocol.Rematch | None:
        """An offer that waits for its answer, for somebody who comes to the table."""
        if table.rules.outcome() is None:
            return None
        known = (await self._read([table.id])).get(table.id)
        if not table.listeners or table.id not in self._known:
            self._known[table.id] = known
        return _news(table, known) if known is not None and known.next_game is None else None

    # --- where the players are at different processes

    def _tell_everywhere(self, table: LiveTable, news: protocol.Rematch) -> None:
        table.tell(_encode(news))
        self._bus.publish(RematchTold(table.id, news))

    def _hear(self, message: Message) -> None:
        table = self._tables.known(message.game)
        if not isinstance(message, RematchTold) or table is None:
            return
        news = message.news
        offered_by = _user_at(table, news.offered_by)
        if offered_by is not None:
            is_off = news.declined_by is not None
            self._known[table.id] = None if is_off else _Known(offered_by, news.next_game)
            table.tell(_encode(news))

    async def compare(self) -> None:
        """Tell what came of offers by way of other processes, where the bus has not."""
        over = {t.id: t for t in self._tables.in_memory() if t.rules.outcome() is not None}
        self._known = {game: known for game, known in self._known.items() if game in over}
        tables = {game: table for game, table in over.items() if table.listeners}
        if self._is_alone or not tables:
            return
        # Nothing is known: the game ended a moment ago, and nothing has been told yet.
        before = {game: self._known.setdefault(game, None) for game in tables}
        found = await self._read(list(before))
        for game, known in before.items():
            now, table = found.get(game), tables[game]
            if now == known or self._known.get(game) != known:
                continue  # nothing new, or it was told while we looked
            self._known[game] = now
            if now is not None:
                table.tell(_encode(_news(table, now)))
            elif known is not None:
                table.tell(_encode(_declined(table, known)))

    async def _read(self, games: list[str]) -> dict[str, _Known]:
        rows = await self._store.all(select(rematches).where(rematches.c.game.in_(games)))
        return {row.game: _Known(row.offered_by, row.next_game) for row in rows}


def _user_at(table: LiveTable, seat: int) -> int | None:
    return table.seats[seat].user if 0 <= seat < len(table.seats) else None


def _news(table: LiveTable, known: _Known) -> protocol.Rematch:
    seat = table.seats_of(known.offered_by)[0]
    return protocol.Rematch(offered_by=seat, next_game=known.next_game)


def _declined(table: LiveTable, known: _Known) -> protocol.Rematch:
    """Who declined is not stored; it is seldom the one who offered."""
    seat = table.seats_of(known.offered_by)[0]
    others = [n for n, s in enumerate(table.seats) if s.user not in (None, known.offered_by)]
    return protocol.Rematch(offered_by=seat, declined_by=others[0] if others else seat)


def _again(stored: StoredGame, kind: Kind) -> tuple[protocol.CreateGame, list[dict[str, Any]]]:
    """The same game once more by the rules of today, everybody one seat further."""
    info = stored.info
    wish = protocol.CreateGame(
        game=info.game,
        seats=[],
        options=kind.renewed(info.options, info.rules_version),
        time=info.time,
        listed=info.listed,
        rated=info.rated,
    )
    names = ("who", "level", "user", "handicap_ms", "show")
    chairs = [{name: getattr(seat, name) for name in names} for seat in info.seats]
    return wish, chairs[1:] + chairs[:1]
