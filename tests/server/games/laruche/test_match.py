"""A match as a family plays it: seats left open, a pause by all, its result and its replay."""

from __future__ import annotations

import json
from typing import Any

import pytest

from skep.client import Person
from skep.errors import CommandRefusedError
from skep.laruche.bots import LEVELS
from skep.server.games.laruche import messages as m
from skep.server.kinds import all_kinds
from tests.server.live import LiveServer
from tests.server.tables.test_tables import refusal

pytestmark = pytest.mark.anyio

# Nobody lays anything: the table does the set-up, and the round stalls to its end.
QUICK = {"rounds": 1, "setup_ms": 50, "stall_ms": 50}
OPEN: list[dict[str, Any]] = [
    {"who": "me"},
    {"who": "open"},
    {"who": "bot", "level": 1},
    {"who": "invited"},
]


def match(seats: list[dict[str, Any]], **options: Any) -> dict[str, Any]:
    return {"game": "laruche", "seats": seats, "options": options}


async def start_now(person: Person, game: str) -> Any:
    return await person._ask("POST", f"/api/games/{game}/start", Any)


async def test_a_match_begins_with_those_who_are_there(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben, server.person() as eve:
        created = await ann.create(match([{"who": "open"}, *OPEN], stall_ms=0))
        game = created.game.id
        await ben.join(game, created.key)  # takes the first seat
        assert await refusal(start_now(ben, game)) == "FORBIDDEN"
        assert await refusal(start_now(eve, game)) == "NOT_FOUND"
        async with ann.sit(game) as first, ben.sit(game) as second:
            assert (first.seats, second.seats) == ([1], [0])
            await start_now(ann, game)
            await first.until(lambda: first.mirror.status.phase == "setup", seconds=10)
            assert first.info is not None
            assert [seat.who for seat in first.info.seats] == ["person", "person", "bot"]
            assert len(first.mirror.status.hand) in (19, 20)
            assert await refusal(start_now(ann, game)) == "TOO_LATE"
        table = await server.site.tables.get(game)
        server.site.tables.forget(game)
        assert (await server.site.tables.get(game)).seats == table.seats


async def test_nobody_begins_alone_and_no_seat_is_lost_by_trying(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben:
        created = await ann.create(match([{"who": "me"}, {"who": "open"}, {"who": "open"}]))
        assert await refusal(start_now(ann, created.game.id)) == "INVALID_OPTIONS"
        assert (await ben.join(created.game.id, created.key)).seat == 1
        hive = {"game": "hive", "seats": [{"who": "me"}, {"who": "open"}]}
        waiting = (await ann.create(hive)).game.id
        assert await refusal(start_now(ann, waiting)) == "NOT_STARTED"


@pytest.mark.medium
async def test_everybody_agrees_to_a_pause_and_anybody_ends_it(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben:
        created = await ann.create(match(OPEN[:3], setup_ms=60_000))
        await ben.join(created.game.id, created.key)
        async with ann.sit(created.game.id) as first, ben.sit(created.game.id) as second:
            await first.do(m.AskPause())
            await second.until(lambda: second.mirror.status.pause_asked == (0,), seconds=10)
            assert not second.mirror.status.paused
            await second.do(m.AskPause())
            await first.until(lambda: first.mirror.status.paused, seconds=10)
            await first.do(m.Resume())
            await second.until(lambda: not second.mirror.status.paused, seconds=10)


async def test_a_match_that_is_over_shows_everything(server: LiveServer) -> None:
    async with server.person() as ann:
        seats: list[dict[str, Any]] = [{"who": "me"}, {"who": "bot", "level": 1}]
        with pytest.raises(CommandRefusedError, match="once the match is over"):
            await ann.export((await ann.create(match(seats))).game.id, "json")
        game = (await ann.create(match(seats, **QUICK))).game.id
        async with ann.sit(game) as player:
            await player.until(lambda: player.mirror.outcome is not None, seconds=20)
            status: m.LaRucheStatus = player.mirror.status
            assert status.outcome is not None
            assert len(status.results) == 1
            assert sorted(status.results[0].counts) == [29, 29]
        replay = json.loads(await ann.export(game, "json"))
        assert replay["options"]["rounds"] == 1
        assert [seat["who"] for seat in replay["seats"]] == ["person", "bot"]
        effects = [effect for row in replay["rows"] for effect in row["effects"]]
        (dealt,) = [effect for effect in effects if effect["kind"] == "dealt"]
        assert [len(hand) for hand in dealt["hands"]] == [30, 30]
        assert sum(effect["kind"] == "laid" for effect in effects) == 2
        assert effects[-1]["kind"] == "match_ended"


def test_the_form_knows_the_bots_and_every_option() -> None:
    kinds = all_kinds()
    offered = kinds["laruche"].choices()
    assert [bot["name"] for bot in offered["bots"]] == [bot.name for bot in LEVELS.values()]
    assert {
        "help",
        "miss_ms",
        "deal",
        "gift_ms",
        "unblock",
        "stall_ms",
        "bee_gift",
        "triple_gift",
    } <= set(offered["defaults"])
    alone = kinds["solitaire"].choices()
    assert set(alone["silhouettes"]) == {"comb", "boat", "tower", "fox", "arrow", "pot"}
    assert alone["sizes"] == [6, 20]
