"""Whatever comes in, the server answers clearly, changes nothing and stays as it is."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from skep.client import Person
from tests.server.live import ServerProcess
from tests.server.tables.test_tables import start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium, pytest.mark.timeout(1800)]

HELLO = '{"type":"hello","version":1}'
VALID: list[dict[str, Any]] = [
    {"type": "do", "id": "x1", "command": {"kind": "play", "move": "wA1 -wS1", "ply": 77}},
    {"type": "do", "id": "x2", "command": {"kind": "offer_draw", "ply": 99}},
    {"type": "do", "id": "x3", "command": {"kind": "answer_takeback", "accept": True, "ply": 2}},
    {"type": "do", "id": "x4", "command": {"kind": "claim"}},
    {"type": "do", "id": "x5", "command": {"kind": "abort"}},
    {
        "type": "do",
        "id": "x6",
        "command": {"kind": "lay", "round": 1, "cell": [0, 0], "pose": "ROYGBV"},
    },
    {"type": "do", "id": "x7", "command": {"kind": "ready"}},
    {"type": "resync", "have": 999},
    {"type": "resync", "have": None},
    {"type": "pong", "n": 3},
    {"type": "say", "id": "x8", "text": "   "},
    {"type": "unsay", "id": "y1", "n": 1},
    {"type": "want_rematch", "id": "x9"},
    {"type": "analyse", "id": "x0", "ply": 500},
    {"type": "hello", "version": 1},
]
JUNK: list[Any] = [
    None, True, -1, 1e308, 2**70, "", "\x00", "x" * 400, [], {}, [[[[]]]], {"kind": "play"},
    "wA1 bQ/", "ROYGBV", "😀",
]  # fmt: skip


def mutated(chance: random.Random) -> str | bytes:
    """A frame that is wrong in some way, or valid and refused."""
    kind = chance.randrange(10)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 300))
    if kind == 1:
        return "{" * chance.randrange(1, 500)
    frame = json.loads(json.dumps(chance.choice(VALID)))
    if kind == 2:
        text = json.dumps(frame)
        return text[: chance.randrange(len(text))]
    if kind == 3:
        return json.dumps(frame).encode()  # as a binary frame
    if kind == 4:
        return json.dumps({**frame, "padding": "x" * chance.randrange(3_000)})
    for _ in range(chance.randrange(3)):
        spot = frame
        while isinstance(spot.get("command"), dict) and chance.random() < 0.6:
            spot = spot["command"]
        key = chance.choice([*spot, "new", "type", "kind", "id"])
        if chance.random() < 0.3:
            spot.pop(key, None)
        else:
            spot[key] = copy.deepcopy(chance.choice(JUNK))
    if str(frame.get("text", "")).isprintable():
        frame["text"] = " "  # words would be a good message, and stored
    return json.dumps(frame)


def rows_of(folder: Path) -> list[Any]:
    with sqlite3.connect(folder / "skep.db") as database:
        tables = ("events", "games", "seats", "users", "chat", "codes", "rematches", "deadlines")
        return [database.execute(f'SELECT * FROM "{name}"').fetchall() for name in tables]


def rss_kib(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


async def drain(socket: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for _ in socket:
            pass


async def bombard(url: str, cookie: str, games: list[str], count: int, seed: int) -> None:
    """Send junk; whenever the server has had enough and closes, come back."""
    chance = random.Random(seed)
    sent = 0
    while sent < count:
        game = chance.choice([*games, "nowhere", "%00", "x" * 40])
        address = f"{url.replace('http', 'ws')}/ws/game/{game}"
        try:
            async with connect(
                address, additional_headers={"Cookie": cookie}, compression=None, max_size=None
            ) as socket:
                reader = asyncio.create_task(drain(socket))
                if chance.random() < 0.9:
                    await socket.send(HELLO)
                for _ in range(chance.randrange(1, 120)):
                    if chance.random() < 0.005:
                        await socket.send("x" * 20_000)  # larger than any frame may be
                    await socket.send(mutated(chance))
                    sent += 1
                reader.cancel()
                await asyncio.gather(reader, return_exceptions=True)
        except (ConnectionClosed, OSError):
            sent += 1
        except Exception as problem:
            if type(problem).__name__ not in ("InvalidStatus", "InvalidURI", "InvalidMessage"):
                raise
            sent += 1


@pytest.mark.parametrize(
    "messages",
    [pytest.param(4_000, id="some"), pytest.param(100_000, id="all", marks=pytest.mark.slow)],
)
async def test_no_message_crashes_or_changes_anything(tmp_path: Path, messages: int) -> None:
    # Nobody is away for long enough here: a claim would be a good command then.
    server = ServerProcess(tmp_path, settings={"claim_untimed_seconds": 1e6})
    await server.start()
    assert server.process is not None
    try:
        people = [Person(server.url) for _ in range(4)]
        ann, bob, dan, eve = people
        async with contextlib.AsyncExitStack() as stack:
            for person in people:
                await stack.enter_async_context(person)
            own = await start_two(ann, bob)
            async with ann.sit(own.game.id) as white, bob.sit(own.game.id) as black:
                await white.play("wS1")
                await black.until(lambda: black.mirror.ply == 1, seconds=10)
                await black.play("bS1 wS1-")
            await eve.rename("Eve")
            foreign = await start_two(bob, dan)
            games = [own.game.id, foreign.game.id]
            await bombard(server.url, ann.cookie, games, 2_000, seed=1)  # warm
            await asyncio.sleep(1)
            before, memory = rows_of(tmp_path), rss_kib(server.process.pid)
            await asyncio.gather(
                *(bombard(server.url, ann.cookie, games, messages // 4, seed) for seed in (2, 3)),
                *(bombard(server.url, eve.cookie, games, messages // 4, seed) for seed in (4, 5)),
            )
            await asyncio.sleep(1)
            assert rows_of(tmp_path) == before
            assert rss_kib(server.process.pid) - memory < 8 * 1024
            async with ann.sit(own.game.id) as white:
                await white.play("wA1 -wS1")
    finally:
        code = await server.stop()
    assert code in (0, -15)
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log, log[-3000:]


async def test_no_request_gets_a_server_error(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("schemathesis")
    if not program.exists() and shutil.which("schemathesis") is None:
        pytest.fail("schemathesis is in requirements-dev.txt, but not installed")
    server = ServerProcess(tmp_path)
    await server.start()
    try:
        done = await asyncio.to_thread(
            subprocess.run,
            [
                str(program), "run", f"{server.url}/api/openapi.json", "--checks",
                "not_a_server_error,content_type_conformance,response_schema_conformance",
                "--max-examples", "40", "--phases", "examples,coverage,fuzzing",
                "--generation-deterministic",
            ],
            capture_output=True, text=True, timeout=600, check=False, cwd=tmp_path,
        )  # fmt: skip
    finally:
        await server.stop()
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "Traceback" not in (tmp_path / "server.log").read_text()
