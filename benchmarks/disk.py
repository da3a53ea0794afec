"""How much the database grows by 1,000 games of each kind, on SQLite and on PostgreSQL.

python -m benchmarks.disk [--games 100]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from sqlalchemy import func, select, text
from tests.server.databases import find_postgresql, start_cluster

from benchmarks.server_load import playouts
from skep import protocol
from skep.server.games.hive import messages as hive_messages
from skep.server.rules.contract import no_lag
from skep.server.settings import load_settings
from skep.server.site import Site
from skep.server.storage.schema import events
from skep.server.tables.tables import now_ms

PLIES = 60


async def hive_game(site: Site, moves: list[str]) -> None:
    user = await site.guests.create()
    wish = protocol.CreateGame(game="hive", seats=[protocol.Me(), protocol.Me()])
    game = (await site.lobby.create(wish, user)).id
    for ply, move in enumerate(moves[:PLIES]):
        await site.tables.command(
            game,
            user=user,
            command=hive_messages.Play(move=move, ply=ply),
            command_id=f"abcdefgh-{ply}",
            received_ms=now_ms(),
            lag_before=no_lag,
            acknowledge=lambda seq: None,
        )


async def laruche_match(site: Site) -> None:
    """Three rounds between four bots."""
    user = await site.guests.create()
    seats: list[protocol.SeatRequest] = [protocol.Bot(level=5)] * 4
    options: dict[str, str | int | bool] = {"rounds": 3, "break_ms": 1}
    wish = protocol.CreateGame(game="laruche", seats=seats, options=options)
    game = (await site.lobby.create(wish, user)).id
    table = await site.tables.get(game)
    while table.rules.outcome() is None:
        await asyncio.sleep(0.05)


async def grown(site: Site) -> tuple[int, int]:
    """Bytes on the disk, and rows."""
    async with site.engine.connect() as connection:
        rows = await connection.scalar(select(func.count()).select_from(events))
        if site.settings.is_sqlite:
            await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
            return site.settings.sqlite_path.stat().st_size, rows or 0
        size = await connection.scalar(text("SELECT pg_database_size(current_database())"))
        return int(size or 0), rows or 0


async def measure(folder: Path, url: str, games: int) -> None:
    settings = load_settings(
        environ={}, data_dir=str(folder), database_url=url, bot_speed=60, creations_per_minute=1e6
    )
    site = Site(settings)
    name = "SQLite" if settings.is_sqlite else "PostgreSQL"
    async with site.running():
        before = await grown(site)
        for line in playouts(games):
            await hive_game(site, line)
        after = await grown(site)
        print(f"{name}: {_told(games, before, after)} a game of Hive of {PLIES} plies")
        count = max(4, games // 10)
        await asyncio.gather(*(laruche_match(site) for _ in range(count)))
        last = await grown(site)
        print(f"{name}: {_told(count, after, last)} a match of La Ruche of three rounds, four bots")


def _told(count: int, before: tuple[int, int], after: tuple[int, int]) -> str:
    size = (after[0] - before[0]) / count / 1024
    rows = (after[1] - before[1]) / count
    return f"{size:.1f} KiB ({rows:.0f} rows; {size * 1.024:.0f} MB for 1,000)"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="skep-disk-") as name:
        await measure(Path(name), "", chosen.games)
    programs = find_postgresql()
    if programs is None:
        print("PostgreSQL is not here: left out")
        return
    with start_cluster(programs) as cluster, tempfile.TemporaryDirectory() as name:
        await measure(Path(name), cluster.new_database(), chosen.games)


if __name__ == "__main__":
    asyncio.run(main())
