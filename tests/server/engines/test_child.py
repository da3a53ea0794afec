"""A child process that answers jobs."""

from __future__ import annotations

import pytest

from skep.errors import EngineCrashError
from skep.server.engines.child import Child

pytestmark = pytest.mark.anyio


@pytest.mark.medium
async def test_its_time_begins_when_it_has_started() -> None:
    child = Child("tests.server.engines.late_child")
    try:
        assert (await child.ask({}, seconds=2))["done"]
    finally:
        await child.stop()


async def test_one_that_cannot_start_is_said_to_be_dead() -> None:
    child = Child("tests.server.engines.no_such_module")
    with pytest.raises(EngineCrashError):
        await child.ask({}, seconds=20)
    assert child.pid is None
