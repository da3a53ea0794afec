"""Fixtures of the server's tests: every story runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.databases import Cluster, find_postgresql, start_cluster
from tests.server.live import LiveServer, serve
from tests.server.redis_process import RedisProcess, find_redis, start_redis


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    programs = find_postgresql()
    if programs is None:
        why = "PostgreSQL is not installed, so nothing was tested on it (Debian: postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with start_cluster(programs) as running:
        yield running


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisProcess]:
    program = find_redis()
    if program is None:
        why = "Redis is not installed, so nothing was tested with it (Debian: redis-server)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with start_redis(program) as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.medium)])
def database_url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    running: Cluster = request.getfixturevalue("cluster")
    return running.new_database()


@pytest.fixture
async def server(tmp_path: Path, database_url: str) -> AsyncIterator[LiveServer]:
    async with serve(tmp_path, database_url) as live:
        yield live
