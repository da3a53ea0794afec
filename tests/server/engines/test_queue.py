"""Who gets the engine: moves before analyses, one analysis a person, a queue with an end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from skep.errors import CommandRefusedError
from skep.server.engines.pool import MOST_OF_AN_ADDRESS, MOST_WAITING, EnginePool
from tests.server.live import LiveServer

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

LONG_SECONDS = 30.0
POSITION: dict[str, Any] = {
    "game_type": "Base+MLP",
    "opening_queen": "allowed",
    "repetition": "draw",
    "moves": ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"],
}
LOOK = {"do": "analyse", "seconds": LONG_SECONDS, **POSITION}
MOVE = {"do": "move", "level": 1, **POSITION}


async def begun(pool: EnginePool, whose: str) -> asyncio.Task[dict[str, Any]]:
    """An analysis that has told of some progress."""
    told = asyncio.Event()
    work = pool.analyse(
        LOOK, seconds=LONG_SECONDS * 2, whose=whose, on_progress=lambda _: told.set()
    )
    task = asyncio.ensure_future(work)
    await asyncio.wait_for(told.wait(), 60)
    return task


async def test_an_analysis_makes_way_for_a_move() -> None:
    pool = EnginePool(1, 16)
    try:
        analysis = await begun(pool, "ann")
        waiting = asyncio.ensure_future(pool.analyse(LOOK, seconds=60, whose="bob"))
        answer = await pool.move(MOVE, seconds=60)
        assert isinstance(answer["move"], str)
        assert (await analysis)["done"]  # with what it had found, long before its time
        assert not waiting.done()
        waiting.cancel()
    finally:
        await pool.stop()


async def test_hanging_up_ends_an_analysis_and_frees_its_child() -> None:
    pool = EnginePool(1, 16)
    try:
        for _ in range(3):
            analysis = await begun(pool, "ann")
            child = pool.processes[0].pid
            analysis.cancel()
            await asyncio.gather(analysis, return_exceptions=True)
        waiting = asyncio.ensure_future(pool.analyse(LOOK, seconds=60, whose="bob"))
        await asyncio.sleep(0)
        waiting.cancel()
        assert isinstance((await pool.move(MOVE, seconds=60))["move"], str)
        assert pool.processes[0].pid == child  # told to stop, not killed
    finally:
        await pool.stop()


@pytest.mark.parametrize("turns", [0, 1, 2, 5, 20])
async def test_hanging_up_before_the_child_has_begun_is_heard_too(turns: int) -> None:
    pool = EnginePool(1, 16)
    try:
        for child in ("fresh", "running"):
            endless = {**LOOK, "seconds": 3600.0}
            analysis = asyncio.ensure_future(pool.analyse(endless, seconds=7200, whose="ann"))
            for _ in range(turns):
                await asyncio.sleep(0)
            analysis.cancel()
            async with asyncio.timeout(120):
                answer = await pool.move(MOVE, seconds=60)
            assert isinstance(answer["move"], str), child
    finally:
        await pool.stop()


async def test_one_analysis_each_and_the_queue_has_an_end() -> None:
    pool = EnginePool(1, 16)
    try:
        first = await begun(pool, "ann")
        with pytest.raises(CommandRefusedError, match="One analysis at a time"):
            await pool.analyse(LOOK, seconds=60, whose="ann")
        queue = [
            pool.analyse(LOOK, seconds=60, whose=n, address=f"{n}") for n in range(MOST_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(CommandRefusedError, match="too much to think about") as refused:
            await pool.analyse(LOOK, seconds=60, whose="eve")
        assert refused.value.code == "BUSY"
        for task in (first, *queue):
            task.cancel()
    finally:
        await pool.stop()


async def test_a_long_analysis_makes_way_for_other_addresses_and_they_take_turns() -> None:
    pool = EnginePool(1, 16)
    quick = {**LOOK, "seconds": 0.01}
    order: list[str] = []

    def look(job: dict[str, Any], address: str) -> asyncio.Task[dict[str, Any]]:
        task = pool.analyse(job, seconds=120, whose=object(), address=address)
        task.add_done_callback(lambda _: order.append(address))
        return task

    try:
        endless = {**LOOK, "seconds": 3600.0}
        crowd = [look(endless, "eve") for _ in range(1 + MOST_OF_AN_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(CommandRefusedError, match="too much to think about"):
            look(endless, "eve")
        async with asyncio.timeout(60):
            for address in ("ann", "bob"):
                assert (await look(quick, address))["done"]
        assert order[:2] == ["eve", "ann"]  # after one of the many, not after all of them
        assert order.count("eve") <= 2
        for task in crowd:
            task.cancel()
    finally:
        await pool.stop()


async def test_hanging_up_at_a_table_leaves_the_engine_to_others(server: LiveServer) -> None:
    async with server.person() as eve, server.person() as ann:
        own = (await eve.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})).game.id
        for _ in range(5):
            async with eve.sit(own) as socket:
                looking = socket.analyse(0, seconds=LONG_SECONDS)
                await anext(looking)
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await white.until(lambda: white.mirror.ply == 2, seconds=30)
