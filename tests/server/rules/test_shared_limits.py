"""What somebody may do so often counts at all processes together, as long as Redis is there."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from skep.server.rules import shared_limits
from skep.server.rules.shared_limits import SharedCount, SharedLimits
from tests.server.http.test_security import _raise_at_once
from tests.server.live import serve
from tests.server.redis_process import RedisProcess
from tests.server.tables.test_bus import until

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


@contextlib.asynccontextmanager
async def a_process(redis_url: str) -> AsyncIterator[SharedCount]:
    count = SharedCount(redis_url)
    yield count
    await count.close()


def limits(count: SharedCount, name: str = "some") -> SharedLimits:
    return SharedLimits(name, rate=3 / 60, burst=3, count=count)


async def is_refused(limits: SharedLimits, *key: str | int) -> bool:
    code = await refusal(limits.check(*key))
    return code == "TOO_FAST"


async def refusal(work: Coroutine[Any, Any, None]) -> str:
    try:
        await work
    except CommandRefusedError as problem:
        return problem.code
    return ""


async def test_two_processes_count_together(redis: RedisProcess) -> None:
    async with a_process(redis.url) as here, a_process(redis.url) as there:
        one, two = limits(here), limits(there)
        assert [await is_refused(each, "address", "a") for each in (one, two, one)] == [False] * 3
        assert await is_refused(two, "address", "a")  # of its own it would have had two left
        assert not await is_refused(two, "address", "b")
        assert not await is_refused(limits(there, "other"), "address", "a")


async def test_without_redis_each_counts_for_itself(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_limits, "AWAY_SECONDS", 0.0)
    async with a_process(redis.url) as here, a_process(redis.url) as there:
        one, two = limits(here), limits(there)
        redis.kill()
        try:
            assert [await is_refused(one, "a") for _ in range(4)] == [False, False, False, True]
            assert not await is_refused(two, "a")
        finally:
            redis.start()
        third = limits(here)  # with nothing counted of its own
        assert [await is_refused(two, "a") for _ in range(2)] == [False, False]
        assert [await is_refused(third, "a") for _ in range(2)] == [False, True]


async def test_rematches_and_analyses_at_a_table_are_counted_by_all_processes(
    tmp_path: Path, redis: RedisProcess
) -> None:
    url = f"{redis.url}?db=5"  # nothing of this counts for other tests
    async with (
        a_process(url) as elsewhere,
        serve(tmp_path, redis_url=url, creations_per_minute=1) as live,
        live.person() as ann,
    ):
        me = {"who": "me"}
        game = (await ann.create({"game": "hive", "seats": [me, me]})).game.id
        async with ann.sit(game) as both:
            both._refused = _raise_at_once.__get__(both)  # type: ignore[method-assign]
            await both.do(hive_messages.Resign())
            assert both.info is not None
            user = both.info.seats[0].user
            assert user is not None
            creations = SharedLimits("creations", rate=1 / 60, burst=20, count=elsewhere)
            while not await is_refused(creations, "user", user):
                pass
            with pytest.raises(CommandRefusedError) as caught:
                await both.want_rematch()
            assert caught.value.code == "TOO_FAST"
            asked = [await elsewhere.wait_seconds("analyses", "127.0.0.1", 60) for _ in range(61)]
            assert asked[0] == 0
            assert asked[-1] > 0
            with pytest.raises(CommandRefusedError) as caught:
                await anext(both.analyse(ply=0))
            assert caught.value.code == "TOO_FAST"


async def test_ready_knows_its_parts(tmp_path: Path, redis: RedisProcess) -> None:
    async with (
        serve(tmp_path, redis_url=redis.url) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        await until(lambda: live.site.bus.is_connected)
        assert (await http.get("/ready")).json()["parts"] == {"storage": True, "redis": True}
        redis.kill()
        try:
            await until(lambda: not live.site.bus.is_connected)
            answer = await http.get("/ready")
            parts = {"storage": True, "redis": False}
            assert (answer.status_code, answer.json()["parts"]) == (200, parts)
        finally:
            redis.start()
        await until(lambda: live.site.bus.is_connected)
        assert (await http.get("/ready")).json()["parts"]["redis"]
