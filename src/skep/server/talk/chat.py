"""Chat between the players of a game. Not in the log: it can be deleted, and has its own cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    Table,
    Update,
    and_,
    bindparam,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from skep import protocol
from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.limits import Buckets
from skep.server.storage.schema import chat, users
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.bus import Bus, LineSaid, LineUnsaid, Message
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["Chat", "delete_lines", "read_lines"]

PER_GAME = 500
OVERLAP_MS = 10_000  # a line may be committed after one with a later time
_encode = msgspec.json.Encoder().encode
_Insert = Callable[[Table], sqlite.Insert] | Callable[[Table], postgresql.Insert]


def _given(name: str) -> BindParameter[Any]:
    return bindparam(name, type_=chat.c[name].type)


def _adding(insert: _Insert) -> Executable:
    """Add a line unless the chat is full or the id is known, as one statement."""
    columns = ["game", "user", "command_id", "at_ms", "text"]
    others = chat.alias()
    count = select(func.count()).select_from(others).where(others.c.game == _given("game"))
    values = select(*map(_given, columns)).where(count.scalar_subquery() < PER_GAME)
    return (
        insert(chat)
        .from_select(columns, values)
        .on_conflict_do_nothing()
        .returning(chat.c.id.label("id"))
    )


_SAID_BEFORE = select(chat.c.id).where(
    *(chat.c[name] == _given(name) for name in ("game", "user", "command_id"))
)


class Chat:
    def __init__(
        self, store: Store, writer: Writer, tables: Tables, bus: Bus, *, dialect: str
    ) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._bus = bus
        self._is_alone = dialect == "sqlite"
        self._told: dict[str, _Told] = {}
        self._compared_ms = now_ms()
        bus.listeners.append(self._hear)
        self._add = _adding((sqlite if dialect == "sqlite" else postgresql).insert)
        self._pace = Buckets(rate=0.5, burst=5)

    async def say(self, table: LiveTable, user: int, command_id: str, text: str) -> None:
        """Store a line and send it to the players. Saying it again by the same id is harmless."""
        line = " ".join(text.split())
        if not line or not line.isprintable():
            raise CommandRefusedError(RefusalCode.UNREADABLE, "A line of chat is printable text.")
        self._pace.check(user)
        at = now_ms()
        values = {"game": table.id, "user": user, "command_id": command_id}
        stored = await self._writer.execute(self._add, {**values, "at_ms": at, "text": line})
        if not stored:
            if not await self._store.all(_SAID_BEFORE, values):
                raise CommandRefusedError(RefusalCode.TOO_LARGE, "This game's chat is full.")
            return
        number: int = stored[0].id
        seat = table.seats_of(user)[0]
        name = table.stored.info.seats[seat].name
        said = protocol.Said(n=number, seat=seat, name=name, at_ms=at, text=line)
        self._tell_said(table, said)
        self._bus.publish(LineSaid(table.id, said))

    async def unsay(self, table: LiveTable, user: int, number: int) -> None:
        """Delete a line of one's own. Doing it again is harmless."""
        own = and_(chat.c.game == table.id, chat.c.user == user, chat.c.id == number)
        if not await self._writer.execute(_erase(own)):
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "There is no such line of yours.")
        self._tell_unsaid(table, number)
        self._bus.publish(LineUnsaid(table.id, number))

    # --- to those who sit at the table, whichever process they are at

    def _tell_said(self, table: LiveTable, line: protocol.Said) -> None:
        told = self._told.setdefault(table.id, _Told(set(), set()))
        if line.n not in told.said:
            told.said.add(line.n)
            _tell_players(table, line)

    def _tell_unsaid(self, table: LiveTable, number: int) -> None:
        told = self._told.setdefault(table.id, _Told(set(), set()))
        if number not in told.unsaid:
            told.unsaid.add(number)
            _tell_players(table, protocol.Unsaid(n=number))

    def _hear(self, message: Message) -> None:
        table = self._tables.known(message.game)
        if table is None or not table.listeners:
            return
        match message:
            case LineSaid(line=line):
                self._tell_said(table, line)
            case LineUnsaid(n=number):
                self._tell_unsaid(table, number)

    async def compare(self) -> None:
        """Tell what was said and deleted by way of other processes, where the bus has not."""
        tables = {table.id: table for table in self._tables.in_memory() if table.listeners}
        self._told = {game: told for game, told in self._told.items() if game in tables}
        at_ms = now_ms()
        if self._is_alone or not tables:
            self._compared_ms = at_ms
            return
        is_new = or_(chat.c.at_ms > self._compared_ms - OVERLAP_MS, chat.c.text == "")
        rows = await self._store.all(_LINES.where(chat.c.game.in_(list(tables)), is_new))
        self._compared_ms = at_ms
        for row in rows:
            table = tables[row.game]
            if row.text:
                self._tell_said(table, _line(table, row))
            else:
                self._tell_unsaid(table, row.id)

    async def after(self, table: LiveTable, cursor: int) -> list[protocol.Said]:
        """The lines that follow the cursor."""
        rows = await self._store.all(
            _LINES.where(chat.c.game == table.id, chat.c.id > cursor, chat.c.text != "").limit(
                PER_GAME
            )
        )
        return [_line(table, row) for row in rows]


class _Told(NamedTuple):
    """Which lines of a table were told here; a game has at most `PER_GAME`."""

    said: set[int]
    unsaid: set[int]


_LINES = select(chat, users.c.name).join(users, users.c.id == chat.c.user).order_by(chat.c.id)


def _line(table: LiveTable, row: Any) -> protocol.Said:
    seat = (table.seats_of(row.user) or (-1,))[0]
    return protocol.Said(n=row.id, seat=seat, name=row.name, at_ms=row.at_ms, text=row.text)


def _tell_players(table: LiveTable, news: protocol.Said | protocol.Unsaid) -> None:
    frame = _encode(news)
    for listener in table.listeners:
        if listener.seat is not None:
            listener.send(frame)


async def read_lines(engine: AsyncEngine, game: str) -> list[tuple[int, str, str]]:
    """For the operator: number, name and text of every line of a game."""
    lines = (
        select(chat.c.id, users.c.name, chat.c.text)
        .join(users, users.c.id == chat.c.user)
        .where(chat.c.game == game, chat.c.text != "")
        .order_by(chat.c.id)
    )
    async with engine.connect() as connection:
        return [(n, name, text) for n, name, text in await connection.execute(lines)]


async def delete_lines(engine: AsyncEngine, game: str, numbers: Sequence[int]) -> list[int]:
    """For the operator: delete lines of a game, whoever said them; those that were there."""
    which = and_(chat.c.game == game, chat.c.id.in_(numbers), chat.c.text != "")
    async with engine.begin() as connection:
        return sorted((await connection.execute(_erase(which))).scalars())


def _erase(which: ColumnElement[bool]) -> Update:
    """The text goes, the row stays: its number is a cursor, and its id keeps a repeat out."""
    return update(chat).where(which).values(text="").returning(chat.c.id)
