"""Whoever plays for the seats that no person plays: engines at Hive, bots at La Ruche."""

from __future__ import annotations

from skep.server.hive_rules import HiveRules
from skep.server.jobs import GRACE_MS, THINK_MS, Jobs
from skep.server.laruche_bots import LaRucheBots
from skep.server.table import Table
from skep.server.tables import Tables, now_ms

__all__ = ["Bots", "HiveEngines"]


class HiveEngines:
    """That an engine must move is read off the game; the queue of jobs is only a hint."""

    def __init__(self, tables: Tables, jobs: Jobs) -> None:
        self._tables = tables
        self._jobs = jobs

    def due_ms(self, table: Table) -> int | None:
        if not _engine_is_due(table):
            return None
        # What was asked for again keeps its own time; a row of the log begins a new one.
        asked = table.bot_asked
        since = asked[1] if asked is not None and asked[0] == table.head else table.last_at_ms
        return since + THINK_MS + GRACE_MS

    def notice(self, table: Table) -> None:
        """Something changed: if an engine is to move, ask for it at once."""
        if _engine_is_due(table) and (table.bot_asked is None or table.bot_asked[0] != table.head):
            self._tables.spawn(self.wake(table))

    async def wake(self, table: Table) -> None:
        """Ask, or ask again when no answer came in time."""
        if _engine_is_due(table):
            table.bot_asked = (table.head, now_ms())
            await self._jobs.want_move(table.id, table.head)


class Bots:
    """Both kinds, behind what the scheduler asks."""

    def __init__(self, engines: HiveEngines, players: LaRucheBots) -> None:
        self._engines = engines
        self._players = players

    def due_ms(self, table: Table) -> int | None:
        return self._engines.due_ms(table) or self._players.due_ms(table)

    def notice(self, table: Table) -> None:
        self._engines.notice(table)

    async def wake(self, table: Table) -> None:
        await self._engines.wake(table)
        await self._players.wake(table)


def _engine_is_due(table: Table) -> bool:
    rules = table.rules
    return (
        isinstance(rules, HiveRules)
        and table.is_live
        and table.setup.seats[rules.turn].who == "engine"
    )
