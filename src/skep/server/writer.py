"""The one writer: appends of different games that wait at the same moment share one commit.

Every write of the process goes through here, so SQLite never sees two writers. An answer is given
only after the commit. A failing disk refuses (`STORAGE_FULL`); a lost database connection is
waited for, and the batch is run again: rows that had reached the disk after all are then not
returned, and the caller finds them by their command id.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import bindparam, delete, exc, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from skep.errors import CommandRefusedError
from skep.server import schema
from skep.server.crash_points import CrashPoint
from skep.server.metrics import BATCH_SIZE, COMMIT_SECONDS

__all__ = ["Append", "Writer", "storage_full"]

log = logging.getLogger(__name__)
T = TypeVar("T")
MAX_BATCH = 200
RECONNECT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Append:
    """One row for the log, with what changes beside it in the same transaction."""

    game: str
    seq: int
    at_ms: int
    actor: str
    command_id: str
    kind: str
    payload: str
    schema_version: int
    due_ms: int | None  # the game's next deadline after this row
    finish: tuple[int, str] | None = None  # when and how the game ended, if this row ends it
    start: bool = False
    newcomer: tuple[int, int] | None = None  # seat and user, if this row seats somebody


def storage_full() -> CommandRefusedError:
    return CommandRefusedError(
        "STORAGE_FULL", "The server cannot store anything at the moment. Nothing was changed."
    )


class Writer:
    """Owns the writing connection and the queue before it."""

    def __init__(self, engine: AsyncEngine, crash_point: CrashPoint | None = None) -> None:
        self._engine = engine
        self._crash_point = crash_point or CrashPoint("")
        self._queue: list[tuple[Append, asyncio.Future[bool]]] = []
        self._works: list[tuple[Callable[[AsyncConnection], Awaitable[Any]], asyncio.Future[Any]]]
        self._works = []
        self._due: dict[str, tuple[int, int]] = {}
        self._wake = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self.unwritable_since_ms: int | None = None
        dialect = sqlite if engine.dialect.name == "sqlite" else postgresql
        row = dialect.insert(schema.events)
        self._insert = row.on_conflict_do_nothing().returning(
            schema.events.c.game, schema.events.c.seq
        )
        due = dialect.insert(schema.deadlines)
        self._upsert_due = due.on_conflict_do_update(
            index_elements=["game"],
            set_={"seq": due.excluded.seq, "due_ms": due.excluded.due_ms},
            where=schema.deadlines.c.seq <= due.excluded.seq,
        )

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then close."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await self._connection.close()

    @property
    def is_writable(self) -> bool:
        return self.unwritable_since_ms is None

    def accepts(self, kind: object) -> bool:
        """Could such a row be written now? While nothing can, an outage is the one that tries."""
        return self.is_writable or kind == "outage"

    async def append(self, row: Append) -> bool:
        """Make a row durable. False: another row has its place or its command id."""
        return await self._enqueue(row)

    async def run(
        self, work: Callable[[AsyncConnection], Awaitable[T]], *, probe: bool = False
    ) -> T:
        """Run other writes in a transaction of their own. A probe tries even when all failed."""
        if not self.is_writable and not probe:
            raise storage_full()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._works.append((work, future))
        self._wake.set()
        return await asyncio.shield(future)

    def set_due(self, game: str, seq: int, due_ms: int) -> None:
        """Note a bot's next glance with the next commit; losing it costs only a sweep."""
        self._due[game] = (seq, due_ms)

    def flush_due(self) -> None:
        """Write the glances that wait, although nothing else does."""
        if self._due:
            self._wake.set()

    def _enqueue(self, row: Append) -> asyncio.Future[bool]:
        if not self.accepts(row.kind):
            raise storage_full()
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((row, future))
        self._wake.set()
        return asyncio.shield(future)

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue or self._works or self._due:
                if self._queue or self._due:
                    batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
                    due, self._due = self._due, {}
                    await self._commit_batch(batch, due)
                if self._works:
                    work, future = self._works.pop(0)
                    await self._commit_work(work, future)
            if self._stopping:
                return

    async def _commit_batch(
        self,
        batch: Sequence[tuple[Append, asyncio.Future[bool]]],
        due: dict[str, tuple[int, int]],
    ) -> None:
        rows = [row for row, _ in batch]

        async def work(connection: AsyncConnection) -> set[tuple[str, int]]:
            return await self._write_rows(connection, rows, due)

        started = time.perf_counter()
        try:
            written = await self._transaction(work, appends=bool(rows))
        except Exception as problem:  # noqa: BLE001 - every waiting caller must get an answer
            for _, future in batch:
                _fail(future, problem)
            return
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        BATCH_SIZE.observe(len(rows))
        for row, future in batch:
            if not future.done():
                future.set_result((row.game, row.seq) in written)

    async def _commit_work(
        self, work: Callable[[AsyncConnection], Awaitable[T]], future: asyncio.Future[T]
    ) -> None:
        try:
            result = await self._transaction(work)
        except Exception as problem:  # noqa: BLE001
            _fail(future, problem)
        else:
            if not future.done():
                future.set_result(result)

    async def _transaction(
        self, work: Callable[[AsyncConnection], Awaitable[T]], *, appends: bool = False
    ) -> T:
        give_up = time.monotonic() + RECONNECT_SECONDS
        while True:
            try:
                connection = await self._connect()
                result = await work(connection)
                if appends:
                    self._crash_point.passed("before_commit")
                await connection.commit()
            except (exc.DBAPIError, OSError) as problem:
                await self._rollback()
                if _is_lost_connection(problem, self._engine.dialect.name):
                    self._note_unwritable()
                    await self._disconnect()
                    if time.monotonic() < give_up and not self._stopping:
                        await asyncio.sleep(0.2)
                        continue
                elif not isinstance(problem, exc.OperationalError):
                    raise
                log.exception("storage failed")
                self._note_unwritable()
                raise storage_full() from problem
            except BaseException:
                await self._rollback()
                raise
            else:
                if appends:
                    self._crash_point.passed("after_commit")
                return result

    async def _write_rows(
        self, connection: AsyncConnection, rows: list[Append], due: dict[str, tuple[int, int]]
    ) -> set[tuple[str, int]]:
        written: set[tuple[str, int]] = set()
        if rows:
            result = await connection.execute(self._insert, [_event_values(row) for row in rows])
            written = {(game, seq) for game, seq in result}
        done = [row for row in rows if (row.game, row.seq) in written]
        dues = {game: {"game": game, "seq": s, "due_ms": ms} for game, (s, ms) in due.items()}
        for row in done:
            dues.pop(row.game, None)
            if row.due_ms is not None:
                dues[row.game] = {"game": row.game, "seq": row.seq, "due_ms": row.due_ms}
        if dues:
            await connection.execute(self._upsert_due, list(dues.values()))
        gone = [{"b_game": row.game} for row in done if row.due_ms is None]
        if gone:
            await connection.execute(_DELETE_DUE, gone)
        for row in done:
            if row.newcomer is not None:
                seat, user = row.newcomer
                values = {"game": row.game, "seat": seat, "user": user}
                await connection.execute(_SEAT, {**values, "who": schema.NEWCOMER, "level": 0})
            if row.start:
                await connection.execute(_START, {"b_game": row.game, "b_at": row.at_ms})
            if row.finish is not None:
                at_ms, outcome = row.finish
                await connection.execute(
                    _FINISH, {"b_game": row.game, "b_at": at_ms, "b_outcome": outcome}
                )
        return written

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return self._connection

    async def _rollback(self) -> None:
        if self._connection is not None:
            try:
                await self._connection.rollback()
            except (exc.SQLAlchemyError, OSError):
                await self._disconnect()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

    def _note_unwritable(self) -> None:
        if self.unwritable_since_ms is None:
            self.unwritable_since_ms = time.time_ns() // 1_000_000


_DELETE_DUE = delete(schema.deadlines).where(schema.deadlines.c.game == bindparam("b_game"))
_SEAT = insert(schema.seats)
_START = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("b_game"))
    .values(status="live", started_ms=bindparam("b_at"))
)
_FINISH = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("b_game"))
    .values(status="finished", finished_ms=bindparam("b_at"), outcome=bindparam("b_outcome"))
)


def _event_values(row: Append) -> dict[str, Any]:
    return {
        "game": row.game,
        "seq": row.seq,
        "at_ms": row.at_ms,
        "actor": row.actor,
        "command_id": row.command_id,
        "kind": row.kind,
        "payload": row.payload,
        "schema_version": row.schema_version,
    }


def _is_lost_connection(problem: BaseException, dialect: str) -> bool:
    if dialect == "sqlite":
        return False
    if isinstance(problem, OSError):
        return True
    return isinstance(problem, exc.DBAPIError) and (
        problem.connection_invalidated
        # The server going down or coming up: class 57P of PostgreSQL's codes.
        or str(getattr(problem.orig, "sqlstate", "")).startswith(("57P", "08"))
        or isinstance(problem, exc.InterfaceError)
    )


def _fail(future: asyncio.Future[Any], problem: BaseException) -> None:
    if not future.done():
        future.set_exception(problem)
