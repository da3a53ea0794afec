"""A long game: how long the server takes to open it, and to append to it.

python -m benchmarks.server_long_game
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from skep import protocol
from skep.hive import Position
from skep.hive.arena.turns import alone
from skep.server.games.hive import messages as hive_messages
from skep.server.lobby.lobby import NewGame
from skep.server.rules.contract import Wants, no_lag
from skep.server.settings import load_settings
from skep.server.site import Site
from skep.server.tables.tables import now_ms

PLIES = 320
OPENINGS = 30


def long_line() -> list[str]:
    """A legal game that does not end within PLIES."""
    chance = random.Random(3)
    while True:
        position = Position("Base+MLP")
        texts: list[str] = []
        while len(texts) < PLIES and position.outcome() is None:
            move = chance.choice(list(position.legal_moves))
            texts.append(position.format_move(move))
            position.play_unchecked(move)
        if len(texts) == PLIES:
            return texts


def windows(times: list[float]) -> Iterator[tuple[int, float]]:
    for start in range(0, PLIES, 80):
        yield start, statistics.median(times[start : start + 80])


async def play(site: Site, moves: list[str]) -> tuple[NewGame, list[float]]:
    user = await site.guests.create()
    seats: list[protocol.SeatRequest] = [protocol.Me(), protocol.Me()]
    new = await site.lobby.create(protocol.CreateGame(game="hive", seats=seats), user)
    times = []
    for ply, move in enumerate(moves):
        started = time.perf_counter()
        await site.tables.command(
            new.id,
            user=user,
            command=hive_messages.Play(move=move, ply=ply),
            command_id=str(ply),
            lag_before=no_lag,
            received_ms=now_ms(),
            acknowledge=lambda seq: None,
        )
        times.append(time.perf_counter() - started)
    return new, times


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(load_settings(environ={}, data_dir=str(Path(folder))))
        async with site.running():
            new, times = await play(site, long_line())
            for start, median in windows(times):
                print(f"append at plies {start}-{start + 79}: {median * 1000:.2f} ms median")
            openings = []
            for _ in range(OPENINGS):
                site.tables.forget(new.id)
                started = time.perf_counter()
                table = await site.tables.get(new.id)
                view = table.rules.view(0, Wants(legal=True))
                openings.append(time.perf_counter() - started)
                assert isinstance(view, hive_messages.HiveView)
                assert len(view.moves) == PLIES
            print(
                f"opening {PLIES} plies: {statistics.median(openings) * 1000:.1f} ms median,"
                f" {max(openings) * 1000:.1f} ms at most"
            )


if __name__ == "__main__":
    with alone():
        asyncio.run(main())
