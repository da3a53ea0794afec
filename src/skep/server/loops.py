"""Things done again and again until the server stops."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from skep.errors import RefusedError, StorageAwayError

__all__ = ["Loops", "is_cancelled"]

log = logging.getLogger(__name__)


class Loops:
    """Each piece of work in a loop of its own. Stopping lets what is under way come to its end."""

    def __init__(self) -> None:
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def every(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        self._tasks.append(asyncio.create_task(self._run(seconds, work, name), name=name))

    async def _run(self, seconds: float, work: Callable[[], Awaitable[None]], name: str) -> None:
        told = ""
        while not self._stop.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._stop.wait()
            if self._stop.is_set():
                return
            try:
                await work()
            except StorageAwayError:
                continue  # who asked the database has said so
            except (Exception, asyncio.CancelledError) as problem:
                # Whatever it is, it is tried again; what it waited for may have been cancelled.
                if is_cancelled():
                    raise
                if repr(problem) != told:
                    _tell(name, problem)
                told = repr(problem)
            else:
                if told:
                    log.info("%s works again", name)
                told = ""

    async def stop(self) -> None:
        self._stop.set()
        if self._tasks:
            await asyncio.wait(self._tasks)


def is_cancelled() -> bool:
    """Is the task that asks to end? It may also see that something it waited for was given up."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _tell(name: str, problem: BaseException) -> None:
    """Said once: as long as it fails in the same way, nothing new is learned from it."""
    if isinstance(problem, RefusedError):
        log.warning("%s: %s", name, problem.code)
    else:
        log.error("%s failed; it is tried again and again", name, exc_info=problem)
