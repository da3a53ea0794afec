"""Commands become events: check, append durably, apply, acknowledge, publish."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError, StorageAwayError
from skep.protocol.refusals import RefusalCode
from skep.server.crash_points import CrashPoint
from skep.server.metrics import COMMANDS, EVENTS, GAME_LOAD_SECONDS, GAMES_CACHED, LATENCY
from skep.server.rules.contract import Circumstances, Command, Event, no_such_game
from skep.server.rules.kind import Kinds, TimedEvent
from skep.server.settings import Settings
from skep.server.storage.appends import Append
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer, storage_full
from skep.server.tables.bus import Bus, RowWritten, SeatsChanged
from skep.server.tables.grace import Grace
from skep.server.tables.hearing import Hearing
from skep.server.tables.pulse import Pulse
from skep.server.tables.table import LiveTable

__all__ = ["Decision", "Tables", "now_ms"]

log = logging.getLogger(__name__)
TRIES = 20
KEEP_SECONDS = 5.0
_TIME_ITSELF = ("clock", "server")  # who writes that it passed, or that it did not
_encode = msgspec.json.Encoder().encode

# What a command comes to, given the table as it is at that moment and the time it counts for.
Decision = Callable[[LiveTable, int], Event]


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Tables:
    """All games that are in memory, and the one way by which any of them changes."""

    def __init__(
        self,
        settings: Settings,
        kinds: Kinds,
        store: Store,
        writer: Writer,
        bus: Bus,
        crash_point: CrashPoint,
    ) -> None:
        self._settings = settings
        self._kinds = kinds
        self._store = store
        self._writer = writer
        self._bus = bus
        self._crash_point = crash_point
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        # While it is found out whether somebody was cut off, what they do is not judged.
        self.doubts: dict[tuple[str, int], asyncio.Task[Any]] = {}
        # Awaited before anything but time itself is written at a table past its deadline.
        self.before_late: Callable[[LiveTable, int], Awaitable[None]] | None = None
        # Of all processes, as the last heartbeat found them: what every one of them reads, and
        # when the one beat that has not for longest.
        self.release = 0
        self.oldest_beat_ms = 0
        self.grace = Grace()
        self.hearing = Hearing(self.grace)
        self.pulse = Pulse()

    # --- tables in memory

    async def get(self, game: str) -> LiveTable:
        """The table, read from the database when it is not in memory."""
        table = self._tables.get(game)
        if table is not None:
            self._tables.move_to_end(game)
            table.used_at = time.monotonic()
            return table
        loading = self._loading.get(game)
        if loading is None:
            loading = asyncio.ensure_future(self._load(game))
            self._loading[game] = loading
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> LiveTable:
        started = time.perf_counter()
        stored = await self._store.game(game)
        if stored is None:
            raise no_such_game()
        table = LiveTable(stored, self._kinds[stored.info.game])
        rows = await self._store.tail(game, 0)
        for row in await table.kind.read_log(table.terms, rows):
            table.take_in(row)
        table.told = table.head
        GAME_LOAD_SECONDS.observe(time.perf_counter() - started)
        self._tables[game] = table
        self._evict()
        GAMES_CACHED.set(len(self._tables))
        self.hearing.seated(table)
        self.hearing.changed(table)
        return table

    def _evict(self) -> None:
        """Forget what nobody listens to, longest unused first: the log has it all."""
        surplus = len(self._tables) - self._settings.cached_games
        if surplus <= 0:
            return
        # Whoever has just asked for a table is about to use it: those are left alone for a while.
        unused_since = time.monotonic() - KEEP_SECONDS
        idle = [
            game
            for game, table in self._tables.items()
            if table.used_at < unused_since and not table.listeners and not table.lock.locked()
        ]
        for game in idle[:surplus]:
            self.forget(game)

    def forget(self, game: str) -> None:
        """Put a game out of memory; whoever wants it reads its log again."""
        table = self._tables.pop(game)
        if table.timer is not None:
            table.timer.cancel()

    def known(self, game: str) -> LiveTable | None:
        """The table, if it is in memory."""
        return self._tables.get(game)

    def holds(self, table: LiveTable) -> bool:
        """Is this still the table that everybody uses?"""
        return self._tables.get(table.id) is table

    def in_memory(self) -> list[LiveTable]:
        return list(self._tables.values())

    async def reseat(self, game: str) -> LiveTable:
        """Read the seats again: somebody sat down."""
        table = await self.get(game)
        async with table.lock:
            await self._read_seats(table)
        self.hearing.seated(table)
        return table

    async def seats_changed(self, game: str) -> LiveTable:
        """As above, by our own doing: the other processes hear of it."""
        table = await self.reseat(game)
        self._bus.publish(SeatsChanged(game))
        return table

    async def _read_seats(self, table: LiveTable) -> None:
        stored = await self._store.game(table.id)
        if stored is None:
            return
        if table.head == 0:
            table.seat_people(stored)
            table.find_seats()
        else:
            table.name_people(stored)
        table.tell(_encode(protocol.GameChanged(game=table.stored.info)))

    # --- commands

    async def submit(
        self,
        game: str,
        *,
        actor: str,
        command_id: str,
        decide: Decision,
        at_ms: int | None = None,
        acknowledge: Callable[[int], None] | None = None,
    ) -> int:
        """Append what `decide` comes to and return its seq, or raise RefusedError.

        It counts for `at_ms`, by default for now, but never for a time before the last event.

        It runs to its end even when the caller is cancelled: a row that may be on the disk must
        be applied and published.
        """
        at_ms = now_ms() if at_ms is None else at_ms
        work = self._submit(game, actor, command_id, decide, at_ms, acknowledge)
        return await asyncio.shield(self.spawn(work))

    async def command(
        self,
        game: str,
        *,
        user: int,
        command: Command,
        command_id: str,
        lag_before: Callable[[int], int],
        received_ms: int,
        acknowledge: Callable[[int], None],
    ) -> int:
        """A person's command, which the socket's reader received then."""
        started = time.perf_counter()
        thought = await self._thought(game, user, command)

        def decide(table: LiveTable, at_ms: int) -> Event:
            if isinstance(thought, RefusedError):
                raise thought
            circumstances = self.circumstances(table, at_ms, lag_before)
            return table.rules.check(table.seats_of(user), thought, circumstances)

        def answered(seq: int) -> None:
            LATENCY.observe(time.perf_counter() - started)
            acknowledge(seq)

        if self.pulse.is_troubled:
            await self.pulse.recovered()
        if (doubt := self.doubts.get((game, user))) is not None:
            await asyncio.wait([doubt])
        return await self.submit(
            game,
            actor=f"u{user}",
            command_id=command_id,
            decide=decide,
            at_ms=received_ms,
            acknowledge=answered,
        )

    async def _thought(self, game: str, user: int, command: Command) -> Command | RefusedError:
        """The command with what its kind had to think of: neither in the lock nor on the loop.

        A refusal is kept until the table is looked at: the command may have been stored before.
        """
        table = await self.get(game)
        if not table.kind.needs_thought(command):
            return command
        try:
            return await table.kind.prepared(table.rules, table.seats_of(user), user, command)
        except RefusedError as refusal:
            return refusal

    def circumstances(
        self, table: LiveTable, at_ms: int, lag_before: Callable[[int], int]
    ) -> Circumstances:
        """What is true around a command of this time."""
        return Circumstances(
            at_ms=at_ms,
            lag_before=lag_before,
            away_since_ms=table.away_since_ms,
            claim_after_ms=self.claim_after_ms(table),
            is_flag_held=self.grace.holds(table.terms, at_ms),
        )

    def claim_after_ms(self, table: LiveTable) -> int:
        """How long a player must be away on their turn before the win may be claimed."""
        untimed = isinstance(table.terms.time, protocol.Untimed)
        seconds = self._settings.claim_untimed_seconds if untimed else self._settings.claim_seconds
        return int(seconds * 1000)

    async def _submit(
        self,
        game: str,
        actor: str,
        command_id: str,
        decide: Decision,
        at_ms: int,
        acknowledge: Callable[[int], None] | None,
    ) -> int:
        table = await self.get(game)
        if actor not in _TIME_ITSELF and self.before_late is not None:
            due_ms = table.rules.irrevocable_deadline()
            if due_ms is not None and due_ms <= at_ms:
                await self.before_late(table, at_ms)
        # Everything up to the publication is inside the lock: the next command applies its event
        # before it is committed, and nobody may be told of that one yet.
        async with table.lock:
            try:
                seq, row = await self._append(table, actor, command_id, decide, at_ms)
                if acknowledge is not None:
                    acknowledge(seq)
                if row is not None:
                    await self._crash_point.passed_when_sent("after_acknowledgement")
            finally:
                table.deliver()  # also what was read on the way, when it was refused
            if row is not None:
                self._bus.publish(row)
        COMMANDS.labels("acknowledged").inc()
        return seq

    async def _append(
        self, table: LiveTable, actor: str, command_id: str, decide: Decision, at_ms: int
    ) -> tuple[int, RowWritten | None]:
        """Try until the rules decide: a lost race is reloaded and checked again.

        The seq, and the row if it is new.
        """
        for _ in range(TRIES):
            if table.is_stale:
                await self._catch_up(table)
            try:
                event = decide(table, max(at_ms, table.last_at_ms))
            except RefusedError:
                # It may be a command that was stored before, or one judged by an old state.
                known, head = await self._store.find_command(table.id, actor, command_id)
                if known is not None:
                    return known, None
                if head == table.head:
                    raise
                await self._catch_up(table)
                continue
            tag = table.kind.tag_of(event)
            if not self._writer.accepts(tag):
                raise storage_full()
            if table.kind.released.get(tag, 0) > self.release:
                raise CommandRefusedError(RefusalCode.TRY_AGAIN, "Not before all servers know how.")
            row = TimedEvent(table.head + 1, max(at_ms, table.last_at_ms), event)
            written = await self._write(table, row, actor, command_id)
            if written is not None:
                EVENTS.labels(table.terms.kind).inc()
                return row.seq, written
            known, _ = await self._store.find_command(table.id, actor, command_id)
            if known is not None:
                await self._catch_up(table)
                return known, None
            await self._catch_up(table)
        raise CommandRefusedError(
            RefusalCode.BUSY, "Too many players acted at the same moment. Try again."
        )

    async def _write(
        self, table: LiveTable, row: TimedEvent, actor: str, command_id: str
    ) -> RowWritten | None:
        """Apply first, for what the transaction needs to know of the state after it.

        When the row is not written the game is folded from its log again before its next use:
        undoing is not needed for what happens so seldom.
        """
        table.take_in(row)
        event, outcome = row.event, table.rules.outcome()
        tag, payload = table.kind.write_event(event)
        append = Append(
            game=table.id,
            seq=row.seq,
            at_ms=row.at_ms,
            actor=actor,
            command_id=command_id,
            kind=tag,
            payload=payload,
            schema_version=table.kind.schema_version,
            due_ms=self.hearing.due_ms(table),
            outcome=None if outcome is None else _encode(outcome).decode(),
            newcomer=(event.seat, event.user) if isinstance(event, protocol.Joined) else None,
        )
        written = False
        try:
            written = await self._writer.append(append)
        finally:
            if not written:
                table.forget_after(row.seq - 1)
        if not written:
            return None
        self.hearing.changed(table)
        return RowWritten(table.id, row.seq, row.at_ms, payload, append.schema_version)

    # --- keeping up with the log

    async def _catch_up(self, table: LiveTable) -> None:
        """Read what is new; or all, when the state here is not what the log makes of it."""
        if table.is_stale:
            rows = await self._store.tail(table.id, 0)
            table.fold_anew(await table.kind.read_log(table.terms, rows))
        if table.head == 0:
            await self._read_seats(table)  # somebody may have sat down by way of another process
        for row in await self._store.tail(table.id, table.head):
            table.take_in(table.read(row))
        if table.has_nameless:
            await self._read_seats(table)
        self.hearing.changed(table)

    async def catch_up(self, game: str) -> LiveTable:
        """Bring a table to the head of the database, and tell its listeners."""
        table = await self.get(game)
        async with table.lock:
            await self._catch_up(table)
            table.deliver()
        return table

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            problem = task.exception()
            if problem is not None and not isinstance(problem, RefusedError | StorageAwayError):
                log.error("a task failed", exc_info=problem)

    async def stop(self) -> None:
        """Let everything under way come to its end, and nothing begin any more."""
        for table in self._tables.values():
            if table.timer is not None:
                table.timer.cancel()
        while self._tasks:
            await asyncio.wait(set(self._tasks))
