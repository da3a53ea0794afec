"""A server of several that has lost its database sends its people to the others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from skep.server.sockets import connections
from tests.server.databases import Cluster
from tests.server.live import serve
from tests.server.redis_process import RedisProcess
from tests.server.tables.test_tables import start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def test_without_its_database_a_server_keeps_nobody(
    tmp_path: Path,
    cluster: Cluster,
    redis: RedisProcess,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(connections, "SILENT_SECONDS", 0.5)
    url = cluster.new_database()
    async with (
        serve(tmp_path, url, redis_url=redis.url) as server,
        server.person() as ann,
        server.person() as bob,
    ):
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1")
            await asyncio.to_thread(cluster.stop, "immediate")
            try:
                async with asyncio.timeout(30):
                    while white.is_connected or black.is_connected:
                        await asyncio.sleep(0.02)
                # What nginx takes for a reason to ask the next server.
                with pytest.raises(InvalidStatus) as refused:
                    await connect(f"{server.url.replace('http', 'ws')}/ws/game/{game}")
                assert refused.value.response.status_code == 503
            finally:
                await asyncio.to_thread(cluster.start)
            await black.play("bS1 wS1-", ply=1)
            await white.until(lambda: white.head == black.head, seconds=30)
    assert "handshake" not in caplog.text  # one refused is no error
