"""Time passes: deadlines fall whether or not anybody is connected.

The rows of `deadlines` are the truth and are swept; timers of the event loop only make it
punctual. Firing twice is harmless: the row of the log with its seq exists once.
"""

from __future__ import annotations

import asyncio
import logging

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Event
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.grace import LONG_OUTAGE_MS
from skep.server.tables.losses import Losses
from skep.server.tables.players import Players
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["Scheduler"]

log = logging.getLogger(__name__)
AGAIN_SECONDS = 0.2


class Scheduler:
    """Sweeps the deadlines and sets a timer for every table in memory."""

    def __init__(
        self, store: Store, writer: Writer, tables: Tables, players: Players, losses: Losses
    ) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._players = players
        self._losses = losses
        self._stopped = False
        tables.hearing.changes.append(self._changed)
        tables.hearing.deadlines.append(players.due_ms)

    def stop(self) -> None:
        """Set no more timers."""
        self._stopped = True

    async def hold_back_daily(self) -> None:
        """After a long outage, nobody loses a daily game before they could see it is back."""
        self._tables.grace.follow(await self._store.last_long_outage_end(LONG_OUTAGE_MS))

    def _changed(self, table: LiveTable) -> None:
        self._players.notice(table)
        self.set_timer(table)

    def set_timer(self, table: LiveTable) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        due = self._due_ms(table)
        if due is None or self._stopped:
            return
        wait = max(0.0, (due - now_ms()) / 1000)
        if wait > 86_400:  # the sweep will find it
            return
        loop = asyncio.get_running_loop()
        table.timer = loop.call_later(wait, self._ring, table)

    def _ring(self, table: LiveTable) -> None:
        table.timer = None
        if self._tables.pulse.is_troubled:  # first the clocks are repaired and those who wait heard
            self._ring_later(table, AGAIN_SECONDS)
            return
        self._tables.spawn(self._wake_quietly(table))

    def _ring_later(self, table: LiveTable, seconds: float) -> None:
        if table.timer is not None:
            table.timer.cancel()
        if not self._stopped:
            table.timer = asyncio.get_running_loop().call_later(seconds, self._ring, table)

    async def sweep(self) -> None:
        """Wake every game whose deadline has passed, in memory or not."""
        if self._tables.pulse.is_troubled:
            return
        now = now_ms()
        for game, _seq, _due in await self._store.due(now):
            table = await self._tables.get(game)
            if table.timer is None:
                await self._wake_quietly(table)
            elif (due := self._due_ms(table)) is not None and due > now:
                # A glance that was not yet written, or a flag that is held.
                self._writer.set_due(game, table.head, due)

    async def _wake_quietly(self, table: LiveTable) -> None:
        try:
            await self.wake(table)
        except RefusedError as refusal:
            log.debug("waking %s: %s", table.id, refusal.code)
            if refusal.code == RefusalCode.STORAGE_FULL:
                return  # the sweep comes again
            self.set_timer(table)

    async def wake(self, table: LiveTable) -> None:
        """Let time pass at a table, or let its bots look at it."""
        now = now_ms()
        due = table.rules.next_deadline()
        if due is not None and due <= now and not self._tables.grace.holds(table.terms, now):
            held = await self._losses.held_seconds(table, due)
            if held is None:
                await self._pass_time(table, table.head, due)
            else:
                self._ring_later(table, held)
            return
        player_due = self._players.due_ms(table)
        if player_due is not None and player_due <= now:
            await self._players.wake(table)
            next_due = self._due_ms(table)
            if next_due is not None:
                self._writer.set_due(table.id, table.head, next_due)
        self.set_timer(table)

    async def _pass_time(self, table: LiveTable, expected_seq: int, due_ms: int) -> None:
        def decide(table: LiveTable, _at_ms: int) -> Event:
            if table.head != expected_seq or table.rules.next_deadline() != due_ms:
                raise CommandRefusedError(RefusalCode.NOT_DUE, "Nothing is due.")
            return protocol.TimePassed()

        await self._tables.submit(
            table.id,
            actor="clock",
            command_id=f"t{expected_seq}",
            decide=decide,
            at_ms=due_ms,
        )

    def _due_ms(self, table: LiveTable) -> int | None:
        if not table.is_live:
            return None
        return self._tables.hearing.due_ms(table)
