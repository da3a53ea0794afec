"""Whoever plays for the seats that no person plays: engines at Hive, bots at La Ruche."""

from __future__ import annotations

from skep.server.hive_rules import HiveRules
from skep.server.jobs import GRACE_MS, THINK_MS, Jobs
from skep.server.table import Table
from skep.server.tables import Tables, now_ms

__all__ = ["Bots"]


class Bots:
    """Reads off the game that a bot must move; everything else is a hint."""

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
            self._tables.spawn(self._ask(table))

    async def wake(self, table: Table) -> None:
        """No answer came in time: ask again."""
        if _engine_is_due(table):
            await self._ask(table)

    async def _ask(self, table: Table) -> None:
        table.bot_asked = (table.head, now_ms())
        await self._jobs.want_move(table.id, table.head)


def _engine_is_due(table: Table) -> bool:
    rules = table.rules
    return (
        isinstance(rules, HiveRules)
        and table.is_live
        and table.setup.seats[rules.turn].who == "engine"
    )
