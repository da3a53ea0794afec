"""A connection that is cut off when a request does not come to its end.

uvicorn waits without end for headers and bodies, so that a few thousand half requests would hold
every file handle there is. `Guard` answers a slow body in words; this is for all the rest.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["PunctualProtocol", "punctual"]


class PunctualProtocol(HttpToolsProtocol):
    """From the first byte, or the connection without one, to the end of the body: so long."""

    seconds = 25.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_message_complete(self) -> None:
        self._wait_no_longer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_longer()
        super().handle_websocket_upgrade()

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


def punctual(seconds: float) -> type[PunctualProtocol]:
    """The protocol with a time of its own."""
    return type("PunctualProtocol", (PunctualProtocol,), {"seconds": seconds})
