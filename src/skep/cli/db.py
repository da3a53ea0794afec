"""`skep db`: care for the database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skep.cli import SpokenGroup

if TYPE_CHECKING:
    from skep.server.settings import Settings

__all__ = ["command"]


@click.group(cls=SpokenGroup)
def command() -> None:
    """Care for the server's database."""


@command.command()
@click.argument("target", required=False, type=click.Path(path_type=Path))
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def backup(target: Path | None, config: Path | None) -> None:
    """Copy the SQLite database, also while a server uses it.

    TARGET is a file that is not there yet [backups/skep-<time>.db in the data folder].
    """
    from skep.errors import SetupError
    from skep.server.settings import load_settings
    from skep.server.storage.database import backup_sqlite

    settings = load_settings(config)
    if not settings.is_sqlite:
        raise SetupError("PostgreSQL has its own tool for this: pg_dump")
    if target is not None:
        _check_target(target)
    name = f"skep-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.db"
    saved = backup_sqlite(settings.sqlite_path, target or settings.folder / "backups" / name)
    click.echo(str(saved))


def _check_target(target: Path) -> None:
    from skep.errors import SetupError

    if target.is_dir():
        raise SetupError(f"{target} is a folder: name the file of the backup")
    if target.exists():
        raise SetupError(f"{target} exists: name another file, or remove it first")
    if not target.absolute().parent.is_dir():
        raise SetupError(f"there is no folder {target.absolute().parent}")


@command.command()
@click.argument("game")
@click.option(
    "--delete", "numbers", type=int, multiple=True, help="Delete the line of this number."
)
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def chat(game: str, numbers: tuple[int, ...], config: Path | None) -> None:
    """Show the chat of a GAME, or delete lines of it, also while a server runs."""
    import asyncio

    from skep.server.settings import load_settings

    asyncio.run(_chat(load_settings(config), game, numbers))


async def _chat(settings: Settings, game: str, numbers: tuple[int, ...]) -> None:
    from skep.errors import SetupError
    from skep.server.storage.database import open_engine
    from skep.server.storage.store import Store
    from skep.server.talk.chat import delete_lines, read_lines

    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise SetupError(f"there is no database at {settings.sqlite_path}")
    engine = open_engine(settings, pool_size=1)
    try:
        if await Store(engine).game(game) is None:
            raise SetupError(f"there is no game {game}")
        if numbers:
            gone = await delete_lines(engine, game, numbers)
            missing = sorted(set(numbers) - set(gone))
            if missing:
                raise SetupError(f"game {game} has no line {', '.join(map(str, missing))}")
            click.echo(f"deleted: {', '.join(map(str, gone))}")
            return
        for number, name, text in await read_lines(engine, game):
            click.echo(f"{number}  {name}: {text}")
    finally:
        await engine.dispose()


@command.command()
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def suggestions(config: Path | None) -> None:
    """List the better words that readers have suggested: when, language, page, text."""
    import asyncio

    from skep.server.settings import load_settings

    asyncio.run(_suggestions(load_settings(config)))


async def _suggestions(settings: Settings) -> None:
    from skep.errors import SetupError
    from skep.server.storage.database import open_engine
    from skep.server.talk.suggestions import read_suggestions

    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise SetupError(f"there is no database at {settings.sqlite_path}")
    engine = open_engine(settings, pool_size=1)
    try:
        for one in await read_suggestions(engine):
            day = time.strftime("%Y-%m-%d", time.gmtime(one.at_ms / 1000))
            click.echo(f"{day}  {one.language}  {one.page}  {one.text}")
    finally:
        await engine.dispose()
