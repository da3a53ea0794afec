"""A client that drives any UHP engine; `async_client` is the same for asyncio."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Final, Self, TypeVar

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
from skep.hive.uhp_client.requests import Answer, EngineId, Request

__all__ = [
    "COMPLAINT_BYTES",
    "LINE_LIMIT",
    "REPLY_LIMIT",
    "START_SECONDS",
    "UhpClient",
    "arguments_of",
    "crash_of",
]

_T = TypeVar("_T")

# More than any honest engine says; beyond it the answer counts as garbage.
LINE_LIMIT: Final = 1_000_000
REPLY_LIMIT: Final = 100_000  # lines
START_SECONDS: Final = 60.0  # an engine may have much to load, on a machine that is busy
_CLOSING_SECONDS: Final = 1.0
COMPLAINT_BYTES: Final = 4096  # of its standard error are kept, the last ones
_LONGEST_COMPLAINT: Final = 200


def arguments_of(command: str | Sequence[str]) -> list[str]:
    """The words of a command line."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineStartError(
            Told("{command} is not a command line: {problem}", command=repr(command), problem=error)
        ) from None
    if not words:
        raise EngineStartError(Told("expected the command line of an engine, found nothing"))
    return words


def crash_of(command: str, status: int | None, complaint: bytes) -> EngineCrashError:
    """That an engine ended where an answer was due, and the last line of its complaint."""
    facts = {"command": requests.asked(command), "status": status}
    lines = complaint.decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if not last:
        return EngineCrashError(
            Told("the engine ended at {command} with exit status {status}", **facts)
        )
    return EngineCrashError(
        Told(
            "the engine ended at {command} with exit status {status}: {last}",
            **facts,
            last=last[:_LONGEST_COMPLAINT],
        )
    )


class UhpClient:
    """An engine in a process of its own.

    Every call raises an `EngineError` when the engine crashes, hangs, refuses or talks nonsense.
    After a crash or time-out the process is gone and `is_alive` is False.

    >>> from skep.hive import Position
    >>> import sys
    >>> with UhpClient([sys.executable, "-m", "skep", "uhp"]) as client:
    ...     client.new_game("Base")
    'Base;NotStarted;White[1]'
    """

    def __init__(
        self, command: str | Sequence[str], *, start_seconds: float = START_SECONDS
    ) -> None:
        self.command = arguments_of(command)
        try:
            # A session of its own: Ctrl-C at our terminal is not meant for the engine.
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise EngineStartError(
                Told(
                    "{command} could not be started: {problem}",
                    command=repr(self.command[0]),
                    problem=error,
                )
            ) from None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._is_killed = False
        self._complaint = b""
        self._listener = threading.Thread(
            target=self._listen, args=(self._process.stderr,), daemon=True
        )
        self._listener.start()
        self._lines: queue.Queue[str | EngineError | None] = queue.Queue()
        reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        reader.start()
        try:
            self.id: EngineId = requests.read_id(self._reply(requests.GREETING, start_seconds))
        except EngineError as error:
            self.kill()
            raise EngineStartError(
                Told(
                    "{command} did not greet: {problem}",
                    command=repr(self.command[0]),
                    problem=error,
                )
            ) from None

    @property
    def pid(self) -> int:
        """The number of the engine's process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Does the engine's process still run?"""
        return self._process.poll() is None

    # What can be asked.

    def new_game(self, game: str) -> str:
        """Start from a game type or a GameString; returns the engine's GameString."""
        return self.ask(requests.new_game(game))

    def play(self, move: str) -> str:
        """Play a move on the engine's board."""
        return self.ask(requests.play(move))

    def undo(self, count: int = 1) -> str:
        """Take moves back on the engine's board."""
        return self.ask(requests.undo(count))

    def valid_moves(self, position: Position) -> tuple[Move, ...]:
        """The engine's legal moves; `position` must be the one on its table."""
        return self.ask(requests.valid_moves(position))

    def best_move(self, position: Position, limit: Limit) -> Answer:
        """The move that the engine would play in `position`, which must be on its table."""
        return self.ask(requests.best_move(position, limit))

    def set_option(self, name: str, value: str) -> None:
        """Give one of its options a value."""
        self.ask(requests.set_option(name, value))

    def perft(self, depth: int) -> int:
        """Let the engine count lines of play."""
        return self.ask(requests.perft(depth))

    def ask(self, request: Request[_T]) -> _T:
        """Carry out any request."""
        self._send(request.command)
        return request.read_reply(self._reply(request.command, request.seconds))

    def interrupt(self) -> None:
        """Ask for the answer now, from any thread: the signal that UHP engines take for it."""
        if self.is_alive:
            self._process.send_signal(signal.SIGINT)

    # The end.

    def close(self) -> None:
        """Let the engine leave, and end it if it does not."""
        with contextlib.suppress(EngineError):
            self._send("exit")
            assert self._process.stdin is not None
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_CLOSING_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the engine and whatever it has started."""
        if not self._is_killed:
            self._is_killed = True  # once: later the number may belong to another process
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Lines to and from the process.

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise InvalidOptionsError("a command is one line")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crash(line) from None

    def _reply(self, command: str, seconds: float | None) -> list[str]:
        """The lines up to `ok`."""
        deadline = None if seconds is None else time.monotonic() + seconds
        lines: list[str] = []
        while len(lines) < REPLY_LIMIT:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                self.kill()
                raise EngineTimeoutError(
                    Told(
                        "no answer to {command} within {seconds} s",
                        command=requests.asked(command),
                        seconds=f"{seconds:g}",
                    )
                ) from None
            if line is None:
                raise self._crash(command)
            if isinstance(line, EngineError):
                self.kill()
                raise line
            if line == "ok":
                return lines
            lines.append(line)
        self.kill()
        raise EngineGarbageError(
            Told(
                "{n} lines in answer to {command}, and no 'ok'",
                n=REPLY_LIMIT,
                command=repr(command[:80]),
            )
        )

    def _crash(self, command: str) -> EngineCrashError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSING_SECONDS)  # it may still say why
        self.kill()
        self._listener.join(_CLOSING_SECONDS)
        return crash_of(command, self._process.returncode, self._complaint)

    def _listen(self, stream: IO[bytes]) -> None:
        """Read all that it complains of, or it would wait for us, and keep the end."""
        with stream, contextlib.suppress(OSError, ValueError):
            while raw := os.read(stream.fileno(), COMPLAINT_BYTES):
                self._complaint = (self._complaint + raw)[-COMPLAINT_BYTES:]

    def _read(self, stream: IO[bytes]) -> None:
        """Put each line on the queue; None stands for the end."""
        with stream:
            try:
                while raw := stream.readline(LINE_LIMIT):
                    if len(raw) >= LINE_LIMIT:
                        self._lines.put(EngineGarbageError(Told("a line without an end")))
                        return
                    self._lines.put(raw.decode("utf-8", "replace").strip())
            except (OSError, ValueError):
                pass
        self._lines.put(None)
