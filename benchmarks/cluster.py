"""Two servers joined by Redis beside one alone, on PostgreSQL: how fast news cross, and the CPU.

200 games move 100 times a second in all (open loop); one move in five is followed by an offer, one
in five by a line of chat. Three ways in one run: one process alone; two processes, both players of
a game at the same one; two processes, the players of a game at different ones. News have crossed
when the other player's socket has them, counted from the time the frame was to be sent.

    python -m benchmarks.cluster [--games 200] [--seconds 20] [--rounds 2]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from tests.server.databases import Cluster, find_postgresql, start_cluster
from tests.server.redis_process import RedisProcess, find_redis, start_redis
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server_load import Server, free_port, percentile, playouts, running
from skep.hive.arena.turns import alone

MOST_MS = 100.0
WAYS = {  # name: servers, whether the players of a game are at different ones, bar for the CPU
    "alone": (1, False, None),
    "same server": (2, False, 1.2),
    "two servers": (2, True, 1.6),
}
SETTLE_SECONDS = 2.0
REST_SECONDS = 5.0


@dataclass
class Pair:
    """Two players of one game, each at a server, and when they heard what."""

    id: str
    moves: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    readers: list[asyncio.Task[None]] = field(default_factory=list)
    sent: dict[str, tuple[int, float]] = field(default_factory=dict)  # id: by whom, when
    stored: dict[str, int] = field(default_factory=dict)  # id: seq
    heard: dict[tuple[int, int], float] = field(default_factory=dict)  # whose socket, seq: when
    lines: dict[tuple[int, str], float] = field(default_factory=dict)
    answered: dict[str, asyncio.Future[None]] = field(default_factory=dict)
    ply: int = 0
    errors: list[str] = field(default_factory=list)

    async def sit(self, url: str, cookie: str) -> None:
        socket = await connect(
            f"{url.replace('http', 'ws')}/ws/game/{self.id}",
            additional_headers={"Cookie": cookie},
            compression=None,
            ping_interval=None,
            max_queue=None,
        )
        await socket.send('{"type":"hello","version":1,"choices":true}')
        self.readers.append(asyncio.create_task(self._read(len(self.sockets), socket)))
        self.sockets.append(socket)

    async def _read(self, who: int, socket: ClientConnection) -> None:
        async for message in socket:
            now = time.perf_counter()
            text = str(message)
            if text.startswith('{"type":"event"'):
                self.heard[who, int(text[22 : text.index(",", 22)])] = now
            elif text.startswith('{"type":"ack"'):
                frame = json.loads(text)
                self.stored[frame["id"]] = frame.get("seq")
                self.answered.pop(frame["id"]).set_result(None)
            elif text.startswith('{"type":"said"'):
                self.lines[who, json.loads(text)["text"]] = now
            elif text.startswith('{"type":"heartbeat"'):
                number = text.split(":", 3)[2].split(",")[0]
                await socket.send(f'{{"type":"pong","n":{number}}}')
            elif text.startswith('{"type":"refused"'):
                self.errors.append(text)

    async def _send(self, who: int, name: str, due: float, frame: Mapping[str, object]) -> None:
        self.sent[name] = (who, due)
        self.answered[name] = asyncio.get_running_loop().create_future()
        await self.sockets[who].send(json.dumps({"id": name, **frame}))
        async with asyncio.timeout(10):
            await self.answered[name]

    async def act(self, due: float) -> None:
        """A move, and now and then an offer or a line of whoever moved."""
        ply, who = self.ply, self.ply % 2
        self.ply += 1
        move = {"kind": "play", "move": self.moves[ply], "ply": ply}
        await self._send(who, f"m{ply}", due, {"type": "do", "command": move})
        if ply % 5 == 3:
            offer = {"kind": "offer_draw", "ply": ply + 1}
            frame = {"type": "do", "command": offer}
            await self._send(who, f"o{ply}", time.perf_counter(), frame)
        if ply % 5 == 1:
            frame = {"type": "say", "text": f"c{ply}"}
            await self._send(who, f"c{ply}", time.perf_counter(), frame)

    def crossings(self, what: str) -> list[float]:
        """Seconds until the other player had each of these; what never came counts as 10."""
        seconds = []
        for name, (who, due) in self.sent.items():
            if name.startswith(what):
                came = (
                    self.lines.get((1 - who, name))
                    if what == "c"
                    else self.heard.get((1 - who, self.stored.get(name, -1)))
                )
                seconds.append(10.0 if came is None else came - due)
        return seconds

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.readers, return_exceptions=True)


async def seat(servers: list[Server], lines: list[list[str]], *, is_crossing: bool) -> list[Pair]:
    pairs = []
    wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
    for number, line in enumerate(lines):
        one = servers[number % len(servers)]
        other = servers[(number + is_crossing) % len(servers)]
        async with (
            httpx.AsyncClient(base_url=one.url, verify=False) as white,
            httpx.AsyncClient(base_url=other.url, verify=False) as black,
        ):
            created = (await white.post("/api/games", json=wish)).raise_for_status().json()
            pair = Pair(created["game"]["id"], line)
            joined = await black.post(f"/api/games/{pair.id}/join", json={"key": created["key"]})
            joined.raise_for_status()
            for client, server in ((white, one), (black, other)):
                await pair.sit(server.url, f"skep_guest={client.cookies['skep_guest']}")
        pairs.append(pair)
    return pairs


async def play(pairs: list[Pair], seconds: float, every: float) -> int:
    """Each game acts at its own scheduled times, whatever the answers do; how many moves."""
    start = time.perf_counter() + 0.5
    before = sum(pair.ply for pair in pairs)

    async def one(pair: Pair, offset: float) -> None:
        due = start + offset
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                await pair.act(due)
            except TimeoutError:
                pair.errors.append("no answer")
            due += every

    await asyncio.gather(*(one(pair, every * n / len(pairs)) for n, pair in enumerate(pairs)))
    return sum(pair.ply for pair in pairs) - before


@dataclass
class Measured:
    """What one way has come to, in all rounds."""

    moves: list[float] = field(default_factory=list)
    offers: list[float] = field(default_factory=list)
    lines: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)  # a move, all server processes added
    redis_us: list[float] = field(default_factory=list)
    database_us: list[float] = field(default_factory=list)
    socket_us: list[float] = field(default_factory=list)  # a second of a socket at rest
    errors: list[str] = field(default_factory=list)


@contextlib.asynccontextmanager
async def site(
    count: int, cluster: Cluster, redis: RedisProcess, under: Sequence[str] = ()
) -> AsyncIterator[list[Server]]:
    """Servers as `deploy/` has them: they think of no moves themselves."""
    settings = {
        "SKEP_ENGINE_WORKERS": "0",
        "SKEP_DATABASE_URL": cluster.new_database(),
        "SKEP_SECRET": "the same secret for all",
        "SKEP_REDIS_URL": redis.url if count > 1 else "",
    }
    async with contextlib.AsyncExitStack() as stack:
        servers = []
        for _ in range(count):
            port = free_port()
            command = ["env", *(f"{name}={value}" for name, value in settings.items())]
            command += [*under, sys.executable, "-m", "skep.cli", "serve", "--port", str(port)]
            servers.append(await stack.enter_async_context(running(command, port, "/ready")))
        yield servers


def database_seconds(cluster: Cluster) -> float:
    """Of all processes of PostgreSQL that live: connections are kept, so none goes meanwhile."""
    first = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return cpu_seconds(first) + sum(cpu_seconds(int(each)) for each in children)


def cpu_seconds(process: int) -> float:
    nanoseconds = 0  # of the scheduler: ticks of 10 ms are too coarse for an idle process
    for task in Path(f"/proc/{process}/task").iterdir():
        nanoseconds += int((task / "schedstat").read_text().split()[0])
    return nanoseconds / 1e9


async def measure(
    name: str,
    lines: list[list[str]],
    seconds: float,
    cluster: Cluster,
    redis: RedisProcess,
    into: Measured,
) -> None:
    count, is_crossing, _ = WAYS[name]
    assert redis.process is not None
    async with site(count, cluster, redis) as servers:
        pairs = await seat(servers, lines, is_crossing=is_crossing)
        await play(pairs, SETTLE_SECONDS, every=2.0)
        for pair in pairs:
            pair.sent.clear()
        used = [cpu_seconds(server.process.pid) for server in servers]
        await asyncio.sleep(REST_SECONDS)
        rested = sum(cpu_seconds(server.process.pid) for server in servers) - sum(used)
        into.socket_us.append(rested / REST_SECONDS / (2 * len(pairs)) * 1e6)
        used = [cpu_seconds(server.process.pid) for server in servers]
        used_by_database = database_seconds(cluster)
        used_by_redis = cpu_seconds(redis.process.pid)
        moves = await play(pairs, seconds, every=len(pairs) / 100)
        spent = sum(cpu_seconds(server.process.pid) for server in servers) - sum(used)
        into.cpu_us.append(spent / moves * 1e6)
        into.redis_us.append((cpu_seconds(redis.process.pid) - used_by_redis) / moves * 1e6)
        into.database_us.append((database_seconds(cluster) - used_by_database) / moves * 1e6)
        await asyncio.sleep(0.5)  # what is under way still
        for pair in pairs:
            into.moves += pair.crossings("m")
            into.offers += pair.crossings("o")
            into.lines += pair.crossings("c")
            into.errors += pair.errors
        await asyncio.gather(*(pair.close() for pair in pairs))


def report(found: dict[str, Measured]) -> bool:
    alone = statistics.median(found["alone"].cpu_us)
    is_good = True
    for name, measured in found.items():
        for what, values in (
            ("move", measured.moves),
            ("offer", measured.offers),
            ("line", measured.lines),
        ):
            late = percentile(values, 0.99) * 1000
            is_good &= late < MOST_MS
            print(
                f"{name}: {len(values)} × {what} at the other player's:"
                f" p50 {percentile(values, 0.5) * 1000:.1f} ms, p99 {late:.1f} ms"
                f" (bar {MOST_MS:.0f}), max {max(values) * 1000:.0f} ms"
            )
        bar = WAYS[name][2]
        used = statistics.median(measured.cpu_us)
        is_good &= bar is None or used / alone <= bar
        print(
            f"{name}: CPU a move {used:.0f} µs, {used / alone:.2f} of one process alone"
            f"{f' (bar {bar})' if bar else ''}, rounds"
            f" {', '.join(f'{each:.0f}' for each in measured.cpu_us)};"
            f" Redis {statistics.median(measured.redis_us):.0f} µs,"
            f" PostgreSQL {statistics.median(measured.database_us):.0f} µs;"
            f" a socket at rest {statistics.median(measured.socket_us):.0f} µs a second;"
            f" {len(measured.errors)} errors"
        )
        for error in measured.errors[:3]:
            print(f"  {error}")
    return is_good


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    programs, redis_program = find_postgresql(), find_redis()
    if programs is None or redis_program is None:
        print("left out: PostgreSQL or Redis is not here")
        return
    lines = playouts(chosen.games)
    found = {name: Measured() for name in WAYS}
    with start_cluster(programs) as cluster, start_redis(redis_program) as redis:
        for _ in range(chosen.rounds):
            for name in WAYS:
                await measure(name, lines, chosen.seconds, cluster, redis, found[name])
    if not report(found):
        sys.exit("a bar is missed")


if __name__ == "__main__":
    with alone():
        uvloop.run(main())
