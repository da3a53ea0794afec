"""The tables of one version of skep made from those of another: forward by itself, back by command.

A migration only adds, so that processes of the version before work on with what it has made; one
of them starts with it, too. Whatever is later than that is refused.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from alembic import command as alembic_command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from skep.errors import SetupError, Told
from skep.server.settings import Settings
from skep.server.storage.database import backup_sqlite, opening

__all__ = [
    "later_than_known",
    "migrate",
    "newest_revision",
    "revision_of",
    "take_back",
    "works_with",
]

_LOCK = 0x736B6570  # any number that nobody else takes: "skep"


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def newest_revision() -> str:
    """The revision of the tables that this version makes."""
    (newest,) = _scripts().get_heads()
    return newest


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_alembic())


def works_with(revision: str) -> bool:
    """Can this version work with tables of that revision, once it has migrated them?"""
    known = {script.revision for script in _scripts().walk_revisions()}
    return revision in known or revision == f"{int(newest_revision()) + 1:04}"


def later_than_known(revision: str) -> SetupError:
    return SetupError(
        Told(
            "the database is of a later version of skep than this one ({revision})",
            revision=revision,
        )
    )


def revision_of(connection: Connection) -> str | None:
    """None: there are no tables of skep."""
    return MigrationContext.configure(connection).get_current_revision()


async def migrate(engine: AsyncEngine, settings: Settings) -> Path | None:
    """Bring the tables up to date. SQLite is backed up first; returns the backup's path."""
    newest = newest_revision()
    with opening(settings):
        async with engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
    if revision is not None and not works_with(revision):
        raise later_than_known(revision)
    if revision is not None and revision >= newest:
        return None
    saved = None
    if settings.is_sqlite and revision is not None:
        name = f"before-{newest}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.db"
        saved = backup_sqlite(settings.sqlite_path, settings.folder / "backups" / name)
    config = _alembic()

    def upgrade(connection: Connection) -> None:
        config.attributes["connection"] = connection
        alembic_command.upgrade(config, "head")

    async with engine.begin() as connection:
        if not settings.is_sqlite:
            await _wait_for_turn(connection)
        await connection.run_sync(upgrade)
    return saved


async def take_back(engine: AsyncEngine, settings: Settings) -> str:
    """Undo the newest migration, with what was stored in what it had made; the revision now."""
    newest = newest_revision()
    before = _scripts().get_revision(newest).down_revision
    config = _alembic()

    def downgrade(connection: Connection) -> None:
        revision = revision_of(connection)
        if revision != newest:
            raise SetupError(
                Told(
                    "only the newest migration can be taken back: the database is at {revision},"
                    " this version of skep at {newest}",
                    revision=revision or "0000",
                    newest=newest,
                )
            )
        config.attributes["connection"] = connection
        alembic_command.downgrade(config, str(before))

    with opening(settings):
        async with engine.begin() as connection:
            await connection.run_sync(downgrade)
    return str(before)


async def _wait_for_turn(connection: AsyncConnection) -> None:
    """Processes that start together migrate one after another; the later ones find it done.

    The lock goes with the transaction. It is asked for again and again because waiting inside the
    database would be cut off like any statement that takes too long.
    """
    ask = select(func.pg_try_advisory_xact_lock(_LOCK))
    while not await connection.scalar(ask):
        await asyncio.sleep(0.1)
