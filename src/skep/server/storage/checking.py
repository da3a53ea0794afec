"""What a start of the server would find, told without a word written."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from skep.errors import SetupError, Told
from skep.server.settings import Settings
from skep.server.storage.database import open_engine, opening, refuse_held_folder
from skep.server.storage.migrating import (
    later_than_known,
    newest_revision,
    revision_of,
    works_with,
)

__all__ = ["check_storage"]


async def check_storage(settings: Settings) -> Told | None:
    """What is to say of the database, or SetupError for what would keep a server from starting."""
    if settings.secret:
        settings.signing_secret()
    _check_folder(settings.folder)
    if settings.is_sqlite:
        path = settings.sqlite_path
        _check_folder(path.parent)
        if not path.exists() or not path.stat().st_size:
            return Told("the first start makes the database {path}", path=path)
        _check_lock(settings)
        with opening(settings), _sqlite(path) as connection:
            revision = revision_of(connection)
    else:
        engine = open_engine(settings, pool_size=1)
        try:
            with opening(settings):
                async with engine.connect() as connected:
                    revision = await connected.run_sync(revision_of)
        finally:
            await engine.dispose()
    newest = newest_revision()
    if revision is None:
        return Told("the first start fills the database")
    if not works_with(revision):
        raise later_than_known(revision)
    if revision >= newest:
        return None
    return Told("the next start migrates the database to {revision}", revision=newest)


def _check_folder(folder: Path) -> None:
    """Could the data be written there, or the folder be made?"""
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir():
        problem = Told("{path} is no folder", path=nearest)
        raise SetupError(
            Told("cannot make the data folder {folder}: {problem}", folder=folder, problem=problem)
        )
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise SetupError(
            Told(
                "cannot write into the data folder {folder}: no right to write {path}",
                folder=folder,
                path=nearest,
            )
        )


def _check_lock(settings: Settings) -> None:
    path = settings.folder / "lock"
    with contextlib.suppress(FileNotFoundError), path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            refuse_held_folder(settings, file)


@contextlib.contextmanager
def _sqlite(path: Path) -> Iterator[Connection]:
    """The database to be read alone.

    Without a log beside it, it is taken as it stands: SQLite would make that log to read it.
    """
    log = path.with_name(path.name + "-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    address = f"{path.absolute().as_uri()}?{how}"
    engine = create_engine(
        f"sqlite:///{path}",
        creator=lambda: sqlite3.connect(address, uri=True),
        poolclass=NullPool,
    )
    with engine.connect() as connection:
        yield connection
