"""`skep serve`, `skep db` and `skep bot`, as commands."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from skep.server.games.hive import messages as hive_messages
from tests.server.databases import Cluster
from tests.server.live import LiveServer, ServerProcess, serve
from tests.server.redis_process import PASSWORD, RedisProcess
from tests.server.tables.test_tables import TWO

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def skep(
    *arguments: str, program: str = "skep.cli", **environment: str
) -> tuple[int | None, str]:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("SKEP_")}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", program, *arguments, env={**environ, "SKEP_PORT": "0", **environment},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    return process.returncode, output.decode()


async def test_check_says_that_all_is_well_or_what_is_not(tmp_path: Path) -> None:
    code, text = await skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path / "data"))
    assert (code, "are fine" in text) == (0, True), text
    code, text = await skep("serve", "--check", SKEP_DATABASE_URL="mysql://x")
    assert code != 0
    assert "sqlite:// or postgresql://" in text
    assert "Traceback" not in text
    (tmp_path / "file").write_text("")
    code, text = await skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path / "file" / "data"))
    assert code != 0
    assert "cannot make the data folder" in text


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_check_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    _, text = await skep("serve", "--check", SKEP_DATA_DIR=str(folder))
    assert "the first start makes the database" in text
    assert not folder.exists()
    async with serve(folder):
        pass
    await asyncio.sleep(1.5)  # longer than the gap that is an outage
    before = _contents(folder)
    code, text = await skep("serve", "--check", SKEP_DATA_DIR=str(folder))
    assert (code, text) == (0, f"{folder}: settings and database are fine\n")
    assert _contents(folder) == before


async def test_check_looks_for_redis(tmp_path: Path, redis: RedisProcess) -> None:
    async def check(address: str) -> tuple[int | None, str]:
        return await skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path), SKEP_REDIS_URL=address)

    code, text = await check(redis.url)
    assert (code, "are fine" in text) == (0, True), text
    wrong = await check(redis.url.replace(PASSWORD, "hunter2"))
    assert wrong == (
        2, f"Error: Redis at {redis.path} refuses the password of SKEP_REDIS_URL\n"
    )  # fmt: skip
    nobody = await check("redis://:hunter2@127.0.0.1:1/0")
    assert nobody == (2, "Error: Redis does not answer at 127.0.0.1:1\n")


async def test_check_looks_at_port_and_folder(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.new_database()

    async def check(port: int, folder: Path) -> tuple[int | None, str]:
        where = {"SKEP_DATA_DIR": str(folder), "SKEP_DATABASE_URL": url}
        return await skep("serve", "--check", "--port", str(port), **where)

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, text = await check(port, tmp_path)
        assert (code, "Address already in use" in text) == (2, True), text
    (tmp_path / "file").write_text("")
    code, text = await check(0, tmp_path / "file")
    assert (code, "is no folder" in text) == (2, True), text
    async with serve(tmp_path / "data", url) as live:
        port = live.settings.port
        assert port is not None
        code, text = await check(port, tmp_path / "data")
        runs = f"a server of skep runs at 127.0.0.1, port {port} already"
        assert (code, runs in text) == (0, True), text


async def test_check_knows_older_and_later_databases(tmp_path: Path) -> None:
    async with serve(tmp_path):
        pass

    async def check(revision: str) -> tuple[int | None, str]:
        with contextlib.closing(sqlite3.connect(tmp_path / "skep.db")) as database, database:
            database.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        return await skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path))

    code, text = await check("0003")
    assert (code, "the next start migrates the database" in text) == (0, True), text
    code, text = await check("9999")
    assert (code, "of a later version of skep" in text) == (2, True), text


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_stopping_a_server_is_no_failure(tmp_path: Path, how: signal.Signals) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    code = await server.stop(how)
    told = (tmp_path / "server.log").read_text()
    assert (code, told.splitlines()[-1]) == (0, "skep has stopped"), told
    await server.start()
    await server.stop()
    told = (tmp_path / "server.log").read_text()
    assert "Aborted" not in told
    assert "away" not in told  # no game ran, so nobody missed anything
    assert "outage" not in told


async def test_a_backup_is_made_while_the_server_runs(tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    code, text = await skep("db", "backup", SKEP_DATA_DIR=folder)
    assert code != 0
    assert "no database" in text
    async with serve(tmp_path / "data"):
        code, text = await skep("db", "backup", str(tmp_path / "copy.db"), SKEP_DATA_DIR=folder)
    assert code == 0, text
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (0,)
    copied = (tmp_path / "copy.db").read_bytes()
    for target, problem in (
        (tmp_path / "copy.db", "copy.db exists"),
        (tmp_path, "is a folder: name the file"),
        (tmp_path / "nowhere" / "copy.db", "there is no folder"),
    ):
        code, text = await skep("db", "backup", str(target), SKEP_DATA_DIR=folder)
        assert (code, problem in text) == (2, True), text
    assert (tmp_path / "copy.db").read_bytes() == copied
    assert not (tmp_path / "nowhere").exists()
    code, text = await skep("db", "chat", "NOSUCHGAME", SKEP_DATA_DIR=folder)
    assert (code, text) == (2, "Error: there is no game NOSUCHGAME\n")


async def test_logs_can_be_json(tmp_path: Path) -> None:
    _, text = await skep(
        "serve", "--check", SKEP_DATA_DIR=str(tmp_path), SKEP_LOG_FORMAT="json",
        SKEP_DEVELOPMENT="true",
    )  # fmt: skip
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert all({"at", "level", "logger", "message"} <= set(line) for line in lines)


async def test_a_bot_joins_and_plays(server: LiveServer) -> None:
    async with server.person() as ann:
        created = await ann.create({**TWO, "options": {"game_type": "Base"}})
        game = created.game.id
        playing = asyncio.create_task(
            skep(
                "bot",
                "--engine",
                f"{sys.executable} -m skep.cli uhp",
                "--server",
                server.url,
                "--game",
                game,
                "--key",
                created.key,
                "--seconds",
                "0.1",
            )
        )
        async with ann.sit(game, legal=True) as white:
            await white.until(lambda: white.head > 0, seconds=60)
            await white.play("wS1")
            await white.until(lambda: white.mirror.ply == 2, seconds=60)
            await white.do(hive_messages.Resign())
        code, text = await asyncio.wait_for(playing, 60)
        assert code == 0, text
        assert "sits at seat 1" in text
        assert "resignation" in text
