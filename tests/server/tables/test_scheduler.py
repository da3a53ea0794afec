"""Deadlines fall with nobody connected, after a restart, and not during an outage."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from skep import protocol
from skep.server.games.hive import messages as hive_messages
from skep.server.games.hive.kind import HiveKind
from skep.server.rules.clocks import DAY_MS
from skep.server.storage.schema import deadlines, events, heartbeats, outages
from skep.server.tables.grace import GRACE_MS
from skep.server.tables.tables import now_ms
from tests.server.live import LiveServer, events_of, serve, write
from tests.server.plain_client import PlainPerson
from tests.server.tables.test_tables import follow, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

FAST = {"pace": "timed", "base_ms": 1_000}
DAILY = {"pace": "daily", "days": 1}


async def play_two(live: LiveServer, **more: Any) -> str:
    """A game where both have moved once, so that white's clock runs; nobody stays connected."""
    async with live.person() as ann, live.person() as bob:
        game = (await start_two(ann, bob, **more)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1")
            await follow(black, 1)
            await black.play("bS1 wS1-")
    return game


async def until_finished(live: LiveServer, game: str) -> protocol.Ending:
    for _ in range(400):
        stored = await live.site.store.game(game)
        if stored is not None and stored.info.outcome is not None:
            return stored.info.outcome
        await asyncio.sleep(0.05)
    raise AssertionError("the game never finished")


async def test_the_flag_falls_with_nobody_connected(server: LiveServer) -> None:
    game = await play_two(server, time=FAST)
    due = (await server.site.store.all(select(deadlines).where(deadlines.c.game == game)))[0]
    assert await until_finished(server, game) == protocol.Ending(ranks=(2, 1), reason="time")
    row = (await events_of(server.site, game, 3))[0]
    assert isinstance(row.event, protocol.TimePassed)
    assert row.at_ms == due.due_ms
    assert not await server.site.store.all(select(deadlines).where(deadlines.c.game == game))


async def test_the_sweep_alone_suffices(server: LiveServer) -> None:
    game = await play_two(server, time=FAST)
    table = await server.site.tables.get(game)
    if table.timer is not None:
        table.timer.cancel()
        table.timer = None
    assert (await until_finished(server, game)).reason == "time"


async def test_firing_twice_is_harmless(server: LiveServer) -> None:
    game = await play_two(server, time=FAST)
    table = await server.site.tables.get(game)
    await asyncio.sleep(max(0.0, ((table.rules.next_deadline() or 0) - now_ms()) / 1000))
    await asyncio.gather(*(server.site.scheduler._wake_quietly(table) for _ in range(10)))
    await until_finished(server, game)
    kinds = [row.event for row in await events_of(server.site, game, 0)]
    assert sum(isinstance(event, protocol.TimePassed) for event in kinds) == 1


async def test_a_game_nobody_begins_is_ended_without_a_result(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob, time=FAST)).game.id
    table = await server.site.tables.get(game)
    due = table.rules.next_deadline()
    assert due is not None
    assert due == table.last_at_ms + 60_000


async def test_a_restart_pauses_the_clocks_and_then_they_go_on(
    tmp_path: Path, database_url: str
) -> None:
    slow = {"pace": "timed", "base_ms": 4_000}
    async with serve(tmp_path, database_url) as live:
        game = await play_two(live, time=slow)
        daily = await play_two(live, time=DAILY)
        before = (await live.site.tables.get(game)).rules.next_deadline()
        assert before is not None
    await asyncio.sleep(4)  # over the 3 s from which it is an outage
    async with serve(tmp_path, database_url) as live:
        rows = await events_of(live.site, game, 3)
        assert [type(row.event) for row in rows] == [protocol.Outage]
        outage = rows[0].event
        assert isinstance(outage, protocol.Outage)
        after = (await live.site.tables.get(game)).rules.next_deadline()
        assert after == before + outage.to_ms - outage.from_ms
        assert not await events_of(live.site, daily, 3)
        assert (await until_finished(live, game)).reason == "time"


async def go_back(folder: Path, database_url: str, by_ms: int) -> None:
    """Make everything that is stored so much older: the server was away since then."""
    await write(
        folder,
        database_url,
        update(heartbeats).values(at_ms=heartbeats.c.at_ms - by_ms),
        update(events).values(at_ms=events.c.at_ms - by_ms),
        update(deadlines).values(due_ms=deadlines.c.due_ms - by_ms),
        update(outages).values(from_ms=outages.c.from_ms - by_ms, to_ms=outages.c.to_ms - by_ms),
    )


async def test_after_a_long_outage_a_daily_game_may_still_be_played_then_the_flag_falls(
    tmp_path: Path, database_url: str
) -> None:
    async with serve(tmp_path, database_url) as live, live.person() as ann, live.person() as bob:
        played = (await start_two(ann, bob, time=DAILY)).game.id
        left = (await start_two(ann, bob, time=DAILY)).game.id
        for game in (played, left):
            async with ann.sit(game) as white:
                await white.play("wS1")
        cookie = dict(bob._http.cookies)
    await go_back(tmp_path, database_url, 2 * DAY_MS)
    async with serve(tmp_path, database_url) as live, live.person() as bob:
        assert len(await live.site.store.all(select(outages))) == 1
        await live.site.scheduler.sweep()
        bob._http.cookies.update(cookie)
        async with bob.sit(played) as black:
            assert await black.play("bS1 wS1-") == 3
        next_deadline = (await live.site.tables.get(played)).rules.next_deadline()
        assert next_deadline is not None
        assert next_deadline > now_ms() + DAY_MS - 60_000
        assert (await live.site.store.game(left)).info.status == "live"  # type: ignore[union-attr]
        await live.site.scheduler.sweep()  # the flag is held, so the row waits as well
        await asyncio.sleep(0.5)
        assert left not in {game for game, _, _ in await live.site.store.due(now_ms())}
    await write(
        tmp_path,
        database_url,
        update(outages).values(
            to_ms=outages.c.to_ms - GRACE_MS, from_ms=outages.c.from_ms - DAY_MS
        ),
        update(deadlines).values(due_ms=deadlines.c.due_ms - GRACE_MS),
    )
    async with serve(tmp_path, database_url) as live:
        assert await until_finished(live, left) == protocol.Ending(ranks=(1, 2), reason="time")
        assert (await live.site.store.game(played)).info.status == "live"  # type: ignore[union-attr]


async def test_an_engine_plays_a_daily_game_while_flags_are_held(
    tmp_path: Path, database_url: str
) -> None:
    seats = [{"who": "me"}, {"who": "engine", "level": 1}]
    async with serve(tmp_path, database_url) as live, live.person() as ann:
        created = await ann.create({"game": "hive", "seats": seats, "time": DAILY})
        table = await live.site.tables.get(created.game.id)
        await live.site.pool.stop()
        async with ann.sit(created.game.id) as white:
            await white.play("wS1")
        assert table.rules.awaited() == (1,)
    await go_back(tmp_path, database_url, 2 * DAY_MS)
    async with serve(tmp_path, database_url) as live:
        for _ in range(400):
            if len(await events_of(live.site, created.game.id)) == 3:
                break
            await asyncio.sleep(0.05)
        table = await live.site.tables.get(created.game.id)
        assert table.rules.outcome() is None
        assert table.rules.awaited() == (0,)


async def test_storage_that_was_away_for_long_holds_flags_of_daily_games_too(
    server: LiveServer,
) -> None:
    daily = await play_two(server, time=DAILY)
    table = await server.site.tables.get(daily)
    assert not server.site.tables.grace.holds(table.terms, now_ms())
    server.site.writer.unwritable_since_ms = now_ms() - 700_000
    await server.site.heart.tick()
    assert server.site.writer.is_writable
    assert server.site.tables.grace.holds(table.terms, now_ms())
    # Whoever comes is told until when.
    timed = await play_two(server, time={"pace": "timed", "base_ms": 600_000})
    async with PlainPerson(server.url) as eve:
        for game, is_held in ((daily, True), (timed, False)):
            key = (await server.site.tables.get(game)).stored.key
            async with eve.sit(game, key=key) as watcher:
                until_ms = watcher.welcome["grace_until_ms"]
            assert (until_ms is not None) is is_held
            assert until_ms is None or now_ms() < until_ms <= now_ms() + GRACE_MS


async def test_every_row_of_the_log_has_what_the_contract_names(server: LiveServer) -> None:
    game = await play_two(server)
    rows = await server.site.store.all(select(events).where(events.c.game == game))
    assert [row.seq for row in rows] == [1, 2, 3]
    assert [row.kind for row in rows] == ["started", "played", "played"]
    assert [row.actor[0] for row in rows] == ["s", "u", "u"]
    assert all(row.schema_version == HiveKind.schema_version and row.command_id for row in rows)
    assert HiveKind().read_event(rows[1].payload, 1) == hive_messages.Played(seat=0, move="wS1")
