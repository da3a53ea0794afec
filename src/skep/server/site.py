"""Everything of one server process, put together in one place and started in order."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from skep.server.crash_points import CrashPoint
from skep.server.engines.analysis import Analysis
from skep.server.engines.pool import EnginePool
from skep.server.engines.thinking import Thinking
from skep.server.kinds import Parts, all_kinds, all_players
from skep.server.lobby.lobby import Lobby
from skep.server.lobby.open_tables import OpenTables
from skep.server.lobby.reception import Reception
from skep.server.lobby.rematches import Rematches
from skep.server.loops import Loops
from skep.server.metrics import JOBS_WAITING
from skep.server.people.guests import Guests
from skep.server.rules.shared_limits import SharedCount, SharedLimits
from skep.server.rules.turns import Turns
from skep.server.school.teaching import Teaching
from skep.server.settings import Settings
from skep.server.storage.database import (
    data_folder_lock,
    open_batch_engine,
    open_engine,
    prepare_folder,
)
from skep.server.storage.migrating import migrate
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.bus import Bus, LocalBus
from skep.server.tables.fairness import FairPlay
from skep.server.tables.following import Following
from skep.server.tables.losses import Losses
from skep.server.tables.outages import BEAT_SECONDS, Heart
from skep.server.tables.presence import READ_SECONDS, WRITE_SECONDS, Presence
from skep.server.tables.pulse import PULSE_SECONDS
from skep.server.tables.redis_bus import RedisBus
from skep.server.tables.scheduler import Scheduler
from skep.server.tables.tables import Tables
from skep.server.talk.chat import Chat
from skep.server.talk.suggestions import Suggestions

if TYPE_CHECKING:
    from skep.server.engines.workshop import Workshop

__all__ = ["Site"]

AHEAD_SECONDS = 600.0
COUNT_SECONDS = 10.0
DEAF_SECONDS = 0.25
UNREADY_SECONDS = 5.0  # the proxy is told before people are sent elsewhere

log = logging.getLogger(__name__)


class Site:
    """The parts, by name."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        prepare_folder(settings)
        self.engine = open_engine(settings)
        dialect = self.engine.dialect.name
        crash_point = CrashPoint()
        self.writer = Writer(self.engine, crash_point, open_batch_engine(settings))
        self.store = Store(self.engine)
        self.bus = _bus(settings)
        self.kinds = all_kinds()
        self.tables = Tables(settings, self.kinds, self.store, self.writer, self.bus, crash_point)
        self.following = Following(self.store, self.tables, self.bus)
        self.guests = Guests(settings.signing_secret(), self.writer)
        self.heart = Heart(self.store, self.writer, self.tables, dialect=dialect)
        self.presence = Presence(
            self.store,
            self.writer,
            self.tables,
            self.bus,
            process=self.heart.process,
            dialect=dialect,
        )
        self.losses = Losses(
            self.store,
            self.writer,
            self.tables,
            self.presence,
            process=self.heart.process,
            is_alone=dialect == "sqlite",
        )
        self.heart.on_gap.append(self.presence.write_all_again)
        self.lobby = Lobby(self.kinds, self.store, self.writer, self.tables, dialect=dialect)
        self.rematches = Rematches(
            self.lobby,
            self.store,
            self.writer,
            self.tables,
            self.presence,
            self.bus,
            dialect=dialect,
        )
        self.open_tables = OpenTables(self.kinds, self.store)
        self.shared_count = SharedCount(settings.redis_url)
        self.analysis_pace = SharedLimits("analyses", rate=1.0, burst=20, count=self.shared_count)
        self.reception = Reception(
            settings, self.store, self.guests, self.lobby, self.rematches, self.shared_count
        )
        self.fair_play = FairPlay(self.store, self.tables)
        self.teaching = Teaching(
            self.kinds, self.store, self.writer, self.fair_play, dialect=dialect
        )
        self.chat = Chat(self.store, self.writer, self.tables, self.bus, dialect=dialect)
        self.suggestions = Suggestions(self.writer)
        self.pool, self.workshop = _thinking(settings, self.bus)
        self.analysis = Analysis(self.pool)
        # Work on a whole game goes to a thread, one at a time: several would take the interpreter
        # in turns, and the loop, which answers those who play, would have to wait for all of them.
        self.long_work = Turns()
        self.parts = Parts(
            self.kinds,
            self.pool,
            self.store,
            self.writer,
            self.tables,
            dialect,
            self.fair_play,
            self.long_work,
            self.analysis_pace,
        )
        self.players = all_players(self.tables, self.pool, settings)
        self.scheduler = Scheduler(self.store, self.writer, self.tables, self.players, self.losses)
        self.heart.on_outage = self.scheduler.hold_back_daily
        self.bus.resumed.append(lambda: self.tables.spawn(self.compare()))
        self.is_ready = False

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Loops]:
        """Start in order: clocks are repaired before any deadline can fall.

        What it yields takes further work that is done again and again until the end.
        """
        # Whatever fails while it stops, the rest is put away all the same.
        with data_folder_lock(self.settings):
            async with contextlib.AsyncExitStack() as ending:
                ending.push_async_callback(self.engine.dispose)
                saved = await migrate(self.engine, self.settings)
                if saved is not None:
                    log.info("the database was migrated; the old one is in %s", saved)
                self.writer.start()
                for end in (self.shared_count.close, self.bus.close, self.writer.stop):
                    ending.push_async_callback(end)
                await self.heart.start()
                for end in (self.leave, self.presence.leave_nothing, self.tables.stop):
                    ending.push_async_callback(end)
                await self.scheduler.hold_back_daily()
                self.bus.start()
                for kind in self.kinds:
                    ending.push_async_callback(kind.stop)
                if self.workshop is not None:
                    self.workshop.start()
                    ending.push_async_callback(self.workshop.stop)
                ending.push_async_callback(self.pool.stop)
                loops = self._start_loops()
                ending.push_async_callback(loops.stop)
                ending.callback(self.scheduler.stop)
                self.is_ready = True
                try:
                    yield loops
                finally:
                    self.is_ready = False

    async def leave(self) -> None:
        """This process is about to stop, and tells its people to come to another one."""
        self.presence.leave()
        await self.heart.leave()

    def parts_in_order(self) -> dict[str, bool]:
        """What this process needs from outside, and whether it has it."""
        is_answering = self.writer.silent_seconds < UNREADY_SECONDS  # each beat asks it
        parts = {"storage": self.writer.is_writable and is_answering}
        return {**parts, "redis": self.bus.is_connected} if self.settings.redis_url else parts

    async def compare(self) -> None:
        """What the bus has lost is in the database."""
        await self.following.compare()
        await self.chat.compare()
        await self.rematches.compare()

    async def compare_while_deaf(self) -> None:
        """Redis is away, and whoever waits for a move pays for the waiting with their clock."""
        if self.settings.redis_url and not self.bus.is_connected:
            await self.following.compare()

    async def count_jobs(self) -> None:
        for queue, count in (await self.pool.count_waiting()).items():
            JOBS_WAITING.labels(queue).set(count)

    def _start_loops(self) -> Loops:
        settings, loops = self.settings, Loops()
        self.tables.pulse.start()
        loops.every(PULSE_SECONDS, self.tables.pulse.tick, "pulse")
        loops.every(BEAT_SECONDS, self.heart.tick, "heartbeat")
        loops.every(WRITE_SECONDS, self.presence.tick, "presence")
        loops.every(READ_SECONDS, self.presence.look_elsewhere, "presence elsewhere")
        loops.every(READ_SECONDS, self.losses.tick, "losses")
        loops.every(settings.sweep_seconds, self.scheduler.sweep, "sweep")
        loops.every(settings.compare_heads_seconds, self.compare, "comparing")
        loops.every(DEAF_SECONDS, self.compare_while_deaf, "comparing while deaf")
        loops.every(COUNT_SECONDS, self.count_jobs, "counting jobs")
        for kind in self.kinds:
            loops.every(AHEAD_SECONDS, kind.look_ahead, f"ahead in {kind.name}")
        return loops


def _bus(settings: Settings) -> Bus:
    return RedisBus(settings.redis_url) if settings.redis_url else LocalBus()


def _thinking(settings: Settings, bus: Bus) -> tuple[Thinking, Workshop | None]:
    """Children of this process; with Redis, workers anywhere, of which it may be one."""
    own = EnginePool(settings.engine_workers, settings.engine_memory_mib)
    if not isinstance(bus, RedisBus):
        return own, None
    from skep.server.engines.queued import QueuedThinking
    from skep.server.engines.workshop import Workshop

    if settings.engine_workers < 1:
        return QueuedThinking(settings.redis_url, bus, None), None
    return QueuedThinking(settings.redis_url, bus, own), Workshop(settings.redis_url, own)
