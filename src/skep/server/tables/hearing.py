"""Who hears of what happens at the tables. Each is a list: nobody takes another's place.

- `deadlines` speak inside the transaction of the row: each says when it must be woken at this
  table, and the earliest time is stored with the row. The outcome and new seats are stored there
  as well, because no reader may see the row without them.
- `changes` are told in this process once a row is stored or a table was read: timers, engines.
- `seats` are told when somebody sat down or a table came into memory: presence.

Whatever can be made again from the log (ratings, notices, statistics) belongs in none of these: it
reads the log behind a cursor of its own, so that it can be rebuilt and never holds up a move.
"""

from __future__ import annotations

from collections.abc import Callable

from skep.server.tables.grace import Grace
from skep.server.tables.table import LiveTable

__all__ = ["Hearing"]


class Hearing:
    def __init__(self, grace: Grace) -> None:
        self._grace = grace
        self.deadlines: list[Callable[[LiveTable], int | None]] = [self._of_the_rules]
        self.changes: list[Callable[[LiveTable], None]] = []
        self.seats: list[Callable[[LiveTable], None]] = []

    def due_ms(self, table: LiveTable) -> int | None:
        """When the first of all deadlines falls."""
        times = [ms for ask in self.deadlines if (ms := ask(table)) is not None]
        return min(times, default=None)

    def changed(self, table: LiveTable) -> None:
        for tell in self.changes:
            tell(table)

    def seated(self, table: LiveTable) -> None:
        for tell in self.seats:
            tell(table)

    def _of_the_rules(self, table: LiveTable) -> int | None:
        deadline = table.rules.next_deadline()
        return None if deadline is None else self._grace.due_ms(table.terms, deadline)
