"""The database as it is really opened: durable, locked, migrated, backed up."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import SetupError
from skep.server.settings import Settings, load_settings
from skep.server.storage.appends import Append
from skep.server.storage.database import (
    backup_sqlite,
    data_folder_lock,
    open_engine,
    prepare_folder,
)
from skep.server.storage.migrating import migrate
from skep.server.storage.schema import metadata
from skep.server.storage.writer import Writer
from tests.server.databases import Cluster
from tests.server.live import LiveServer, ServerProcess, serve

pytestmark = pytest.mark.anyio


async def test_the_writing_connection_is_durable(server: LiveServer) -> None:
    async def ask(connection: AsyncConnection) -> list[object]:
        if server.settings.is_sqlite:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return [(await connection.execute(text(f"PRAGMA {n}"))).scalar_one() for n in names]
        shown = ("fsync", "synchronous_commit")
        return [(await connection.execute(text(f"SHOW {n}"))).scalar_one() for n in shown]

    expected = ["wal", 2, 1, 5000] if server.settings.is_sqlite else ["on", "on"]
    assert await server.site.writer.run(ask) == expected


async def test_migrations_make_exactly_the_tables_of_the_schema(server: LiveServer) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with server.site.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.medium
async def test_a_second_server_on_the_same_folder_refuses_to_start(tmp_path: Path) -> None:
    async with serve(tmp_path):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "skep.cli", "serve", "--check",
            env={"SKEP_DATA_DIR": str(tmp_path), "PATH": "/usr/bin"},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, problem = await process.communicate()
        assert process.returncode != 0
        assert b"is in use by process" in problem


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    settings = load_settings(environ={}, data_dir=str(tmp_path))
    prepare_folder(settings)
    lock = data_folder_lock(settings)
    with lock, pytest.raises(SetupError, match="in use"), data_folder_lock(settings):
        pass
    with data_folder_lock(settings):
        pass


def test_another_folder_with_the_same_database_refuses_as_well(tmp_path: Path) -> None:
    def settings(folder: str, database: str) -> Settings:
        url = f"sqlite:///{tmp_path / database}"
        chosen = load_settings(environ={}, data_dir=str(tmp_path / folder), database_url=url)
        prepare_folder(chosen)
        return chosen

    one, two = settings("one", "games.db"), settings("two", "games.db")
    with data_folder_lock(one):
        with pytest.raises(SetupError, match="in use by another server"), data_folder_lock(two):
            pass
        (tmp_path / "alias.db").symlink_to(tmp_path / "games.db")
        alias = settings("three", "alias.db")
        with pytest.raises(SetupError, match="in use by another server"), data_folder_lock(alias):
            pass
    with data_folder_lock(two):
        pass


async def test_the_files_of_the_database_are_private_in_an_open_folder(tmp_path: Path) -> None:
    def rights() -> dict[str, int]:
        return {
            path.name: path.stat().st_mode & 0o777
            for path in (*tmp_path.glob("skep.db*"), tmp_path / "lock")
        }

    tmp_path.chmod(0o755)
    async with serve(tmp_path) as live, live.person() as ann:
        await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        assert rights() == {
            "lock": 0o600,
            "skep.db": 0o600,
            "skep.db-wal": 0o600,
            "skep.db-shm": 0o600,
        }
    (tmp_path / "skep.db").chmod(0o644)  # as an older version left it
    async with serve(tmp_path) as live, live.person() as ann:
        await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        assert set(rights().values()) == {0o600}


@pytest.mark.medium
async def test_processes_that_start_together_migrate_once(tmp_path: Path, cluster: Cluster) -> None:
    url = cluster.new_database()
    servers = [ServerProcess(tmp_path / name, url) for name in ("one", "two", "three")]
    for server in servers:
        server.folder.mkdir()
    try:
        await asyncio.gather(*(server.start() for server in servers))
    finally:
        await asyncio.gather(*(server.stop() for server in servers))
    for server in servers:
        assert "Traceback" not in (server.folder / "server.log").read_text()


async def test_a_backup_of_a_live_database_is_complete(tmp_path: Path) -> None:
    async with serve(tmp_path / "data") as live, live.person() as ann:
        await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        saved = backup_sqlite(live.settings.sqlite_path, tmp_path / "backup.db")
        with sqlite3.connect(saved) as copy:
            assert copy.execute("SELECT kind FROM events").fetchall() == [("started",)]
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert saved.stat().st_mode & 0o777 == 0o600


async def test_an_old_database_is_backed_up_before_it_is_migrated(tmp_path: Path) -> None:
    settings = load_settings(environ={}, data_dir=str(tmp_path))
    engine = open_engine(settings)
    assert await migrate(engine, settings) is None
    async with engine.begin() as connection:
        await connection.execute(text("INSERT INTO outages VALUES (1, 2)"))
        # As an older version would have left it: the newest step not yet taken.
        await connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
    with pytest.raises(Exception, match="duplicate column"):
        await migrate(engine, settings)
    await engine.dispose()
    saved = list((tmp_path / "backups").glob("before-*.db"))
    assert len(saved) == 1
    with sqlite3.connect(saved[0]) as copy:
        assert copy.execute("SELECT * FROM outages").fetchall() == [(1, 2)]


async def test_a_database_of_the_first_version_comes_up_to_date(
    tmp_path: Path, database_url: str
) -> None:
    settings = load_settings(environ={}, data_dir=str(tmp_path), database_url=database_url)
    async with serve(tmp_path, database_url) as live, live.person() as ann:
        wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}
        game = (await ann.create(wish)).game.id
        cookies = dict(ann._http.cookies)
    engine = open_engine(settings)
    async with engine.begin() as connection:
        await connection.execute(text("ALTER TABLE seats DROP COLUMN handicap_ms"))
        await connection.execute(text('ALTER TABLE seats DROP COLUMN "show"'))
        await connection.execute(text("DROP TABLE results"))
        await connection.execute(text("DROP TABLE progress"))
        await connection.execute(text("DROP TABLE suggestions"))
        await connection.execute(text("ALTER TABLE users DROP COLUMN language"))
        await connection.execute(text("ALTER TABLE heartbeats DROP COLUMN release"))
        await connection.execute(text("ALTER TABLE rematches DROP COLUMN answers"))
        await connection.execute(text("DROP TABLE audience"))
        await connection.execute(text("DROP INDEX ix_games_kind_finished_ms"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    await engine.dispose()
    async with serve(tmp_path, database_url) as live, live.person() as ann:
        ann._http.cookies.update(cookies)
        seats = (await ann.read(game)).game.seats
        assert [(seat.handicap_ms, seat.show) for seat in seats] == [(0, False), (0, False)]
        async with ann.sit(game) as both:
            await both.play("wS1")
    if settings.is_sqlite:
        assert len(list((tmp_path / "backups").glob("before-0010-*.db"))) == 1


def test_there_is_nothing_to_back_up_where_no_database_is(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no database"):
        backup_sqlite(tmp_path / "none.db", tmp_path / "copy.db")


@pytest.mark.medium
async def test_a_batch_is_one_statement_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    async with serve(tmp_path, cluster.new_database()) as live, live.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        games = [(await ann.create({"game": "hive", "seats": seats})).game.id for _ in range(3)]
        writer = Writer(live.site.engine)
        writer.start()

        async def append(seq: int) -> list[bool]:
            rows = [
                Append(game, seq, seq, "test", f"c{seq}", "test", "{}", 1, due_ms=seq)
                for game in games
            ]
            return await asyncio.gather(*(writer.append(row) for row in rows))

        assert await append(2) == [True] * 3
        assert writer._connection is not None
        driver = (await writer._connection.get_raw_connection()).driver_connection
        assert await append(3) == [True] * 3
        last = text("SELECT query FROM pg_stat_activity WHERE pid = :pid")
        shown = await live.site.store.all(last, {"pid": driver.get_server_pid()})  # type: ignore[union-attr]
        assert "INSERT INTO events" in shown[0].query  # and no COMMIT after it
        assert await append(3) == [False] * 3  # their places are taken
        await writer.stop()
        heads = await live.site.store.heads(games)
        assert set(heads.values()) == {3}
        due = await live.site.store.due(10)
        assert sorted(due) == sorted((game, 3, 3) for game in games)


@pytest.mark.medium
async def test_a_deadlock_is_tried_again(tmp_path: Path, cluster: Cluster) -> None:
    async with serve(tmp_path, cluster.new_database()) as live, live.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        one, two = [(await ann.create({"game": "hive", "seats": seats})).game.id for _ in range(2)]
        touch = text("UPDATE games SET listed = listed WHERE id = :game")
        holds_one = asyncio.Event()
        attempts = 0

        async def work(connection: AsyncConnection) -> None:
            nonlocal attempts
            attempts += 1
            await connection.execute(touch, {"game": one})
            holds_one.set()
            await connection.execute(touch, {"game": two})

        async with live.site.engine.connect() as rival:
            # It looks for deadlocks later than the writer, which so is the one to give way.
            await rival.execute(text("SET deadlock_timeout = '60s'"))
            await rival.execute(touch, {"game": two})
            writing = asyncio.create_task(live.site.writer.run(work))
            await holds_one.wait()
            await rival.execute(touch, {"game": one})
            await rival.commit()
        await writing
        assert attempts > 1


@pytest.mark.medium
async def test_what_the_driver_gives_up_is_tried_again(tmp_path: Path, cluster: Cluster) -> None:
    """It may end as if it had been cancelled: the writer goes on, and so does who waits for it."""
    async with serve(tmp_path, cluster.new_database()) as live:
        tries = 0

        async def work(connection: AsyncConnection) -> object:
            nonlocal tries
            tries += 1
            if tries == 1:
                answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                answer.cancel()
                await answer
            return (await connection.execute(text("SELECT 7"))).scalar_one()

        async with asyncio.timeout(20):
            assert await live.site.writer.run(work) == 7


@pytest.mark.medium
async def test_a_server_whose_connections_were_lost_stops_in_order(
    tmp_path: Path, cluster: Cluster
) -> None:
    all_others = text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    async with serve(tmp_path, cluster.new_database()) as live:
        async with live.site.engine.connect() as connection:
            await connection.execute(all_others)
        live.site.heart._has_left = True  # or else the last beat would connect anew
