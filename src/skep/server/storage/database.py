"""Opening the database: engine, pragmas, the lock file, and the copy of a SQLite file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

from sqlalchemy import Engine, create_engine, event, exc, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from skep.errors import SetupError, Told
from skep.server.settings import Settings

__all__ = [
    "backup_sqlite",
    "data_folder_lock",
    "is_lost_connection",
    "open_batch_engine",
    "open_engine",
    "opening",
    "prepare_folder",
    "refuse_held_folder",
    "sqlstate",
    "what_went_wrong",
]

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
)


def prepare_folder(settings: Settings) -> None:
    """Make the data folder and, for SQLite, its file, private to their owner."""
    try:
        settings.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise SetupError(
            Told(
                "cannot make the data folder {folder}: {problem}",
                folder=settings.folder,
                problem=problem,
            )
        ) from problem
    if settings.is_sqlite:
        try:
            _make_private(settings.sqlite_path)
        except OSError as problem:
            raise SetupError(
                Told(
                    "cannot make the database {path}: {problem}",
                    path=settings.sqlite_path,
                    problem=problem,
                )
            ) from problem


def _make_private(database: Path) -> None:
    """SQLite gives the files beside the database the same rights, also in a folder open to all."""
    if not database.exists():
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


@contextlib.contextmanager
def data_folder_lock(settings: Settings) -> Iterator[None]:
    """Hold the data folder and the database: SQLite is for one process.

    A second one refuses to start, be it on the same folder or with another one on the same file.
    The kernel drops the locks when the process dies, however it dies.
    """
    if not settings.is_sqlite:
        yield
        return
    path = settings.folder / "lock"
    with path.open("a+") as file:
        os.fchmod(file.fileno(), 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            refuse_held_folder(settings, file)
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        with _file_lock(settings.sqlite_path):
            yield


def refuse_held_folder(settings: Settings, lock: TextIO) -> NoReturn:
    """Say who holds the data folder: the lock names its process."""
    lock.seek(0)
    raise SetupError(
        Told(
            "the data folder {folder} is in use by process {process}: SQLite is for one server;"
            " stop that one, choose another SKEP_DATA_DIR, or use PostgreSQL",
            folder=settings.folder,
            process=lock.read().strip(),
        )
    ) from None


@contextlib.contextmanager
def _file_lock(database: Path) -> Iterator[None]:
    """The database's own inode, whatever it is called; SQLite itself locks in another way.

    It must be closed after SQLite's connections: closing a file drops SQLite's kind of lock.
    """
    with database.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SetupError(
                Told(
                    "the database {path} is in use by another server: SQLite is for one; stop that"
                    " one, choose another SKEP_DATABASE_URL, or use PostgreSQL",
                    path=database,
                )
            ) from None
        yield


def open_engine(settings: Settings, *, pool_size: int = 4) -> AsyncEngine:
    """An engine whose every connection is durable: what is committed is on the disk."""
    options: dict[str, Any] = {
        "pool_size": pool_size,
        "max_overflow": 0,
        "pool_timeout": 30,
        "hide_parameters": True,  # a private key or a seed is one; errors go to the log
    }
    if not settings.is_sqlite:
        options["connect_args"] = {
            "timeout": 5,
            "command_timeout": 30,
            # Asked for by name: a server-wide default of "off" must not weaken the promise.
            "server_settings": {
                "synchronous_commit": "on",
                "application_name": "skep",
                # A server that is cut off amid a transaction must not hold its rows for hours.
                "idle_in_transaction_session_timeout": "5000",
                "tcp_keepalives_idle": "5",
                "tcp_keepalives_interval": "5",
                "tcp_keepalives_count": "3",
            },
        }
        return create_async_engine(settings.url, **options)
    engine = create_async_engine(settings.url, **options)
    _set_pragmas(engine.sync_engine, settings)
    return engine


def open_batch_engine(settings: Settings) -> Engine | None:
    """For SQLite: what writes whole batches in a thread of its own, in one go.

    The asynchronous driver changes threads at every step, about eight times for a batch.
    """
    if not settings.is_sqlite:
        return None
    engine = create_engine(
        make_url(settings.url).set(drivername="sqlite"), pool_size=1, hide_parameters=True
    )
    _set_pragmas(engine, settings)
    return engine


def _set_pragmas(engine: Engine, settings: Settings) -> None:
    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        if settings.max_sqlite_pages:
            cursor.execute(f"PRAGMA max_page_count={settings.max_sqlite_pages}")
        cursor.close()


@contextlib.contextmanager
def opening(settings: Settings) -> Iterator[None]:
    """The first look at the database: whatever is wrong with it becomes one sentence."""
    expected: list[type[Exception]] = [OSError, exc.DBAPIError]
    if not settings.is_sqlite:
        import asyncpg  # type: ignore[import-untyped]

        expected += [asyncpg.PostgresError, asyncpg.InterfaceError]
    try:
        yield
    except tuple(expected) as problem:
        # What the system says of a missing socket reads as if a file of the database were missing.
        is_silent = isinstance(problem, FileNotFoundError | ConnectionError | TimeoutError)
        why = Told("PostgreSQL does not answer there") if is_silent else what_went_wrong(problem)
        raise SetupError(
            Told("cannot open the database {name}: {problem}", name=settings.shown_url, problem=why)
        ) from problem


def is_lost_connection(problem: BaseException) -> bool:
    """Does PostgreSQL not answer, or is it on its way up or down?"""
    if isinstance(problem, OSError | exc.TimeoutError):  # the other one is a pool's that waits
        return True
    return isinstance(problem, exc.DBAPIError) and (
        problem.connection_invalidated
        # The server going down or coming up, or full of connections.
        or sqlstate(problem).startswith(("57P", "08", "53300"))
        or isinstance(problem, exc.InterfaceError)
    )


def sqlstate(problem: BaseException) -> str:
    """PostgreSQL's own code of what went wrong, if it has said any."""
    return str(getattr(getattr(problem, "orig", None), "sqlstate", ""))


def what_went_wrong(problem: BaseException) -> str:
    """In the words of the driver alone: SQLAlchemy adds the statement and a link."""
    return str(getattr(problem, "orig", None) or problem) or type(problem).__name__


def backup_sqlite(source: Path, target: Path) -> Path:
    """Copy a live SQLite database by SQLite's own backup, complete and consistent."""
    if not source.exists():
        raise SetupError(Told("there is no database at {path}", path=source))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".part")
    with (
        contextlib.closing(sqlite3.connect(source)) as live,
        contextlib.closing(sqlite3.connect(partial)) as copy,
    ):
        live.backup(copy)
    partial.chmod(0o600)
    partial.replace(target)
    return target
