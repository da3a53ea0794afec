"""A site on hosts of its own while parts of it die: `python -m tests.faults.machines`.

Those of one game are at different servers. Some have little time on their clocks: a fault that
counted would lose them the game. After each fault everybody plays on; in the end all parts die at
once, and what all were told is held against what is stored, and against a backup that is restored.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from skep.client import Session
from tests.faults.compare import wrong
from tests.faults.fairness import unfair
from tests.faults.hosts import Lack, network, why_no_hosts
from tests.faults.players import REST_MS, Crowd, served_by
from tests.faults.proxy import find_nginx
from tests.faults.rounds import run_compare
from tests.faults.site import Machines, machines, site_folder
from tests.server.databases import find_postgresql
from tests.server.redis_process import find_redis

__all__ = ["FAULTS", "Found", "Load", "run", "why_not"]

PLAY_ON_SECONDS = 5.0
CLOCK = {"pace": "timed", "base_ms": 60_000, "increment_ms": 2_000}
SHORT = {"pace": "timed", "base_ms": REST_MS + 1_000, "increment_ms": 2_000}


def why_not() -> Lack | None:
    """What is missing here; None: nothing."""
    programs = {
        "PostgreSQL": find_postgresql(),
        "Redis": find_redis(),
        "nginx": find_nginx(),
    }
    missing = [name for name, found in programs.items() if found is None]
    return Lack(f"{', '.join(missing)} not installed") if missing else why_no_hosts()


# name: what happens, and whether those it hit must play on within seconds
FAULTS: dict[str, tuple[Callable[[Machines], Awaitable[None]], bool]] = {
    "a server is killed": (Machines.kill_a_server, True),
    "it is started again": (Machines.start_it_again, False),
    "the worker is killed in a search": (Machines.kill_the_worker, False),
    "Redis is killed": (Machines.kill_redis, False),
    "PostgreSQL is restarted": (Machines.restart_postgresql, False),
    "one server is cut off from Redis": (Machines.cut_off_redis, False),
    "one server is cut off from PostgreSQL": (Machines.cut_off_postgresql, False),
    "both servers are upgraded": (Machines.upgrade, False),
    "both go back to the release before": (Machines.go_back, False),
}


@dataclass(frozen=True)
class Load:
    """Who plays: pairs at Hive, half of them by the clock and half of those with little time on it,
    tables of La Ruche, engine's games.
    """

    pairs: int = 200
    tables: int = 20
    engines: int = 4
    answers: int = 400  # between two faults
    in_flight: int = 4  # commands when one happens
    pace: float = 2.0
    cut_seconds: float = 20.0


@dataclass
class Found:
    """What each fault cost those in the middle of something, and what the comparison says."""

    begun_ms: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    in_flight: dict[str, int] = field(default_factory=dict)
    hit: dict[str, int] = field(default_factory=dict)  # sockets of a server that died
    behind: dict[str, int] = field(default_factory=dict)  # screens, a while after the fault
    compared: dict[str, int] = field(default_factory=dict)
    unfair: list[str] = field(default_factory=list)
    drill: dict[str, float] = field(default_factory=dict)  # seconds of a backup and of its restore
    restored: dict[str, int] = field(default_factory=dict)  # the comparison with what was restored

    @property
    def is_clean(self) -> bool:
        """The database after its death and the restored one; all that was told is in both."""
        return (
            wrong(self.compared) == wrong(self.restored) == 0
            and 0 < self.compared["acknowledged"] == self.restored["acknowledged"]
            and not any(self.behind.values())
            and not self.unfair
        )

    @property
    def is_quick(self) -> bool:
        return all(self.seconds[name] <= PLAY_ON_SECONDS for name in self.hit)


async def run(
    load: Load,
    faults: Collection[str] = tuple(FAULTS),
    *,
    tell: Callable[[str], None] = lambda text: None,
) -> Found:
    """Let these faults happen, in their order, then the death of all, and compare."""
    found = Found()
    with site_folder() as folder, network() as net:
        async with machines(folder, net, load.cut_seconds) as site:
            database = site.cluster.inside("skep")
            async with Crowd(tuple(site.homes), folder, seed=5, pace=load.pace) as crowd:
                await _seat(crowd, load)
                for name in faults:
                    await crowd.refill()
                    await crowd.until_home(site.homes)
                    await crowd.until_answered(load.answers)
                    await crowd.refill_engines(load.engines)
                    await crowd.until_in_flight(load.in_flight)
                    await _happen(name, site, crowd, found)
                    found.behind[name] = len(await crowd.behind(database))
                    await site.until_in_order()
                    tell(
                        f"{name}: {found.in_flight[name]} in flight, all answered after"
                        f" {found.seconds[name]:.1f} s, {found.behind[name]} screens behind"
                    )
                await crowd.until_connected()
                await crowd.until_answered(load.answers)
                await crowd.rest(database)
                await asyncio.to_thread(_drill, site, folder, "backup", "skep", found)
            await site.kill_all()
            found.compared = await asyncio.to_thread(run_compare, folder, database)
            for at_ms, what in await asyncio.to_thread(unfair, database, crowd.rested_ms):
                before = [name for name, ms in found.begun_ms.items() if ms <= at_ms]
                found.unfair.append(f"{what} after {before[-1:]}")
            site.cluster.new_database("drill")
            await asyncio.to_thread(_drill, site, folder, "restore", "drill", found)
            found.restored = await asyncio.to_thread(
                run_compare, folder, site.cluster.inside("drill")
            )
    for line in (found.compared, *found.unfair, found.drill, found.restored):
        tell(str(line))
    tell(f"{'clean' if found.is_clean else 'not clean'}, {'' if found.is_quick else 'not '}quick")
    return found


async def _seat(crowd: Crowd, load: Load) -> None:
    timed = load.pairs // 2
    await crowd.seat_hive(load.pairs - timed)
    await crowd.seat_hive(timed - timed // 2, time=CLOCK)
    await crowd.seat_hive(timed // 2, hurry=True, time=SHORT)
    await crowd.seat_laruche(load.tables)
    await crowd.seat_engine(load.engines)


def _drill(site: Machines, folder: Path, what: str, database: str, found: Found) -> None:
    """A step of the restore drill: a copy of the running site, put into a database of its own."""
    environ = {"SKEP_DATA_DIR": str(folder / "drill"), "PATH": os.environ["PATH"]}
    environ["SKEP_DATABASE_URL"] = site.cluster.inside(database)
    started = time.monotonic()
    command = [sys.executable, "-m", "skep.cli", "db", what, str(folder / "drill.dump")]
    subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
    found.drill[what] = time.monotonic() - started


async def _happen(name: str, site: Machines, crowd: Crowd, found: Found) -> None:
    """Let a fault happen, and measure how long those it hit wait from then on.

    Whose server dies is at another one then, and what they had sent by that time is answered. Other
    faults last a while themselves: from their end on all that was under way is answered.
    """
    fault, is_death = FAULTS[name]
    found.in_flight[name] = crowd.in_flight
    found.begun_ms[name] = time.time_ns() // 1_000_000
    hit: dict[Session, int] = {}
    if is_death:
        dying = site.servers[0].address
        hit = {s: s.reconnects for s in crowd.sessions if served_by(s) == dying}
        found.hit[name] = len(hit)
        waiting = _pending(crowd.sessions)
        started = time.monotonic()
        await fault(site)
    else:
        await fault(site)
        waiting = _pending(crowd.sessions)
        started = time.monotonic()
    async with asyncio.timeout(240):
        while not all(s.is_connected and s.reconnects > hit.get(s, -1) for s in crowd.sessions):
            crowd.check()
            await asyncio.sleep(0.02)
        waiting |= _pending(hit)
        while waiting & _pending(crowd.sessions):
            crowd.check()
            await asyncio.sleep(0.02)
    found.seconds[name] = time.monotonic() - started


def _pending(sessions: Iterable[Session]) -> set[str]:
    """The commands under way, by ids that no two clients share."""
    return {identity for session in sessions for identity in session._pending}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=Load.pairs)
    parser.add_argument("--tables", type=int, default=Load.tables)
    parser.add_argument("--cut-seconds", type=float, default=Load.cut_seconds)
    chosen = parser.parse_args()
    lack = why_not()
    if lack is not None:
        print(f"left out, several machines: {lack.what}")
        return 1 if lack.is_failure else 0
    load = Load(
        pairs=chosen.pairs,
        tables=chosen.tables,
        in_flight=max(1, Load.in_flight * chosen.pairs // Load.pairs),
        cut_seconds=chosen.cut_seconds,
    )
    found = asyncio.run(run(load, tell=lambda text: print(text, flush=True)))
    return 0 if found.is_clean and found.is_quick else 1


if __name__ == "__main__":
    sys.exit(main())
