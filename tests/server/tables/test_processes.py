"""Two servers on one database, with no bus between them: nothing in memory is the truth."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from skep import protocol
from skep.client import Session
from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from skep.server.rules.contract import Wants
from skep.server.tables.table import LiveTable
from tests.server.databases import Cluster
from tests.server.live import LiveServer, events_of, serve
from tests.server.tables.test_tables import follow, refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

SAME: dict[str, Any] = {"secret": "the same secret for both", "compare_heads_seconds": 0.2}


@contextlib.asynccontextmanager
async def two_servers(
    tmp_path: Path, cluster: Cluster
) -> AsyncIterator[tuple[LiveServer, LiveServer]]:
    url = cluster.new_database()
    async with serve(tmp_path / "a", url, **SAME) as one, serve(tmp_path / "b", url, **SAME) as two:
        yield one, two


async def test_a_game_is_played_through_two_servers(tmp_path: Path, cluster: Cluster) -> None:
    async with two_servers(tmp_path, cluster) as (one, two), one.person() as ann:
        bob = two.person()
        async with bob:
            created = await start_two(ann, bob)
            game = created.game.id
            async with ann.sit(game) as white, bob.sit(game) as black:
                await white.play("wS1")
                await follow(black, 1)  # by comparing heads alone
                await black.play("bS1 wS1-")
                # This server has not heard of it yet; the refusal must come from the rules.
                with pytest.raises(CommandRefusedError) as caught:
                    await white.play("wA1 -wS1", ply=1)
                assert caught.value.code == "STALE"
                await follow(white, 2)
                await white.play("wA1 -wS1")
                await follow(black, 3)
                assert white.mirror.moves == black.mirror.moves
            rows = await events_of(one.site, game, 0)
            assert [row.seq for row in rows] == [1, 2, 3, 4]


async def test_a_deadline_that_both_sweep_falls_once(tmp_path: Path, cluster: Cluster) -> None:
    async with two_servers(tmp_path, cluster) as (one, two), one.person() as ann:
        bob = two.person()
        async with bob:
            time = {"pace": "timed", "base_ms": 1000}
            game = (await start_two(ann, bob, time=time)).game.id
            async with ann.sit(game) as white, bob.sit(game) as black:
                await white.play("wS1")
                await follow(black, 1)
                await black.play("bS1 wS1-")
                for session in (white, black):
                    await session.until(lambda s=session: s.mirror.outcome is not None, seconds=20)  # type: ignore[misc]
            await asyncio.sleep(1.5)
            events = [row.event for row in await events_of(two.site, game, 0)]
            assert sum(isinstance(event, protocol.TimePassed) for event in events) == 1


class Silent:
    """Somebody who watches."""

    seat = None
    address = "here"
    wants = Wants()

    def take_seat(self, table: LiveTable) -> None:
        pass

    def send(self, frame: bytes) -> None:
        pass


async def test_seats_are_compared_at_more_tables_than_a_list_shows(
    tmp_path: Path, cluster: Cluster
) -> None:
    """By the comparison alone, and the oldest table of all."""
    wish = {"game": "laruche", "seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]}
    async with (
        two_servers(tmp_path, cluster) as (one, two),
        one.person() as ann,
        two.person() as bob,
    ):
        created = [await ann.create(wish) for _ in range(101)]
        for each in created:
            one.site.following.add(await one.site.tables.get(each.game.id), Silent())
        first = created[0]
        seat = (await bob.join(first.game.id, first.key)).seat
        table = await one.site.tables.get(first.game.id)
        async with asyncio.timeout(20):
            while table.seats[seat].user is None:
                await asyncio.sleep(0.05)


async def test_two_servers_race_for_the_same_row(tmp_path: Path, cluster: Cluster) -> None:
    async with two_servers(tmp_path, cluster) as (one, two), one.person() as ann:
        twin = two.person()
        async with twin:
            seats = [{"who": "me"}, {"who": "me"}]
            game = (await ann.create({"game": "hive", "seats": seats})).game.id
            twin._http.cookies.update(ann._http.cookies)
            async with ann.sit(game) as here, twin.sit(game) as there:
                for ply in range(12):
                    await asyncio.gather(
                        here.until(lambda ply=ply: here.mirror.ply == ply, seconds=20),  # type: ignore[misc]
                        there.until(lambda ply=ply: there.mirror.ply == ply, seconds=20),  # type: ignore[misc]
                    )
                    read = await ann.read(game)
                    assert isinstance(read.view, hive_messages.HiveView)
                    table = await one.site.tables.get(game)
                    move = table.rules.view(0, Wants(legal=True)).status.legal
                    assert move
                    answers = await asyncio.gather(
                        here.play(move[0], ply=ply),
                        there.play(move[-1], ply=ply),
                        return_exceptions=True,
                    )
                    won = [answer for answer in answers if isinstance(answer, int)]
                    lost = [a.code for a in answers if isinstance(a, CommandRefusedError)]
                    assert (len(won), lost) == (1, ["STALE"]), answers
                    await here.catch_up()
                    await there.catch_up()
                assert here.mirror.moves == there.mirror.moves


async def until_present(session: Session, seats: list[int]) -> None:
    async with asyncio.timeout(30):
        while True:
            frame = await session.others.get()
            if isinstance(frame, protocol.Present) and frame.present == seats:
                return


async def test_who_is_at_another_process_is_not_away(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.new_database()
    claims = {**SAME, "claim_untimed_seconds": 1.0}
    async with (
        serve(tmp_path / "a", url, **claims) as one,
        serve(tmp_path / "b", url, **claims) as two,
        one.person() as ann,
        two.person() as bob,
    ):
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            async with bob.sit(game) as black:
                await until_present(white, [0, 1])
                await white.play("wS1")
                await follow(black, 1)
                await asyncio.sleep(3)  # longer than an absence that can be claimed
                assert await refusal(white.do(hive_messages.Claim())) == "NOTHING_TO_CLAIM"
            await until_present(white, [0])
            await asyncio.sleep(1.5)
            await white.do(hive_messages.Claim())


async def test_no_bot_stands_in_for_who_is_at_another_process(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with (
        two_servers(tmp_path, cluster) as (one, two),
        one.person() as ann,
        two.person() as bob,
    ):
        wish = {
            "game": "laruche",
            "seats": [{"who": "me"}, {"who": "open"}],
            "options": {"absent_ms": 3_000},
        }
        created = await ann.create(wish)
        game = created.game.id
        await bob.join(game, created.key)
        async with bob.sit(game) as second, ann.sit(game) as first:
            await second.until(lambda: not second.mirror.status.players[1].away, seconds=10)
            await asyncio.sleep(4)
            await first.catch_up()
            assert not any(player.away or player.stand_in for player in first.mirror.status.players)
            rows = [row.event for row in await events_of(one.site, game, 0)]
            # Each may have been noted as away before they came, and not after that.
            assert sum(isinstance(event, protocol.Left) for event in rows) <= 2
