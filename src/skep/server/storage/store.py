"""Reading the database: games with their seats and logs, heads, deadlines, lists."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, and_, bindparam, exc, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from skep import protocol
from skep.errors import StorageAwayError
from skep.server.storage.database import is_lost_connection, what_went_wrong
from skep.server.storage.schema import (
    GONE,
    NEWCOMER,
    audience,
    codes,
    deadlines,
    events,
    games,
    heartbeats,
    outages,
    presence,
    seats,
    users,
)

__all__ = ["PresentAt", "Store", "StoredGame", "StoredRow", "game_info"]

log = logging.getLogger(__name__)
_decode_time = msgspec.json.Decoder(protocol.TimeControl).decode
_decode_options = msgspec.json.Decoder(dict[str, Any]).decode
_decode_outcome = msgspec.json.Decoder(protocol.Ending).decode


class StoredRow(NamedTuple):
    """A row of a log as it is stored. What it says is for the kind of game."""

    seq: int
    at_ms: int
    payload: str
    schema_version: int


class StoredGame(NamedTuple):
    """A game's row and its seats, as stored."""

    info: protocol.GameInfo
    key: str
    seed: bytes
    creator: int
    newcomers: int  # so many of the last seats came by way of the log, after the start
    was_open: bool  # was there a seat for whoever came first?


class PresentAt(NamedTuple):
    """Somebody is at a game by way of a process, whose heart has last beaten then."""

    game: str
    user: int
    process: str
    beat_ms: int
    has_left: bool  # in order, at that time


_PRESENT = (
    select(
        presence.c.game,
        presence.c.user,
        presence.c.process,
        heartbeats.c.at_ms,
        heartbeats.c.release == GONE,
    )
    .join(heartbeats, heartbeats.c.process == presence.c.process)
    .where(presence.c.sockets > 0)
)
_WATCHING = (
    select(audience.c.game, audience.c.process, audience.c.watching)
    .join(heartbeats, heartbeats.c.process == audience.c.process)
    .where(heartbeats.c.release != GONE)
)
_TAIL = (
    select(events.c.seq, events.c.at_ms, events.c.payload, events.c.schema_version)
    .where(events.c.game == bindparam("game"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)
_FIND = select(
    select(events.c.seq)
    .where(
        events.c.game == bindparam("game"),
        events.c.actor == bindparam("actor"),
        events.c.command_id == bindparam("command_id"),
    )
    .scalar_subquery(),
    select(func.max(events.c.seq)).where(events.c.game == bindparam("game")).scalar_subquery(),
)
_SEATS = (
    select(seats, users.c.name)
    .select_from(seats.outerjoin(users, seats.c.user == users.c.id))
    .order_by(seats.c.game, seats.c.seat)
)


def _can_be_asked_for(identity: str) -> bool:
    """PostgreSQL takes no NUL in a text; no game has an id or code with one."""
    return identity.isascii() and identity.isprintable()


class Store:
    """Questions to the database. Every answer is as new as its last commit."""

    def __init__(self, engine: AsyncEngine) -> None:
        # A question is one statement: on PostgreSQL a transaction around it, and asking before it
        # whether the connection is still there, would be five journeys more.
        self._is_postgresql = engine.dialect.name == "postgresql"
        self._engine = (
            engine.execution_options(isolation_level="AUTOCOMMIT")
            if self._is_postgresql
            else engine
        )
        self._is_away = False

    async def all(self, statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
        try:
            rows = await self._ask_twice(statement, parameters)
        except (exc.SQLAlchemyError, OSError) as problem:
            if not self._is_postgresql or not is_lost_connection(problem):
                raise
            if not self._is_away:  # said once, however many ask meanwhile
                log.warning("the database does not answer: %s", what_went_wrong(problem))
            self._is_away = True
            raise StorageAwayError("the database does not answer") from problem
        if self._is_away:
            log.info("the database answers again")
            self._is_away = False
        return rows

    async def _ask_twice(self, statement: Any, parameters: dict[str, Any] | None) -> Sequence[Any]:
        try:
            return await self._ask(statement, parameters)
        except exc.DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
        # The database was restarted: the pool has dropped its connections, and makes new ones.
        return await self._ask(statement, parameters)

    async def _ask(self, statement: Any, parameters: dict[str, Any] | None) -> Sequence[Any]:
        async with self._engine.connect() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def game(self, game: str) -> StoredGame | None:
        if not _can_be_asked_for(game):
            return None
        rows = await self.games(games.c.id == game)
        return rows[0] if rows else None

    async def games(
        self, condition: Any, *, limit: int = 100, newest_first: bool = True
    ) -> list[StoredGame]:
        order = games.c.created_ms.desc() if newest_first else games.c.created_ms
        found = select(games).where(condition).order_by(order).limit(limit)
        rows = await self.all(found)
        ids = [row.id for row in rows]
        seat_rows = await self.all(_SEATS.where(seats.c.game.in_(ids)))
        by_game: dict[str, list[Row[Any]]] = {}
        for seat in seat_rows:
            by_game.setdefault(seat.game, []).append(seat)
        return [_stored_game(row, by_game.get(row.id, [])) for row in rows]

    async def tail(self, game: str, after: int) -> list[StoredRow]:
        rows = await self.all(_TAIL, {"game": game, "after": after})
        return [StoredRow(*row) for row in rows]

    async def find_command(self, game: str, actor: str, command_id: str) -> tuple[int | None, int]:
        """Where this command is stored, if it is, and the head of the log."""
        rows = await self.all(_FIND, {"game": game, "actor": actor, "command_id": command_id})
        seq, head = rows[0]
        return seq, head or 0

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        head = select(func.max(events.c.seq)).where(events.c.game == games.c.id).scalar_subquery()
        rows = await self.all(select(games.c.id, head).where(games.c.id.in_(list(ids))))
        return {game: seq or 0 for game, seq in rows}

    async def due(self, now_ms: int) -> list[tuple[str, int, int]]:
        """Deadlines that have passed: (game, seq, due_ms)."""
        question = (
            select(deadlines.c.game, deadlines.c.seq, deadlines.c.due_ms)
            .where(deadlines.c.due_ms <= now_ms)
            .order_by(deadlines.c.due_ms)
            .limit(500)
        )
        return [(game, seq, due) for game, seq, due in await self.all(question)]

    async def live_games(self, *, real_time_only: bool) -> list[str]:
        condition = games.c.status == "live"
        if real_time_only:
            condition = and_(condition, games.c.speed != "daily")
        return [row.id for row in await self.all(select(games.c.id).where(condition))]

    async def last_heartbeat(self) -> int | None:
        rows = await self.all(select(func.max(heartbeats.c.at_ms)))
        last: int | None = rows[0][0]
        return last

    async def last_long_outage_end(self, longer_than_ms: int) -> int | None:
        rows = await self.all(
            select(func.max(outages.c.to_ms)).where(
                outages.c.to_ms - outages.c.from_ms > longer_than_ms
            )
        )
        end: int | None = rows[0][0]
        return end

    async def game_by_code(self, code: str, now_ms: int) -> str | None:
        if not _can_be_asked_for(code):
            return None
        rows = await self.all(
            select(codes.c.game).where(codes.c.code == code, codes.c.expires_ms > now_ms)
        )
        return rows[0].game if rows else None

    async def live_game_against_people(self, user: int, kind: str) -> str | None:
        """A live game of this kind in which this person plays against another."""
        mine, other = seats.alias(), seats.alias()
        rows = await self.all(
            select(games.c.id)
            .join(mine, mine.c.game == games.c.id)
            .join(other, other.c.game == games.c.id)
            .where(
                games.c.status == "live",
                games.c.kind == kind,
                mine.c.user == user,
                other.c.user.is_not(None),
                other.c.user != user,
            )
            .limit(1)
        )
        return rows[0].id if rows else None

    async def present_elsewhere(self, ids: Iterable[str], process: str) -> list[PresentAt]:
        """Who sits at these games by way of which other process, and when its heart last beat."""
        rows = await self.all(
            _PRESENT.where(presence.c.game.in_(list(ids)), presence.c.process != process)
        )
        return [PresentAt(*row) for row in rows]

    async def watching_elsewhere(
        self, ids: Iterable[str], process: str, beat_ms: int
    ) -> list[tuple[str, str, int]]:
        """How many watch these games by way of which other process that has beaten since then."""
        rows = await self.all(
            _WATCHING.where(
                audience.c.game.in_(list(ids)),
                audience.c.process != process,
                heartbeats.c.at_ms > beat_ms,
            )
        )
        return [(row.game, row.process, row.watching) for row in rows]

    async def present_before(self, beat_ms: int, process: str) -> list[PresentAt]:
        """Who sat at live real-time games by way of a process that has not beaten since then."""
        rows = await self.all(
            _PRESENT.join(games, games.c.id == presence.c.game).where(
                presence.c.process != process,
                heartbeats.c.at_ms < beat_ms,
                games.c.status == "live",
                games.c.speed != "daily",
            )
        )
        return [PresentAt(*row) for row in rows]

    async def user_name(self, user: int) -> str | None:
        rows = await self.all(select(users.c.name).where(users.c.id == user))
        return rows[0].name if rows else None

    async def user_language(self, user: int) -> str | None:
        """The one that somebody has chosen, if they have."""
        rows = await self.all(select(users.c.language).where(users.c.id == user))
        return rows[0].language if rows else None

    async def games_of(self, user: int) -> list[StoredGame]:
        mine = select(seats.c.game).where(seats.c.user == user)
        return await self.games(or_(games.c.creator == user, games.c.id.in_(mine)))


def _stored_game(row: Any, seat_rows: Sequence[Any]) -> StoredGame:
    kinds = [seat.who for seat in seat_rows]
    return StoredGame(
        info=game_info(row, seat_rows),
        key=row.key,
        seed=row.seed,
        creator=row.creator,
        newcomers=kinds.count(NEWCOMER),
        was_open="open" in kinds,
    )


def game_info(row: Any, seat_rows: Sequence[Any]) -> protocol.GameInfo:
    return protocol.GameInfo(
        id=row.id,
        game=row.kind,
        status=row.status,
        options=_decode_options(row.options),
        time=_decode_time(row.time_control),
        speed=row.speed,
        rated=row.rated,
        rules_version=row.rules_version,
        listed=row.listed,
        seats=[
            protocol.SeatInfo(
                who=seat.who if seat.user is None else "person",
                name=seat.name or "",
                level=seat.level,
                user=seat.user,
                handicap_ms=seat.handicap_ms,
                show=seat.show,
            )
            for seat in seat_rows
        ],
        created_ms=row.created_ms,
        started_ms=row.started_ms,
        finished_ms=row.finished_ms,
        outcome=None if row.outcome is None else _decode_outcome(row.outcome),
        rematch_of=row.rematch_of,
    )
