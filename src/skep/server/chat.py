"""Chat between the players of a game. Not in the log: it can be deleted, and has its own cursor."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import CommandRefusedError
from skep.server import messages as m
from skep.server.limits import Buckets
from skep.server.schema import chat, users
from skep.server.store import Store
from skep.server.table import Table
from skep.server.tables import now_ms
from skep.server.writer import Writer

__all__ = ["Chat"]

PER_GAME = 500
_encode = msgspec.json.Encoder().encode


class Chat:
    def __init__(self, store: Store, writer: Writer, *, dialect: str) -> None:
        self._store = store
        self._writer = writer
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._pace = Buckets(rate=0.5, burst=5)

    async def say(self, table: Table, user: int, command_id: str, text: str) -> None:
        """Store a line and send it to the players. Saying it again by the same id is harmless."""
        line = " ".join(text.split())
        if not line or not line.isprintable():
            raise CommandRefusedError("UNREADABLE", "A line of chat is printable text.")
        self._pace.check(user)
        at = now_ms()
        statement = (
            self._insert(chat)
            .values(game=table.id, user=user, command_id=command_id, at_ms=at, text=line)
            .on_conflict_do_nothing()
            .returning(chat.c.id)
        )

        async def work(connection: AsyncConnection) -> int | None:
            count = await connection.scalar(
                select(func.count()).select_from(chat).where(chat.c.game == table.id)
            )
            if (count or 0) >= PER_GAME:
                raise CommandRefusedError("TOO_LARGE", "This game's chat is full.")
            number: int | None = (await connection.execute(statement)).scalar()
            return number

        number = await self._writer.run(work)
        if number is None:
            return
        seat = table.seats_of(user)[0]
        name = table.stored.info.seats[seat].name
        frame = _encode(m.Said(n=number, seat=seat, name=name, at_ms=at, text=line))
        for listener in table.listeners:
            if listener.seat is not None:
                listener.send(frame)

    async def after(self, table: Table, cursor: int) -> list[m.Said]:
        """The lines that follow the cursor."""
        rows = await self._store.all(
            select(chat, users.c.name)
            .join(users, users.c.id == chat.c.user)
            .where(chat.c.game == table.id, chat.c.id > cursor)
            .order_by(chat.c.id)
            .limit(PER_GAME)
        )
        return [
            m.Said(
                n=row.id,
                seat=(table.seats_of(row.user) or (-1,))[0],
                name=row.name,
                at_ms=row.at_ms,
                text=row.text,
            )
            for row in rows
        ]
