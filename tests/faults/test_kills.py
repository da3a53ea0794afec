"""Killed at random moments and at chosen points, the server loses nothing it acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from skep.server.crash_points import CRASH_POINTS
from tests.faults.compare import wrong
from tests.faults.players import Crowd
from tests.faults.rounds import kill_children, run_compare, run_crash_point, run_kills
from tests.server.databases import Cluster
from tests.server.live import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.medium, pytest.mark.timeout(900)]


@pytest.mark.parametrize(
    "kills", [pytest.param(7, id="seven"), pytest.param(20, id="twenty", marks=pytest.mark.slow)]
)
async def test_kills_lose_nothing(tmp_path: Path, kills: int) -> None:
    report = await run_kills(tmp_path, kills)
    assert report.is_clean, report
    assert report.share_under_load >= 0.7, report


@pytest.mark.parametrize("game", ["hive", "laruche"])
@pytest.mark.parametrize("point", CRASH_POINTS)
async def test_dying_at_a_chosen_point_loses_nothing(tmp_path: Path, point: str, game: str) -> None:
    report = await run_crash_point(tmp_path, point, game)
    assert report.is_clean, report


async def test_kills_on_postgresql_lose_nothing(tmp_path: Path, cluster: Cluster) -> None:
    report = await run_kills(tmp_path, 3, database_url=cluster.new_database(), seed=5)
    assert report.is_clean, report


async def test_a_restart_of_postgresql_loses_nothing(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.new_database()
    server = ServerProcess(tmp_path, url, {"bot_speed": 20})
    await server.start()
    try:
        async with Crowd((server.url,), tmp_path, seed=9) as crowd:
            await crowd.seat_hive(8)
            await crowd.seat_laruche(2)
            for mode in ("immediate", "fast"):
                await crowd.until_answered(60)
                await asyncio.to_thread(cluster.stop, mode)
                await asyncio.to_thread(cluster.start)
            await crowd.until_connected()
            await crowd.until_answered(60)
            await crowd.rest(url)
    finally:
        await server.stop()
    found = run_compare(tmp_path, url)
    assert found["acknowledged"] > 180
    assert wrong(found) == 0, found


async def test_an_engine_killed_in_its_search_is_asked_again(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    try:
        async with Crowd((server.url,), tmp_path, seed=4) as crowd:
            await crowd.seat_engine(3)
            killed = 0
            for _ in range(5):
                await crowd.until_answered(2, seconds=60)
                assert server.process is not None
                killed += kill_children(server.process.pid)
            await crowd.until_answered(6, seconds=60)
            await crowd.rest()
    finally:
        await server.stop()
    assert killed > 0
    found = run_compare(tmp_path, "")
    assert wrong(found) == 0, found
