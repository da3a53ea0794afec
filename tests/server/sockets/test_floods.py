"""Sockets that do not read, and sockets that send without end: both are cut off."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from skep import protocol
from skep.client import Person
from skep.server.sockets.connection import FRAMES_AT_ONCE, MAX_QUEUED_BYTES, Connection
from tests.server.live import LiveServer

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

_encode = msgspec.json.Encoder().encode
FRAMES = 3000


async def hotseat(person: Person) -> str:
    seats = [{"who": "me"}, {"who": "me"}]
    game = (await person.create({"game": "hive", "seats": seats})).game.id
    async with person.sit(game) as both:
        await both.play("wS1")
        await both.play("bS1 wS1-")
    return game


def bare_socket(server: LiveServer, person: Person, game: str, **more: int) -> connect:
    address = f"{server.url.replace('http', 'ws', 1)}/ws/game/{game}"
    headers = {"Cookie": person.cookie}
    return connect(address, additional_headers=headers, compression=None, **more)  # type: ignore[arg-type]


async def say_hello(socket: ClientConnection) -> None:
    await socket.send(_encode(protocol.Hello(version=1)), text=True)
    await socket.recv()


async def flood(socket: ClientConnection) -> None:
    for n in range(FRAMES):
        await socket.send(_encode(protocol.Pong(n=n)), text=True)
        if n > FRAMES_AT_ONCE:
            await asyncio.sleep(0.001)
    await socket.wait_closed()
    await socket.send("{}")


async def test_a_flood_is_cut_off_and_others_are_served(server: LiveServer) -> None:
    async with server.person() as eve, server.person() as ann:
        game, own = await hotseat(eve), await hotseat(ann)
        async with bare_socket(server, eve, game) as socket:
            await say_hello(socket)
            with pytest.raises(ConnectionClosed):
                await flood(socket)
        async with ann.sit(own) as white:
            await white.play("wQ -wS1")


async def test_who_does_not_read_is_cut_off_by_bytes() -> None:
    """The queue of a socket, with a network that takes nothing."""
    stuck = asyncio.Event()

    async def send(_message: object) -> None:
        await stuck.wait()

    class Hub:
        class settings:  # noqa: N801
            commands_per_second = 10.0

        def spawn(self, work: object) -> None:
            self.task = asyncio.ensure_future(work)  # type: ignore[call-overload]

    hub = Hub()
    scope = {"path_params": {"game": "x"}, "client": ("127.0.0.1", 1)}
    connection = Connection(hub, scope, send, send, None, 1)  # type: ignore[arg-type]
    frame = b"x" * 30_000
    most = 0
    for _ in range(100):
        connection.send(frame)
        most = max(most, connection.queued_bytes)
    assert most <= MAX_QUEUED_BYTES + len(frame)
    assert connection.queued_bytes == 0  # cut off: nothing is kept
    hub.task.cancel()


async def test_sockets_that_ask_and_do_not_read_are_closed(server: LiveServer) -> None:
    async with server.person() as eve:
        game = await hotseat(eve)
        async with bare_socket(server, eve, game, max_queue=1) as socket:
            await say_hello(socket)
            socket.transport.pause_reading()
            for _ in range(FRAMES):
                if len(server.connections) == 0:
                    break
                await socket.send(_encode(protocol.Resync()), text=True)
                await asyncio.sleep(0)
            for _ in range(200):
                if len(server.connections) == 0:
                    break
                await asyncio.sleep(0.05)
            assert len(server.connections) == 0
            socket.transport.abort()
