"""`skep db`: care for the database."""

from __future__ import annotations

import time
from pathlib import Path

import click

__all__ = ["command"]


@click.group()
def command() -> None:
    """Care for the server's database."""


@command.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def backup(target: Path | None, config: Path | None) -> None:
    """Copy the SQLite database, also while a server uses it."""
    from skep.errors import SetupError
    from skep.server.database import backup_sqlite
    from skep.server.settings import load_settings

    settings = load_settings(config)
    if not settings.is_sqlite:
        raise SetupError("PostgreSQL has its own tool for this: pg_dump")
    name = f"skep-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.db"
    saved = backup_sqlite(settings.sqlite_path, target or settings.folder / "backups" / name)
    click.echo(str(saved))
