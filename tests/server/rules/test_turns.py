"""Who asks for much waits for themselves."""

from __future__ import annotations

import asyncio

import pytest

from skep.server.rules.turns import Admission, FairQueue, Turns, address_served

pytestmark = pytest.mark.anyio


def test_addresses_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for thing in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.put(thing[0], thing)
    assert (len(queue), queue.count_of("a"), list(queue)) == (6, 3, ["a", "b", "c"])
    assert queue.remove("a", "a2")
    assert not queue.remove("a", "a2")
    assert [queue.pop() for _ in range(6)] == ["a1", "b1", "c1", "a3", "b2", None]


async def test_long_work_is_done_one_at_a_time_and_in_turn() -> None:
    turns = Turns()
    done: list[str] = []

    async def work(name: str) -> None:
        address_served.set(name[0])
        async with turns:
            done.append(name)
            await asyncio.sleep(0)

    names = ["a1", "a2", "a3", "a4", "b1"]
    async with turns:
        tasks = [asyncio.create_task(work(name)) for name in names]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.sleep(0)
        assert done == []
    await asyncio.gather(*tasks, return_exceptions=True)
    assert done == ["a1", "b1", "a3", "a4"]


async def test_whoever_is_cancelled_as_their_turn_comes_hands_it_on() -> None:
    turns = Turns()

    async def work() -> None:
        async with turns:
            pass

    async with turns:
        first, second = asyncio.create_task(work()), asyncio.create_task(work())
        await asyncio.sleep(0)
    first.cancel()  # it has its turn, but has not noticed yet
    await asyncio.wait_for(second, 30)
    assert first.cancelled()


async def test_an_address_has_so_much_done_at_a_time() -> None:
    admission = Admission(2)
    inside: list[str] = []
    go_on = asyncio.Event()

    async def ask(name: str) -> bool:
        async with admission.of(name[0]) as has_waited:
            inside.append(name)
            await go_on.wait()
            return has_waited

    tasks = [asyncio.create_task(ask(name)) for name in ("a1", "a2", "a3", "a4", "b1")]
    await asyncio.sleep(0)
    assert inside == ["a1", "a2", "b1"]
    tasks[2].cancel()
    await asyncio.sleep(0)
    go_on.set()
    waited = await asyncio.gather(*tasks, return_exceptions=True)
    assert inside == ["a1", "a2", "b1", "a4"]
    assert [waited[n] for n in (0, 1, 3, 4)] == [False, False, True, False]
