"""Results of the puzzles of days: made from the logs, and made again from them if they are lost.

Nobody is told when a game ends: whoever asks for results first reads on behind the last game that
was looked at, so a list is never older than what its reader has seen. A person's first attempt at a
day counts among everyone's; later ones are for the calendar.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Row, exists, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.laruche.deal_codes import code_of_tiles
from skep.laruche.grades import Grade
from skep.laruche.solitaire import Solitaire
from skep.laruche.tiles import Tile
from skep.server.games.solitaire.options import day_on_calendar
from skep.server.games.solitaire.rules import SolitaireRules
from skep.server.rules.kind import Kind
from skep.server.storage.schema import games, results, seats, users
from skep.server.storage.store import Store, StoredGame
from skep.server.storage.writer import Writer
from skep.server.tables.tables import Tables

__all__ = ["Attempt", "Entry", "Results", "attempt_at"]

OVERLAP_MS: Final = 600_000  # games end in another order than they are stored in
AT_ONCE: Final = 200
SHOWN: Final = 500
FROM_VERSION: Final = 2  # of the rules: before it nobody's calendar was known
_encode = msgspec.json.Encoder().encode


class Attempt(msgspec.Struct, frozen=True):
    """How far somebody has come. `gold`: solved with the most joins that are possible."""

    game: str
    is_over: bool
    solved: bool
    laid: int
    size: int
    joins: int
    best: int | None
    gold: bool
    time_ms: int
    undos: int
    hints: int
    grade: Grade | None


class Entry(NamedTuple):
    """A finished attempt at a day: whose, and when by their calendar."""

    day: date
    user: int
    name: str
    counts: bool
    on: date
    attempt: Attempt

    @property
    def order(self) -> tuple[bool, int, int]:
        """Solved before unsolved, then by joins, then by time."""
        attempt = self.attempt
        return not attempt.solved, -attempt.joins, attempt.time_ms


class _Stored(msgspec.Struct, frozen=True):
    on: date
    attempt: Attempt


_decode = msgspec.json.Decoder(_Stored).decode


class Results:
    """What is known of the days. `tables` are asked for games that are still played."""

    def __init__(
        self, kind: Kind, store: Store, writer: Writer, tables: Tables, *, dialect: str
    ) -> None:
        self._kind = kind
        self._store = store
        self._writer = writer
        self._tables = tables
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._reading = asyncio.Lock()
        self._read_to_ms = 0

    async def of_day(self, day: date) -> list[Entry]:
        """The attempts that count, best first."""
        await self._read_on()
        found = await self._entries(results.c.series == day.isoformat(), results.c.counts.is_(True))
        return sorted(found, key=lambda entry: entry.order)

    async def of_person(self, user: int) -> list[Entry]:
        """All attempts of one person that have ended."""
        await self._read_on()
        return await self._entries(results.c.user == user)

    async def under_way(self, user: int, days: str) -> dict[date, Attempt]:
        """The first unfinished attempt of a person at each day; `days` is 2026-11 or 2026-11-16."""
        mine = (
            select(games.c.id)
            .join(seats, seats.c.game == games.c.id)
            .where(
                seats.c.user == user,
                games.c.status == "live",
                games.c.kind == self._kind.name,
                games.c.rules_version >= FROM_VERSION,
                games.c.options.startswith(f'{{"day":"{days}', autoescape=True),
            )
            .order_by(games.c.created_ms)
            .limit(AT_ONCE)
        )
        found: dict[date, Attempt] = {}
        for row in await self._store.all(mine):
            table = await self._tables.get(row.id)
            rules = table.rules
            assert isinstance(rules, SolitaireRules)
            if rules.wanted.day is not None and rules.game is not None:
                found.setdefault(rules.wanted.day, attempt_at(rules.game, row.id))
        return found

    async def _entries(self, *conditions: Any) -> list[Entry]:
        question = (
            select(results, users.c.name)
            .join(users, users.c.id == results.c.user)
            .where(results.c.kind == self._kind.name, *conditions)
        )
        return [_entry(row) for row in await self._store.all(question)]

    # --- from the logs

    async def _read_on(self) -> None:
        async with self._reading:
            while len(rows := await self._unread()) > 0:
                kept = [await self._result_of(row.id) for row in rows]
                await self._keep(kept)
                self._read_to_ms = rows[-1].finished_ms

    async def _unread(self) -> Sequence[Row[Any]]:
        return await self._store.all(
            select(games.c.id, games.c.finished_ms)
            .where(
                games.c.kind == self._kind.name,
                games.c.finished_ms >= self._read_to_ms - OVERLAP_MS,
                games.c.rules_version >= FROM_VERSION,
                games.c.options.startswith('{"day":', autoescape=True),
                ~exists().where(results.c.game == games.c.id),
            )
            .order_by(games.c.finished_ms)
            .limit(AT_ONCE)
        )

    async def _result_of(self, game: str) -> dict[str, Any]:
        table = await self._tables.catch_up(game)
        rules, info = table.rules, table.stored.info
        assert isinstance(rules, SolitaireRules)
        assert rules.game is not None
        assert rules.wanted.day is not None
        assert info.finished_ms is not None
        (user,) = (seat.user for seat in table.seats)
        on = day_on_calendar(info.finished_ms, rules.wanted.utc_offset_min)
        return {
            "game": game,
            "kind": self._kind.name,
            "series": rules.wanted.day.isoformat(),
            "user": user,
            "counts": await self._is_first(game, user, rules.wanted.day)
            and not await self._has_practised(table.stored, user, rules.game.puzzle.tiles),
            "payload": _encode(_Stored(on, attempt_at(rules.game, game))).decode(),
        }

    async def _is_first(self, game: str, user: int | None, day: date) -> bool:
        """Is this the first attempt that this person began?"""
        first = (
            select(games.c.id)
            .join(seats, seats.c.game == games.c.id)
            .where(
                seats.c.user == user,
                games.c.kind == self._kind.name,
                games.c.options.startswith(f'{{"day":"{day.isoformat()}"', autoescape=True),
            )
            .order_by(games.c.created_ms, games.c.id)
            .limit(1)
        )
        rows = await self._store.all(first)
        return bool(rows) and rows[0].id == game

    async def _has_practised(
        self, stored: StoredGame, user: int | None, tiles: Sequence[Tile]
    ) -> bool:
        """Did this person lay the same tiles in a free game before?"""
        before = (
            select(games.c.id)
            .join(seats, seats.c.game == games.c.id)
            .where(
                seats.c.user == user,
                games.c.kind == self._kind.name,
                games.c.created_ms <= stored.info.created_ms,
                games.c.options.contains(f'"deal":"{code_of_tiles(tiles)}"', autoescape=True),
            )
            .limit(1)
        )
        return bool(await self._store.all(before))

    async def _keep(self, rows: list[dict[str, Any]]) -> None:
        statement = self._insert(results).on_conflict_do_nothing()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(statement, rows)

        await self._writer.run(work)


def attempt_at(game: Solitaire, name: str) -> Attempt:
    dealt, score = game.puzzle.dealt, game.outcome()
    best = None if dealt is None else dealt.best
    solved = score is not None and score.solved
    return Attempt(
        game=name,
        is_over=score is not None,
        solved=solved,
        laid=len(game.placed),
        size=len(game.puzzle.tiles),
        joins=game.joins,
        best=best,
        gold=solved and game.joins == best,
        time_ms=game.time_ms,
        undos=game.undos,
        hints=game.hints,
        grade=None if dealt is None else dealt.grade,
    )


def _entry(row: Row[Any]) -> Entry:
    stored = _decode(row.payload)
    return Entry(
        date.fromisoformat(row.series), row.user, row.name, row.counts, stored.on, stored.attempt
    )
