"""Things done again and again: what fails is said, once."""

from __future__ import annotations

import asyncio
import logging

import pytest

from skep.errors import CommandRefusedError, StorageAwayError
from skep.server.loops import Loops

pytestmark = pytest.mark.anyio


async def test_what_fails_in_the_same_way_again_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    away, full = ConnectionError("away"), CommandRefusedError("STORAGE_FULL", "")
    turns = iter((away, away, full, full, StorageAwayError("away"), full, None, None, away))
    done = asyncio.Event()

    async def work() -> None:
        turn = next(turns, done)
        if turn is done:
            done.set()
        elif isinstance(turn, Exception):
            raise turn

    caplog.set_level(logging.INFO)
    loops = Loops()
    loops.every(0.001, work, "work")
    await done.wait()
    await loops.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "work failed; it is tried again and again",
        "work: STORAGE_FULL",
        "work works again",
        "work failed; it is tried again and again",
        "work works again",
    ]


async def test_what_it_waited_for_may_be_given_up(caplog: pytest.LogCaptureFixture) -> None:
    """As when a connection is: that ends neither the loop nor the server that stops."""
    turns = 0
    went_on = asyncio.Event()

    async def work() -> None:
        nonlocal turns
        turns += 1
        if turns > 1:
            went_on.set()
            return
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer.cancel()
        await answer

    loops = Loops()
    loops.every(0.001, work, "work")
    async with asyncio.timeout(20):
        await went_on.wait()
        await loops.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "work failed; it is tried again and again",
    ]
