"""Engine work as taskiq tasks: in this process by default, on workers when outgrown.

The queue is only a hint: whose turn it is stands in the game, and a deadline asks again when an
answer does not come. The answer is an ordinary command for that ply, dropped when it is stale.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from taskiq import InMemoryBroker

from skep.errors import CommandRefusedError, EngineError, EngineGarbageError, RefusedError
from skep.server import messages as m
from skep.server.engine_process import EnginePool
from skep.server.hive_rules import HiveRules
from skep.server.metrics import JOBS
from skep.server.rules import Circumstances
from skep.server.table import Table
from skep.server.tables import Tables, now_ms

__all__ = ["THINK_MS", "Jobs", "position_of"]

log = logging.getLogger(__name__)
THINK_MS = 2_000
GRACE_MS = 5_000


def position_of(rules: HiveRules, ply: int | None = None) -> dict[str, Any]:
    """A position as the engine's process takes it."""
    return {
        "game_type": rules.options.game_type,
        "opening_queen": rules.options.opening_queen,
        "repetition": rules.options.repetition,
        "moves": list(rules.moves[:ply]),
    }


class Jobs:
    """Takes work in, lets a child process do it, and hands the answer to the game."""

    def __init__(self, tables: Tables, pool: EnginePool) -> None:
        self._tables = tables
        self._pool = pool
        self._broker = InMemoryBroker(max_async_tasks=1000)

        # taskiq renames the functions it registers, which methods do not allow.
        async def think(game: str, seq: int) -> None:
            await self._think_task(game, seq)

        async def analyse(identity: str, job: dict[str, Any], seconds: float) -> None:
            await self._analyse_task(identity, job, seconds)

        self._think = self._broker.register_task(think, task_name="skep.think")
        self._analyse = self._broker.register_task(analyse, task_name="skep.analyse")
        self._watchers: dict[str, Callable[[dict[str, Any]], None]] = {}
        self._wanted: set[tuple[str, int]] = set()
        self._stopping = False

    async def start(self) -> None:
        await self._broker.startup()

    async def stop(self) -> None:
        """Stop thinking: the games still say whose turn it is."""
        self._stopping = True
        await self._pool.stop()
        await self._broker.wait_all()
        await self._broker.shutdown()

    async def want_move(self, game: str, seq: int) -> None:
        """Ask for the move of the engine whose turn it is at `seq`. Asking twice is harmless."""
        if self._stopping or (game, seq) in self._wanted:
            return
        self._wanted.add((game, seq))
        await self._think.kiq(game, seq)

    async def _think_task(self, game: str, seq: int) -> None:
        try:
            await self._think_and_answer(game, seq)
        except EngineError as problem:
            JOBS.labels("failed").inc()
            if not self._stopping:
                log.warning("engine at %s: %s", game, problem)
        except RefusedError as refusal:
            JOBS.labels("stale").inc()
            log.info("engine at %s was too late: %s", game, refusal.code)
        finally:
            self._wanted.discard((game, seq))

    async def _think_and_answer(self, game: str, seq: int) -> None:
        table = await self._tables.get(game)
        rules = table.rules
        if table.head != seq or not isinstance(rules, HiveRules) or not table.is_live:
            return
        seat, ply = rules.turn, rules.ply
        job = {"do": "move", "level": table.setup.seats[seat].level, **position_of(rules)}
        answer = await self._pool.ask(job, seconds=(THINK_MS + GRACE_MS) / 1000)
        move = answer.get("move")
        if not isinstance(move, str):
            raise EngineGarbageError(str(answer.get("error", answer)))
        at = now_ms()

        def decide(table: Table) -> tuple[m.Event, int]:
            if table.setup.seats[seat].who != "engine":
                raise CommandRefusedError("STALE", "No engine sits there.")
            at_ms = max(at, table.last_at_ms)
            command = m.Play(move=move, ply=ply)
            return table.rules.check((seat,), command, Circumstances(at_ms=at_ms)), at_ms

        await self._tables.submit(game, actor=f"seat{seat}", command_id=f"e{seq}", decide=decide)
        JOBS.labels("done").inc()

    async def want_analysis(
        self,
        identity: str,
        job: dict[str, Any],
        seconds: float,
        on_progress: Callable[[dict[str, Any]], None],
    ) -> None:
        """Analyse a position; progress and the last answer go to `on_progress`."""
        self._watchers[identity] = on_progress
        await self._analyse.kiq(identity, job, seconds)

    async def _analyse_task(self, identity: str, job: dict[str, Any], seconds: float) -> None:
        watcher = self._watchers[identity]
        try:
            limit = seconds + GRACE_MS / 1000
            watcher(await self._pool.ask(job, seconds=limit, on_progress=watcher))
            JOBS.labels("done").inc()
        except EngineError as problem:
            JOBS.labels("failed").inc()
            watcher({"done": True, "error": str(problem)})
        finally:
            self._watchers.pop(identity, None)
