"""The CPU of two servers beside one alone, in instructions: repeatable whatever else is at work.

Server processes run under callgrind, some fifty times slower. What is counted:

- processes with two games in all, and what each further socket adds, a second each, while nobody
  moves (a process without a game asks the database for less);
- a move with the offers and lines of chat that go with it, beyond what the same time costs at rest.

From these follows what a move costs at 100 moves a second in 200 games, as `benchmarks.cluster`
plays them. Servers think of no moves themselves, as `deploy/` has it.

    python -m benchmarks.cluster_instructions [--games 12] [--seconds 60]
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop
from tests.server.databases import Cluster, find_postgresql, start_cluster
from tests.server.redis_process import RedisProcess, find_redis, start_redis

from benchmarks.cluster import WAYS, Pair, play, seat, site
from benchmarks.server_load import Server, playouts

MOVES_A_SECOND = 100
GAMES = 200
MOVES_A_SECOND_COUNTED = 2.0  # a move takes a tenth of a second under callgrind
REST_SECONDS = 30.0
SETTLE_SECONDS = 10.0


@dataclass(frozen=True)
class Counted:
    """Millions of instructions, all processes of a way added."""

    idle: float  # a second, with two games in all
    socket: float  # a second
    move: float

    @property
    def move_at_load(self) -> float:
        """With its share of what time itself costs."""
        return self.move + (self.idle + 2 * (GAMES - 2) * self.socket) / MOVES_A_SECOND


class Counter:
    """Reads and empties callgrind's count of some processes."""

    def __init__(self, servers: list[Server], folder: Path) -> None:
        self._processes = [server.process.pid for server in servers]
        self._folder = folder
        self._since = time.perf_counter()

    def take(self) -> tuple[float, float]:
        """Millions of instructions since the last time, and the seconds."""
        for process in self._processes:
            subprocess.run(
                ["callgrind_control", "-d", str(process)], check=True, capture_output=True
            )
        now = time.perf_counter()
        seconds, self._since = now - self._since, now
        counted = 0
        for dump in self._folder.iterdir():
            found = re.search(r"^(?:totals|summary): (\d+)", dump.read_text(), re.MULTILINE)
            counted += int(found[1]) if found else 0
            dump.unlink()
        return counted / 1e6, seconds


async def count(
    name: str, lines: list[list[str]], seconds: float, cluster: Cluster, redis: RedisProcess
) -> Counted:
    processes, is_crossing, _ = WAYS[name]
    folder = Path(tempfile.mkdtemp(prefix="skep-callgrind-"))
    under = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/%p"]
    async with site(processes, cluster, redis, under=under) as servers:
        counter = Counter(servers, folder)

        async def at_rest(pairs: list[Pair]) -> float:
            """Millions of instructions a second, once all games have begun."""
            every = len(pairs) / MOVES_A_SECOND_COUNTED
            await play(pairs, 2 * every, every=every)
            await asyncio.sleep(SETTLE_SECONDS)
            counter.take()
            await asyncio.sleep(REST_SECONDS)
            counted, passed = counter.take()
            return counted / passed

        pairs = await seat(servers, lines[:2], is_crossing=is_crossing)
        idle = await at_rest(pairs)
        more = await seat(servers, lines[2:], is_crossing=is_crossing)
        pairs += more
        rest = await at_rest(pairs)
        every = len(pairs) / MOVES_A_SECOND_COUNTED
        moves = await play(pairs, seconds, every=every)
        counted, passed = counter.take()
        for pair in pairs:
            if pair.errors:
                sys.exit(f"{name}: {pair.errors[0]}")
        await asyncio.gather(*(pair.close() for pair in pairs))
    shutil.rmtree(folder)
    return Counted(idle, (rest - idle) / (2 * len(more)), (counted - rest * passed) / moves)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    programs, redis_program = find_postgresql(), find_redis()
    if programs is None or redis_program is None or shutil.which("valgrind") is None:
        print("left out: PostgreSQL, Redis or valgrind is not here")
        return
    lines = playouts(chosen.games)
    found: dict[str, Counted] = {}
    is_good = True
    with start_cluster(programs) as cluster, start_redis(redis_program) as redis:
        for name, (_, _, bar) in WAYS.items():
            found[name] = way = await count(name, lines, chosen.seconds, cluster, redis)
            ratio = way.move_at_load / found["alone"].move_at_load
            is_good &= bar is None or ratio <= bar
            print(
                f"{name}: {way.move_at_load:.2f} million instructions a move,"
                f" {ratio:.2f} of one process alone{f' (bar {bar})' if bar else ''};"
                f" {way.move:.2f} without what time costs, idle {way.idle:.2f} a second,"
                f" a socket {way.socket:.3f} a second",
                flush=True,
            )
    if not is_good:
        sys.exit("a bar is missed")


if __name__ == "__main__":
    uvloop.run(main())
