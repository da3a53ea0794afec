"""A process that dies costs nobody a game: deadlines wait for those who were at it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from skep import protocol
from skep.client import Person, Session
from skep.server.site import Site
from skep.server.tables import losses, presence
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import now_ms
from tests.server.databases import Cluster
from tests.server.live import ServerProcess, events_of, serve
from tests.server.tables.test_bus import until
from tests.server.tables.test_processes import SAME, until_present
from tests.server.tables.test_tables import follow, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

BASE_MS = 4_000
TIME = {"pace": "timed", "base_ms": BASE_MS}


class Scene(NamedTuple):
    """Ann is at a server that lives; Bob, to move with a short clock, is at another."""

    site: Site
    url: str
    other: ServerProcess
    table: LiveTable
    white: Session
    bob: Person


@contextlib.asynccontextmanager
async def two_at_two(folder: Path, cluster: Cluster, **settings: Any) -> AsyncIterator[Scene]:
    url = cluster.new_database()
    chosen = {**SAME, **settings}
    (folder / "b").mkdir()
    other = ServerProcess(folder / "b", url, settings=chosen)
    async with serve(folder / "a", url, **chosen) as one, one.person() as ann:
        await other.start()
        try:
            async with Person(other.url) as bob:
                game = (await start_two(ann, bob, time=TIME)).game.id
                async with ann.sit(game) as white, bob.sit(game) as black:
                    await until_present(white, [0, 1])
                    await white.play("wS1")
                    await follow(black, 1)
                    await black.play("bS1 wS1-")
                    await follow(white, 2)
                    await white.play("wA1 -wS1")
                    table = await one.site.tables.get(game)
                    yield Scene(one.site, one.url, other, table, white, bob)
        finally:
            await other.kill()


async def test_who_comes_back_elsewhere_has_lost_no_time(tmp_path: Path, cluster: Cluster) -> None:
    async with two_at_two(tmp_path, cluster) as scene:
        site, table = scene.site, scene.table
        due_ms = table.rules.next_deadline()
        assert due_ms is not None
        await scene.other.kill()
        await until_present(scene.white, [0])  # everybody sees it at once
        assert table.away_since_ms == {}  # but nothing follows from it yet
        await asyncio.sleep(max(0.0, (due_ms - now_ms()) / 1000))
        assert table.rules.outcome() is None
        assert await site.losses.held_seconds(table, due_ms) is not None
        async with Person(scene.url) as again:
            again._http.cookies.update(scene.bob._http.cookies)
            async with again.sit(table.id) as black:
                # Sent at once: it is judged only when it is known that the other process is dead.
                await black.play("bA1 bS1-")
                await follow(scene.white, 4)
        events = [row.event for row in await events_of(site, table.id)]
        outage = next(event for event in events if isinstance(event, protocol.Outage))
        assert now_ms() - losses.HOLD_MS < outage.to_ms
        assert 0 < outage.to_ms - outage.from_ms <= losses.HOLD_MS
        assert not any(isinstance(event, protocol.TimePassed) for event in events)
        assert await site.store.present_elsewhere([table.id], site.heart.process) == []


async def test_who_does_not_come_back_is_waited_for_so_long(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_ms = 6_000
    monkeypatch.setattr(losses, "HOLD_MS", hold_ms)
    monkeypatch.setattr(presence, "HOLD_MS", hold_ms)
    async with two_at_two(tmp_path, cluster) as scene:
        site, table = scene.site, scene.table
        due_ms = table.rules.next_deadline()
        assert due_ms is not None
        await scene.other.kill()
        await scene.white.until(lambda: scene.white.mirror.outcome is not None, seconds=60)
        rows = await events_of(site, table.id)
        outage, flag = rows[-2], rows[-1]
        assert isinstance(outage.event, protocol.Outage)
        assert isinstance(flag.event, protocol.TimePassed)
        given_ms = outage.event.to_ms - outage.event.from_ms
        assert 0 < given_ms <= hold_ms
        assert flag.at_ms == due_ms + given_ms
        await until(lambda: list(table.away_since_ms) == [1])


async def test_a_process_that_stops_in_order_leaves_nobody_behind(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with two_at_two(tmp_path, cluster) as scene:
        await scene.other.stop()
        process = scene.site.heart.process
        assert await scene.site.store.present_elsewhere([scene.table.id], process) == []
        await scene.white.until(lambda: scene.white.mirror.outcome is not None, seconds=60)
        events = [row.event for row in await events_of(scene.site, scene.table.id)]
        assert not any(isinstance(event, protocol.Outage) for event in events)
