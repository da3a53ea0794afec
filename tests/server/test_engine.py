"""Engine games: the child process answers, dies, is too slow, comes too late."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from skep.server import messages as m
from skep.server.bots import HiveEngines
from skep.server.engine_process import EngineFailedError, EngineProcess
from skep.server.jobs import position_of
from tests.server.live import LiveServer, serve
from tests.server.test_tables import follow, refusal

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

START = {"game_type": "Base", "opening_queen": "forbidden", "repetition": "draw", "moves": []}


async def test_the_engine_answers_and_can_be_taken_back(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await follow(white, 2)
            await white.do(m.OfferTakeback(ply=2))
            await follow(white, 0)
            assert await refusal(white.do(m.OfferDraw(ply=0))) == "ENGINE_DECLINES"
            await white.play("wA1")
            await follow(white, 2)


async def test_a_child_that_dies_is_started_again() -> None:
    child = EngineProcess()
    answer = await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert answer["move"].startswith("w")
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(EngineFailedError):
        await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert "move" in await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    await child.stop()


async def test_a_child_that_is_too_slow_is_put_away() -> None:
    child = EngineProcess()
    await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    first = child.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(EngineFailedError):
        await child.ask({"do": "move", "level": 1, **START}, seconds=0.3)
    assert child.pid is None
    await child.ask({"do": "move", "level": 1, **START}, seconds=20)
    assert child.pid != first
    await child.stop()


async def test_a_stale_answer_is_dropped(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await follow(white, 2)
            head = white.head
            await server.site.jobs.want_move(game, head - 1)
            await server.site.jobs.want_move(game, head)
            await asyncio.sleep(0.3)
            assert (await ann.read(game)).head == head


async def test_an_engine_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann:
        live.site.jobs.want_move = _never  # type: ignore[method-assign]
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
        table = await live.site.tables.get(game)
        engines = HiveEngines(live.site.tables, live.site.jobs)
        assert engines.due_ms(table) is not None
        assert position_of(table.rules)["moves"] == ["wS1"]  # type: ignore[arg-type]
    async with serve(tmp_path) as live:
        for _ in range(300):  # its deadline is swept with nobody connected
            if await live.site.store.tail(game, 2):
                break
            await asyncio.sleep(0.05)
        assert [type(row.event) for row in await live.site.store.tail(game, 2)][-1] is m.Played


async def _never(game: str, seq: int) -> None:
    return None
