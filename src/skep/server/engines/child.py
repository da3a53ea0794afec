"""A child process that answers jobs: one JSON line each way, and killed when it takes too long."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import signal
import sys
from collections.abc import Callable
from typing import Any

from skep.errors import EngineCrashError, EngineGarbageError, EngineTimeoutError

__all__ = ["Child"]

# Only one that hangs takes so long: a busy machine must not kill every child before it can answer.
START_SECONDS = 60.0


class Child:
    """One child that runs a module. It is started when first needed, and again after it died.

    It writes an empty line when it has started; the time for a job begins then.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None
        self._ids = itertools.count(1)

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def ask(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Send a job and wait for its last answer; a child that fails is put away."""
        left = START_SECONDS
        try:
            async with asyncio.timeout(left):
                process = await self._running()
            left = seconds
            async with asyncio.timeout(left):
                return await self._ask(process, job, on_progress)
        except TimeoutError as problem:
            await self.stop()
            raise EngineTimeoutError(f"no answer within {left:g} s") from problem
        except OSError as problem:
            await self.stop()
            raise EngineCrashError(f"the child died: {problem}") from problem
        except ValueError as problem:
            await self.stop()
            raise EngineGarbageError(f"the child said: {problem}") from problem
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def _ask(
        self,
        process: asyncio.subprocess.Process,
        job: dict[str, Any],
        on_progress: Callable[[dict[str, Any]], None] | None,
    ) -> dict[str, Any]:
        if process.stdin is None or process.stdout is None:
            raise OSError("the child has no pipes")
        number = next(self._ids)
        process.stdin.write(json.dumps({**job, "id": number}).encode() + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line:
                raise OSError(f"the child ended with {process.returncode}")
            answer = json.loads(line)
            if not isinstance(answer, dict) or answer.get("id") != number:
                continue  # left over from a job that was given up
            if answer.get("done"):
                return answer
            if on_progress is not None:
                on_progress(answer)

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=1 << 20,
                start_new_session=True,  # Ctrl-C at the server is not meant for it
                preexec_fn=_deaf_until_ready,
            )
            assert self._process.stdout is not None
            if await self._process.stdout.readline() != b"\n":
                raise OSError("the child did not start")
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            await process.wait()


def _deaf_until_ready() -> None:
    """A child that has not yet said what to do when hurried must not die of it."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
