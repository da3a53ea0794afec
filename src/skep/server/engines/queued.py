"""Thinking by whichever worker is free, on this machine or another."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Hashable
from math import ceil
from typing import Any, NamedTuple

import msgspec
from saq.job import Job
from saq.queue.redis import RedisQueue

from skep.errors import CommandRefusedError, EngineError, EngineTimeoutError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.jobs import HEARTBEAT_SECONDS, TRIES, Queues, decode_answer
from skep.server.engines.pool import MOST_OF_AN_ADDRESS, EnginePool
from skep.server.engines.thinking import Progress
from skep.server.redis_server import redis_problems
from skep.server.tables.redis_bus import RedisBus

__all__ = ["QueuedThinking"]

log = logging.getLogger(__name__)
MOST_ANALYSES = 16  # of one server; more would only wait for each other
ENQUEUE_SECONDS = 2.0
# So long a job may wait for its turn, and be begun again by another worker.
PATIENCE_SECONDS = 30.0
ERRAND_PATIENCE_SECONDS = 86_400.0


class _Waiting(NamedTuple):
    answer: asyncio.Future[dict[str, Any]]
    on_progress: Progress | None


class QueuedThinking:
    """Puts jobs into the queue. While Redis is away this process thinks itself, if it may."""

    def __init__(self, url: str, bus: RedisBus, own: EnginePool | None) -> None:
        self._queues = Queues(url)
        self._bus = bus
        self._own = own
        self._waiting: dict[str, _Waiting] = {}
        self._askers: dict[Hashable, str] = {}  # and their addresses
        self._numbers = itertools.count(1)
        self._aborting: set[asyncio.Task[None]] = set()
        self._stopped = False
        bus.letters.append(self._hear)

    @property
    def is_stopped(self) -> bool:
        return self._stopped

    async def count_waiting(self) -> dict[str, int]:
        """In Redis, of all servers together."""
        queues = self._queues
        named = {"moves": queues.moves, "analyses": queues.analyses, "errands": queues.errands}
        try:
            return {name: await queue.count("queued") for name, queue in named.items()}
        except redis_problems():
            return {}

    async def stop(self) -> None:
        self._stopped = True
        for waiting in self._waiting.values():
            waiting.answer.cancel()
        await asyncio.gather(*self._aborting, return_exceptions=True)
        await self._queues.close()

    async def move(self, job: dict[str, Any], *, seconds: float, key: str) -> dict[str, Any]:
        if not self._bus.is_connected and self._own is not None:
            return await self._own.move(job, seconds=seconds, key=key)
        return await self._ask(self._queues.moves, f"m{key}", job, seconds, None)

    async def errand(self, job: dict[str, Any], *, seconds: float) -> dict[str, Any]:
        if not self._bus.is_connected and self._own is not None:
            return await self._own.errand(job, seconds=seconds)
        key = self._new_key("e")
        patience = ERRAND_PATIENCE_SECONDS
        return await self._ask(self._queues.errands, key, job, seconds, None, patience=patience)

    def _new_key(self, kind: str) -> str:
        """Never the same twice: an answer comes before its job has left the queue."""
        return f"{kind}{self._bus.own_channel}-{next(self._numbers)}"

    def _check_room(self, whose: Hashable, address: str) -> None:
        if whose in self._askers:
            raise CommandRefusedError(RefusalCode.BUSY, "One analysis at a time.")
        of_address = sum(1 for each in self._askers.values() if each == address)
        if len(self._askers) >= MOST_ANALYSES or of_address >= MOST_OF_AN_ADDRESS:
            raise CommandRefusedError(
                RefusalCode.BUSY,
                "The computer has too much to think about.",
                waiting=len(self._askers),
            )

    def analyse(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        whose: Hashable,
        address: str = "",
        on_progress: Progress | None = None,
    ) -> asyncio.Task[dict[str, Any]]:
        if not self._bus.is_connected and self._own is not None:
            return self._own.analyse(
                job, seconds=seconds, whose=whose, address=address, on_progress=on_progress
            )
        self._check_room(whose, address)
        self._askers[whose] = address
        key = self._new_key("a")
        work = self._ask(self._queues.analyses, key, job, seconds, on_progress, address)
        task = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._askers.pop(whose, None))
        return task

    async def _ask(
        self,
        queue: RedisQueue,
        key: str,
        job: dict[str, Any],
        seconds: float,
        on_progress: Progress | None,
        address: str = "",
        patience: float = PATIENCE_SECONDS,
    ) -> dict[str, Any]:
        if self._stopped:
            raise EngineError("the server stops")
        entry = Job(
            "think",
            kwargs={
                "job": job,
                "seconds": seconds,
                "address": address,
                "reply_to": self._bus.own_channel,
            },
            key=key,
            # What has to make way begins anew inside of one try.
            timeout=ceil(seconds + patience) + HEARTBEAT_SECONDS,
            heartbeat=HEARTBEAT_SECONDS,
            retries=TRIES,
            ttl=-1,  # the answer goes to who waits for it, and is kept nowhere
        )
        waiting = _Waiting(asyncio.get_running_loop().create_future(), on_progress)
        self._waiting[key] = waiting
        try:
            async with asyncio.timeout(ENQUEUE_SECONDS):
                is_new = await queue.enqueue(entry) is not None
            if not is_new:
                raise CommandRefusedError(RefusalCode.BUSY, "That has been asked already.")
            async with asyncio.timeout(seconds + patience):
                return await waiting.answer
        except redis_problems() as problem:  # to wait for too long is one of them
            self._abort(entry)
            raise EngineTimeoutError("no worker has answered") from problem
        except asyncio.CancelledError:
            self._abort(entry)
            raise
        finally:
            if self._waiting.get(key) is waiting:
                del self._waiting[key]

    def _abort(self, entry: Job) -> None:
        async def abort() -> None:
            with contextlib.suppress(*redis_problems()):
                await entry.abort("nobody waits for it")

        task = asyncio.ensure_future(abort())
        self._aborting.add(task)
        task.add_done_callback(self._aborting.discard)

    def _hear(self, letter: bytes) -> None:
        """An answer to a question that nobody asks any more, or a second one, is dropped."""
        try:
            answer = decode_answer(letter)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            log.warning("an answer that is none came over Redis")
            return
        waiting = self._waiting.get(answer.key)
        if waiting is None or waiting.answer.done():
            return
        if answer.body.get("done"):
            waiting.answer.set_result(answer.body)
        elif waiting.on_progress is not None:
            waiting.on_progress(answer.body)
