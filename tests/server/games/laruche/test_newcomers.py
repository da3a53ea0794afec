"""Between two rounds of La Ruche somebody new may sit down; the log has it, and nobody is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from skep import protocol
from skep.client import Person, Session
from skep.server.games.hive import messages as hive_messages
from skep.server.games.laruche import messages as laruche_messages
from tests.server.databases import Cluster
from tests.server.live import LiveServer, serve
from tests.server.tables.test_processes import two_servers
from tests.server.tables.test_tables import refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

# Nobody lays anything: the table does the set-up, and the round stalls into a long break.
QUICK = {"rounds": 2, "setup_ms": 50, "stall_ms": 50, "break_ms": 60_000}
SEATS = [{"who": "me"}, {"who": "bot", "level": 1}]


async def start_match(host: Person, **more: Any) -> protocol.GameCreated:
    wish = {"game": "laruche", "seats": SEATS, "options": QUICK}
    return await host.create({**wish, **more})


async def until_phase(session: Session, phase: str) -> None:
    await session.until(lambda: session.mirror.status.phase == phase, seconds=20)


async def begin_round(*sessions: Session) -> None:
    for session in sessions:
        await session.do(laruche_messages.Ready())
    for session in sessions:
        await session.until(lambda s=session: s.mirror.status.round == 2, seconds=20)  # type: ignore[misc]


async def test_a_newcomer_sits_down_between_rounds_and_is_dealt_in(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as eve:
        await eve.rename("Eve")
        created = await start_match(ann)
        game, key = created.game.id, created.key
        async with ann.sit(game) as first, eve.sit(game, key=key) as watcher:
            await until_phase(first, "break")
            joined = await eve.join(game, key)
            assert (joined.seat, len(joined.game.seats)) == (2, 3)
            assert (await eve.join(game, key)).seat == 2
            # The socket that watched is told of its seat, without asking.
            await watcher.until(lambda: watcher.seats == [2], seconds=10)
            await first.until(
                lambda: first.info is not None and first.info.seats[-1].name == "Eve", seconds=10
            )
            assert sum(isinstance(e, protocol.Joined) for e in first.mirror.seen.values()) == 1
            await begin_round(first, watcher)
            hands = [set(session.mirror.status.hand) for session in (first, watcher)]
            assert all(len(hand) in (19, 20) for hand in hands)  # the set-up may be over by now
            assert not hands[0] & hands[1]
        assert game in [mine.id for mine in await eve.games(mine=True)]
        table = await server.site.tables.get(game)
        server.site.tables.forget(game)
        again = await server.site.tables.get(game)
        assert again is not table
        assert again.seats == table.seats
        assert again.stored.info.seats == table.stored.info.seats
        assert again.rules.status(2).players[2].name == "seat 3"


async def test_a_newcomer_waits_for_the_break_and_for_room(server: LiveServer) -> None:
    options = {**QUICK, "stall_ms": 0}
    five = [{"who": "bot", "level": 1}] * 4
    async with server.person() as ann, server.person() as eve, server.person() as dan:
        created = await start_match(ann, options=options)
        assert await refusal(eve.join(created.game.id, created.key)) == "NOT_IN_BREAK"
        full = await start_match(ann, seats=[{"who": "me"}, *five])
        async with ann.sit(full.game.id) as first:
            await until_phase(first, "break")
            assert (await eve.join(full.game.id, full.key)).seat == 5
            assert await refusal(dan.join(full.game.id, full.key)) == "TABLE_FULL"
        hive = await start_two(ann, eve)
        assert await refusal(dan.join(hive.game.id, hive.key)) == "NO_FREE_SEAT"


async def test_only_an_open_match_takes_strangers(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, server.person() as eve:
        closed = (await start_match(ann, listed=True)).game.id
        seats = [*SEATS, {"who": "open"}]
        created = await start_match(ann, seats=seats, listed=True)
        await bob.join(created.game.id)
        async with ann.sit(closed) as one, ann.sit(created.game.id) as two:
            await until_phase(one, "break")
            await until_phase(two, "break")
            assert await refusal(eve.join(closed)) == "NO_FREE_SEAT"
            assert (await eve.join(created.game.id)).seat == 3


async def test_six_newcomers_at_once_get_the_seats_there_are(server: LiveServer) -> None:
    async with server.person() as ann:
        created = await start_match(ann)
        people = [server.person() for _ in range(6)]
        async with ann.sit(created.game.id) as first:
            await until_phase(first, "break")
            answers = await asyncio.gather(
                *(person.join(created.game.id, created.key) for person in people),
                return_exceptions=True,
            )
        seats = sorted(a.seat for a in answers if isinstance(a, protocol.GameJoined))
        codes = [
            getattr(a, "code", None) for a in answers if not isinstance(a, protocol.GameJoined)
        ]
        assert seats == [2, 3, 4, 5]
        assert codes == ["TABLE_FULL"] * 2
        for person in people:
            await person.__aexit__()


async def test_a_newcomer_by_way_of_another_server_is_noticed(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with two_servers(tmp_path, cluster) as (one, two), one.person() as ann:
        eve = two.person()
        async with eve:
            await eve.rename("Eve")
            created = await start_match(ann)
            game = created.game.id
            async with ann.sit(game) as first:
                await until_phase(first, "break")
                await eve.join(game, created.key)
                await first.until(
                    lambda: first.info is not None and len(first.info.seats) == 3, seconds=10
                )
                assert first.info is not None
                assert first.info.seats[2].name == "Eve"


async def test_who_never_comes_to_the_table_is_away(server: LiveServer) -> None:
    seats = [{"who": "me"}, {"who": "open"}]
    async with server.person() as ann, server.person() as bob:
        created = await start_match(ann, seats=seats, options={"absent_ms": 200})
        await bob.join(created.game.id, created.key)
        async with ann.sit(created.game.id) as first:
            await first.until(lambda: first.mirror.status.players[1].stand_in, seconds=20)
            await first.until(lambda: not first.mirror.status.players[0].away, seconds=20)


async def test_absence_before_the_start_does_not_count(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, claim_seconds=30) as live,
        live.person() as ann,
        live.person() as bob,
    ):
        created = await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "open"}]})
        table = await live.site.tables.get(created.game.id)
        table.away_since_ms[0] -= 60_000
        await bob.join(created.game.id, created.key)
        async with bob.sit(created.game.id) as black:
            assert await refusal(black.do(hive_messages.Claim())) == "TOO_EARLY"


async def test_a_handicap_goes_with_its_seat(server: LiveServer) -> None:
    seats = [{"who": "me", "handicap_ms": 7000}, {"who": "bot", "level": 1}]
    async with server.person() as ann:
        created = await start_match(ann, seats=seats)
        assert [seat.handicap_ms for seat in created.game.seats] == [7000, 0]
        async with ann.sit(created.game.id) as first:
            players = first.mirror.status.players
            assert [player.handicap_ms for player in players] == [7000, 0]
        hive = {"game": "hive", "seats": [{"who": "me", "handicap_ms": 1}, {"who": "open"}]}
        assert await refusal(ann.create(hive)) == "INVALID_OPTIONS"
