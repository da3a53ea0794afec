"""The protocol of a socket, which counts what comes in before any of it is parsed.

uvicorn parses a whole read at once, and answers pings and collects the parts of a message without
the application's knowledge: a megabyte of empty frames would hold the event loop for seconds. So
frames are counted by their heads alone, whatever they are, and who sends more than anybody who
plays is cut off without a goodbye.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from skep.server.rules.limits import Buckets, RateLimit, client_address

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

__all__ = ["FRAMES_AT_ONCE", "FRAMES_PER_SECOND", "FrameHeads", "MeteredProtocol", "metered"]

FRAMES_PER_SECOND, FRAMES_AT_ONCE = 50.0, 300.0
BYTES_PER_SECOND, BYTES_AT_ONCE = 64 * 1024.0, 512 * 1024.0
READ_BYTES = 100  # a read counts as so many at least: drops are work as well
BUSY_SHARE = 8  # one in so many of an address' sockets may send as fast as one socket may


class FrameHeads:
    """Finds where the frames of a stream begin, without looking into them.

    >>> heads = FrameHeads()
    >>> heads.count(bytes([0x89, 0x80, 1, 2, 3, 4]) * 3 + bytes([0x81]), most=10)
    3
    >>> heads.count(bytes([0x82, 1, 2, 3, 4, 65, 66, 0x89, 0x80]), most=10)
    2
    """

    __slots__ = ("_begun", "_to_skip")

    def __init__(self) -> None:
        self._begun = b""  # a head of which not enough has come
        self._to_skip = 0  # of the frame that is coming in

    def count(self, data: bytes, *, most: int) -> int:
        """How many frames begin here; beyond `most` nothing is looked at any more."""
        data = self._begun + data
        at, found = self._to_skip, 0
        while at + 2 <= len(data):
            length = data[at + 1] & 0x7F
            wide = {126: 2, 127: 8}.get(length, 0)
            if at + 2 + wide > len(data):
                break
            if wide:
                length = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
            masked = 4 if data[at + 1] & 0x80 else 0
            at += 2 + wide + masked + length
            found += 1
            if found > most:
                break
        self._begun = data[at:]
        self._to_skip = max(at - len(data), 0)
        return found


class MeteredProtocol(WebSocketsSansIOProtocol):
    """Cuts off whoever sends too many frames, too many bytes, or both in too small pieces."""

    by_address = Buckets(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
    shut_out: Callable[[str], None] = staticmethod(lambda _client: None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._heads = FrameHeads()
        self._frames = RateLimit(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._bytes = RateLimit(BYTES_PER_SECOND, BYTES_AT_ONCE)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            # The application starts in the next turn of the loop; it can cut off as well.
            self.scope["cut_off"] = self.transport.abort  # type: ignore[typeddict-unknown-key]

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True  # it is answered; uvicorn would call that an error

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.handshake_initiated and self._is_too_much(data):
            self.transport.abort()
            self.shut_out(self.client[0] if self.client else "")
        else:
            super().data_received(data)

    def _is_too_much(self, data: bytes) -> bool:
        if self._bytes.wait_seconds(cost=max(len(data), READ_BYTES)):
            return True
        frames = self._heads.count(data, most=int(FRAMES_AT_ONCE))
        if frames > FRAMES_AT_ONCE or self._frames.wait_seconds(cost=frames):
            return True
        # A proxy that is believed has written the sender's address into the scope by now.
        return bool(self.by_address.wait_seconds(client_address(self.scope), cost=frames))


def metered(sockets_per_address: int, shut_out: Callable[[str], None]) -> type[MeteredProtocol]:
    """The protocol with the limits of one server: addresses are counted by it alone.

    `shut_out` is told the address of whoever was cut off.
    """
    sending = max(sockets_per_address / BUSY_SHARE, 1)
    by_address = Buckets(FRAMES_PER_SECOND * sending, FRAMES_AT_ONCE * sending)
    own = {"by_address": by_address, "shut_out": staticmethod(shut_out)}
    return type("MeteredProtocol", (MeteredProtocol,), own)
