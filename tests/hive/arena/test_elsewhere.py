"""Matches and self-play on a local cluster of two Dask workers, of which one is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.hive.arena.test_match import match_of, plan, records, wayward
from training import selfplay

from skep.errors import SetupError
from skep.hive.arena.elsewhere import DaskWorkers
from skep.hive.arena.play import Conditions
from skep.hive.engine import Limit

pytestmark = [pytest.mark.medium, pytest.mark.timeout(600), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as running:
        yield running


def kill_one(client: Any) -> bool:
    """One that is at work; False: none is."""
    busy = [address for address, keys in client.processing().items() if keys]
    if not busy:
        return False
    pids = client.run(os.getpid, workers=busy[:1])
    os.kill(pids[busy[0]], signal.SIGKILL)
    return True


def test_a_killed_workers_games_are_played_again_and_counted_once(
    tmp_path: Path, cluster: Any
) -> None:
    path = tmp_path / "log.jsonl"
    longer = Conditions(limit=Limit(depth=1), max_plies=60)
    match = match_of(plan(wayward(), wayward(), games=8, conditions=longer), path)
    workers = DaskWorkers(cluster.scheduler_address)
    killed = threading.Event()

    def on_tick() -> None:
        if not killed.is_set() and kill_one(workers._client):
            killed.set()

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


def test_self_play_on_a_cluster_is_what_it_is_alone(tmp_path: Path, cluster: Any) -> None:
    few = ["--chunks", "0:8:1", "--games", "1", "--nodes", "100"]
    alone = CliRunner().invoke(selfplay.main, [str(tmp_path / "alone"), *few])
    assert alone.exit_code == 0, alone.output
    client = DaskWorkers(cluster.scheduler_address)._client
    killed = threading.Event()

    def kill() -> None:
        while not kill_one(client):
            time.sleep(0.05)
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()
    there = CliRunner().invoke(
        selfplay.main, [str(tmp_path / "there"), *few, "--dask", cluster.scheduler_address]
    )
    killer.join()
    client.close()
    assert there.exit_code == 0, there.output
    assert killed.is_set()
    played, again = (list(selfplay.read_chunks([tmp_path / each])) for each in ("there", "alone"))
    assert played == again
    assert len(played) == 8


def _results(logged: list[dict[str, Any]]) -> dict[str, Any]:
    return {game["headers"]["Round"]: game["result"] for game in logged}


def test_a_scheduler_that_is_not_there_is_one_sentence() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(SetupError, match="no Dask scheduler answers at"):
        DaskWorkers("nonsense://127.0.0.1:1")
