"""All sockets of this process: admission, heartbeats, and the goodbye."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from skep import protocol
from skep.server.lobby.feed import LobbyFeed, Wording
from skep.server.metrics import SOCKETS
from skep.server.rules.limits import client_address
from skep.server.site import Site
from skep.server.sockets.connection import GOING_AWAY, Connection
from skep.server.sockets.lobby_connection import LobbyConnection
from skep.server.tables.table import LiveTable

__all__ = ["SLICES", "Connections"]

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
SLICES = 20  # a round of heartbeats goes out in so many parts
UNANSWERED = 4
RETRY_MS = 3_000
# A server without its database sends everybody to another one. Their clocks are held for 15 s
# (`tables.losses`), and a database that is only restarted is back before this.
SILENT_SECONDS = 8.0
ELSEWHERE_MS = 1_000


class Connections:
    """Serves `/ws/game/<id>` and `/ws/lobby` as a bare ASGI application."""

    def __init__(
        self, site: Site, wording: Wording, language_of: Callable[[Scope], str], build: str
    ) -> None:
        self.build = build
        self.settings = site.settings
        self.store = site.store
        self.tables = site.tables
        self.following = site.following
        self.lobby = site.lobby
        self.rematches = site.rematches
        self.reception = site.reception
        self.presence = site.presence
        self.losses = site.losses
        self.chat = site.chat
        self.analysis = site.analysis
        self.analysis_pace = site.analysis_pace
        self.fair_play = site.fair_play
        self.feed = LobbyFeed(site.open_tables, site.tables, site.presence, wording, build)
        self._language_of = language_of
        self._guests = site.guests
        self._open: set[Connection | LobbyConnection] = set()
        self._per_address: Counter[str] = Counter()
        self._writer = site.writer
        self._leave = site.leave
        self._goodbye = False
        self._is_cut_off = False
        self._numbers = 0
        self._part = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_game = "game" in scope["path_params"]
        # Counted apart: whoever looks at the list takes nobody's place at a game.
        address = client_address(scope) if is_game else f"lobby {client_address(scope)}"
        full = self._per_address[address] >= self.settings.sockets_per_address
        if full:
            await send({"type": "websocket.close", "code": 1013, "reason": "TOO_MANY_SOCKETS"})
            return
        if self._goodbye or self._is_cut_off:
            # Instead of a handshake: upon this a proxy asks another server.
            await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        user = self._guests.user_of_scope(scope)
        self._numbers += 1
        connection: Connection | LobbyConnection
        if is_game:
            connection = Connection(self, scope, receive, send, user, self._numbers)
        else:
            language = self._language_of(scope)
            connection = LobbyConnection(self, receive, send, user, language, self._numbers)
        self._open.add(connection)
        self._per_address[address] += 1
        SOCKETS.set(len(self._open))
        try:
            await connection.run()
        finally:
            self._open.discard(connection)
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]
            SOCKETS.set(len(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def entered(self, connection: Connection, table: LiveTable) -> None:
        self.losses.arrived(table, connection.user)
        self.presence.came(table, connection.user)
        connection.heartbeat()

    def left(self, connection: Connection, table: LiveTable) -> None:
        self.presence.went(table, connection.user)
        self.analysis.hung_up(connection.number)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        self.tables.spawn(work)

    async def tick(self) -> None:
        """Heartbeats to a part of all, so that they are spread evenly over the interval."""
        silent = bool(self.settings.redis_url) and self._writer.silent_seconds > SILENT_SECONDS
        if silent != self._is_cut_off:
            self._is_cut_off = silent
            if silent:
                log.warning("the database is silent: %d sockets go elsewhere", len(self._open))
                await self._send_away(ELSEWHERE_MS)
        self._part = (self._part + 1) % SLICES
        for connection in [c for c in self._open if c.number % SLICES == self._part]:
            if connection.unanswered >= UNANSWERED:
                self.spawn(connection.close(1001, "NO_PONG"))
            else:
                connection.heartbeat()

    async def say_goodbye(self) -> None:
        self._goodbye = True
        await self._leave()
        await self._send_away(RETRY_MS)

    async def _send_away(self, retry_ms: int) -> None:
        """Everybody reconnects after a time of their own, so that they do not all come at once."""
        everybody = list(self._open)
        for connection in everybody:
            connection.send(_encode(protocol.GoingAway(retry_ms=random.randrange(retry_ms + 1))))
        await asyncio.gather(
            *(connection.close(GOING_AWAY, "GOING_AWAY") for connection in everybody),
            return_exceptions=True,
        )
