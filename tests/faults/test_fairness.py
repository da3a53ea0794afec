"""What befalls only those who are kept from playing is found in a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep.client import Person
from tests.faults.fairness import unfair
from tests.server.live import LiveServer, serve

pytestmark = [pytest.mark.anyio, pytest.mark.medium]
LATER_MS = 1 << 60


async def test_who_lost_by_the_clock_or_was_stood_in_for_is_found(tmp_path: Path) -> None:
    async with serve(tmp_path) as server:
        flagged = await _lose_by_the_clock(server)
        absent = await _stay_away(server)
    found = [what for _, what in unfair(str(tmp_path / "skep.db"), LATER_MS)]
    assert any(line.startswith(flagged) and "time" in line for line in found), found
    assert any(line.startswith(absent) and "StandIn" in line for line in found), found
    assert any(line.startswith(absent) and "by_table=True" in line for line in found), found
    assert unfair(str(tmp_path / "skep.db"), 0) == []


async def _lose_by_the_clock(server: LiveServer) -> str:
    async with server.person() as ann, server.person() as bob:
        time = {"pace": "timed", "base_ms": 1_000}
        seats = [{"who": "me"}, {"who": "open"}]
        created = await ann.create({"game": "hive", "seats": seats, "time": time})
        game = created.game.id
        await bob.join(game, created.key)
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1", ply=0)
            await black.play("bS1 wS1-", ply=1)
            await white.until(lambda: white.mirror.outcome is not None)
    return game


async def _stay_away(server: LiveServer) -> str:
    """Bots and an absent one, whose first tile the table lays: then a bot plays there, too."""
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "bot", "level": 1}]
        options = {"setup_ms": 1, "absent_ms": 1, "rounds": 1}
        created = await ann.create({"game": "laruche", "seats": seats, "options": options})
        game = created.game.id
        async with ann.sit(game):
            pass
        async with Person(server.url).sit(game, key=created.key) as watcher:
            await watcher.until(lambda: watcher.mirror.status.players[0].stand_in)
    return game
