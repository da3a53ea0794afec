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
