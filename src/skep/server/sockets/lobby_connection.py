"""One socket at the list of open tables: it is shown the list, and answers heartbeats."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.types import Receive, Send

from skep import protocol
from skep.errors import RefusedError, StorageAwayError
from skep.server.rules.limits import RateLimit
from skep.server.tables.tables import now_ms

if TYPE_CHECKING:
    from skep.server.sockets.connections import Connections

__all__ = ["LobbyConnection"]

log = logging.getLogger(__name__)
_decode = msgspec.json.Decoder(protocol.ClientFrame).decode
_encode = msgspec.json.Encoder().encode
HELLO_SECONDS = 10.0
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 2.0, 20.0
CLOSE_SECONDS = 1.0
POLICY, TRY_AGAIN = 1008, 1013


class LobbyConnection:
    """An onlooker of the feed. Only the newest list waits for who is slow."""

    def __init__(
        self,
        hub: Connections,
        receive: Receive,
        send: Send,
        user: int | None,
        language: str,
        number: int,
    ) -> None:
        self.number = number
        self.user = user
        self.language = language
        self.held: set[str] = set()
        self.unanswered = 0
        self._heartbeats = 0
        self._hub = hub
        self._receive = receive
        self._send = send
        self._waiting: dict[str, bytes] = {}  # the newest of each type
        self._flushing: asyncio.Task[None] | None = None
        self._closed = False
        self._frames = RateLimit(FRAMES_PER_SECOND, burst=FRAMES_AT_ONCE)
        self._task: asyncio.Task[Any] | None = None

    async def run(self) -> None:
        """From the handshake to the end of the socket."""
        await self._receive()  # websocket.connect
        await self._send({"type": "websocket.accept"})
        self._task = asyncio.current_task()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                is_greeted = isinstance(await self._next(), protocol.Hello)
            if is_greeted:
                await self._hub.feed.enter(self)
                while await self._next() is not None:
                    pass
        except (TimeoutError, asyncio.CancelledError):
            log.debug("a socket of the lobby was silent or slow")
        except (RefusedError, StorageAwayError):
            await self.close(TRY_AGAIN, "TRY_AGAIN")
        finally:
            await self.close(POLICY, "")
            await self._hub.feed.leave(self)

    async def _next(self) -> Any:
        """The next frame; None when the socket is gone or breaks the rules."""
        message = await self._receive()
        if message["type"] != "websocket.receive" or self._frames.wait_seconds():
            return None
        try:
            frame = _decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        if isinstance(frame, protocol.Pong) and frame.n == self._heartbeats:
            self.unanswered = 0
        return frame

    def show(self, frame: bytes) -> None:
        self._put("tables", frame)

    def heartbeat(self) -> None:
        self._heartbeats += 1
        self.unanswered += 1
        beat = protocol.Heartbeat(self._heartbeats, 0, now_ms())
        self._put("heartbeat", _encode(beat))

    def send(self, frame: bytes) -> None:
        """The goodbye of the server."""
        self._put("goodbye", frame)

    def _put(self, name: str, frame: bytes) -> None:
        if self._closed:
            return
        self._waiting[name] = frame
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.ensure_future(self._flush())

    async def _flush(self) -> None:
        try:
            while self._waiting:
                name = next(iter(self._waiting))
                text = self._waiting.pop(name).decode()
                await self._send({"type": "websocket.send", "text": text})
        except Exception as problem:  # noqa: BLE001 - a broken socket must not reach the others
            log.debug("a socket is gone: %r", problem)
            self._closed = True  # the reader will notice

    async def close(self, code: int, reason: str) -> None:
        if self._closed:
            return
        self._closed = True
        if self._flushing is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await asyncio.shield(self._flushing)
        with contextlib.suppress(RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()  # who is silent would keep it waiting for ever
