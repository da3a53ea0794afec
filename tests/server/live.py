"""A real server for the tests, in this process or in one of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from skep.client import Person
from skep.server.app import create_app
from skep.server.rules.kind import TimedEvent
from skep.server.running import make_server
from skep.server.settings import Settings, load_settings
from skep.server.site import Site
from skep.server.sockets.connections import Connections
from skep.server.storage.database import open_engine

__all__ = ["GENEROUS", "LiveServer", "ServerProcess", "free_port", "serve", "write"]

# One address plays all clients here.
GENEROUS: dict[str, Any] = {
    "requests_per_second": 1e5,
    "creations_per_minute": 6e6,
    "commands_per_second": 1e5,
    "sockets_per_address": 5000,
}


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@dataclass
class LiveServer:
    """A server inside this process: its parts can be looked at."""

    site: Site
    url: str
    settings: Settings
    connections: Connections

    def person(self) -> Person:
        return Person(self.url)


@contextlib.asynccontextmanager
async def serve(folder: Path, database_url: str = "", **settings: Any) -> AsyncIterator[LiveServer]:
    port = free_port()
    chosen = load_settings(
        environ={},
        data_dir=str(folder),
        database_url=database_url,
        port=port,
        **{**GENEROUS, **settings},
    )
    app = create_app(chosen)
    server = make_server(app, chosen)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.01)
    try:
        yield LiveServer(app.state.site, f"http://127.0.0.1:{port}", chosen, app.state.connections)
    finally:
        server.should_exit = True
        await task
        await asyncio.sleep(0.02)  # transports close in the next turns of the loop


async def write(folder: Path, database_url: str, *statements: Any) -> None:
    """Change the database of a server that does not run."""
    engine = open_engine(load_settings(environ={}, data_dir=str(folder), database_url=database_url))
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(statement)
    await engine.dispose()
    await asyncio.sleep(0.02)


@dataclass
class ServerProcess:
    """A server in a process of its own, which can be killed."""

    folder: Path
    database_url: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    host: str = "127.0.0.1"
    prefix: list[str] = field(default_factory=list)  # what the command is begun with
    program: str = "skep.cli"  # or `tests.server.next_release`
    process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self, **environment: str) -> None:
        chosen = {**GENEROUS, **self.settings}
        environ = {
            **{key: value for key, value in os.environ.items() if not key.startswith("SKEP_")},
            **{f"SKEP_{key.upper()}": str(value) for key, value in chosen.items()},
            "SKEP_DATA_DIR": str(self.folder),
            "SKEP_DATABASE_URL": self.database_url,
            **environment,
        }
        with (self.folder / "server.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.prefix,
                *(sys.executable, "-m", self.program, "serve"),
                *("--host", self.host, "--port", str(self.port)),
                env=environ,
                stdout=log,
                stderr=log,
            )
        await self._until_ready()

    async def _until_ready(self) -> None:
        async with httpx.AsyncClient() as http:
            for _ in range(600):
                if not self.is_running:
                    raise RuntimeError((self.folder / "server.log").read_text()[-3000:])
                try:
                    if (await http.get(f"{self.url}/ready")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.05)
        raise RuntimeError("the server was never ready")

    async def kill(self) -> None:
        await self.stop(signal.SIGKILL)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        if self.process is None:
            return 0
        if self.process.returncode is None:
            self.process.send_signal(how)
        return await self.process.wait()


async def events_of(site: Site, game: str, after: int = 0) -> list[TimedEvent]:
    """What is stored of a game, read by its kind."""
    table = await site.tables.get(game)
    return [table.read(row) for row in await site.store.tail(game, after)]
