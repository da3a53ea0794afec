"""The engine at a table of Hive: its move is asked of a child process and given as a command.

That an engine must move is read off the game; asking is only a hint, and a deadline asks again when
no answer comes. An answer for another ply is dropped.
"""

from __future__ import annotations

import logging

from skep.errors import CommandRefusedError, EngineError, EngineGarbageError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.thinking import Thinking
from skep.server.games.hive import messages as m
from skep.server.games.hive.rules import HiveRules
from skep.server.metrics import JOBS
from skep.server.rules.contract import Event, no_lag
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["HivePlayers"]

log = logging.getLogger(__name__)
THINK_MS = 2_000
GRACE_MS = 5_000


class HivePlayers:
    """Keeps with the table when it asked last: `(seq, when)`."""

    def __init__(self, tables: Tables, pool: Thinking) -> None:
        self._tables = tables
        self._pool = pool
        self._wanted: set[tuple[str, int]] = set()

    def due_ms(self, table: LiveTable) -> int | None:
        if _seat_due(table) is None:
            return None
        # What was asked for again keeps its own time; a row of the log begins a new one.
        asked = table.players
        since = asked[1] if asked is not None and asked[0] == table.head else table.last_at_ms
        return since + THINK_MS + GRACE_MS

    def notice(self, table: LiveTable) -> None:
        """Something changed: if an engine is to move, ask for it at once."""
        if _seat_due(table) is not None and (
            table.players is None or table.players[0] != table.head
        ):
            self._ask(table)

    async def wake(self, table: LiveTable) -> None:
        """Ask again: no answer came in time."""
        if _seat_due(table) is not None:
            self._ask(table)

    def _ask(self, table: LiveTable) -> None:
        table.players = (table.head, now_ms())
        wanted = (table.id, table.head)
        if wanted not in self._wanted:
            self._wanted.add(wanted)
            self._tables.spawn(self._play(*wanted))

    async def _play(self, game: str, seq: int) -> None:
        try:
            await self.think_and_answer(game, seq)
        except EngineError as problem:
            JOBS.labels("failed").inc()
            if not self._pool.is_stopped:
                log.warning("engine at %s: %s", game, problem)
        except RefusedError as refusal:
            JOBS.labels("stale").inc()
            log.info("engine at %s was too late: %s", game, refusal.code)
        finally:
            self._wanted.discard((game, seq))

    async def think_and_answer(self, game: str, seq: int) -> None:
        """Move for the engine whose turn it is at `seq`; nothing when the log has gone on."""
        table = await self._tables.get(game)
        seat, rules = _seat_due(table), table.rules
        if table.head != seq or seat is None or not isinstance(rules, HiveRules):
            return
        ply = rules.ply
        job = {"do": "move", "level": table.terms.seats[seat].level, **rules.position_job()}
        answer = await self._pool.move(
            job, seconds=(THINK_MS + GRACE_MS) / 1000, key=f"{game}-{seq}"
        )
        move = answer.get("move")
        if not isinstance(move, str):
            raise EngineGarbageError(str(answer.get("error", answer)))

        def decide(table: LiveTable, at_ms: int) -> Event:
            if table.terms.seats[seat].who != "engine":
                raise CommandRefusedError(RefusalCode.STALE, "No engine sits there.")
            command = m.Play(move=move, ply=ply)
            return table.rules.check(
                (seat,), command, self._tables.circumstances(table, at_ms, no_lag)
            )

        await self._tables.submit(game, actor=f"seat{seat}", command_id=f"e{seq}", decide=decide)
        JOBS.labels("done").inc()


def _seat_due(table: LiveTable) -> int | None:
    """The seat of the engine whose turn it is."""
    rules = table.rules
    if not isinstance(rules, HiveRules) or not table.is_live:
        return None
    return rules.turn if table.terms.seats[rules.turn].who == "engine" else None
