"""Several machines in small: network namespaces, nginx, PostgreSQL, Redis, a worker.

`make faults` has it whole, with 200 games and partitions of 20 seconds.
"""

from __future__ import annotations

import pytest

from tests.faults.machines import Load, run, why_not

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

SMALL = Load(pairs=8, tables=1, engines=1, answers=80, in_flight=1, pace=0.0, cut_seconds=6.0)
HARDEST = (
    "a server is killed",
    "it is started again",
    "the worker is killed in a search",
    "one server is cut off from PostgreSQL",
    "both servers are upgraded",
    "both go back to the release before",
)


@pytest.mark.timeout(600)
async def test_a_site_on_several_hosts_loses_nothing() -> None:
    lack = why_not()
    if lack is not None:
        why = f"several hosts were not tried: {lack.what}"
        pytest.fail(why) if lack.is_failure else pytest.skip(why)
    found = await run(SMALL, HARDEST, tell=print)
    assert found.is_clean, found
    assert all(hit >= SMALL.pairs for hit in found.hit.values()), found  # one of each game
    assert sum(found.in_flight.values()) >= len(HARDEST), found
