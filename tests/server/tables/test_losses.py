"""A process that dies costs nobody a game: deadlines wait for those who were at it."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from skep import protocol
from skep.client import Person, Session
from skep.server.games.hive import messages as hive_messages
from skep.server.games.laruche import messages as laruche_messages
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.site import Site
from skep.server.storage.store import PresentAt
from skep.server.tables import losses, presence
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import now_ms
from tests.faults.players import _placement
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


@pytest.mark.parametrize("ends", [ServerProcess.kill, ServerProcess.stop])
async def test_who_comes_back_elsewhere_has_lost_no_time(
    tmp_path: Path, cluster: Cluster, ends: Callable[[ServerProcess], Awaitable[object]]
) -> None:
    async with two_at_two(tmp_path, cluster) as scene:
        site, table = scene.site, scene.table
        due_ms = table.rules.next_deadline()
        assert due_ms is not None
        await ends(scene.other)
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


async def test_what_the_other_does_meanwhile_costs_nobody_a_game(
    tmp_path: Path, cluster: Cluster
) -> None:
    """An offer is a row, too, and the outage is written after it."""
    async with two_at_two(tmp_path, cluster) as scene:
        table = scene.table
        due_ms = table.rules.next_deadline()
        assert due_ms is not None
        await scene.other.kill()
        beat_ms = (await _elsewhere(scene.site, table.id)).beat_ms
        await asyncio.sleep(max(0.0, (due_ms - now_ms()) / 1000))
        await scene.white.do(hive_messages.OfferDraw(ply=3))
        async with Person(scene.url) as again:
            again._http.cookies.update(scene.bob._http.cookies)
            async with again.sit(table.id) as black:
                await black.play("bA1 bS1-")
        rows = await events_of(scene.site, table.id)
        outage = next(row.event for row in rows if isinstance(row.event, protocol.Outage))
        assert outage.from_ms == beat_ms


async def test_no_time_is_given_back_twice(tmp_path: Path) -> None:
    async with serve(tmp_path) as one, one.person() as ann, one.person() as bob:
        game = (await start_two(ann, bob, time=TIME)).game.id
        table = await one.site.tables.get(game)
        due_ms = table.rules.next_deadline()
        assert due_ms is not None
        start = table.last_at_ms
        heart = one.site.heart
        # A stall within an outage, told first; then the outage, in two tries; and once more.
        for from_ms, to_ms in ((200, 300), (100, 400), (100, 600), (150, 500)):
            await heart._append_to_all([game], start + from_ms, start + to_ms)
        assert table.rules.next_deadline() == due_ms + 500
        rows = [row.event for row in await events_of(one.site, game)]
        outages = [event for event in rows if isinstance(event, protocol.Outage)]
        given = [(outage.from_ms - start, outage.to_ms - start) for outage in outages]
        assert given == [(200, 300), (200, 400), (400, 600)]


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
        moved = rows[-3]
        given_ms = outage.event.to_ms - max(outage.event.from_ms, moved.at_ms)
        assert 0 < given_ms <= hold_ms
        assert flag.at_ms == due_ms + given_ms
        await until(lambda: list(table.away_since_ms) == [1])


async def test_a_table_of_la_ruche_waits_for_who_was_cut_off(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Nobody plays for them, nothing is laid in their place, and their time stands still."""
    url = cluster.new_database()
    chosen = SAME
    (tmp_path / "b").mkdir()
    other = ServerProcess(tmp_path / "b", url, settings=chosen)
    seats = [{"who": "me"}, {"who": "open"}]
    options = {"absent_ms": 1_000, "setup_ms": 3_000}
    wish = {"game": "laruche", "seats": seats, "options": options}
    async with serve(tmp_path / "a", url, **chosen) as one, one.person() as ann:
        await other.start()
        try:
            async with Person(other.url) as bob:
                created = await ann.create(wish)
                game = created.game.id
                await bob.join(game, created.key)
                async with ann.sit(game) as first, bob.sit(game) as second:
                    await until_present(first, [0, 1])
                    if second.mirror.status.turn != 1:
                        await lay_any(first)
                        await second.until(lambda: second.mirror.status.turn == 1, seconds=20)
                    table = await one.site.tables.get(game)
                    await other.kill()
                    await until_present(first, [0])
                    due_ms = table.rules.next_deadline()
                    assert due_ms is not None
                    head, beat_ms = table.head, (await _elsewhere(one.site, game)).beat_ms
                    # Longer than absence may last, and longer than a dead process is not known.
                    await asyncio.sleep(max(0.0, (beat_ms + 4_000 - now_ms()) / 1000))
                    assert (table.head, table.away_since_ms) == (head, {})
                    assert isinstance(table.rules, LaRucheRules)
                    assert table.rules.match is not None
                    assert not any(player.stand_in for player in table.rules.match.players)
                    assert await one.site.losses.held_seconds(table, due_ms) is not None
                    # What others do after their turn was over does not end it.
                    await first.do(laruche_messages.AskPause())
                    later_ms = table.rules.next_deadline()
                    assert later_ms is not None
                    assert later_ms > table.last_at_ms > due_ms
                    async with Person(one.url) as again:
                        again._http.cookies.update(bob._http.cookies)
                        async with again.sit(game) as back:
                            await lay_any(back)
                            rows = await events_of(one.site, game, after=head)
        finally:
            await other.kill()
        events = [row.event for row in rows]
        kinds = [table.kind.tag_of(event) for event in events]
        assert kinds[:4] == ["outage", "ask_pause", "outage", "lay"], kinds
        assert not {"away", "stand_in", "time_passed"} & set(kinds), kinds
        first_part, rest = events[0], events[2]
        assert isinstance(first_part, protocol.Outage)
        assert isinstance(rest, protocol.Outage)
        assert first_part.from_ms == beat_ms
        assert first_part.to_ms == rest.from_ms
        assert rest.to_ms - beat_ms >= 3_000


async def lay_any(session: Session) -> None:
    placement = _placement(session, session.seats[0], random.Random(1))
    assert placement is not None
    cell = (placement.cell.q, placement.cell.r)
    await session.do(
        laruche_messages.Lay(round=session.mirror.status.round, cell=cell, pose=placement.pose.name)
    )


async def _elsewhere(site: Site, game: str) -> PresentAt:
    (row,) = await site.store.present_elsewhere([game], site.heart.process)
    return row
