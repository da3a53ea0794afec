"""Things done again and again until the server stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from skep.errors import RefusedError

__all__ = ["Loops"]

log = logging.getLogger(__name__)


class Loops:
    """Each piece of work in a loop of its own. Stopping lets what is under way come to its end."""

    def __init__(self) -> None:
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def every(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        self._tasks.append(asyncio.create_task(self._run(seconds, work, name), name=name))

    async def _run(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        while not self._stop.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._stop.wait()
            if self._stop.is_set():
                return
            try:
                await work()
            except RefusedError as refusal:
                log.warning("%s: %s", name, refusal.code)
            except Exception:
                log.exception("%s failed; it will be tried again", name)

    async def stop(self) -> None:
        self._stop.set()
        await asyncio.gather(*self._tasks)
