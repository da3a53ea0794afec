"""The UHP client for asyncio: the same requests, awaited."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self, TypeVar

from skep.errors import (
    EngineCrashError,
    EngineError,
    EngineGarbageError,
    EngineStartError,
    EngineTimeoutError,
    InvalidOptionsError,
    Told,
)
from skep.hive.engine import Limit
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.uhp_client import requests
from skep.hive.uhp_client.client import (
    COMPLAINT_BYTES,
    LINE_LIMIT,
    REPLY_LIMIT,
    START_SECONDS,
    arguments_of,
    crash_of,
)
from skep.hive.uhp_client.requests import Answer, EngineId, Request

__all__ = ["AsyncUhpClient"]

_T = TypeVar("_T")

_CLOSING_SECONDS: Final = 1.0


class AsyncUhpClient:
    """An engine in a process of its own; made by `await AsyncUhpClient.start(command)`.

    A call that is cancelled ends the engine: what it says afterwards would answer the wrong
    question.
    """

    def __init__(self, process: asyncio.subprocess.Process, engine_id: EngineId) -> None:
        self._process = process
        self._is_killed = False
        self._complaint = b""
        self._listener = asyncio.create_task(self._listen())
        self._turn = asyncio.Lock()
        self.id = engine_id

    @classmethod
    async def start(
        cls, command: str | Sequence[str], *, start_seconds: float = START_SECONDS
    ) -> Self:
        """Start the engine and hear its greeting."""
        words = arguments_of(command)
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                limit=LINE_LIMIT,
            )
        except (OSError, ValueError) as error:
            raise EngineStartError(
                Told(
                    "{command} could not be started: {problem}",
                    command=repr(words[0]),
                    problem=error,
                )
            ) from None
        client = cls(process, EngineId("", frozenset()))
        try:
            client.id = requests.read_id(await client._reply(requests.GREETING, start_seconds))
        except EngineError as error:
            await client.kill()
            raise EngineStartError(
                Told("{command} did not greet: {problem}", command=repr(words[0]), problem=error)
            ) from None
        except BaseException:
            await client.kill()
            raise
        return client

    @property
    def is_alive(self) -> bool:
        """Does the engine's process still run?"""
        return self._process.returncode is None

    async def new_game(self, game: str) -> str:
        """Start from a game type or a GameString; returns the engine's GameString."""
        return await self.ask(requests.new_game(game))

    async def play(self, move: str) -> str:
        """Play a move on the engine's board."""
        return await self.ask(requests.play(move))

    async def undo(self, count: int = 1) -> str:
        """Take moves back on the engine's board."""
        return await self.ask(requests.undo(count))

    async def valid_moves(self, position: Position) -> tuple[Move, ...]:
        """The engine's legal moves; `position` must be the one on its table."""
        return await self.ask(requests.valid_moves(position))

    async def best_move(self, position: Position, limit: Limit) -> Answer:
        """The move that the engine would play in `position`, which must be on its table."""
        return await self.ask(requests.best_move(position, limit))

    async def set_option(self, name: str, value: str) -> None:
        """Give one of its options a value."""
        await self.ask(requests.set_option(name, value))

    async def ask(self, request: Request[_T]) -> _T:
        """Carry out any request; requests from several tasks wait for each other."""
        async with self._turn:
            try:
                await self._send(request.command)
                lines = await self._reply(request.command, request.seconds)
            except asyncio.CancelledError:
                await self.kill()
                raise
        return request.read_reply(lines)

    def interrupt(self) -> None:
        """Ask for the answer now: the signal that UHP engines take for it."""
        if self.is_alive:
            self._process.send_signal(signal.SIGINT)

    async def close(self) -> None:
        """Let the engine leave, and end it if it does not."""
        with contextlib.suppress(EngineError, TimeoutError):
            await self._send("exit")
            await asyncio.wait_for(self._process.wait(), _CLOSING_SECONDS)
        await self.kill()

    async def kill(self) -> None:
        """End the engine and whatever it has started."""
        if not self._is_killed:
            self._is_killed = True  # once: later the number may belong to another process
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        await asyncio.wait([self._listener], timeout=_CLOSING_SECONDS)
        self._listener.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise InvalidOptionsError("a command is one line")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except (OSError, ValueError):
            raise await self._crash(line) from None

    async def _reply(self, command: str, seconds: float | None) -> list[str]:
        assert self._process.stdout is not None
        lines: list[str] = []
        try:
            async with asyncio.timeout(seconds):
                while len(lines) < REPLY_LIMIT:
                    raw = await self._process.stdout.readline()
                    if not raw:
                        raise await self._crash(command)
                    line = raw.decode("utf-8", "replace").strip()
                    if line == "ok":
                        return lines
                    lines.append(line)
        except TimeoutError:
            await self.kill()
            raise EngineTimeoutError(
                Told(
                    "no answer to {command} within {seconds} s",
                    command=requests.asked(command),
                    seconds=f"{seconds:g}",
                )
            ) from None
        except ValueError:
            await self.kill()
            raise EngineGarbageError(Told("a line without an end")) from None
        await self.kill()
        raise EngineGarbageError(
            Told(
                "{n} lines in answer to {command}, and no 'ok'",
                n=REPLY_LIMIT,
                command=repr(command[:80]),
            )
        )

    async def _crash(self, command: str) -> EngineCrashError:
        with contextlib.suppress(TimeoutError):  # it may still say why
            await asyncio.wait_for(self._process.wait(), _CLOSING_SECONDS)
        await self.kill()
        return crash_of(command, self._process.returncode, self._complaint)

    async def _listen(self) -> None:
        """Read all that it complains of, or it would wait for us, and keep the end."""
        assert self._process.stderr is not None
        with contextlib.suppress(OSError):
            while raw := await self._process.stderr.read(COMPLAINT_BYTES):
                self._complaint = (self._complaint + raw)[-COMPLAINT_BYTES:]
