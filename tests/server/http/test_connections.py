"""Connections that ask for nothing, without end, or in pieces: refused, and never kept."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import httpx
import pytest

from skep.server.http.punctual import MAX_HEAD, MAX_HEADERS, WAITING_PER_ADDRESS
from tests.server.live import LiveServer, ServerProcess, serve

pytestmark = pytest.mark.anyio

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = (
    b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
ENDLESS = {
    "address": (b"GET /", b"a" * 65536),
    "one header": (HEAD + b"X-A: ", b"a" * 65536),
    "many headers": (HEAD, b"a: b\r\n" * 10_000),
    "name of a header": (HEAD + b"X", b"a" * 65536),
    "extension of a chunk": (CHUNKED + b"5;", b"a" * 65536),
    "trailers": (CHUNKED + b"0\r\n", b"a: b\r\n" * 10_000),
    "a trailer": (CHUNKED + b"0\r\nX-A: ", b"a" * 65536),
}


async def sent_without_end(port: int, start: bytes, more: bytes) -> tuple[int, bytes]:
    """How many bytes were taken before the server hung up, and what it said."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = len(start)
    received = b""

    async def send() -> None:
        nonlocal sent
        writer.write(start)
        with contextlib.suppress(ConnectionError):
            for _ in range(400):
                writer.write(more)
                await writer.drain()
                sent += len(more)

    sending = asyncio.create_task(send())
    try:
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionError):
                while part := await reader.read(1 << 16):
                    received += part
    finally:
        sending.cancel()
        writer.transport.abort()
    return sent, received


@pytest.mark.parametrize("what", ENDLESS)
@pytest.mark.medium
async def test_a_head_without_end_is_refused(tmp_path: Path, what: str) -> None:
    process = ServerProcess(tmp_path)
    await process.start()
    try:
        sent, _ = await sent_without_end(process.port, *ENDLESS[what])
        assert sent < 16 * 2**20  # what the network holds of it, and no more
        async with httpx.AsyncClient(base_url=process.url) as http:
            assert (await http.get("/health")).status_code == 200
    finally:
        await process.stop()


async def answer_to(server: LiveServer, request: bytes) -> bytes:
    port = int(server.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        async with asyncio.timeout(60):
            return await reader.read()
    finally:
        writer.close()


async def test_a_long_head_is_answered_in_words(tmp_path: Path) -> None:
    closing = b"Connection: close\r\n"
    async with serve(tmp_path) as server:
        as_many = b"".join(b"X-%d: 1\r\n" % n for n in range(MAX_HEADERS - 2))
        assert (await answer_to(server, HEAD + closing + as_many + b"\r\n"))[9:12] == b"200"
        more = await answer_to(server, HEAD + closing + as_many + b"X: 1\r\n\r\n")
        assert more[9:12] == b"431"
        assert b"TOO_LARGE" in more
        long = b"X: %s\r\n" % (b"a" * (MAX_HEAD - 1000))
        assert (await answer_to(server, HEAD + closing + long + b"\r\n"))[9:12] == b"200"
        assert (await answer_to(server, HEAD + long + b"Y: %s" % (b"a" * 1000)))[9:12] == b"431"


async def test_many_requests_at_once_are_refused(tmp_path: Path) -> None:
    async with serve(tmp_path) as server:
        few = await answer_to(server, (HEAD + b"\r\n") * 10 + HEAD + b"Connection: close\r\n\r\n")
        assert few.count(b"HTTP/1.1 200") == 11
        many = await answer_to(server, (HEAD + b"\r\n") * 2000)
        assert many.count(b"HTTP/1.1 200") < 100


async def test_one_address_holds_so_many_connections_that_ask_for_nothing(tmp_path: Path) -> None:
    async with serve(tmp_path) as server, contextlib.AsyncExitStack() as stack:
        port = int(server.url.rpartition(":")[2])
        writers = []

        async def open_one(source: str) -> asyncio.StreamReader:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(source, 0)
            )
            stack.callback(writer.close)
            writers.append(writer)
            writer.write(HEAD)
            return reader

        readers = [await open_one("127.0.0.2") for _ in range(WAITING_PER_ADDRESS + 20)]
        ended = [asyncio.create_task(reader.read()) for reader in readers]
        async with asyncio.timeout(60):
            while sum(task.done() for task in ended) < 20:
                await asyncio.sleep(0.01)
        kept = sum(not task.done() for task in ended)
        for task in ended:
            task.cancel()
        await asyncio.gather(*ended, return_exceptions=True)
        assert kept == WAITING_PER_ADDRESS
        async with httpx.AsyncClient(base_url=server.url) as http:  # from another address
            assert (await http.get("/health")).status_code == 200


async def test_a_proxy_brings_as_many_as_it_likes(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, trusted_proxies=["127.0.0.0/8"]) as server,
        contextlib.AsyncExitStack() as stack,
    ):
        port = int(server.url.rpartition(":")[2])
        writers = []
        for _ in range(WAITING_PER_ADDRESS + 20):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writers.append((reader, writer))
        for reader, writer in writers:
            writer.write(HEAD + b"Connection: close\r\n\r\n")
            assert (await reader.read())[9:12] == b"200"
