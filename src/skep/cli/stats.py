"""`skep stats`: count collections of games."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from skep.cli.game_files import games_with_progress
from skep.errors import SkepError
from skep.hive.notation import GameState
from skep.hive.records.statistics import CollectionStatistics

__all__ = ["command"]

_OPENINGS_SHOWN = 10


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def command(files: tuple[Path, ...]) -> None:
    """Count the games in FILES: results by set, lengths, first moves."""
    console = Console()
    counted = CollectionStatistics()
    for path in files:
        try:
            for game in games_with_progress(path, damaged="keep"):
                counted.add(game)
                if game.damage is not None and counted.damaged <= 5:
                    click.echo(f"{path.name}: {game.damage}", err=True)
        except (SkepError, OSError) as error:
            raise click.ClickException(f"{path.name}: {error}") from None
    console.print(_results(counted))
    if counted.openings:
        console.print(_openings(counted))
    if counted.damaged:
        console.print(f"{counted.damaged} damaged, counted as far as they could be read")


def _results(counted: CollectionStatistics) -> Table:
    table = Table(title=f"{counted.games} games", title_justify="left")
    table.add_column("set")
    for name in ("games", "White", "Black", "draw", "unfinished", "plies: mean", "median"):
        table.add_column(name, justify="right")
    for name, found in sorted(counted.sets.items()):
        mean, median = found.mean_length, found.median_length
        table.add_row(
            name,
            str(found.games),
            *(
                _share(found.states[state], found.games)
                for state in (
                    GameState.WHITE_WINS,
                    GameState.BLACK_WINS,
                    GameState.DRAW,
                    GameState.IN_PROGRESS,
                )
            ),
            "–" if mean is None else f"{mean:.1f}",
            "–" if median is None else f"{median:g}",
        )
    return table


def _openings(counted: CollectionStatistics) -> Table:
    table = Table(title="First moves", title_justify="left")
    table.add_column("White, Black")
    for name in ("games", "White", "Black", "draw"):
        table.add_column(name, justify="right")
    for (white, black), games in counted.openings.most_common(_OPENINGS_SHOWN):
        table.add_row(
            f"{white.name.capitalize()}, {black.name.capitalize()}",
            _share(games, counted.games),
            *(
                _share(counted.opening_states[white, black, state], games)
                for state in (GameState.WHITE_WINS, GameState.BLACK_WINS, GameState.DRAW)
            ),
        )
    if len(counted.openings) > _OPENINGS_SHOWN:
        table.caption = f"and {len(counted.openings) - _OPENINGS_SHOWN} more"
    return table


def _share(count: int, total: int) -> str:
    return f"{count} ({100 * count / total:.0f} %)" if count else "0"
