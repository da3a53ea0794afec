"""A site on hosts of its own while parts of it die: `python -m tests.faults.machines`.

Two servers behind nginx, a worker, PostgreSQL and Redis, each on a host of its own (a network
namespace), with the configuration of deploy/. Players are sent to either server, whatever their
table, so that those of one game are apart. After each fault everybody plays on; in the end what
all were told is held against what is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skep.server.engines.jobs import Queues
from tests.faults.hosts import Host, Network, network, why_no_hosts
from tests.faults.players import Crowd
from tests.faults.proxy import Proxy, find_nginx
from tests.faults.rounds import run_compare
from tests.server.databases import Cluster, find_postgresql
from tests.server.live import ServerProcess, free_port
from tests.server.redis_process import PASSWORD, find_redis

__all__ = ["FAULTS", "Found", "Load", "run", "why_not"]

PLAY_ON_SECONDS = 5.0
CLOCK = {"pace": "timed", "base_ms": 60_000, "increment_ms": 2_000}


def why_not() -> str | None:
    """What is missing here; None: nothing."""
    programs = {
        "PostgreSQL": find_postgresql(),
        "Redis": find_redis(),
        "nginx": find_nginx(),
    }
    missing = [name for name, found in programs.items() if found is None]
    return f"{', '.join(missing)} not installed" if missing else why_no_hosts()


@dataclass(frozen=True)
class HostCluster(Cluster):
    """PostgreSQL on a host: it listens at its address too."""

    host: Host

    def _run(self, *command: str) -> None:
        subprocess.run(
            [*self.host.prefix, "runuser", "-u", self.user, "--", *command],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            timeout=120,
        )

    def start(self) -> None:
        data = self.folder / "data"
        if not data.exists():
            self._run(
                *(str(self.programs / "initdb"), "-D", str(data), "-A", "trust", "-U", self.user)
            )
            with (data / "pg_hba.conf").open("a") as file:
                file.write("host all all 10.77.0.0/16 trust\n")
        options = f"-k {self.folder} -c listen_addresses={self.host.address}"
        self._control("start", "-l", str(self.folder / "log"), "-o", options)

    def new_database(self, name: str = "skep") -> str:
        self._run(str(self.programs / "createdb"), "-h", str(self.folder), name)
        return f"postgresql://{self.user}@{self.host.address}/{name}"

    def inside(self, name: str) -> str:
        """The address of a database by its socket, for what runs on no host."""
        return f"postgresql://{self.user}@/{name}?host={self.folder}"


@dataclass
class HostProgram:
    """Redis or a worker on a host, which can be killed."""

    command: list[str]
    log: Path
    environ: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env={**os.environ, **self.environ}
            )

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


@dataclass
class Machines:
    """The site, and everything that can happen to it."""

    hosts: dict[str, Host]
    servers: tuple[ServerProcess, ServerProcess]
    worker: HostProgram
    redis: HostProgram
    cluster: HostCluster
    proxy: Proxy
    database_url: str
    redis_url: str
    cut_seconds: float

    async def kill_a_server(self) -> None:
        await self.servers[0].kill()

    async def start_it_again(self) -> None:
        await self.servers[0].start()

    async def kill_the_worker(self) -> None:
        queues = Queues(self.redis_url)
        async with asyncio.timeout(60):
            while not await queues.moves.count("active"):
                await asyncio.sleep(0.002)
        self.worker.kill()
        await queues.close()
        self.worker.start()

    async def kill_redis(self) -> None:
        self.redis.kill()
        await asyncio.sleep(self.cut_seconds / 4)
        self.redis.start()

    async def restart_postgresql(self) -> None:
        await asyncio.to_thread(self.cluster.stop)
        await asyncio.to_thread(self.cluster.start)

    async def cut_off_redis(self) -> None:
        await self._cut("redis")

    async def cut_off_postgresql(self) -> None:
        await self._cut("postgresql")

    async def _cut(self, name: str) -> None:
        """Its answers to the first server are lost for a while."""
        self.hosts[name].cut_off(self.hosts["one"])
        await asyncio.sleep(self.cut_seconds)
        self.hosts[name].join_again(self.hosts["one"])

    async def upgrade(self) -> None:
        """One server after another is stopped in order and started again as the next release."""
        for server in self.servers:
            if await server.stop() != 0:
                raise RuntimeError("a server did not stop in order")
            server.program = "tests.server.next_release"
            await server.start()

    async def go_back(self) -> None:
        """The same the other way, with the tables that the next release has made."""
        for server in self.servers:
            if await server.stop() != 0:
                raise RuntimeError("a server did not stop in order")
            server.program = "skep.cli"
            await server.start()


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


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="skep-machines-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def machines(folder: Path, net: Network, cut_seconds: float) -> AsyncIterator[Machines]:
    programs, redis_program, nginx = find_postgresql(), find_redis(), find_nginx()
    assert programs is not None
    assert redis_program is not None
    assert nginx is not None
    names = ("one", "two", "worker", "postgresql", "redis")
    hosts = {name: net.add(name) for name in names}
    for name in ("one", "two", "pg", "nginx"):
        (folder / name).mkdir()
    shutil.chown(folder / "pg", "postgres")
    cluster = HostCluster(programs, folder / "pg", "postgres", hosts["postgresql"])
    redis = HostProgram(
        [*hosts["redis"].prefix, redis_program, "--bind", hosts["redis"].address, "--save", "",
         "--appendonly", "no", "--requirepass", PASSWORD, "--dir", str(folder)],
        folder / "redis.log",
    )  # fmt: skip
    redis_url = f"redis://:{PASSWORD}@{hosts['redis'].address}:6379/0"
    async with contextlib.AsyncExitStack() as stack:
        await asyncio.to_thread(cluster.start)
        stack.callback(cluster.stop, "immediate")
        redis.start()
        stack.callback(redis.kill)
        database_url = cluster.new_database()
        settings = {
            "secret": "the same secret for both",
            "redis_url": redis_url,
            "engine_workers": 0,
            "trusted_proxies": net.address,
            "cached_games": 500,
        }
        both = [
            ServerProcess(
                folder / name, database_url, settings, 8080, hosts[name].address, hosts[name].prefix
            )
            for name in ("one", "two")
        ]
        for server in both:
            await server.start()
            stack.push_async_callback(server.stop)
        worker = HostProgram(
            [*hosts["worker"].prefix, sys.executable, "-m", "skep.cli", "worker"],
            folder / "worker.log",
            {"SKEP_REDIS_URL": redis_url, "SKEP_DATA_DIR": str(folder / "worker")},
        )
        worker.start()
        stack.callback(worker.stop)
        proxy = Proxy(
            nginx,
            folder / "nginx",
            [server.url.removeprefix("http://") for server in both],
            net.address,
            free_port(),
            is_hashed=False,
        )
        proxy.start()
        stack.callback(proxy.stop)
        servers = (both[0], both[1])
        urls = (database_url, redis_url)
        yield Machines(hosts, servers, worker, redis, cluster, proxy, *urls, cut_seconds)


@dataclass(frozen=True)
class Load:
    """Who plays: pairs at Hive, half of them by the clock, tables of La Ruche, engine's games."""

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

    seconds: dict[str, float] = field(default_factory=dict)
    in_flight: dict[str, int] = field(default_factory=dict)
    compared: dict[str, int] = field(default_factory=dict)
    lost_by_us: list[str] = field(default_factory=list)
    drill: dict[str, float] = field(default_factory=dict)  # seconds of a backup and of its restore
    restored: dict[str, int] = field(default_factory=dict)  # the comparison with what was restored

    @property
    def is_clean(self) -> bool:
        """The live database and the restored one; servers that rest may still write a row."""
        return (
            _wrong(self.compared) == _wrong(self.restored) == 0
            and 0 < self.compared["acknowledged"] == self.restored["acknowledged"]
            and not self.lost_by_us
        )

    @property
    def is_quick(self) -> bool:
        return all(
            seconds <= PLAY_ON_SECONDS for name, seconds in self.seconds.items() if FAULTS[name][1]
        )


def _wrong(compared: dict[str, int]) -> int:
    return sum(compared[name] for name in ("lost", "doubled", "differing"))


async def run(
    load: Load,
    faults: Collection[str] = tuple(FAULTS),
    *,
    tell: Callable[[str], None] = lambda text: None,
) -> Found:
    """Let these faults happen, in their order, and compare."""
    found = Found()
    with _folder() as folder, network() as net:
        async with machines(folder, net, load.cut_seconds) as site:
            async with Crowd(site.proxy.url, folder, seed=5, pace=load.pace) as crowd:
                await crowd.seat_hive(load.pairs // 2)
                await crowd.seat_hive(load.pairs - load.pairs // 2, time=CLOCK)
                await crowd.seat_laruche(load.tables)
                await crowd.seat_engine(load.engines)
                for name in faults:
                    happen, is_hit = FAULTS[name]
                    await crowd.until_connected()
                    await crowd.refill_hive(load.pairs + load.tables + load.engines // 2)
                    await crowd.until_answered(load.answers)
                    await crowd.refill_engines(load.engines)
                    await crowd.until_in_flight(load.in_flight)
                    found.in_flight[name] = crowd.in_flight
                    found.seconds[name] = await _measure(crowd, happen(site), is_hit)
                    tell(
                        f"{name}: {found.in_flight[name]} in flight, all answered after"
                        f" {found.seconds[name]:.1f} s"
                    )
                await crowd.until_connected()
                await crowd.until_answered(load.answers)
                await crowd.rest()
            found.lost_by_us = await _lost_by_us(site.database_url)
            found.compared = await asyncio.to_thread(
                run_compare, folder, site.cluster.inside("skep")
            )
            found.drill = await asyncio.to_thread(_drill, site, folder)
            found.restored = await asyncio.to_thread(
                run_compare, folder, site.cluster.inside("drill")
            )
    return found


def _drill(site: Machines, folder: Path) -> dict[str, float]:
    """The restore drill: a backup of the running site, put into a database of its own."""
    site.cluster.new_database("drill")
    copy = str(folder / "drill.dump")
    seconds = {}
    for what, database, arguments in (
        ("backup", "skep", ("backup", copy)),
        ("restore", "drill", ("restore", copy)),
    ):
        environ = {"SKEP_DATA_DIR": str(folder / "drill"), "PATH": os.environ["PATH"]}
        environ["SKEP_DATABASE_URL"] = site.cluster.inside(database)
        started = time.monotonic()
        command = [sys.executable, "-m", "skep.cli", "db", *arguments]
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        seconds[what] = time.monotonic() - started
    return seconds


async def _measure(crowd: Crowd, fault: Awaitable[None], is_hit: bool) -> float:
    """Seconds from the fault (or its end) until all that was under way then is answered."""
    if not is_hit:
        await fault
    waiting = [
        (session, identity) for session in crowd.sessions for identity in list(session._pending)
    ]
    started = time.monotonic()
    if is_hit:
        await fault
    async with asyncio.timeout(240):
        while any(identity in session._pending for session, identity in waiting) or not all(
            session.is_connected for session in crowd.sessions
        ):
            crowd.check()
            await asyncio.sleep(0.02)
    return time.monotonic() - started


async def _lost_by_us(database_url: str) -> list[str]:
    """Games that were lost by time: nobody here thinks for long."""
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(database_url)
    try:
        rows = await connection.fetch("SELECT id, outcome FROM games WHERE outcome IS NOT NULL")
    finally:
        await connection.close()
    ended: list[tuple[str, dict[str, Any]]] = [(row[0], json.loads(row[1])) for row in rows]
    return [
        f"{game}: {outcome}"
        for game, outcome in ended
        if any(word in json.dumps(outcome) for word in ("time", "claim", "abandon", "forfeit"))
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=Load.pairs)
    parser.add_argument("--tables", type=int, default=Load.tables)
    parser.add_argument("--cut-seconds", type=float, default=Load.cut_seconds)
    chosen = parser.parse_args()
    missing = why_not()
    if missing is not None:
        print(f"left out, several machines: {missing}")
        return 1 if os.environ.get("CI") == "true" else 0
    load = Load(pairs=chosen.pairs, tables=chosen.tables, cut_seconds=chosen.cut_seconds)
    found = asyncio.run(run(load, tell=lambda text: print(text, flush=True)))
    print(found.compared, found.lost_by_us, "quick" if found.is_quick else "too slow")
    took = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in found.drill.items())
    print(f"restore drill: {took}, {found.restored}")
    return 0 if found.is_clean and found.is_quick else 1


if __name__ == "__main__":
    sys.exit(main())
