"""How many watch a table is the same number wherever somebody looks."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from skep import protocol
from skep.client import Session
from tests.server.databases import Cluster
from tests.server.live import LiveServer, ServerProcess, serve
from tests.server.redis_process import RedisProcess
from tests.server.tables.test_bus import SECRET, heard
from tests.server.tables.test_tables import start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def counted(session: Session, watching: int) -> None:
    await heard(session, lambda f: isinstance(f, protocol.Present) and f.spectators == watching)


@contextlib.asynccontextmanager
async def two_servers(
    folder: Path, cluster: Cluster, **settings: Any
) -> AsyncIterator[tuple[LiveServer, LiveServer]]:
    url = cluster.new_database()
    async with (
        serve(folder / "a", url, secret=SECRET, **settings) as one,
        serve(folder / "b", url, secret=SECRET, **settings) as two,
    ):
        yield one, two


async def come_and_go(one: LiveServer, two: LiveServer) -> None:
    async with (
        one.person() as ann,
        one.person() as bob,
        one.person() as carla,
        two.person() as dan,
    ):
        created = await start_two(ann, bob)
        game, key = created.game.id, created.key
        async with ann.sit(game) as white:
            async with dan.sit(game, key=key) as far:
                await counted(white, 1)
                async with bob.sit(game):  # a player is not among those who watch
                    async with carla.sit(game, key=key):
                        await counted(far, 2)
                    await counted(far, 1)
            await counted(white, 0)


async def test_who_watches_elsewhere_is_counted_by_the_database(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with two_servers(tmp_path, cluster) as (one, two):
        await come_and_go(one, two)


async def test_the_bus_tells_it_before_anybody_reads_it(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WRITE_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(f"skep.server.site.{name}", 3600.0)
    async with two_servers(tmp_path, cluster, redis_url=redis.url) as (one, two):
        await come_and_go(one, two)


async def test_whom_a_dead_process_had_are_counted_no_longer(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.new_database()
    (tmp_path / "b").mkdir()
    dying = ServerProcess(tmp_path / "b", url, settings={"secret": SECRET})
    async with serve(tmp_path / "a", url, secret=SECRET) as one:
        await dying.start()
        try:
            async with one.person() as ann, one.person() as bob:
                created = await start_two(ann, bob)
                game = created.game.id
                watcher = Session(dying.url, game, key=created.key)
                async with ann.sit(game) as white, watcher:
                    await counted(white, 1)
                    await dying.kill()
                    await counted(white, 0)
        finally:
            await dying.stop()
