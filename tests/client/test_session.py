"""A scripted player's socket: what it knows when it is told that a command was stored."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.exceptions import ConnectionClosed

from skep.client import Session
from tests.server.live import serve

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class SlowNetwork:
    """Stands before a server and lets events through only while its gate is open."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("http", "ws", 1)
        self.gate = asyncio.Event()
        self.gate.set()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        async with serve_sockets(self._carry, "127.0.0.1", 0, compression=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            try:
                yield f"http://127.0.0.1:{port}"
            finally:
                self.gate.set()

    async def _carry(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {"Cookie": near.request.headers["Cookie"]}
        address = self._url + near.request.path
        async with connect(address, additional_headers=headers, compression=None) as far:
            outward = asyncio.create_task(self._send_on(near, far))
            with contextlib.suppress(ConnectionClosed):
                async for message in far:
                    if '"type":"event"' in str(message):
                        await self.gate.wait()
                    await near.send(message)
            outward.cancel()

    async def _send_on(self, near: ServerConnection, far: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for message in near:
                await far.send(message)


async def test_a_command_returns_when_the_mirror_has_what_it_did(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann:
        created = await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        network = SlowNetwork(live.url)
        async with (
            network.open() as url,
            Session(url, created.game.id, cookie=ann.cookie) as session,
        ):
            answered = asyncio.Event()
            session.on_answer = lambda identity, seq: answered.set()
            network.gate.clear()
            playing = asyncio.create_task(session.play("wS1"))
            await answered.wait()
            for _ in range(20):  # whoever waits for the answer alone is awake by now
                await asyncio.sleep(0)
            assert not playing.done()
            assert session.mirror.ply == 0
            network.gate.set()
            seq = await playing
            assert session.mirror.head >= (seq or 0)
            assert session.mirror.moves == ["wS1"]
            await session.play("bS1 wS1-")  # for the ply that is known now, not STALE
