"""A match on a local cluster of two Dask workers, of which one is killed in its games."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.hive.arena.test_match import match_of, plan, records, wayward

from skep.errors import SetupError
from skep.hive.arena.elsewhere import DaskWorkers
from skep.hive.arena.play import Conditions
from skep.hive.engine import Limit

pytestmark = [pytest.mark.medium, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


def test_a_killed_workers_games_are_played_again_and_counted_once(
    tmp_path: Path, cluster: Any
) -> None:
    path = tmp_path / "log.jsonl"
    longer = Conditions(limit=Limit(depth=1), max_plies=60)
    match = match_of(plan(wayward(), wayward(), games=8, conditions=longer), path)
    workers = DaskWorkers(cluster.scheduler_address)
    killed = threading.Event()

    def on_tick() -> None:
        busy = [address for address, keys in workers._client.processing().items() if keys]
        if not killed.is_set() and busy:
            killed.set()
            pids = workers._client.run(os.getpid, workers=busy[:1])
            os.kill(pids[busy[0]], signal.SIGKILL)

    try:
        assert workers.room == 2
        match.run_elsewhere(workers, on_tick)
    finally:
        workers.close()
    assert killed.is_set()
    logged = records(path)
    assert match.standings.finished == len(logged) == 8
    rounds = [game["headers"]["Round"] for game in logged]
    assert len(set(rounds)) == 8
    alone = match_of(plan(wayward(), wayward(), games=8, conditions=longer), tmp_path / "alone")
    alone.run()
    assert _results(logged) == _results(records(tmp_path / "alone"))


def _results(logged: list[dict[str, Any]]) -> dict[str, Any]:
    return {game["headers"]["Round"]: game["result"] for game in logged}


def test_a_scheduler_that_is_not_there_is_one_sentence() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SetupError, match="no Dask scheduler answers at"):
        DaskWorkers("nonsense://127.0.0.1:1")
