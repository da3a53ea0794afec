"""When a process dies or stops, those who were at it lose no time by that.

Whom it had is written down, and so is when its heart last beat. A deadline against somebody who
was there is held until they are back at another process, for 15 s at most, and that time is an
`outage` in the log of the game. Whether a process is dead is known after two seconds: until then
no deadline that fell after its last beat is decided, and no command of somebody who has just come
from there. What others do meanwhile would let such a deadline pass: before that is written, the
time up to then is given back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Event
from skep.server.storage.schema import presence
from skep.server.storage.store import PresentAt, Store
from skep.server.storage.writer import Writer
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["HOLD_MS", "LOST_MS", "Losses", "Whereabouts", "is_lost"]

log = logging.getLogger(__name__)
LOST_MS = 2_000  # beats come every second
HOLD_MS = 15_000
LOOK_AGAIN_SECONDS = 0.2


def is_lost(row: PresentAt) -> bool:
    """Is the process that has them dead, or did it send them away?"""
    return row.has_left or now_ms() - row.beat_ms > LOST_MS


class Whereabouts(Protocol):
    def here_since_ms(self, game: str, user: int) -> int | None:
        """Since when this process has somebody at a table; None: it has not."""


class Losses:
    def __init__(
        self,
        store: Store,
        writer: Writer,
        tables: Tables,
        whereabouts: Whereabouts,
        *,
        process: str,
        is_alone: bool,
    ) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._whereabouts = whereabouts
        self._process = process
        self._is_alone = is_alone
        tables.before_late = self.let_pass

    def arrived(self, table: LiveTable, user: int | None) -> None:
        """Somebody came to a table here: maybe from a process that has just died."""
        key = (table.id, user or 0)
        if self._is_alone or not table.seats_of(user) or key in self._tables.doubts:
            return
        if table.is_live and table.terms.is_real_time:
            doubt = self._tables.spawn(self._find_out(*key, now_ms()))
            self._tables.doubts[key] = doubt
            doubt.add_done_callback(lambda _: self._tables.doubts.pop(key, None))

    async def _find_out(self, game: str, user: int, at_ms: int) -> None:
        """Until every process that had them has shown that it lived then, or is lost."""
        while True:
            left = [row for row in await self._elsewhere([game]) if row.user == user]
            lost = [row for row in left if is_lost(row)]
            for row in lost:
                await self._give_back(row, at_ms)
            if all(row.beat_ms >= at_ms for row in left if row not in lost):
                return
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def held_seconds(self, table: LiveTable, due_ms: int) -> float | None:
        """How long this deadline has to wait before it may be looked at again; None: it falls."""
        if self._is_alone or not table.terms.is_real_time:
            return None
        people = self._concerned(table, due_ms)
        if not people:
            return None
        if any((table.id, user) in self._tables.doubts for user in people):
            return LOOK_AGAIN_SECONDS
        now = now_ms()
        waits = [
            max(row.beat_ms + (HOLD_MS if is_lost(row) else LOST_MS) - now, 0)
            for row in await self._left_before(table.id, people, due_ms)
        ]
        return max(min(waits) / 1000, LOOK_AGAIN_SECONDS) if waits else None

    async def _left_before(self, game: str, people: set[int], due_ms: int) -> list[PresentAt]:
        """Where these were last seen before a deadline, by processes that have not beaten since."""
        rows = await self._elsewhere([game])
        return [row for row in rows if row.user in people and row.beat_ms < due_ms]

    async def let_pass(self, table: LiveTable, at_ms: int) -> None:
        """Something else happens then, after a deadline: the time of who was cut off stood still.

        It waits until it is known who was.
        """
        if self._is_alone or not table.terms.is_real_time:
            return
        while (due_ms := table.rules.irrevocable_deadline()) is not None and due_ms <= at_ms:
            people = self._concerned(table, due_ms)
            left = await self._left_before(table.id, people, due_ms)
            if any((table.id, user) in self._tables.doubts for user in people) or any(
                not is_lost(row) for row in left
            ):
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
                continue
            for row in left:
                await self._append_outage(row, at_ms, f"p{at_ms}-{row.process}"[:40])
            if table.rules.irrevocable_deadline() == due_ms:
                return  # nothing is owed to anybody, or not any more

    def _concerned(self, table: LiveTable, due_ms: int) -> set[int]:
        """Against whom it may be, as far as they have not been here all the time."""
        awaited = table.rules.awaited() or range(len(table.seats))
        users = {user for seat in awaited if (user := table.seats[seat].user) is not None}
        since = {user: self._whereabouts.here_since_ms(table.id, user) for user in users}
        return {user for user, ms in since.items() if ms is None or ms >= due_ms} | {
            user for user in users if (table.id, user) in self._tables.doubts
        }

    async def tick(self) -> None:
        """Who has not come back in time: what is owed to them is written down all the same."""
        if self._is_alone or self._tables.oldest_beat_ms >= now_ms() - HOLD_MS:
            return
        for row in await self._store.present_before(now_ms() - HOLD_MS, self._process):
            await self._give_back(row, row.beat_ms + HOLD_MS)

    async def _elsewhere(self, games: Sequence[str]) -> list[PresentAt]:
        return await self._store.present_elsewhere(games, self._process)

    async def _give_back(self, row: PresentAt, until_ms: int) -> None:
        """What is owed to somebody who is back, or is not expected any more."""
        await self._append_outage(row, until_ms, f"l{row.process}-{row.user}"[:40])
        await self._forget(row)

    async def _append_outage(self, row: PresentAt, until_ms: int, command_id: str) -> None:
        """The time from the last beat of a dead process on. Doing it twice is harmless."""
        until_ms = min(max(until_ms, row.beat_ms), row.beat_ms + HOLD_MS)

        def decide(table: LiveTable, _at_ms: int) -> Event:
            owed = table.given.rest_of(row.beat_ms, until_ms)
            seats = set(table.seats_of(row.user))
            awaited = table.rules.awaited() or range(len(table.seats))
            if owed is None or not table.is_live or not seats.intersection(awaited):
                raise CommandRefusedError(RefusalCode.NOT_DUE, "Nobody's clock has run.")
            return owed

        try:
            await self._tables.submit(
                row.game,
                actor="server",
                command_id=command_id,
                decide=decide,
                at_ms=until_ms,
            )
            log.info("%d ms are given back at %s", until_ms - row.beat_ms, row.game)
        except RefusedError as refusal:
            if refusal.code == RefusalCode.STORAGE_FULL:
                raise

    async def _forget(self, row: PresentAt) -> None:
        statement = delete(presence).where(
            presence.c.game == row.game,
            presence.c.user == row.user,
            presence.c.process == row.process,
        )

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(statement)

        await self._writer.run(work)
