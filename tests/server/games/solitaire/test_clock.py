"""A solitaire's clock counts while its player looks; a tile comes back with what it held."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from skep.laruche.deal_codes import tiles_of_code
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.solver import standing
from tests.server.fixtures.observe import SlowClock, set_clock
from tests.server.live import LiveServer, serve
from tests.server.plain_client import PlainPerson, PlainRefusedError, PlainSocket

pytestmark = pytest.mark.anyio

MINUTE_MS = 60_000
DEAL = "0Kb3XpZm7Tfd"
SOLUTION = Puzzle(SolitaireOptions(), tiles_of_code(DEAL)).solution


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SlowClock:
    return set_clock(monkeypatch, 1_800_000_000_000)


@pytest.fixture
async def live(clock: SlowClock, tmp_path: Path) -> AsyncIterator[LiveServer]:
    async with serve(tmp_path) as server:
        server.site.tables.pulse.on_stall.clear()
        yield server


async def begin(person: PlainPerson, **options: Any) -> str:
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": {"deal": DEAL, **options}}
    game: str = (await person.ask("POST", "/api/games", wish))["game"]["id"]
    return game


async def put(socket: PlainSocket, number: int) -> dict[str, Any]:
    placement = SOLUTION[number]
    cell = [placement.cell.q, placement.cell.r]
    return await socket.told_of(await socket.do("put", cell=cell, pose=placement.pose.name))


async def status(person: PlainPerson, game: str) -> dict[str, Any]:
    told: dict[str, Any] = (await person.read(game))["view"]["status"]
    return told


async def refusal(work: Any) -> str:
    with pytest.raises(PlainRefusedError) as caught:
        await work
    return caught.value.code


async def until_left(live: LiveServer, game: str) -> None:
    table = await live.site.tables.get(game)
    while table.rules.view(0).status.running_since_ms is not None:
        await live.site.tables.catch_up(game)


async def test_time_counts_while_the_player_is_there_and_looks(
    live: LiveServer, clock: SlowClock
) -> None:
    async with PlainPerson(live.url) as ann:
        game = await begin(ann)
        clock.advance(60 * MINUTE_MS)  # nobody has come yet
        async with ann.sit(game) as socket:
            await put(socket, 0)
            clock.advance(MINUTE_MS)
            told = await socket.told_of(await socket.do("stop_clock"))
            assert told["event"]["kind"] == "clock_stopped"
            assert told["status"]["running_since_ms"] is None
            assert MINUTE_MS <= told["status"]["counted_ms"] < 2 * MINUTE_MS
            clock.advance(60 * MINUTE_MS)
            assert await refusal(put(socket, 1)) == "PAUSED"
            assert await refusal(socket.do("stop_clock")) == "ALREADY"
            await socket.do("start_clock")
            await put(socket, 1)
        await until_left(live, game)
        clock.advance(60 * MINUTE_MS)  # the train went into a tunnel
        async with ann.sit(game) as socket:
            await put(socket, 2)
            told = await socket.told_of(await socket.do("give_up"))
        assert MINUTE_MS <= told["status"]["time_ms"] < 2 * MINUTE_MS
        assert told["status"]["outcome"]["reason"] == "given up"


async def test_who_paused_and_left_comes_back_to_a_clock_that_stands(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann:
        game = await begin(ann)
        async with ann.sit(game) as socket:
            await put(socket, 0)
            await socket.do("stop_clock")
        async with ann.sit(game) as socket:
            assert await refusal(put(socket, 1)) == "PAUSED"
            assert (await status(ann, game))["running_since_ms"] is None


@pytest.mark.medium
async def test_a_tile_comes_back_with_those_that_cannot_lie_without_it(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann:
        game = await begin(ann)
        async with ann.sit(game) as socket:
            for number in range(8):
                told = await put(socket, number)
            assert told["status"]["joins"] >= 13
            laid = [placement.cell for placement in SOLUTION[:8]]
            stays = {cell: standing([c for c in laid if c != cell]) for cell in laid}
            cell = min(laid, key=lambda each: len(stays[each]))
            assert len(stays[cell]) < 7  # it does hold others
            told = await socket.told_of(await socket.do("take_back", cell=list(cell)))
            lifted = {tuple(effect["cell"]) for effect in told["effects"]}
            assert lifted == set(laid) - stays[cell]
            assert told["status"]["undos"] == 1
            assert len(told["status"]["hand"]) == 12 - len(stays[cell])
            far = socket.do("take_back", cell=[9, 9])
            assert await refusal(far) == "NO_TILE_THERE"


@pytest.mark.medium
async def test_strict_takes_nothing_back_but_gives_hints(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann:
        game = await begin(ann, strict=True)
        async with ann.sit(game) as socket:
            await put(socket, 0)
            assert await refusal(socket.do("take_back")) == "NO_UNDO"
            told = await socket.told_of(await socket.do("ask_hint"))
            assert told["status"]["hints"] == 1
            assert len(told["status"]["taken_hints"]) == 1
