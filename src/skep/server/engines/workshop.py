"""Where jobs of the queue are done: in the children of this process, which may be a server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from saq.types import Context
from saq.worker import Worker

from skep.errors import EngineError
from skep.server.engines.jobs import (
    HEARTBEAT_SECONDS,
    SWEEP_SECONDS,
    TRIES,
    Answer,
    Queues,
    encode_answer,
)
from skep.server.engines.pool import EnginePool
from skep.server.redis_server import redis_problems

__all__ = ["Workshop"]

log = logging.getLogger(__name__)
WAIT_SECONDS = 2.0  # for a job, before it is looked whether to stop
# Its children are killed before a job is waited for: it has only to go back into the queue.
GRACE_SECONDS, CANCEL_SECONDS = 2, 1.0
WAITING = 4


class _Worker(Worker[Context]):
    SIGNALS = []  # noqa: RUF012 - to stop is for whoever has started it


class Workshop:
    """Takes as many moves as there are children, and a few more analyses; moves go first.

    Errands come last.
    """

    def __init__(self, url: str, pool: EnginePool) -> None:
        self._queues = Queues(url)
        self._pool = pool
        self._workers = [
            _Worker(
                queue,
                [("think", self._think)],
                concurrency=len(pool.processes) + waiting,
                dequeue_timeout=WAIT_SECONDS,
                timers={"abort": 1, "sweep": SWEEP_SECONDS, "worker_info": 10, "schedule": 5},
                shutdown_grace_period_s=GRACE_SECONDS,
                cancellation_hard_deadline_s=CANCEL_SECONDS,
            )
            # Some analyses wait here, so that addresses take turns: the queue itself knows none.
            for queue, waiting in (
                (self._queues.moves, 0),
                (self._queues.analyses, WAITING),
                (self._queues.errands, 0),
            )
        ]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(worker.start()) for worker in self._workers]

    async def stop(self) -> None:
        """What is under way goes back into the queue, for somebody else."""
        for worker in self._workers:
            worker.event.set()
        await self._pool.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._queues.close()

    async def _think(
        self,
        context: Context,
        *,
        job: dict[str, Any],
        seconds: float,
        address: str,
        reply_to: str,
    ) -> None:
        entry = context["job"]
        tells: set[asyncio.Task[None]] = set()

        def tell(body: dict[str, Any]) -> None:
            task = asyncio.ensure_future(self._tell(reply_to, Answer(entry.key, body)))
            tells.add(task)
            task.add_done_callback(tells.discard)

        beating = asyncio.ensure_future(self._beat(entry))
        try:
            if job["do"] == "move":
                body = await self._pool.move(job, seconds=seconds, key=entry.key)
            elif job["do"] == "analyse":
                body = await self._pool.analyse(
                    job, seconds=seconds, whose=entry.key, address=address, on_progress=tell
                )
            else:
                body = await self._pool.errand(job, seconds=seconds)
        except EngineError as problem:
            if entry.attempts < TRIES:
                log.info("a job goes back into the queue: %s", problem)
                raise
            body = {"error": str(problem), "done": True}
        finally:
            beating.cancel()
            await asyncio.gather(*tells, return_exceptions=True)
        await self._tell(reply_to, Answer(entry.key, body))

    async def _tell(self, reply_to: str, answer: Answer) -> None:
        try:
            await self._queues.client.publish(reply_to, encode_answer(answer))
        except redis_problems() as problem:
            log.warning("an answer was lost on its way (%s)", type(problem).__name__)

    async def _beat(self, entry: Any) -> None:
        """A long search is not a dead one."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS / 4)
            with contextlib.suppress(*redis_problems()):
                await entry.update()
