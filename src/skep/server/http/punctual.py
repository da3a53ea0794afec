"""A connection whose requests have limits: in time, in length, and in number for each address.

uvicorn waits without end for headers and bodies, takes headers of any length, and as many
connections as there are file handles. `Guard` answers what is slow or long in words; this is for
all that never gets so far.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.answers import error_response
from skep.server.rules.limits import limited_address

__all__ = ["MAX_HEAD", "MAX_HEADERS", "Crowd", "PunctualProtocol", "punctual"]

MAX_HEAD = 64 * 1024  # bytes of a request that are not its body
MAX_HEADERS = 100
READ_BYTES = 64  # a read counts as so many at least: drops are work as well
MAX_PIPELINED = 16
WAITING_PER_ADDRESS = 100  # connections without a whole request so far
CONNECTIONS_PER_ADDRESS = 400  # sockets are counted elsewhere
SHUT_OUT_SECONDS = 10.0
MOST_SHUT_OUT = 10_000
_PIECE = 8 * 1024  # fed to the parser at once


class Crowd:
    """How many connections each address has, and how many of them have asked for nothing yet."""

    def __init__(self, proxies: Collection[str] = ()) -> None:
        self._proxies = _TrustedHosts(list(proxies))  # who speak for many
        self._open: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._shut_out: dict[str, float] = {}  # until when, by the monotonic clock

    def __len__(self) -> int:
        return self._open.total()

    def counts(self, client: str) -> bool:
        return client not in self._proxies

    def enter(self, address: str) -> bool:
        """Is there room for one more? It is counted only then."""
        if self._is_shut_out(address) or self._waiting[address] >= WAITING_PER_ADDRESS:
            return False
        if self._open[address] >= CONNECTIONS_PER_ADDRESS:
            return False
        self._open[address] += 1
        self._waiting[address] += 1
        return True

    def shut_out(self, client: str) -> None:
        """Who floods a socket comes back at once, and each time costs a handshake and a page of
        data: for a while no new connection of that address is taken. Those it has go on."""
        if self.counts(client):
            now = time.monotonic()
            if len(self._shut_out) >= MOST_SHUT_OUT:
                self._shut_out = {one: at for one, at in self._shut_out.items() if at > now}
            self._shut_out[limited_address(client)] = now + SHUT_OUT_SECONDS

    def _is_shut_out(self, address: str) -> bool:
        until = self._shut_out.get(address)
        if until is not None and until <= time.monotonic():
            del self._shut_out[address]
            return False
        return until is not None

    def has_asked(self, address: str) -> None:
        _less(self._waiting, address)

    def leave(self, address: str) -> None:
        _less(self._open, address)


def _less(counts: Counter[str], address: str) -> None:
    if counts[address] > 1:
        counts[address] -= 1
    else:
        del counts[address]


class PunctualProtocol(HttpToolsProtocol):
    """From the first byte, or the connection without one, to the end of the body: so long."""

    seconds = 25.0
    crowd = Crowd()
    _deadline: asyncio.TimerHandle | None = None
    _is_counted = False
    _has_asked = False
    _is_too_long = False
    _beside_body = 0  # bytes of this request, as far as they came

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        client = self.client[0] if self.client else ""
        if self.crowd.counts(client):
            self._address = limited_address(client)
            self._is_counted = self.crowd.enter(self._address)
            if not self._is_counted:
                transport.abort()
                return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        self._leave_crowd()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[start : start + _PIECE]
            super().data_received(piece)
            self._beside_body += max(len(piece), READ_BYTES)
            if self._beside_body > MAX_HEAD and not self.transport.is_closing():
                self._refuse_length()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._beside_body = 0
        self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MAX_HEADERS:
            self._is_too_long = True
            raise ValueError("too many headers")  # ends the parsing

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many requests at once")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._beside_body -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._wait_no_longer()
        self._note_request()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_longer()
        self._leave_crowd()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        if self._is_too_long:
            self._refuse_length()
        else:
            super().send_400_response(msg)

    def _refuse_length(self) -> None:
        answer = error_response(
            CommandRefusedError(
                RefusalCode.TOO_LARGE,
                f"A request has at most {MAX_HEADERS} headers, and {MAX_HEAD} bytes of them.",
            )
        )
        head = b"".join(b"%s: %s\r\n" % header for header in answer.raw_headers)
        self.transport.write(
            b"HTTP/1.1 431 Request Header Fields Too Large\r\n%sconnection: close\r\n\r\n%s"
            % (head, answer.body)
        )
        self.transport.close()

    def _note_request(self) -> None:
        if self._is_counted and not self._has_asked:
            self._has_asked = True
            self.crowd.has_asked(self._address)

    def _leave_crowd(self) -> None:
        if self._is_counted:
            self._note_request()
            self._is_counted = False
            self.crowd.leave(self._address)

    def _wait(self) -> None:
        self._wait_no_longer()
        self._deadline = self.loop.call_later(self.seconds, self._cut_off)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut_off(self) -> None:
        self._deadline = None
        if self.flow.read_paused:  # it is we who do not read
            self._wait()
        else:
            self.transport.abort()


def punctual(seconds: float, proxies: Collection[str] = ()) -> type[PunctualProtocol]:
    """The protocol with a time and a crowd of its own; proxies may bring as many as they like."""
    own = {"seconds": seconds, "crowd": Crowd(proxies)}
    return type("PunctualProtocol", (PunctualProtocol,), own)
