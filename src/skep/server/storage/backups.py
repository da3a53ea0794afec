"""Copies of a database in use, and putting one back: all of it, or nothing.

SQLite copies itself; PostgreSQL comes with programs for that. A copy of the one cannot be put into
the other. What a restore replaces is copied first, and never without being asked for.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from sqlalchemy import URL, inspect, make_url, select
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.errors import SetupError, Told
from skep.server.settings import Settings
from skep.server.storage.database import (
    backup_sqlite,
    data_folder_lock,
    open_engine,
    opening,
    prepare_folder,
)
from skep.server.storage.migrating import take_back, works_with
from skep.server.storage.schema import heartbeats

__all__ = ["backup", "go_back", "restore"]

_SQLITE_MARK, _POSTGRESQL_MARK = b"SQLite format 3\0", b"PGDMP"
_BEAT_MS = 5_000  # a server beats every second
_PROGRAMS = "/usr/lib/postgresql"


def backup(settings: Settings, target: Path | None) -> Path:
    """Copy the database, consistent in itself, while servers may use it; where the copy is."""
    if target is not None:
        _check_target(target)
        return _copy(settings, target)
    return _copy(settings, _own_name(settings, "skep"))


def _own_name(settings: Settings, why: str) -> Path:
    """A name that is free: what is kept of a restore may be what the next one reads."""
    ending = "db" if settings.is_sqlite else "dump"
    name = f"{why}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}"
    path = settings.folder / "backups" / f"{name}.{ending}"
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{name}-{number}.{ending}")
    return path


def _check_target(target: Path) -> None:
    if target.is_dir():
        raise SetupError(Told("{path} is a folder: name the file of the backup", path=target))
    if target.exists():
        raise SetupError(Told("{path} exists: name another file, or remove it first", path=target))
    if not target.absolute().parent.is_dir():
        raise SetupError(Told("there is no folder {path}", path=target.absolute().parent))


def _copy(settings: Settings, target: Path) -> Path:
    if settings.is_sqlite:
        return backup_sqlite(settings.sqlite_path, target)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".part")
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        _run(settings, "pg_dump", "--format=custom", "--no-owner", f"--file={partial}")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


async def restore(settings: Settings, source: Path, *, replace: bool) -> Path | None:
    """Put a copy in the database's place; where what was there before is kept, if anything was."""
    _check_source(settings, source)
    if settings.is_sqlite:
        return _restore_sqlite(settings, source, replace=replace)
    return await _restore_postgresql(settings, source, replace=replace)


async def go_back(settings: Settings) -> tuple[Path, str]:
    """Undo the newest migration; where the database of before is kept, and what it is now."""
    if settings.is_sqlite:
        with data_folder_lock(settings):
            return await _go_back(settings)
    await _tables_of(settings)
    return await _go_back(settings)


async def _go_back(settings: Settings) -> tuple[Path, str]:
    kept = _copy(settings, _own_name(settings, "before-going-back"))
    engine = open_engine(settings, pool_size=1)
    try:
        return kept, await take_back(engine, settings)
    finally:
        await engine.dispose()


def _check_source(settings: Settings, source: Path) -> None:
    try:
        with source.open("rb") as file:
            begin = file.read(16)
    except OSError as problem:
        raise SetupError(
            Told("cannot read {path}: {problem}", path=source, problem=problem.strerror)
        ) from problem
    mark = _SQLITE_MARK if settings.is_sqlite else _POSTGRESQL_MARK
    if begin.startswith(mark):
        return
    if begin.startswith((_SQLITE_MARK, _POSTGRESQL_MARK)):
        here, there = ("SQLite", "PostgreSQL") if settings.is_sqlite else ("PostgreSQL", "SQLite")
        raise SetupError(
            Told(
                "{path} is a backup of {there}, and the database here is {here}",
                path=source,
                there=there,
                here=here,
            )
        )
    raise SetupError(Told("{path} is no backup made by `skep db backup`", path=source))


def _check_revision(source: Path, revision: str | None) -> None:
    if revision is None:
        raise SetupError(Told("{path} holds nothing of skep", path=source))
    if not works_with(revision):
        raise SetupError(
            Told(
                "{path} is of a later version of skep than this one ({revision})",
                path=source,
                revision=revision,
            )
        )


def _is_there(name: str) -> SetupError:
    return SetupError(
        Told(
            "{name} holds a database already: with --replace it is copied into backups and"
            " replaced",
            name=name,
        )
    )


# --- SQLite


def _restore_sqlite(settings: Settings, source: Path, *, replace: bool) -> Path | None:
    database = settings.sqlite_path
    is_there = database.exists() and database.stat().st_size > 0
    if is_there and not replace:
        raise _is_there(str(database))
    _check_sqlite(source)
    prepare_folder(settings)
    with data_folder_lock(settings):
        kept = None
        if is_there:
            kept = backup_sqlite(database, _own_name(settings, "before-restore"))
        # SQLite writes the copy into the old file page by page, as one transaction: whatever
        # happens meanwhile, there is the old database or the new one.
        with _reading(source) as copy, contextlib.closing(sqlite3.connect(database)) as live:
            copy.backup(live)
    return kept


def _reading(source: Path) -> contextlib.closing[sqlite3.Connection]:
    """A copy may lie where nothing can be written: then SQLite must not want a log beside it."""
    has_log = source.with_name(source.name + "-wal").exists()
    how = "mode=ro" if has_log else "mode=ro&immutable=1"
    return contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?{how}", uri=True))


def _check_sqlite(source: Path) -> None:
    revision = None
    try:
        with _reading(source) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            with contextlib.suppress(sqlite3.OperationalError):
                row = copy.execute("SELECT version_num FROM alembic_version").fetchone()
                revision = row[0] if row else None
    except sqlite3.DatabaseError as problem:
        raise SetupError(
            Told("{path} is damaged: {problem}", path=source, problem=problem)
        ) from problem
    if verdict != "ok":
        raise SetupError(Told("{path} is damaged: {problem}", path=source, problem=verdict))
    _check_revision(source, revision)


# --- PostgreSQL


async def _restore_postgresql(settings: Settings, source: Path, *, replace: bool) -> Path | None:
    listed = _run(settings, "pg_restore", "--list", str(source), is_here=False)
    if " alembic_version " not in listed:
        raise SetupError(Told("{path} holds nothing of skep", path=source))
    _check_revision(source, _revision_in(settings, source))
    old = await _tables_of(settings)
    if old and not replace:
        raise _is_there(settings.shown_url)
    kept = _copy(settings, _own_name(settings, "before-restore")) if old else None
    with tempfile.TemporaryDirectory(prefix="skep-restore-") as folder:
        script = Path(folder, "restore.sql")
        _run(
            settings,
            *("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(source)),
            is_here=False,
        )
        names = ", ".join(f'"{name}"' for name in old)
        drop = [f"--command=DROP TABLE {names} CASCADE"] if old else []
        _run(
            settings,
            *("psql", "--no-psqlrc", "--quiet", "--single-transaction"),
            *("--set=ON_ERROR_STOP=1", *drop, f"--file={script}"),
        )
    return kept


def _revision_in(settings: Settings, source: Path) -> str | None:
    command = ("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(source))
    lines = iter(_run(settings, *command, is_here=False).splitlines())
    for line in lines:
        if line.startswith("COPY ") and "alembic_version" in line:
            return next(lines, "").strip() or None
    return None


async def _tables_of(settings: Settings) -> list[str]:
    """The tables that are there; SetupError when servers work with them."""
    engine = open_engine(settings, pool_size=1)
    try:
        with opening(settings):
            async with engine.connect() as connection:
                names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
                if "heartbeats" in names:
                    await _refuse_living(connection)
    finally:
        await engine.dispose()
    return sorted(names)


async def _refuse_living(connection: AsyncConnection) -> None:
    since = time.time_ns() // 1_000_000 - _BEAT_MS
    living = (
        await connection.scalars(select(heartbeats.c.process).where(heartbeats.c.at_ms > since))
    ).all()
    if living:
        raise SetupError(
            Told(
                "servers work with this database ({names}): stop them, wait {n} seconds, and try"
                " again",
                names=", ".join(living),
                n=_BEAT_MS // 1000,
            )
        )


def _program(name: str) -> str:
    newest = sorted(
        Path(_PROGRAMS).glob(f"*/bin/{name}"),
        key=lambda path: [int(part) for part in path.parts[-3].split(".") if part.isdigit()],
    )
    found = str(newest[-1]) if newest else shutil.which(name)
    if found is None:
        raise SetupError(
            Told("{name} is not here: install PostgreSQL's client programs", name=name)
        )
    return found


def _run(settings: Settings, name: str, *arguments: str, is_here: bool = True) -> str:
    """Run one of PostgreSQL's programs, on the database if it is about that; what it prints."""
    url = make_url(settings.url)
    address = URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    # The password goes by the environment: the arguments of a program are seen by everybody.
    environ = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    where = [f"--dbname={address.render_as_string(hide_password=False)}"] if is_here else []
    done = subprocess.run(
        [_program(name), *where, *arguments],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        problem = said[0] if said else Told("it ended with {status}", status=done.returncode)
        raise SetupError(Told("{name} failed: {problem}", name=name, problem=problem))
    return done.stdout
