"""Engine games: the child process answers, dies, is too slow, comes too late."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from skep.client.uhp_player import play_with_engine
from skep.errors import EngineError
from skep.hive.engine import Limit
from skep.hive.uhp_client import AsyncUhpClient
from skep.server.engines.pool import EngineProcess
from skep.server.games.hive import messages as hive_messages
from skep.server.games.hive.players import HivePlayers
from tests.server.live import LiveServer, events_of, serve
from tests.server.tables.test_tables import follow, refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

START = {"game_type": "Base", "opening_queen": "forbidden", "repetition": "draw", "moves": []}


async def test_the_engine_answers_and_can_be_taken_back(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await follow(white, 2)
            await white.do(hive_messages.OfferTakeback(ply=2))
            await follow(white, 0)
            assert await refusal(white.do(hive_messages.OfferDraw(ply=0))) == "ENGINE_DECLINES"
            await white.play("wA1")
            await follow(white, 2)


async def test_a_child_that_dies_is_started_again() -> None:
    child = EngineProcess()
    answer = await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert answer["move"].startswith("w")
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(EngineError):
        await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert "move" in await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    await child.stop()


async def test_a_child_that_is_too_slow_is_put_away() -> None:
    child = EngineProcess()
    await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(EngineError):
        await child.ask({"do": "move", "level": 1, **START}, seconds=0.3)
    assert child.pid is None
    await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert child.pid != first
    await child.stop()


async def test_an_analysis_reports_its_progress(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as both:
            await both.play("wS1")
            await both.play("bS1 wS1-", ply=1)
            reports = [report async for report in both.analyse(ply=2, seconds=1.0)]
            assert [report.done for report in reports[-2:]] == [False, True]
            assert reports[-1].depth >= 1
            assert reports[-1].line[0].startswith("w")
            assert await refusal(both.analyse(ply=7).__anext__()) == "STALE"


async def test_nobody_is_helped_while_two_people_play(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            assert await refusal(white.analyse(ply=0).__anext__()) == "NOT_OVER"


@pytest.mark.parametrize("limit", [Limit(seconds=0.1), None], ids=["seconds", "clock"])
async def test_any_uhp_engine_can_take_a_seat(server: LiveServer, limit: Limit | None) -> None:
    async with server.person() as ann, server.person() as robot:
        wish: dict[str, Any] = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
        wish["time"] = {"pace": "timed", "base_ms": 30_000}
        created = await ann.create({**wish, "options": {"game_type": "Base"}})
        game = created.game.id
        await robot.join(game, created.key)
        command = [sys.executable, "-m", "skep.cli", "uhp"]
        async with await AsyncUhpClient.start(command) as engine, robot.sit(game) as seat:
            playing = asyncio.create_task(play_with_engine(seat, engine, limit))
            async with ann.sit(game, legal=True) as white:
                for ply in range(0, 6, 2):
                    await white.play(white.mirror.status.legal[0])
                    await follow(white, ply + 2)
                await white.do(hive_messages.Resign())
            await asyncio.wait_for(playing, 10)


async def test_a_stale_answer_is_dropped(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await follow(white, 2)
            head = white.head
            table = await server.site.tables.get(game)
            players = HivePlayers(server.site.tables, server.site.pool)
            assert players.due_ms(table) is None
            await players.think_and_answer(game, head - 1)  # the log has gone on since
            await players.think_and_answer(game, head)  # no engine is to move
            assert (await ann.read(game)).head == head


async def test_an_engine_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann:
        live.site.pool.move = _never  # type: ignore[method-assign]
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
        table = await live.site.tables.get(game)
        assert live.site.players.due_ms(table) is not None
        assert table.kind.analysis_job(table.rules, 1)["moves"] == ["wS1"]
    async with serve(tmp_path) as live:
        for _ in range(1200):  # its deadline is swept with nobody connected
            if await events_of(live.site, game, 2):
                break
            await asyncio.sleep(0.05)
        assert [type(row.event) for row in await events_of(live.site, game, 2)][
            -1
        ] is hive_messages.Played


async def _never(job: dict[str, Any], **_: Any) -> dict[str, Any]:
    raise EngineError("asleep")
