"""Sockets that do not read, and sockets that send without end: both are cut off."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import struct
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from skep import protocol
from skep.client import Person
from skep.server.sockets.connection import MAX_QUEUED_BYTES, Connection
from skep.server.sockets.metered import FRAMES_AT_ONCE, FrameHeads
from tests.server.live import LiveServer, ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

_encode = msgspec.json.Encoder().encode
FRAMES = 3000
FLOODER = "127.0.0.2"


async def hotseat(person: Person) -> str:
    seats = [{"who": "me"}, {"who": "me"}]
    game = (await person.create({"game": "hive", "seats": seats})).game.id
    async with person.sit(game) as both:
        await both.play("wS1")
        await both.play("bS1 wS1-", ply=1)
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
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(_encode(protocol.Resync()), text=True)
                await asyncio.sleep(0)
            for _ in range(200):
                if len(server.connections) == 0:
                    break
                await asyncio.sleep(0.05)
            assert len(server.connections) == 0
            socket.transport.abort()


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """One frame of a client, masked by zeros."""
    first = (0x80 if last else 0) | opcode
    if len(payload) < 126:
        head = bytes([first, 0x80 | len(payload)])
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, len(payload))
    return head + bytes(4) + payload


async def shake_hands(
    port: int, path: str, **more: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    # From another address than the people of these tests: whoever is cut off stays out for a while.
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0))
    key = base64.b64encode(os.urandom(16)).decode()
    headers = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        **more,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    try:
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    except Exception:
        writer.close()
        raise
    return reader, writer


async def sent_until_cut_off(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chunk: bytes, times: int
) -> bytes:
    """Whatever comes back until the server hangs up, which it has to."""

    async def send() -> None:
        with contextlib.suppress(ConnectionError):
            for _ in range(times):
                writer.write(chunk)
                await writer.drain()

    sending = asyncio.create_task(send())
    received = b""
    try:
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionError):
                while more := await reader.read(1 << 16):
                    received += more
    finally:
        sending.cancel()
        writer.transport.abort()
    return received


EMPTY_FRAMES = {
    "pings": (b"", frame(9)),
    "pongs": (b"", frame(10)),
    "parts of a message": (frame(1, b"x", last=False), frame(0, last=False)),
    "texts": (b"", frame(1, b"{}")),
    "long texts": (b"", frame(1, b" " * 16_000)),
}


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/game/{}"])
@pytest.mark.parametrize("kind", EMPTY_FRAMES)
async def test_frames_of_any_kind_without_end_are_cut_off(
    tmp_path: Path, kind: str, path: str
) -> None:
    """In a process of its own, so that what it does not read stays in the network."""
    process = ServerProcess(tmp_path)
    await process.start()
    try:
        async with Person(process.url) as eve, Person(process.url) as ann:
            game, own = await hotseat(eve), await hotseat(ann)
            reader, writer = await shake_hands(
                process.port, path.format(game), Cookie=eve.cookie or ""
            )
            writer.write(frame(1, _encode(protocol.Hello(version=1))))
            before, one = EMPTY_FRAMES[kind]
            writer.write(before)
            received = await sent_until_cut_off(reader, writer, one * 2000, 20)
            pongs = received.count(frame(10)[:1] + b"\0")
            assert pongs <= FRAMES_AT_ONCE * 2
            async with ann.sit(own) as white:
                await white.play("wQ -wS1", ply=2)
    finally:
        await process.stop()


async def test_one_address_has_one_share_of_frames_for_all_its_sockets(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, settings={"sockets_per_address": 8})
    await process.start()
    try:
        hello = frame(1, _encode(protocol.Hello(version=1)))
        sockets = [await shake_hands(process.port, "/ws/lobby") for _ in range(5)]
        received = [
            await sent_until_cut_off(*socket, hello + frame(9) * 100, 200) for socket in sockets
        ]
        assert sum(one.count(b"\x8a\0") for one in received) <= FRAMES_AT_ONCE * 2
    finally:
        await process.stop()


async def test_whoever_was_cut_off_does_not_come_back_at_once(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    await process.start()
    try:
        reader, writer = await shake_hands(process.port, "/ws/lobby")
        await sent_until_cut_off(reader, writer, frame(9) * 2000, 20)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await shake_hands(process.port, "/ws/lobby")
        async with Person(process.url) as ann, ann.sit(await hotseat(ann)) as white:
            await white.play("wQ -wS1", ply=2)
    finally:
        await process.stop()


def test_frames_are_counted_however_they_are_cut() -> None:
    chance = random.Random(7)
    sizes = [chance.choice([0, 1, 125, 126, 400, 70]) for _ in range(200)]
    stream = b"".join(frame(chance.choice([0, 1, 2, 9, 10]), b"\xff" * size) for size in sizes)
    for longest in (1, 3, 7, 50, 1000, len(stream)):
        heads, found, at = FrameHeads(), 0, 0
        while at < len(stream):
            size = chance.randint(1, longest)
            found += heads.count(stream[at : at + size], most=10_000)
            at += size
        assert found == len(sizes)
    assert FrameHeads().count(struct.pack("!BBQ", 0x82, 0x80 | 127, 70_000) + stream, most=9) == 1
    assert FrameHeads().count(frame(9) * 5000, most=9) == 10
