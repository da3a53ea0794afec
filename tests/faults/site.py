"""A site on hosts of its own (network namespaces), with the configuration of deploy/.

Two servers, each behind an nginx that sends everybody to it while it is there, a worker, PostgreSQL
and Redis; and what can happen to them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from skep.server.engines.jobs import Queues
from tests.faults.hosts import Host, Network
from tests.faults.proxy import Proxy, find_nginx
from tests.server.databases import Cluster, find_postgresql
from tests.server.live import ServerProcess, free_port
from tests.server.redis_process import PASSWORD, find_redis

__all__ = ["Machines", "machines", "site_folder"]

IN_ORDER_SECONDS = 60.0  # a machine with other things to do


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
    proxies: tuple[Proxy, Proxy]  # before each server
    database_url: str
    redis_url: str
    cut_seconds: float

    @property
    def homes(self) -> dict[str, str]:
        """By the address of each proxy the server to which it sends people now."""
        living = [server.address for server in self.servers if server.is_running]
        return {
            proxy.url: next(address for address in proxy.servers if address in living)
            for proxy in self.proxies
        }

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

    async def until_in_order(self) -> None:
        """What a server lost on the way it has again: none plays on by comparing alone."""
        async with httpx.AsyncClient() as client, asyncio.timeout(IN_ORDER_SECONDS):
            for server in self.servers:
                while server.is_running:
                    with contextlib.suppress(httpx.HTTPError):
                        parts = (await client.get(f"{server.url}/ready")).json().get("parts", {})
                        if parts and all(parts.values()):
                            break
                    await asyncio.sleep(0.1)

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

    async def kill_all(self) -> None:
        """Everything at once; then PostgreSQL alone is there again, as after a loss of power."""
        for server in self.servers:
            await server.kill()
        self.worker.kill()
        self.redis.kill()
        await asyncio.to_thread(self.cluster.stop, "immediate")
        await asyncio.to_thread(self.cluster.start)


@contextlib.contextmanager
def site_folder() -> Iterator[Path]:
    """What went wrong is in its logs: it is removed only when all went well."""
    folder = Path(tempfile.mkdtemp(prefix="skep-machines-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def machines(folder: Path, net: Network, cut_seconds: float) -> AsyncIterator[Machines]:
    programs, redis_program, nginx = find_postgresql(), find_redis(), find_nginx()
    assert programs is not None
    assert redis_program is not None
    assert nginx is not None
    names = ("one", "two", "worker", "postgresql", "redis")
    hosts = {name: net.add(name) for name in names}
    for name in ("one", "two", "pg", "nginx-one", "nginx-two"):
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
        addresses = [server.address for server in both]
        proxies = [
            Proxy(nginx, folder / f"nginx-{name}", order, net.address, free_port(), spread="first")
            for name, order in (("one", addresses), ("two", addresses[::-1]))
        ]
        for proxy in proxies:
            proxy.start()
            stack.callback(proxy.stop)
        before = (proxies[0], proxies[1])
        servers = (both[0], both[1])
        urls = (database_url, redis_url)
        yield Machines(hosts, servers, worker, redis, cluster, before, *urls, cut_seconds)
