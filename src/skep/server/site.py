"""Everything of one server process, put together in one place and started in order."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from skep.server.analysis import Analysis
from skep.server.bots import Bots, HiveEngines
from skep.server.bus import LocalBus
from skep.server.chat import Chat
from skep.server.connections import SLICES, Connections
from skep.server.crash_points import CrashPoint
from skep.server.database import (
    data_folder_lock,
    migrate,
    open_batch_engine,
    open_engine,
    prepare_folder,
)
from skep.server.engine_process import EnginePool
from skep.server.guests import Guests
from skep.server.jobs import Jobs
from skep.server.laruche_bots import LaRucheBots
from skep.server.lobby import Lobby
from skep.server.loops import Loops
from skep.server.outages import BEAT_SECONDS, Heart
from skep.server.presence import WRITE_SECONDS, Presence
from skep.server.scheduler import Scheduler
from skep.server.settings import Settings
from skep.server.store import Store
from skep.server.tables import Tables
from skep.server.writer import Writer

__all__ = ["Site"]

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
        self.bus = LocalBus()
        self.tables = Tables(settings, self.store, self.writer, self.bus, crash_point)
        self.guests = Guests(settings.signing_secret(), self.writer)
        self.heart = Heart(self.store, self.writer, self.tables, dialect=dialect)
        self.presence = Presence(
            self.writer, self.tables, process=self.heart.process, dialect=dialect
        )
        self.lobby = Lobby(self.store, self.writer, self.tables, dialect=dialect)
        self.chat = Chat(self.store, self.writer, dialect=dialect)
        self.pool = EnginePool(settings.engine_workers, settings.engine_memory_mib)
        self.jobs = Jobs(self.tables, self.pool)
        self.analysis = Analysis(self.jobs)
        self.bots = Bots(
            HiveEngines(self.tables, self.jobs), LaRucheBots(self.tables, settings.bot_speed)
        )
        self.scheduler = Scheduler(self.store, self.writer, self.tables, self.bots)
        self.heart.on_outage = self.scheduler.hold_back_daily
        self.connections = Connections(self)
        self.is_ready = False

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Site]:
        """Start in order: clocks are repaired before any deadline can fall."""
        with data_folder_lock(self.settings):
            saved = await migrate(self.engine, self.settings)
            if saved is not None:
                log.info("the database was migrated; the old one is in %s", saved)
            self.writer.start()
            await self.heart.start()
            await self.scheduler.hold_back_daily()
            await self.jobs.start()
            loops = self._start_loops()
            self.is_ready = True
            try:
                yield self
            finally:
                self.is_ready = False
                self.scheduler.stop()
                await loops.stop()
                await self.jobs.stop()
                await self.tables.stop()
                await self.writer.stop()
                await self.bus.close()
                await self.engine.dispose()

    def _start_loops(self) -> Loops:
        settings, loops = self.settings, Loops()
        loops.every(BEAT_SECONDS, self.heart.tick, "heartbeat")
        loops.every(WRITE_SECONDS, self.presence.tick, "presence")
        loops.every(settings.sweep_seconds, self.scheduler.sweep, "sweep")
        loops.every(settings.heartbeat_seconds / SLICES, self.connections.tick, "sockets")
        loops.every(settings.compare_heads_seconds, self.tables.compare_heads, "heads")
        return loops
