"""`skep convert`: rewrite a collection in another format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from skep.cli.game_files import games_with_progress
from skep.errors import SkepError
from skep.hive.records import Damaged, Game, save_games

__all__ = ["command"]

_WARNINGS_SHOWN = 10


@click.command()
@click.argument(
    "source", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--damaged",
    type=click.Choice(["raise", "keep", "skip"]),
    default="raise",
    show_default=True,
    help="A damaged game stops everything, is kept as far as it can be read, or is skipped.",
)
def command(source: Path, target: Path, damaged: Damaged) -> None:
    """Convert the games of IN to OUT.

    The content of IN tells its format, the ending of OUT (.txt for GameStrings, .pgn, .json) the
    one to write. OUT appears only when all of it has been written.
    """
    damage: list[str] = []

    def watched() -> Iterator[Game]:
        for game in games_with_progress(source, damaged="raise" if damaged == "raise" else "keep"):
            if game.damage is not None:
                damage.append(str(game.damage))
                if len(damage) <= _WARNINGS_SHOWN:
                    click.echo(f"{source.name}: {game.damage}", err=True)
                if damaged == "skip":
                    continue
            yield game

    try:
        count = save_games(watched(), target)
    except (SkepError, OSError) as error:
        raise click.ClickException(f"{source.name}: {error}") from None
    click.echo(f"{count} games written to {target}")
    if damage:
        what = "left out" if damaged == "skip" else "kept as far as they could be read"
        click.echo(f"{len(damage)} damaged games {what}", err=True)
