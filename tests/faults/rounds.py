"""Rounds of killing: `python -m tests.faults.rounds --rounds 100 [--postgresql]`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from skep.server.crash_points import CRASH_POINTS
from tests.faults.compare import wrong
from tests.faults.players import Crowd
from tests.server.databases import Cluster, find_postgresql, start_cluster
from tests.server.live import ServerProcess

__all__ = ["Report", "kill_children", "run_compare", "run_crash_point", "run_kills"]

ENOUGH_IN_FLIGHT = 10
PAIRS = 24


@dataclass
class Report:
    """How many commands were in flight at each kill, and what the comparison found."""

    in_flight: list[int] = field(default_factory=list)
    found: dict[str, int] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        return wrong(self.found) == 0 and self.found["acknowledged"] > 0 and self.found["views"] > 0

    @property
    def share_under_load(self) -> float:
        busy = sum(count >= ENOUGH_IN_FLIGHT for count in self.in_flight)
        return busy / max(1, len(self.in_flight))


async def run_kills(folder: Path, rounds: int, *, database_url: str = "", seed: int = 1) -> Report:
    """Kill the server again and again at random moments while everybody plays."""
    chance = random.Random(seed)
    server = ServerProcess(folder, database_url, {"bot_speed": 20, "cached_games": 30})
    await server.start()
    report = Report()
    try:
        async with Crowd((server.url,), folder, seed=seed) as crowd:
            await crowd.seat_hive(PAIRS)
            await crowd.seat_laruche(3)
            for _ in range(rounds):
                await crowd.until_connected()
                await crowd.refill()
                await crowd.until_answered(chance.randrange(20, 120))
                await asyncio.sleep(chance.uniform(0, 0.05))
                report.in_flight.append(crowd.in_flight)
                await server.kill()
                await server.start()
            await crowd.until_connected()
            await crowd.until_answered(50)
            await crowd.rest(database_url)
    finally:
        await server.stop()
    report.found = run_compare(folder, database_url)
    return report


async def run_crash_point(folder: Path, point: str, game: str, *, database_url: str = "") -> Report:
    """Let the server die at a chosen point of its own code."""
    server = ServerProcess(folder, database_url, {"bot_speed": 20})
    await server.start(SKEP_CRASH_AT=f"{point}:60")
    report = Report()
    try:
        async with Crowd((server.url,), folder, seed=3) as crowd:
            await (crowd.seat_hive(4) if game == "hive" else crowd.seat_laruche(3))
            if server.process is None:
                raise RuntimeError("the server is not there")
            code = await asyncio.wait_for(server.process.wait(), 60)
            report.in_flight.append(crowd.in_flight)
            if code != -signal.SIGKILL:
                raise RuntimeError(f"the server ended with {code} instead of dying at {point}")
            await server.start()
            await crowd.until_connected()
            await crowd.until_answered(20)
            await crowd.rest(database_url)
    finally:
        await server.stop()
    report.found = run_compare(folder, database_url)
    return report


def run_compare(folder: Path, database_url: str) -> dict[str, int]:
    """The comparison as a program of its own."""
    database = database_url or str(folder / "skep.db")
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.compare", str(folder), database],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if not done.stdout:
        raise RuntimeError(done.stderr[-2000:])
    found: dict[str, int] = json.loads(done.stdout)
    return found


def kill_children(pid: int) -> int:
    """Kill the engine's processes of a server; how many there were."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    return len(children)


async def run_all(rounds: int, seed: int, cluster: Cluster | None) -> bool:
    """The kills, then every crash point of both games; was nothing lost?"""

    def url() -> str:
        return "" if cluster is None else cluster.new_database()

    with tempfile.TemporaryDirectory(prefix="skep-faults-") as name:
        report = await run_kills(Path(name), rounds, database_url=url(), seed=seed)
    print(f"{rounds} kills, {report.share_under_load:.0%} under load: {report.found}", flush=True)
    clean = report.is_clean and report.share_under_load >= 0.9
    for point in CRASH_POINTS:
        for game in ("hive", "laruche"):
            with tempfile.TemporaryDirectory(prefix="skep-faults-") as name:
                report = await run_crash_point(Path(name), point, game, database_url=url())
            print(f"{point}, {game}: {report.found}", flush=True)
            clean = clean and report.is_clean
    return clean


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--postgresql", action="store_true", help="on a cluster of its own")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if not chosen.postgresql:
        return 0 if asyncio.run(run_all(chosen.rounds, chosen.seed, None)) else 1
    programs = find_postgresql()
    if programs is None:
        print("PostgreSQL is not installed, so nothing was killed on it (Debian: postgresql)")
        return 0
    with start_cluster(programs) as cluster:
        return 0 if asyncio.run(run_all(chosen.rounds, chosen.seed, cluster)) else 1


if __name__ == "__main__":
    sys.exit(main())
