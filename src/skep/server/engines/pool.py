"""Child processes that think, and the pool of them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from skep.errors import CommandRefusedError, EngineError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.child import Child
from skep.server.rules.turns import FairQueue

__all__ = ["MOST_OF_AN_ADDRESS", "EnginePool", "EngineProcess"]

MOST_WAITING = 8  # analyses; more would only wait for each other
MOST_OF_AN_ADDRESS = 4  # of those that wait
MAKES_WAY_AFTER = 3.0  # seconds of thinking, when somebody of another address waits


class _Running(NamedTuple):
    address: str
    since: float  # by the loop's clock


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
    """So many children. Moves go before analyses, those before errands; each makes way for a move.

    Analyses of different addresses take turns, and one that has had its time makes way for others:
    whoever asks for many, as many people, waits for themselves.
    """

    def __init__(self, size: int, memory_mib: int) -> None:
        self.processes = [EngineProcess(memory_mib) for _ in range(max(1, size))]
        self._free = list(self.processes)
        self._moves: FairQueue[asyncio.Future[EngineProcess]] = FairQueue()
        self._analyses: FairQueue[asyncio.Future[EngineProcess]] = FairQueue()
        self._errands: FairQueue[asyncio.Future[EngineProcess]] = FairQueue()
        self._analysing: dict[EngineProcess, _Running] = {}
        self._on_errand: set[EngineProcess] = set()
        self._ending: set[asyncio.Future[None]] = set()
        self._askers: set[Hashable] = set()
        self._stopped = False

    async def move(self, job: dict[str, Any], *, seconds: float, key: str = "") -> dict[str, Any]:
        """A move at a table: somebody waits for it."""
        process = await self._wait(self._moves, "")
        try:
            return await self._ask(process, job, seconds, None)
        finally:
            self._release(process)

    async def errand(self, job: dict[str, Any], *, seconds: float) -> dict[str, Any]:
        """What can wait: whoever needs its child takes it, and it is begun anew later."""
        while True:
            process = await self._wait(self._errands, "")
            self._on_errand.add(process)
            try:
                return await self._ask(process, job, seconds, None)
            except EngineError:
                if process in self._on_errand or self._stopped:
                    raise
            finally:
                self._on_errand.discard(process)
                self._release(process)

    def analyse(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        whose: Hashable,
        address: str = "",
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> asyncio.Task[dict[str, Any]]:
        """Look at a position for somebody: one at a time for each, and a queue with an end.

        It is refused at once or not at all. Whoever is cancelled while it runs gets nothing; the
        child is told to come to its end.
        """
        self._check_room(whose, address)
        self._askers.add(whose)
        task = asyncio.ensure_future(self._analyse(job, seconds, address, on_progress))
        task.add_done_callback(lambda _: self._askers.discard(whose))
        return task

    async def _analyse(
        self,
        job: dict[str, Any],
        seconds: float,
        address: str,
        on_progress: Callable[[dict[str, Any]], None] | None,
    ) -> dict[str, Any]:
        process = await self._wait(self._analyses, address)
        self._analysing[process] = _Running(address, asyncio.get_running_loop().time())
        work = asyncio.ensure_future(self._ask(process, job, seconds, on_progress))
        work.add_done_callback(lambda done: self._analysed(process, done))
        self._look_who_makes_way()
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            process.hurry()
            raise

    def _check_room(self, whose: Hashable, address: str) -> None:
        """A refusal when this asker has an analysis already, or too many wait."""
        if whose in self._askers:
            raise CommandRefusedError(RefusalCode.BUSY, "One analysis at a time.")
        if (
            len(self._analyses) >= MOST_WAITING
            or self._analyses.count_of(address) >= MOST_OF_AN_ADDRESS
        ):
            raise CommandRefusedError(
                RefusalCode.BUSY,
                "The computer has too much to think about.",
                waiting=len(self._analyses),
            )

    def _analysed(self, process: EngineProcess, work: asyncio.Task[dict[str, Any]]) -> None:
        if not work.cancelled():
            work.exception()  # whoever asked may be gone, and nobody else wants to know
        running = self._analysing.pop(process)
        self._release(process, running.address)

    def _look_who_makes_way(self) -> None:
        """Look again when an analysis that others wait for has had its time."""
        loop = asyncio.get_running_loop()
        for process, running in self._analysing.items():
            if any(address != running.address for address in self._analyses):
                due = running.since + MAKES_WAY_AFTER
                loop.call_at(due, self._make_way, process, running)

    def _make_way(self, process: EngineProcess, running: _Running) -> None:
        is_still = self._analysing.get(process) is running
        if is_still and any(address != running.address for address in self._analyses):
            process.hurry()

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

    async def _wait(
        self, queue: FairQueue[asyncio.Future[EngineProcess]], address: str
    ) -> EngineProcess:
        if self._free:
            return self._free.pop()
        place: asyncio.Future[EngineProcess] = asyncio.get_running_loop().create_future()
        queue.put(address, place)
        taken = self._take_from_errands(len(queue)) if queue is not self._errands else 0
        if queue is self._moves:
            for process in list(self._analysing)[: len(self._moves) - taken]:
                process.hurry()
        elif queue is self._analyses:
            self._look_who_makes_way()
        try:
            return await place
        except asyncio.CancelledError:
            if not queue.remove(address, place) and not place.cancelled():
                self._release(place.result())
            raise

    def _take_from_errands(self, most: int) -> int:
        """Put an end to so many errands: they cannot be hurried, and lose little."""
        taken = list(self._on_errand)[:most]
        for process in taken:
            self._on_errand.discard(process)
            self._ending.add(ending := asyncio.ensure_future(process.stop()))
            ending.add_done_callback(self._ending.discard)
        return len(taken)

    def _release(self, process: EngineProcess, served: str | None = None) -> None:
        for queue in (self._moves, self._analyses, self._errands):
            while (place := queue.pop(served)) is not None:
                if not place.done():
                    place.set_result(process)
                    return
        self._free.append(process)

    @property
    def is_stopped(self) -> bool:
        return self._stopped

    async def count_waiting(self) -> dict[str, int]:
        queues = {"moves": self._moves, "analyses": self._analyses, "errands": self._errands}
        return {name: len(queue) for name, queue in queues.items()}

    async def stop(self) -> None:
        self._stopped = True
        for process in self.processes:
            await process.stop()
