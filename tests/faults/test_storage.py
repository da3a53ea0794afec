"""A full disk refuses, keeps its sockets, says so and recovers; a sync precedes every answer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from tests.server.live import LiveServer, ServerProcess, serve
from tests.server.tables.test_tables import follow, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium, pytest.mark.timeout(300)]

TIMED = {"pace": "timed", "base_ms": 600_000}


async def set_pages(live: LiveServer, pages: int) -> int:
    """For both writing connections: a limit is a connection's own."""

    async def work(connection: AsyncConnection) -> int:
        used = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
        await connection.execute(text(f"PRAGMA max_page_count={pages or used}"))
        return int(used)

    writer = live.site.writer
    used = await writer.run(work, probe=True)
    assert writer._batches is not None
    with writer._batches.connect() as batches:
        batches.execute(text(f"PRAGMA max_page_count={pages or used}"))
    return used


async def alternate(white: Session, black: Session) -> None:
    """Keep writing rows until the storage is full."""
    for _ in range(5000):
        await white.do(hive_messages.OfferDraw(ply=2))
        await black.do(hive_messages.AnswerDraw(accept=False, ply=2))


async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann, live.person() as bob:
        game = (await start_two(ann, bob, time=TIMED)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black, httpx.AsyncClient() as http:
            await white.play("wS1")
            await follow(black, 1)
            await black.play("bS1 wS1-")
            await follow(white, 2)
            await set_pages(live, 0)
            with pytest.raises(CommandRefusedError) as caught:
                await alternate(white, black)
            assert caught.value.code == "STORAGE_FULL"
            assert (await http.get(f"{live.url}/ready")).status_code == 503
            assert (await http.get(f"{live.url}/health")).status_code == 200
            with pytest.raises(CommandRefusedError, match="cannot store"):
                await white.play("wA1 -wS1")
            stored = (await live.site.store.tail(game, 0))[-1].seq
            left = _left_ms(live, game)
            await asyncio.sleep(1.5)
            assert white.reconnects == black.reconnects == 0

            await set_pages(live, 1_000_000)
            async with asyncio.timeout(20):
                while (await http.get(f"{live.url}/ready")).status_code != 200:
                    await asyncio.sleep(0.1)
            await white.catch_up()
            assert isinstance(white.mirror.seen[stored + 1], protocol.Outage)
            seq = await white.play("wA1 -wS1")
            assert seq is not None
            # The seconds without storage were nobody's: the clock shows hardly less.
            assert left - _left_ms(live, game) < 1_000
            rows = await live.site.store.tail(game, 0)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))


def _left_ms(live: LiveServer, game: str) -> int:
    table = next(t for t in live.site.tables.in_memory() if t.id == game)
    status = table.rules.status(None)
    assert isinstance(status, hive_messages.HiveStatus)
    assert status.clock is not None
    return status.clock.left_ms[0]


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A tmpfs of two MiB; skipped where one may not mount."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small tmpfs needs root, so the full disk was not tested on one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@pytest.mark.slow
async def test_a_really_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        server = ServerProcess(disk)
        await server.start()
        try:
            async with Person(server.url) as ann, Person(server.url) as bob:
                game = (await start_two(ann, bob)).game.id
                async with ann.sit(game) as white, bob.sit(game) as black:
                    await white.play("wS1")
                    await follow(black, 1)
                    await black.play("bS1 wS1-")
                    ballast = disk / "ballast"
                    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                        while True:
                            file.write(b"x" * 4096)
                    with pytest.raises(CommandRefusedError) as caught:
                        await alternate(white, black)
                    assert caught.value.code == "STORAGE_FULL"
                    head = white.head
                    ballast.unlink()
                    async with asyncio.timeout(20), httpx.AsyncClient() as http:
                        while (await http.get(f"{server.url}/ready")).status_code != 200:
                            await asyncio.sleep(0.1)
                    await white.play("wA1 -wS1")
                    assert white.reconnects == 0
                    assert white.head > head
        finally:
            await server.stop()


@pytest.mark.slow
async def test_the_sync_to_disk_precedes_the_acknowledgement(tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed, so the order of sync and answer was not watched")
    server = ServerProcess(tmp_path)
    await server.start()
    trace = tmp_path / "trace"
    assert server.process is not None
    async with Person(server.url) as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as session:
            watcher = await asyncio.create_subprocess_exec(
                "strace", "-f", "-qq", "-s", "64", "-o", str(trace),
                "-e", "trace=fdatasync,fsync,write,writev,sendto,sendmsg,pwrite64",
                "-p", str(server.process.pid),
            )  # fmt: skip
            await asyncio.sleep(1.5)
            moves = ("wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-", r"wQ \wS1")
            for ply, move in enumerate(moves):
                await session.do(hive_messages.Play(move=move, ply=ply))
            await asyncio.sleep(0.5)
            watcher.send_signal(signal.SIGINT)
            await watcher.wait()
    await server.stop()
    synced = acknowledged = 0
    for line in trace.read_text().splitlines():
        if re.search(r"f(data)?sync\(.*= 0|f(data)?sync resumed.*= 0", line):
            synced += 1
        elif '\\"type\\":\\"ack\\"' in line:
            acknowledged += 1
            assert synced, f"acknowledgement {acknowledged} went out before its sync"
            synced = 0
    assert acknowledged == len(moves)
