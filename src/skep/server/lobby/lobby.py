"""Games come into being here: creating, joining, starting, and who may look."""

from __future__ import annotations

import random
import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.lobby.free_seats import keep_taken_seats
from skep.server.rules.clocks import speed_class
from skep.server.rules.contract import (
    Circumstances,
    Event,
    Newcomer,
    SeatTerms,
    Terms,
    no_free_seat,
    no_such_game,
)
from skep.server.rules.kind import Kinds
from skep.server.secrecy import is_same_secret
from skep.server.storage.schema import codes, games, seats
from skep.server.storage.store import Store, StoredGame
from skep.server.storage.writer import Writer
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["Lobby", "NewGame"]

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # no I and no O: they look like figures
CODE_MS = 24 * 3_600_000
_ID_LETTERS = string.ascii_letters + string.digits
_encode = msgspec.json.Encoder().encode


class NewGame(msgspec.Struct, frozen=True):
    """A game that has just been stored."""

    id: str
    key: str
    code: str | None


class Lobby:
    """Everything about a game that is not its log."""

    def __init__(
        self, kinds: Kinds, store: Store, writer: Writer, tables: Tables, *, dialect: str
    ) -> None:
        self._kinds = kinds
        self._store = store
        self._writer = writer
        self._tables = tables
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert

    # --- creating

    async def create(self, wish: protocol.CreateGame, user: int, address: str = "") -> NewGame:
        """Store a game as it is wished for, and start it when nobody is missing."""
        chairs = _chairs(wish, user)
        seed = secrets.token_bytes(16)
        options = self._kinds[wish.game].check_wish(wish, _people(chairs))
        wish, terms = self.written_out(wish, options, chairs, seed)
        opening = await self._kinds[wish.game].opening(terms, address)
        waits = any(chair["who"] in ("invited", "open") for chair in chairs)

        async def work(connection: AsyncConnection) -> NewGame:
            new = await self.store_game(connection, wish, chairs, seed, user, None)
            code = await self._draw_code(connection, new.id) if waits else None
            return NewGame(new.id, new.key, code)

        new = await self._writer.run(work)
        await self.ensure_started(await self._tables.get(new.id), opening)
        return new

    async def store_game(
        self,
        connection: AsyncConnection,
        wish: protocol.CreateGame,
        chairs: Sequence[dict[str, Any]],
        seed: bytes,
        user: int,
        rematch_of: str | None,
    ) -> NewGame:
        """Store a wish that is written out, in a transaction that somebody else has begun."""
        new = NewGame(
            id="".join(secrets.choice(_ID_LETTERS) for _ in range(12)),
            key=secrets.token_urlsafe(12),
            code=None,
        )
        await connection.execute(
            insert(games).values(
                id=new.id,
                kind=wish.game,
                status="open",
                options=_encode(wish.options).decode(),
                time_control=_encode(wish.time).decode(),
                speed=speed_class(wish.time),
                rated=wish.rated,
                rules_version=self._kinds[wish.game].rules_version,
                listed=wish.listed,
                key=new.key,
                seed=seed,
                creator=user,
                created_ms=now_ms(),
                rematch_of=rematch_of,
            )
        )
        rows = [{"game": new.id, "seat": n, **chair} for n, chair in enumerate(chairs)]
        await connection.execute(insert(seats), rows)
        return new

    async def _draw_code(self, connection: AsyncConnection, game: str) -> str:
        await connection.execute(delete(codes).where(codes.c.expires_ms <= now_ms()))
        for _ in range(50):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
            statement = self._insert(codes).values(
                code=code, game=game, expires_ms=now_ms() + CODE_MS
            )
            result = await connection.execute(
                statement.on_conflict_do_nothing().returning(codes.c.code)
            )
            if result.first() is not None:
                return code
        raise CommandRefusedError(RefusalCode.BUSY, "No code is free at the moment. Use the link.")

    # --- joining

    async def join_by_code(self, code: str, user: int) -> tuple[str, int]:
        game = await self._game_by_code(code)
        return game, await self.join(game, user, invited=True)

    async def invitation(self, code: str) -> tuple[str, str]:
        """The game behind a code and its key: to be looked at before one joins."""
        game = await self._game_by_code(code)
        return game, (await self._tables.get(game)).stored.key

    async def _game_by_code(self, code: str) -> str:
        game = await self._store.game_by_code(code.upper(), now_ms())
        if game is None:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "No game waits under that code.")
        return game

    async def check_link(self, game: str, user: int | None, key: str) -> None:
        """Is there such a game, and does this link lead to it?"""
        self.check_access((await self._tables.get(game)).stored, user, key)

    async def join_by_key(self, game: str, user: int, wish: protocol.JoinGame) -> int:
        table = await self._tables.get(game)
        self.check_access(table.stored, user, wish.key)
        invited = is_same_secret(wish.key, table.stored.key)
        return await self.join(game, user, invited=invited, seat=wish.seat)

    async def join(self, game: str, user: int, *, invited: bool, seat: int | None = None) -> int:
        """Take a free seat: one conditional update, so that two never get the same."""
        stored = await self._store.game(game)
        if stored is None:
            raise no_such_game()
        mine = [n for n, s in enumerate(stored.info.seats) if s.user == user]
        if mine:
            return mine[0]
        if stored.info.status != "open":
            return await self._join_later(stored, user, invited=invited)
        free = and_(
            seats.c.game == game,
            seats.c.user.is_(None),
            seats.c.who.in_(["open", "invited"] if invited else ["open"]),
        )
        if seat is not None:
            free = and_(free, seats.c.seat == seat)
        first = select(func.min(seats.c.seat)).where(free).scalar_subquery()
        statement = (
            update(seats)
            .where(free, seats.c.seat == first)
            .values(user=user)
            .returning(seats.c.seat)
        )

        async def work(connection: AsyncConnection) -> int | None:
            taken: int | None = (await connection.execute(statement)).scalar()
            return taken

        taken = await self._writer.run(work)
        if taken is None:
            raise no_free_seat()
        await self.ensure_started(await self._tables.seats_changed(game))
        return taken

    async def _join_later(self, stored: StoredGame, user: int, *, invited: bool) -> int:
        """Take a new seat of a game that has begun, where its rules have one."""
        if not invited and not stored.was_open:
            raise no_free_seat()

        def decide(table: LiveTable, at_ms: int) -> Event:
            if table.seats_of(user):
                raise CommandRefusedError(RefusalCode.STALE, "You sit here already.")
            return table.rules.check((), Newcomer(user), Circumstances(at_ms=at_ms))

        await self._tables.submit(
            stored.info.id,
            actor=f"u{user}",
            command_id="join between rounds",  # the blanks keep it apart from a client's own ids
            decide=decide,
        )
        return (await self._tables.seats_changed(stored.info.id)).seats_of(user)[0]

    async def close(self, game: str, user: int | None) -> None:
        """Call off a table of one's own that still waits: nobody can sit down there any more."""
        table = await self._tables.catch_up(game)
        if user is None or user != table.stored.creator:
            raise no_such_game()
        seat = next(iter(table.seats_of(user)), 0)

        def decide(table: LiveTable, _at_ms: int) -> Event:
            if table.head > 0:
                raise CommandRefusedError(RefusalCode.TOO_LATE, "The game has begun.")
            return protocol.Aborted(seat=seat)

        await self._tables.submit(game, actor=f"u{user}", command_id="close it", decide=decide)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(codes).where(codes.c.game == game))

        await self._writer.run(work)

    async def ensure_started(self, table: LiveTable, opening: Event | None = None) -> None:
        """Start a game whose seats are all taken. Also mends a start that a crash cut off."""
        if table.head > 0 or any(s.who in ("open", "invited") for s in table.terms.seats):
            return
        first = opening or await table.kind.opening(table.terms)

        def decide(table: LiveTable, _at_ms: int) -> Event:
            if table.head > 0:
                raise CommandRefusedError(RefusalCode.STALE, "The game has started already.")
            return first

        try:
            await self._tables.submit(table.id, actor="server", command_id="start", decide=decide)
        except RefusedError as refusal:
            if refusal.code != RefusalCode.STALE:
                raise
        self._tables.hearing.seated(table)

    async def start_now(self, game: str, user: int) -> None:
        """Begin with those who are there: the seats that are still free are taken away."""
        table = await self._tables.catch_up(game)
        if user != table.stored.creator:
            raise CommandRefusedError(RefusalCode.FORBIDDEN, "Whoever made the game starts it.")
        if table.head > 0:
            raise CommandRefusedError(RefusalCode.TOO_LATE, "The game has begun.")
        if not table.kind.begins_without_all:
            raise CommandRefusedError(RefusalCode.NOT_STARTED, "This game waits for everybody.")

        async def work(connection: AsyncConnection) -> None:
            taken = await keep_taken_seats(connection, game)
            table.kind.rules(replace(table.terms, seats=_people(taken)))  # refused: rolled back

        await self._writer.run(work)
        await self.ensure_started(await self._tables.seats_changed(game))

    def written_out(
        self,
        wish: protocol.CreateGame,
        options: Mapping[str, Any],
        chairs: Sequence[dict[str, Any]],
        seed: bytes,
    ) -> tuple[protocol.CreateGame, Terms]:
        """The wish with all options written out; InvalidOptionsError when it cannot be had."""
        kind = self._kinds[wish.game]
        terms = Terms(wish.game, options, wish.time, _people(chairs), seed, kind.rules_version)
        written = kind.rules(terms).all_options()
        return msgspec.structs.replace(wish, options=written), replace(terms, options=written)

    # --- reading

    def check_access(self, stored: StoredGame, user: int | None, key: str) -> None:
        """An unlisted game is for its players and whoever has the link."""
        if stored.info.listed or is_same_secret(key, stored.key):
            return
        if user is not None and (
            user == stored.creator or any(seat.user == user for seat in stored.info.seats)
        ):
            return
        raise no_such_game()

    async def listed(self) -> list[protocol.GameInfo]:
        """Games that anybody may join or watch."""
        condition = and_(
            games.c.listed.is_(True), or_(games.c.status == "open", games.c.status == "live")
        )
        return [stored.info for stored in await self._store.games(condition)]


def _chairs(wish: protocol.CreateGame, user: int) -> list[dict[str, Any]]:
    chairs = [_chair(request, user) for request in wish.seats]
    if wish.shuffle:
        random.SystemRandom().shuffle(chairs)
    return chairs


def _people(chairs: Sequence[dict[str, Any]]) -> tuple[SeatTerms, ...]:
    return tuple(SeatTerms(**chair) for chair in chairs)


def _chair(request: protocol.SeatRequest, user: int) -> dict[str, Any]:
    empty = {"level": 0, "user": None, "handicap_ms": 0, "show": False}
    match request:
        case protocol.Me(handicap_ms=handicap, show=show):
            own = {"who": "person", "user": user}
            return {**empty, **own, "handicap_ms": handicap, "show": show}
        case protocol.Anyone(handicap_ms=handicap, show=show):
            return {**empty, "who": "open", "handicap_ms": handicap, "show": show}
        case protocol.Invited(handicap_ms=handicap, show=show):
            return {**empty, "who": "invited", "handicap_ms": handicap, "show": show}
        case protocol.Engine(level=level):
            return {**empty, "who": "engine", "level": level}
        case protocol.Bot(level=level, handicap_ms=handicap):
            return {**empty, "who": "bot", "level": level, "handicap_ms": handicap}
