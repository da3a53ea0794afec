"""Limits that all processes of a site count together, by Redis; what is counted here comes first.

While Redis is away each process counts for itself: a limit is then as wide as there are processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from skep.server.redis_server import connect, named, redis_problems
from skep.server.rules.limits import Buckets, too_fast

if TYPE_CHECKING:
    from limits.aio.strategies import RateLimiter
    from redis.asyncio import Redis

__all__ = ["SharedCount", "SharedLimits"]

log = logging.getLogger(__name__)
ANSWER_SECONDS = 0.5  # who waits for a limit waits for a page
AWAY_SECONDS = 5.0  # so long it is not asked again


class SharedCount:
    """Where limits are counted for all processes. Without an address: nowhere."""

    def __init__(self, redis_url: str = "") -> None:
        self._client = connect(redis_url) if redis_url else None
        self._limiter = None if self._client is None else _limiter(self._client)
        self._asks_again_at = 0.0

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def wait_seconds(self, name: str, key: str, per_minute: int) -> float:
        """Count one more. 0: granted, or nobody knows; otherwise how long to wait."""
        if self._limiter is None or time.monotonic() < self._asks_again_at:
            return 0.0
        from limits import RateLimitItemPerMinute

        item = RateLimitItemPerMinute(per_minute, namespace=name)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                if await self._limiter.hit(item, key):
                    return 0.0
                window = await self._limiter.get_window_stats(item, key)
                return max(window.reset_time - time.time(), 0.0) or 1.0
        except redis_problems() as problem:
            log.warning("limits are counted here alone (%s)", named(problem))
            self._asks_again_at = time.monotonic() + AWAY_SECONDS
            return 0.0


def _limiter(client: Redis) -> RateLimiter:
    from limits.aio.storage import RedisStorage
    from limits.aio.strategies import SlidingWindowCounterRateLimiter

    # The address of the storage is not used: the pool has it, with time-outs of ours.
    pool = client.connection_pool
    number = pool.connection_kwargs.get("db") or 0
    storage = RedisStorage(
        "async+redis://",
        implementation="redispy",
        key_prefix=f"skep:{number}:limits",
        connection_pool=pool,  # type: ignore[arg-type]
    )
    return SlidingWindowCounterRateLimiter(storage)


class SharedLimits:
    """So many of something at once, refilled at a rate, for each key."""

    def __init__(self, name: str, rate: float, burst: float, count: SharedCount) -> None:
        self._name = name
        self._own = Buckets(rate, burst)
        self._count = count
        self._per_minute = int(max(burst, rate * 60, 1))

    async def check(self, *key: str | int) -> None:
        """RefusedError `TOO_FAST` when this key has had its share, here or at all processes."""
        self._own.check(key)
        whose = ":".join(map(str, key))
        wait = await self._count.wait_seconds(self._name, whose, self._per_minute)
        if wait:
            raise too_fast(wait)
