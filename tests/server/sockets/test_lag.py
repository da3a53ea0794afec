"""Lag is what a connection showed before it was its turn; holding answers back gains nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from skep.server.games.hive import messages as hive_messages
from skep.server.sockets.connection import Connection
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import now_ms
from tests.server.live import events_of, serve
from tests.server.plain_client import PlainPerson, PlainSocket

pytestmark = pytest.mark.anyio

TIMED = {
    "game": "hive",
    "seats": [{"who": "me"}, {"who": "me"}],
    "time": {"pace": "timed", "base_ms": 60_000},
}
MOVES = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]


class HoldingSocket(PlainSocket):
    """Answers heartbeats late while it holds them."""

    holds_seconds = 0.0

    async def send(self, frame: dict[str, object]) -> None:
        if frame["type"] == "pong":
            await asyncio.sleep(self.holds_seconds)
        await super().send(frame)


def of_socket(table: LiveTable) -> Connection:
    connection = next(iter(table.listeners))
    assert isinstance(connection, Connection)
    return connection


@pytest.mark.medium
async def test_answers_held_back_during_ones_turn_gain_nothing(tmp_path: Path) -> None:
    async with serve(tmp_path, heartbeat_seconds=0.4) as live, PlainPerson(live.url) as ann:
        game = (await ann.ask("POST", "/api/games", TIMED))["game"]["id"]
        socket = ann.sit(game)
        socket.__class__ = HoldingSocket
        assert isinstance(socket, HoldingSocket)
        async with socket:
            table = await live.site.tables.get(game)
            connection = of_socket(table)
            for ply, move in enumerate(MOVES[:2]):
                await socket.do("play", move=move, ply=ply)
            honest_ms = connection.lag_before(now_ms())
            socket.holds_seconds = 0.3
            turn_since_ms = now_ms()
            held = len(connection._pings or ()) + 5
            while len(connection._pings or ()) < held:  # so many held answers are in
                await asyncio.sleep(0.05)
            assert connection.lag_before(now_ms()) >= 120  # half of what it shows by now
            assert connection.lag_before(turn_since_ms) <= honest_ms + 20
            await socket.do("play", move=MOVES[2], ply=2)
        played = [
            row.event
            for row in await events_of(live.site, game)
            if isinstance(row.event, hive_messages.Played)
        ]
        assert played[2].compensation_ms < 120


async def test_who_has_shown_nothing_is_granted_nothing(tmp_path: Path) -> None:
    async with serve(tmp_path, heartbeat_seconds=60) as live, PlainPerson(live.url) as ann:
        game = (await ann.ask("POST", "/api/games", TIMED))["game"]["id"]
        async with ann.sit(game):
            table = await live.site.tables.get(game)
            assert of_socket(table).lag_before(table.last_at_ms - 60_000) == 0
