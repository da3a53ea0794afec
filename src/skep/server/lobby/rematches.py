"""Once more: a rematch is offered, accepted, declined; both players hear of it wherever they are.

Not in the log: it follows a finished game, to which nothing can be added.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable
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
    """What those who listen to a table have been told; people are users here."""

    offered_by: int
    next_game: str | None = None
    yes: frozenset[int] = frozenset()  # others who agree
    no: frozenset[int] = frozenset()
    declined_by: int | None = None  # it is off

    def answered(self, user: int, *, agrees: bool) -> _Known:
        yes, no = self.yes - {user}, self.no - {user}
        if agrees:
            return self._replace(yes=yes | {user}, no=no)
        return self._replace(yes=yes, no=no | {user})


class _NotAdmittedError(Exception):
    """It would begin now, and nobody has asked yet whether it may."""


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

    async def want(self, table: LiveTable, user: int, admit: Callable[[], Awaitable[None]]) -> None:
        """Offer one, or accept the other's: the new game has the colours swapped.

        It begins once everybody agrees who is still there, without those who declined or left; if
        who offered has left, their offer becomes that of who accepts. `admit` is asked before it
        is made, and may refuse; not inside the transaction, which all others wait for.
        """
        if table.rules.outcome() is None:
            raise CommandRefusedError(RefusalCode.NOT_OVER, "A rematch follows a finished game.")
        offer = self._insert(rematches).values(game=table.id, offered_by=user)
        is_admitted = False

        async def work(connection: AsyncConnection) -> _Known:
            await connection.execute(offer.on_conflict_do_nothing())
            known = await self._locked(connection, table)
            assert known is not None
            if known.next_game is not None:
                return known
            if known.offered_by not in {user, *self._presence.people_not_away(table)}:
                known = _Known(user, yes=known.yes - {user})
                return await self._settled(connection, table, known)
            is_answer = known.offered_by != user
            if not is_admitted and (is_answer or len(_people(table)) == 1):
                raise _NotAdmittedError
            known = known.answered(user, agrees=True) if is_answer else known
            return await self._settled(connection, table, known)

        try:
            await self._change(table, work)
        except _NotAdmittedError:
            await admit()
            is_admitted = True
            await self._change(table, work)

    async def decline(self, table: LiveTable, user: int) -> None:
        """Decline the other's offer, or withdraw one's own; either may offer again."""

        async def work(connection: AsyncConnection) -> _Known:
            known = await self._locked(connection, table)
            if known is None or known.next_game is not None:
                raise CommandRefusedError(RefusalCode.NO_OFFER, "No rematch is offered.")
            if known.offered_by != user:
                known = known.answered(user, agrees=False)
                might = self._presence.people_not_away(table) | known.yes
                if might - known.no - {known.offered_by}:
                    return await self._settled(connection, table, known)
            await connection.execute(delete(rematches).where(rematches.c.game == table.id))
            return known._replace(declined_by=user)

        await self._change(table, work)

    async def _locked(self, connection: AsyncConnection, table: LiveTable) -> _Known | None:
        query = select(rematches).where(rematches.c.game == table.id).with_for_update()
        row = (await connection.execute(query)).one_or_none()
        return None if row is None else _known(row)

    async def _settled(
        self, connection: AsyncConnection, table: LiveTable, known: _Known
    ) -> _Known:
        """Begin if nobody is waited for any more; else write down what they said."""
        if self._is_agreed(table, known):
            playing = self._presence.people_not_away(table) & {known.offered_by, *known.yes}
            wish, chairs = _again(table.stored, table.kind)
            chairs = [chair for chair in chairs if chair["user"] in {None, *playing}]
            seed = secrets.token_bytes(16)
            wish, _ = self._lobby.written_out(wish, wish.options, chairs, seed)
            new = await self._lobby.store_game(
                connection, wish, chairs, seed, known.offered_by, table.id
            )
            known = known._replace(next_game=new.id, yes=frozenset(playing - {known.offered_by}))
        values = {
            "offered_by": known.offered_by,
            "next_game": known.next_game,
            "answers": _encode({user: user in known.yes for user in known.yes | known.no}).decode(),
        }
        await connection.execute(
            update(rematches).where(rematches.c.game == table.id).values(values)
        )
        return known

    def _is_agreed(self, table: LiveTable, known: _Known) -> bool:
        """Has everybody answered who is still there, and are there enough to play?"""
        here = self._presence.people_not_away(table)
        if len(_people(table)) == 1:
            return True
        playing = here & {known.offered_by, *known.yes}
        return len(playing) > 1 and here <= playing | known.no

    async def _change(
        self, table: LiveTable, work: Callable[[AsyncConnection], Awaitable[_Known]]
    ) -> None:
        # An offer is written after the presence of who makes it, and answered after a look at it.
        await self._presence.look_now(table)
        known = await self._writer.run(work)
        if known.next_game is not None:
            await self._lobby.ensure_started(await self._tables.get(known.next_game))
        self._known[table.id] = None if known.declined_by is not None else known
        self._tell_everywhere(table, _news(table, known))

    async def _look_again(self) -> None:
        """Begin where who was waited for has left."""
        for game, known in list(self._known.items()):
            table = self._tables.known(game)
            if table is None or known is None or known.next_game is not None:
                continue
            if table.listeners and known.yes and self._is_agreed(table, known):
                await self._settle(table)

    async def _settle(self, table: LiveTable) -> None:
        async def work(connection: AsyncConnection) -> _Known:
            known = await self._locked(connection, table)
            if known is None or known.next_game is not None:
                raise CommandRefusedError(RefusalCode.STALE, "It was settled meanwhile.")
            return await self._settled(connection, table, known)

        with contextlib.suppress(CommandRefusedError):
            await self._change(table, work)

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
            yes, no = (_users_at(table, seats) for seats in (news.accepted, news.declined))
            known = _Known(offered_by, news.next_game, yes, no)
            self._known[table.id] = None if news.declined_by is not None else known
            table.tell(_encode(news))

    async def compare(self) -> None:
        """Tell what came of offers by way of other processes, where the bus has not."""
        await self._look_again()
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
        return {row.game: _known(row) for row in rows}


def _known(row: Any) -> _Known:
    answers = msgspec.json.decode(row.answers or "{}", type=dict[int, bool])
    yes = frozenset(user for user, agrees in answers.items() if agrees)
    return _Known(row.offered_by, row.next_game, yes, frozenset(answers) - yes)


def _people(table: LiveTable) -> set[int]:
    return {seat.user for seat in table.seats if seat.user is not None}


def _user_at(table: LiveTable, seat: int) -> int | None:
    return table.seats[seat].user if 0 <= seat < len(table.seats) else None


def _users_at(table: LiveTable, seats: Iterable[int]) -> frozenset[int]:
    found = (_user_at(table, seat) for seat in seats)
    return frozenset(user for user in found if user is not None)


def _news(table: LiveTable, known: _Known) -> protocol.Rematch:
    if known.declined_by is not None:
        return _off(table, known.offered_by, known.declined_by)

    def seats(users: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(table.seats_of(user)[0] for user in users))

    return protocol.Rematch(
        offered_by=table.seats_of(known.offered_by)[0],
        next_game=known.next_game,
        accepted=seats(known.yes),
        declined=seats(known.no),
    )


def _off(table: LiveTable, offered_by: int, declined_by: int) -> protocol.Rematch:
    seats = table.seats_of(offered_by)[0], table.seats_of(declined_by)[0]
    return protocol.Rematch(offered_by=seats[0], declined_by=seats[1])


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
