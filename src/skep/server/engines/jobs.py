"""The queue of jobs on Redis: servers put them in, workers anywhere take them out.

The queue is SAQ's: a job is known by its key, so that two servers that ask for the same move ask
once; a worker that dies in a search is noticed by its missing heartbeat, and another takes the job.
Answers do not go through the queue but straight to the process that waits for them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from redis.asyncio import Redis
from saq.job import Job
from saq.queue.redis import RedisQueue

from skep.server.redis_server import connect, described, named, redis_problems

__all__ = ["HEARTBEAT_SECONDS", "TRIES", "Answer", "Queues", "decode_answer", "encode_answer"]

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 4
TRIES = 3
SWEEP_SECONDS = 2
_GIVE_UP_SECONDS = 0.5  # a worker that is told to stop and does not answer is dead
_ALONE_SECONDS = 0.5

# It would tell of every job, of Redis with its address, and of what is tried again:
# what matters is said by those who use it.
logging.getLogger("saq").setLevel(logging.CRITICAL)


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What a worker says of a job, for whoever put it in."""

    key: str
    body: dict[str, Any]


encode_answer = msgspec.msgpack.Encoder().encode
decode_answer = msgspec.msgpack.Decoder(Answer).decode


class _Line:
    """Says once that Redis is away, and once that it is back."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._is_lost = False

    def lost(self, problem: Exception) -> None:
        if not self._is_lost:
            log.warning("no jobs from Redis at %s (%s)", self._where, named(problem))
        self._is_lost = True

    def found(self) -> None:
        if self._is_lost:
            log.info("jobs come from Redis at %s again", self._where)
        self._is_lost = False


class _Queue(RedisQueue):
    line: _Line

    async def sweep(self, lock: int = SWEEP_SECONDS, abort: float = 0) -> list[str]:
        return await super().sweep(lock, abort=_GIVE_UP_SECONDS)

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        try:
            job = await super().dequeue(timeout, poll_interval)
        except redis_problems() as problem:
            self.line.lost(problem)
            await asyncio.sleep(_ALONE_SECONDS)  # it would be asked again at once, and for ever
            return None
        self.line.found()
        return job


class Queues:
    """Moves have a queue of their own: no analysis is ever before them, and no errand before that.

    Errands are what nobody waits for at a table: positions of reviews, games to find puzzles in.
    """

    def __init__(self, url: str) -> None:
        self.client: Redis = connect(url)
        number = self.client.connection_pool.connection_kwargs.get("db") or 0
        self.moves = _Queue(self.client, name=f"skep-{number}-moves")
        self.analyses = _Queue(self.client, name=f"skep-{number}-analyses")
        self.errands = _Queue(self.client, name=f"skep-{number}-errands")
        line = _Line(described(url))
        for queue in (self.moves, self.analyses, self.errands):
            queue.line = line

    async def close(self) -> None:
        await self.client.aclose()
