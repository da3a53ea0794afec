"""`skep db`: care for the database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skep.cli import SpokenGroup
from skep.cli.language import said
from skep.words import N_

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
    """Copy the database, also while servers use it.

    TARGET is a file that is not there yet [one with the time in its name, in backups in the data
    folder].
    """
    from skep.server.settings import load_settings
    from skep.server.storage import backups

    click.echo(str(backups.backup(load_settings(config), target)))


@command.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option(
    "--replace", is_flag=True, help="Replace the database that is there, after copying it."
)
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def restore(source: Path, replace: bool, config: Path | None) -> None:
    """Put a backup in the database's place. No server may be running.

    SOURCE is a file that `skep db backup` has made of the same kind of database.
    """
    import asyncio

    from skep.server.settings import load_settings
    from skep.server.storage import backups

    kept = asyncio.run(backups.restore(load_settings(config), source, replace=replace))
    if kept is not None:
        click.echo(said(N_("the database before is kept in {path}"), path=kept))
    click.echo(said(N_("restored from {path}"), path=source))


@command.command()
@click.option("--config", type=click.Path(path_type=Path), help="Settings as a TOML file.")
def back(config: Path | None) -> None:
    """Undo the newest migration of the database, after copying it. No server may be running.

    It is for going back to the version of skep before this one, which then finds all as it left it;
    what only the newer version has stored is gone.
    """
    import asyncio

    from skep.server.settings import load_settings
    from skep.server.storage import backups

    kept, revision = asyncio.run(backups.go_back(load_settings(config)))
    click.echo(said(N_("the database before is kept in {path}"), path=kept))
    click.echo(said(N_("the database is at {revision} again"), revision=revision))


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
    from skep.errors import SetupError, Told
    from skep.server.storage.database import open_engine
    from skep.server.storage.store import Store
    from skep.server.talk.chat import delete_lines, read_lines

    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise SetupError(Told("there is no database at {path}", path=settings.sqlite_path))
    engine = open_engine(settings, pool_size=1)
    try:
        if await Store(engine).game(game) is None:
            raise SetupError(Told("there is no game {game}", game=game))
        if numbers:
            gone = await delete_lines(engine, game, numbers)
            missing = sorted(set(numbers) - set(gone))
            if missing:
                lines = ", ".join(map(str, missing))
                # NOTE: the chat of a game; {lines} are the numbers of its lines
                raise SetupError(Told("game {game} has no line {lines}", game=game, lines=lines))
            # NOTE: lines of the chat of a game, by their numbers
            click.echo(said(N_("deleted: {lines}"), lines=", ".join(map(str, gone))))
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
    from skep.errors import SetupError, Told
    from skep.server.storage.database import open_engine
    from skep.server.talk.suggestions import read_suggestions

    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise SetupError(Told("there is no database at {path}", path=settings.sqlite_path))
    engine = open_engine(settings, pool_size=1)
    try:
        for one in await read_suggestions(engine):
            day = time.strftime("%Y-%m-%d", time.gmtime(one.at_ms / 1000))
            click.echo(f"{day}  {one.language}  {one.page}  {one.text}")
    finally:
        await engine.dispose()
