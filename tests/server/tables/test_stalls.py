"""A loop that stood still takes nobody's time."""

from __future__ import annotations

import asyncio
import time

import pytest

from skep import protocol
from skep.server.metrics import exposition
from tests.server.live import LiveServer, events_of
from tests.server.tables.test_scheduler import play_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

STALL_SECONDS = 2.5
SHORT = {"pace": "timed", "base_ms": 2_000, "increment_ms": 0}


async def test_a_stall_is_an_outage_and_no_flag_falls_by_it(server: LiveServer) -> None:
    game = await play_two(server, time=SHORT)
    table = await server.site.tables.get(game)
    await asyncio.sleep(0.4)
    due = table.rules.next_deadline()
    assert due is not None
    time.sleep(STALL_SECONDS)
    for _ in range(100):
        rows = await events_of(server.site, game)
        if isinstance(rows[-1].event, protocol.Outage):
            break
        await asyncio.sleep(0.02)
    outage = rows[-1].event
    assert isinstance(outage, protocol.Outage)
    assert not any(isinstance(row.event, protocol.TimePassed) for row in rows)
    assert table.rules.outcome() is None
    assert table.rules.next_deadline() == due + outage.to_ms - outage.from_ms
    assert b"skep_loop_delay_seconds" in exposition()
