"""`skep db backup` and `skep db restore`, on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import update

from skep.server.games.hive import messages as hive_messages
from skep.server.settings import load_settings
from skep.server.storage.backups import backup
from skep.server.storage.schema import heartbeats
from tests.server.databases import Cluster
from tests.server.live import LiveServer, events_of, serve, write
from tests.server.tables.test_commands import skep
from tests.server.tables.test_tables import start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def _play(server: LiveServer) -> str:
    """A game that is over, so that nothing is written to it by a later start."""
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            await white.say("good luck")
            await white.do(hive_messages.Resign())
    return game


async def _let_heart_stop(folder: Path, database_url: str) -> None:
    """As if the last server had stopped some seconds ago."""
    await write(folder, database_url, update(heartbeats).values(at_ms=heartbeats.c.at_ms - 10_000))


async def test_what_was_backed_up_is_there_again_and_what_came_later_is_kept(
    tmp_path: Path, database_url: str
) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_DATABASE_URL": database_url}
    copy = str(tmp_path / "copy")
    async with serve(tmp_path, database_url) as server:
        first = await _play(server)
        code, text = await skep("db", "backup", copy, **where)
        assert (code, text) == (0, f"{copy}\n")
        rows = await events_of(server.site, first)
        later = await _play(server)
        code, text = await skep("db", "restore", copy, "--replace", **where)
        assert code == 2
        assert "is in use by" in text or "servers work with this database" in text, text
    await _let_heart_stop(tmp_path, database_url)
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    code, text = await skep("db", "restore", copy, **where)
    assert (code, "holds a database already" in text) == (2, True), text
    code, text = await skep("db", "restore", copy, "--replace", **where)
    assert code == 0, text
    kept = text.splitlines()[0].rpartition(" ")[2]
    async with serve(tmp_path, database_url) as server:
        assert await events_of(server.site, first) == rows
        assert await server.site.store.game(later) is None
        # Counting goes on where it was: nobody gets somebody else's number.
        assert await _play(server)
    await _let_heart_stop(tmp_path, database_url)
    code, text = await skep("db", "restore", kept, "--replace", **where)
    assert code == 0, text
    async with serve(tmp_path, database_url) as server:
        assert await server.site.store.game(later) is not None


async def test_copies_of_one_moment_have_names_of_their_own(tmp_path: Path) -> None:
    """Else a restore that reads what the one before has kept would overwrite it first."""
    settings = load_settings(data_dir=str(tmp_path))
    async with serve(tmp_path, ""):
        copies = {backup(settings, None) for _ in range(4)}
    assert len(copies) == 4
    assert all(copy.exists() for copy in copies)


async def test_a_restore_into_an_empty_place_needs_no_leave(
    tmp_path: Path, database_url: str, request: pytest.FixtureRequest
) -> None:
    async with serve(tmp_path / "old", database_url) as server:
        game = await _play(server)
        code, text = await skep(
            *("db", "backup"),
            SKEP_DATA_DIR=str(tmp_path / "old"),
            SKEP_DATABASE_URL=database_url,
        )
        assert code == 0, text
    copy = text.strip()
    assert Path(copy).parent == tmp_path / "old" / "backups"
    cluster: Cluster | None = request.getfixturevalue("cluster") if database_url else None
    empty = cluster.new_database() if cluster else ""
    where = {"SKEP_DATA_DIR": str(tmp_path / "new"), "SKEP_DATABASE_URL": empty}
    code, text = await skep("db", "restore", copy, **where)
    assert (code, text) == (0, f"restored from {copy}\n")
    async with serve(tmp_path / "new", empty) as server:
        assert await server.site.store.game(game) is not None


async def test_what_is_no_backup_changes_nothing(tmp_path: Path, database_url: str) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path / "data"), "SKEP_DATABASE_URL": database_url}
    other = tmp_path / "other"
    with sqlite3.connect(tmp_path / "foreign") as foreign:
        foreign.execute("CREATE TABLE t (n)")
    foreign.close()
    other.write_bytes(b"PGDMP" if not database_url else (tmp_path / "foreign").read_bytes())
    (tmp_path / "text").write_text("hello")
    for name, problem in (
        ("nowhere", "cannot read"),
        ("text", "is no backup made by `skep db backup`"),
        ("other", "is a backup of"),
    ):
        code, text = await skep("db", "restore", str(tmp_path / name), **where)
        assert (code, problem in text) == (2, True), text
        assert "Traceback" not in text
    if not database_url:
        code, text = await skep("db", "restore", str(tmp_path / "foreign"), **where)
        assert (code, "holds nothing of skep" in text) == (2, True), text
        assert not (tmp_path / "data").exists()


async def test_a_damaged_or_later_copy_is_refused(tmp_path: Path, database_url: str) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_DATABASE_URL": database_url}
    copy = tmp_path / "copy"
    async with serve(tmp_path, database_url):
        await skep("db", "backup", str(copy), **where)
    await _let_heart_stop(tmp_path, database_url)
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    code, text = await skep("db", "restore", str(copy), "--replace", **where)
    assert code == 2, text
    assert "damaged" in text or "failed:" in text or "no tables" in text, text
    if not database_url:
        copy.write_bytes(whole)
        with sqlite3.connect(copy) as later:
            later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.close()
        code, text = await skep("db", "restore", str(copy), "--replace", **where)
        assert (code, "of a later version of skep" in text) == (2, True), text
    async with serve(tmp_path, database_url) as server:
        assert server.site.is_ready
