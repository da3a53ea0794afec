"""Child processes that think, and the pool of them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from skep.errors import CommandRefusedError, EngineError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.child import Child

__all__ = ["EnginePool", "EngineProcess"]

MOST_WAITING = 8  # analyses; more would only wait for each other


class EngineProcess(Child):
    """A child with an engine in it."""

    def __init__(self, memory_mib: int = 64) -> None:
        super().__init__("skep.server.engines.worker", str(memory_mib))
        self._is_hurried = False

    async def ask(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        def listen(answer: dict[str, Any]) -> None:
            if self._is_hurried:  # that came before it had begun: say it again
                self.hurry()
            elif on_progress is not None:
                on_progress(answer)

        try:
            return await super().ask(job, seconds=seconds, on_progress=listen)
        finally:
            self._is_hurried = False

    def hurry(self) -> None:
        """Let its analysis, begun or about to begin, end with what it has."""
        self._is_hurried = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGUSR1)


class EnginePool:
    """So many children. Moves go before analyses, and an analysis makes way for a move."""

    def __init__(self, size: int, memory_mib: int) -> None:
        self.processes = [EngineProcess(memory_mib) for _ in range(max(1, size))]
        self._free = list(self.processes)
        self._moves: deque[asyncio.Future[EngineProcess]] = deque()
        self._analyses: deque[asyncio.Future[EngineProcess]] = deque()
        self._analysing: list[EngineProcess] = []
        self._askers: set[Hashable] = set()
        self._stopped = False

    async def move(self, job: dict[str, Any], *, seconds: float) -> dict[str, Any]:
        """A move at a table: somebody waits for it."""
        process = await self._wait(self._moves)
        try:
            return await self._ask(process, job, seconds, None)
        finally:
            self._release(process)

    async def analyse(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        whose: Hashable,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Look at a position for somebody: one at a time for each, and a queue with an end.

        Whoever is cancelled while it runs gets nothing; the child is told to come to its end.
        """
        self.check_room(whose)
        self._askers.add(whose)
        try:
            process = await self._wait(self._analyses)
            self._analysing.append(process)
            work = asyncio.ensure_future(self._ask(process, job, seconds, on_progress))
            work.add_done_callback(lambda _: self._analysed(process))
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                process.hurry()
                raise
        finally:
            self._askers.discard(whose)

    def check_room(self, whose: Hashable) -> None:
        """A refusal when this asker has an analysis already, or too many wait."""
        if whose in self._askers:
            raise CommandRefusedError(RefusalCode.BUSY, "One analysis at a time.")
        if len(self._analyses) >= MOST_WAITING:
            raise CommandRefusedError(
                RefusalCode.BUSY,
                "The computer has too much to think about.",
                waiting=len(self._analyses),
            )

    def _analysed(self, process: EngineProcess) -> None:
        self._analysing.remove(process)
        self._release(process)

    async def _ask(
        self,
        process: EngineProcess,
        job: dict[str, Any],
        seconds: float,
        on_progress: Callable[[dict[str, Any]], None] | None,
    ) -> dict[str, Any]:
        if self._stopped:
            raise EngineError("the server stops")
        return await process.ask(job, seconds=seconds, on_progress=on_progress)

    async def _wait(self, queue: deque[asyncio.Future[EngineProcess]]) -> EngineProcess:
        if self._free:
            return self._free.pop()
        place: asyncio.Future[EngineProcess] = asyncio.get_running_loop().create_future()
        queue.append(place)
        if queue is self._moves:
            for process in self._analysing[: len(self._moves)]:
                process.hurry()
        try:
            return await place
        except asyncio.CancelledError:
            if place in queue:
                queue.remove(place)
            elif not place.cancelled():
                self._release(place.result())
            raise

    def _release(self, process: EngineProcess) -> None:
        for queue in (self._moves, self._analyses):
            while queue:
                place = queue.popleft()
                if not place.done():
                    place.set_result(process)
                    return
        self._free.append(process)

    @property
    def is_stopped(self) -> bool:
        return self._stopped

    async def stop(self) -> None:
        self._stopped = True
        for process in self.processes:
            await process.stop()
