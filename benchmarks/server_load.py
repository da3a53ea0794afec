"""Load on `skep serve`: 500 Hive games on 1,000 sockets, and La Ruche tables full of bots.

Arrivals are open-loop: each move has a scheduled time, and its latency counts from then to the
acknowledgement. Saturation is closed-loop: each game plays on as soon as it is answered.

    python -m benchmarks.server_load [--games 500] [--seconds 30] [--url postgresql://…]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from skep.hive import Position
from skep.hive.arena.turns import alone

PLIES = 200
OPEN = {
    "SKEP_REQUESTS_PER_SECOND": "100000",
    "SKEP_CREATIONS_PER_MINUTE": "6000000",
    "SKEP_COMMANDS_PER_SECOND": "100000",
    "SKEP_SOCKETS_PER_ADDRESS": "5000",
    "SKEP_LOG_FORMAT": "json",
}


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@dataclass
class Server:
    """A server process that is measured from outside."""

    process: subprocess.Popen[bytes]
    url: str

    @property
    def rss_kib(self) -> int:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def running(command: list[str], port: int, path: str) -> AsyncIterator[Server]:
    folder = tempfile.mkdtemp(prefix="skep-load-")
    environ = {**os.environ, **OPEN, "SKEP_DATA_DIR": folder}
    with Path(folder, "log").open("wb") as log:
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=log)
    server = Server(process, f"http://127.0.0.1:{port}")
    try:
        async with httpx.AsyncClient() as http:
            for _ in range(4000):  # under callgrind it takes minutes
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(server.url + path)).status_code < 500:
                        break
                await asyncio.sleep(0.05)
        yield server
    finally:
        process.terminate()
        process.wait(20)


def playouts(count: int) -> list[list[str]]:
    """Legal games to replay, none of which ends early."""
    chance = random.Random(7)
    games: list[list[str]] = []
    while len(games) < count:
        position = Position("Base+MLP")
        texts: list[str] = []
        while len(texts) < PLIES and position.outcome() is None:
            move = chance.choice(list(position.legal_moves))
            texts.append(position.format_move(move))
            position.play_unchecked(move)
        if len(texts) == PLIES:
            games.append(texts)
    return games


@dataclass
class Game:
    """Two sockets at one game, which play a known line."""

    id: str
    moves: list[str]
    cookies: tuple[str, str]
    sockets: list[ClientConnection] = field(default_factory=list)
    acked: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    readers: list[asyncio.Task[None]] = field(default_factory=list)
    ply: int = 0
    frames: int = 0
    errors: int = 0

    async def connect(self, url: str) -> None:
        address = f"{url.replace('http', 'ws')}/ws/game/{self.id}"
        for cookie in self.cookies:
            ws = await connect(
                address,
                additional_headers={"Cookie": cookie},
                compression=None,
                ping_interval=None,
                max_queue=None,
            )
            await ws.send('{"type":"hello","version":1}')
            self.sockets.append(ws)
            self.readers.append(asyncio.create_task(self._read(ws)))

    async def _read(self, ws: ClientConnection) -> None:
        async for message in ws:
            self.frames += 1
            text = str(message)
            if text.startswith('{"type":"ack"'):
                ply = int(text.split('"', 8)[7])
                self.acked.pop(ply).set_result(None)
            elif text.startswith('{"type":"heartbeat"'):
                number = text.split(":", 3)[2].split(",")[0]
                await ws.send(f'{{"type":"pong","n":{number}}}')
            elif text.startswith('{"type":"refused"'):
                self.errors += 1

    async def move(self) -> None:
        """Play the next move and wait for its acknowledgement."""
        ply = self.ply
        self.ply += 1
        move = self.moves[ply].replace("\\", "\\\\")
        answered = asyncio.get_running_loop().create_future()
        self.acked[ply] = answered
        await self.sockets[ply % 2].send(
            f'{{"type":"do","id":"{ply}","command":{{"kind":"play","move":"{move}","ply":{ply}}}}}'
        )
        async with asyncio.timeout(30):
            await answered

    async def close(self) -> None:
        for ws in self.sockets:
            await ws.close()
        await asyncio.gather(*self.readers, return_exceptions=True)


async def set_up(server: Server, lines: list[list[str]]) -> list[Game]:
    games = []
    async with (
        httpx.AsyncClient(base_url=server.url) as white,
        httpx.AsyncClient(base_url=server.url) as black,
    ):
        for line in lines:
            white.cookies.clear()
            black.cookies.clear()
            wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
            created = (await white.post("/api/games", json=wish)).raise_for_status().json()
            game = created["game"]["id"]
            joined = await black.post(f"/api/games/{game}/join", json={"key": created["key"]})
            joined.raise_for_status()
            cookies = tuple(
                f"skep_guest={client.cookies['skep_guest']}" for client in (white, black)
            )
            games.append(Game(game, line, (cookies[0], cookies[1])))
    for game in games:
        await game.connect(server.url)
    return games


async def open_loop(games: list[Game], seconds: float, every: float) -> list[float]:
    """Each game moves at its own scheduled times, whatever the answers do."""
    latencies: list[float] = []
    start = time.perf_counter() + 0.5

    async def one(game: Game, offset: float) -> None:
        due = start + offset
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                await game.move()
            except TimeoutError:
                game.errors += 1
            latencies.append(time.perf_counter() - due)
            due += every

    await asyncio.gather(*(one(game, every * n / len(games)) for n, game in enumerate(games)))
    return latencies


async def saturate(games: list[Game], seconds: float) -> float:
    """Moves a second when every game moves as soon as it may."""
    end = time.perf_counter() + seconds
    moves = 0

    async def one(game: Game) -> None:
        nonlocal moves
        while time.perf_counter() < end and game.ply < PLIES:
            await game.move()
            moves += 1

    started = time.perf_counter()
    await asyncio.gather(*(one(game) for game in games))
    return moves / (time.perf_counter() - started)


async def measure_echo(sockets: int, seconds: float) -> float:
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.server_echo", str(port)]
    payload = '{"type":"do","id":"12","command":{"kind":"play","move":"wA1 bQ/","ply":12}}'
    payload += " " * 200  # about what an event with its status has
    done = 0
    async with running(command, port, "/") as server:
        end = time.perf_counter() + seconds

        async def one() -> None:
            nonlocal done
            async with connect(
                server.url.replace("http", "ws"), compression=None, ping_interval=None
            ) as ws:
                while time.perf_counter() < end:
                    await ws.send(payload)
                    for _ in range(3):
                        await ws.recv()
                    done += 1

        started = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(sockets)))
        return done / (time.perf_counter() - started)


async def bot_tables(server: Server, count: int) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        for _ in range(count):
            wish = {"game": "laruche", "seats": [{"who": "bot", "level": 3}] * 4}
            (await http.post("/api/games", json=wish)).raise_for_status()


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--url", default="")
    chosen = parser.parse_args()
    lines = playouts(chosen.games)
    echo = await measure_echo(100, 5)
    os.environ["SKEP_DATABASE_URL"] = chosen.url
    port = free_port()
    command = [sys.executable, "-m", "skep.cli", "serve", "--port", str(port)]
    async with running(command, port, "/ready") as server:
        warm = await set_up(server, lines[:2])
        await asyncio.gather(*(game.close() for game in warm))
        await asyncio.sleep(1)
        idle = server.rss_kib
        games = await set_up(server, lines)
        await asyncio.sleep(1)
        seated = server.rss_kib
        per_game = (seated - idle) / len(games)
        print(f"memory: {per_game:.0f} KiB a game with two sockets ({idle} -> {seated} KiB)")
        await bot_tables(server, chosen.tables)
        cpu = server.cpu_seconds
        latencies = await open_loop(games, chosen.seconds, every=2.0)
        used = server.cpu_seconds - cpu
        errors = sum(game.errors for game in games)
        print(
            f"open loop: {len(latencies)} moves, {len(latencies) / chosen.seconds:.0f} a second,"
            f" p50 {percentile(latencies, 0.5) * 1000:.1f} ms,"
            f" p99 {percentile(latencies, 0.99) * 1000:.1f} ms,"
            f" max {max(latencies) * 1000:.0f} ms, {errors} errors,"
            f" CPU {used / chosen.seconds * 100:.0f} %"
        )
        cpu, before = server.cpu_seconds, sum(game.ply for game in games)
        rate = await saturate(games, 10)
        moves = sum(game.ply for game in games) - before
        print(
            f"saturation: {rate:.0f} durable moves a second,"
            f" {(server.cpu_seconds - cpu) / moves * 1e6:.0f} µs CPU a move,"
            f" {rate / echo * 100:.0f} % of the echo server's {echo:.0f} a second"
        )
        print(f"memory after it: {(server.rss_kib - idle) / len(games):.0f} KiB a game")
        await asyncio.gather(*(game.close() for game in games))


if __name__ == "__main__":
    with alone():
        uvloop.run(main())
