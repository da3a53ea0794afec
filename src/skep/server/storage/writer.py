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
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Engine, Executable, Row, exc
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.crash_points import CrashPoint
from skep.server.loops import is_cancelled
from skep.server.metrics import BATCH_SIZE, COMMIT_SECONDS
from skep.server.storage.appends import Append, write_on_postgresql, write_on_sqlite
from skep.server.storage.database import is_lost_connection, sqlstate, what_went_wrong

__all__ = ["Writer", "storage_full"]

log = logging.getLogger(__name__)
T = TypeVar("T")
MAX_BATCH = 200
RECONNECT_SECONDS = 20.0


def storage_full() -> CommandRefusedError:
    return CommandRefusedError(
        RefusalCode.STORAGE_FULL,
        "The server cannot store anything at the moment. Nothing was changed.",
    )


@dataclass(frozen=True, slots=True)
class _Work(Generic[T]):
    """A write that is no append."""

    run: Callable[[AsyncConnection], Awaitable[T]]
    is_one_statement: bool


class Writer:
    """Owns the writing connections and the queue before them.

    `batches`, if given, writes batches in a thread; never while the other connection writes.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        crash_point: CrashPoint | None = None,
        batches: Engine | None = None,
    ) -> None:
        self._engine = engine
        self._batches = batches
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._crash_point = crash_point or CrashPoint("")
        self._queue: list[tuple[Append, asyncio.Future[bool]]] = []
        self._works: list[tuple[_Work[Any], asyncio.Future[Any]]] = []
        self._due: dict[str, tuple[int, int]] = {}
        self._wake = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self.unwritable_since_ms: int | None = None
        self._asked_at: float | None = None  # what the database has not answered yet
        self._is_postgresql = engine.dialect.name == "postgresql"

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then close."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        if self._connection is not None:
            with contextlib.suppress(exc.SQLAlchemyError, OSError):  # it was lost: all is written
                await self._connection.close()
        if self._batches is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._batches.dispose)
        self._thread.shutdown()

    @property
    def is_writable(self) -> bool:
        return self.unwritable_since_ms is None

    @property
    def silent_seconds(self) -> float:
        """For how long the database has not answered, or has not done what it was asked for."""
        asked = 0.0 if self._asked_at is None else time.monotonic() - self._asked_at
        since_ms = self.unwritable_since_ms
        return asked if since_ms is None else max(asked, time.time() - since_ms / 1000)

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
        return await self._put(_Work(work, is_one_statement=False))

    async def execute(
        self, statement: Executable, parameters: Mapping[str, Any] | None = None
    ) -> Sequence[Row[Any]]:
        """Run one statement, which is a transaction by itself, and return its rows.

        On PostgreSQL that is one journey; with a transaction around it there are three.
        """
        if not self.is_writable:
            raise storage_full()

        async def work(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(statement, parameters)).all()

        return await self._put(_Work(work, is_one_statement=True))

    async def _put(self, work: _Work[T]) -> T:
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
        # In one order everywhere, so that two servers never wait for each other's rows.
        rows = sorted((row for row, _ in batch), key=lambda row: row.game)
        due = dict(sorted(due.items()))

        started = time.perf_counter()
        try:
            written = await self._until_it_works(lambda: self._write_batch(rows, due))
        except Exception as problem:  # noqa: BLE001 - every waiting caller must get an answer
            for _, future in batch:
                _fail(future, problem)
            return
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        BATCH_SIZE.observe(len(rows))
        for row, future in batch:
            if not future.done():
                future.set_result((row.game, row.seq) in written)

    async def _write_batch(
        self, rows: Sequence[Append], due: Mapping[str, tuple[int, int]]
    ) -> set[tuple[str, int]]:
        """One transaction. The crash points are about rows: a batch may have glances alone."""
        if self._batches is not None:
            batches = self._batches

            def write() -> set[tuple[str, int]]:
                with batches.connect() as connection:
                    done = write_on_sqlite(connection, rows, due)
                    self._pass("before_commit", rows)
                    connection.commit()
                return done

            written = await asyncio.get_running_loop().run_in_executor(self._thread, write)
        else:
            connection = await self._connect()
            # A batch is one statement there, which commits by itself: see `appends`.
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            self._pass("before_commit", rows)
            written = await write_on_postgresql(connection, rows, due)
            await connection.commit()
        self._pass("after_commit", rows)
        return written

    def _pass(self, point: str, rows: Sequence[Append]) -> None:
        if rows:
            self._crash_point.passed(point)

    async def _commit_work(self, work: _Work[T], future: asyncio.Future[T]) -> None:
        async def transaction() -> T:
            connection = await self._connect()
            if self._is_postgresql:
                level = "AUTOCOMMIT" if work.is_one_statement else "READ COMMITTED"
                await connection.execution_options(isolation_level=level)
            result = await work.run(connection)
            await connection.commit()
            return result

        try:
            result = await self._until_it_works(transaction)
        except Exception as problem:  # noqa: BLE001
            _fail(future, problem)
        else:
            if not future.done():
                future.set_result(result)

    async def _until_it_works(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """A lost connection is waited for, and what can be tried again is."""
        give_up = time.monotonic() + RECONNECT_SECONDS
        self._asked_at = time.monotonic()
        try:
            return await self._try_until(give_up, attempt)
        finally:
            self._asked_at = None

    async def _try_until(self, give_up: float, attempt: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await _not_given_up(attempt)
            except (exc.DBAPIError, exc.TimeoutError, OSError) as problem:
                await self._rollback()
                if sqlstate(problem) in _TRY_AGAIN and time.monotonic() < give_up:
                    continue
                if self._is_postgresql and is_lost_connection(problem):
                    self._note_unwritable(problem)
                    await self._disconnect()
                    if time.monotonic() < give_up and not self._stopping:
                        await asyncio.sleep(0.2)
                        continue
                elif not _is_out_of_room(problem):
                    raise
                self._note_unwritable(problem)
                raise storage_full() from problem
            except BaseException:
                await self._rollback()
                raise

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

    def _note_unwritable(self, problem: BaseException) -> None:
        """Said once: whatever else fails until storage is writable again has the same cause."""
        if self.unwritable_since_ms is None:
            log.error("storage failed: %s", what_went_wrong(problem))
            self.unwritable_since_ms = time.time_ns() // 1_000_000


async def _not_given_up(attempt: Callable[[], Awaitable[T]]) -> T:
    """The driver may give up what it waited for itself, as if this task were to end."""
    try:
        return await attempt()
    except asyncio.CancelledError:
        if is_cancelled():
            raise
        raise ConnectionError("the connection was given up") from None


def _is_out_of_room(problem: BaseException) -> bool:
    """A disk that is full or fails; one of PostgreSQL's drivers has no kind for that."""
    return isinstance(problem, exc.OperationalError) or sqlstate(problem).startswith("53")


_TRY_AGAIN = ("40001", "40P01")  # PostgreSQL: two servers were in each other's way


def _fail(future: asyncio.Future[Any], problem: BaseException) -> None:
    if not future.done():
        future.set_exception(problem)
