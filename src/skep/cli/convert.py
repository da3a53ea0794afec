"""`skep convert`: rewrite a collection in another format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skep.cli.game_files import Remarks, games_with_progress
from skep.cli.language import said, said_many
from skep.cli.output import OUTPUT_FILE, is_standard, tell
from skep.words import N_

if TYPE_CHECKING:
    from skep.hive.records import Damaged, Format, Game

__all__ = ["command"]


@click.command()
@click.argument(
    "source",
    metavar="IN",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
)
@click.argument("target", metavar="OUT", type=OUTPUT_FILE)
@click.option(
    "--to",
    "ending",
    type=click.Choice(["txt", "pgn", "json"]),
    help="The format to write [by the ending of OUT].",
)
@click.option(
    "--damaged",
    type=click.Choice(["raise", "keep", "skip"]),
    default="raise",
    show_default=True,
    help="A damaged game stops everything, is kept as far as it can be read, or is skipped.",
)
def command(source: Path, target: Path, ending: str | None, damaged: Damaged) -> None:
    """Convert the games of IN to OUT.

    The content of IN tells its format, the ending of OUT (.txt for GameStrings, .pgn, .json) the
    one to write; - is standard input or output. OUT appears only when all of it has been written.
    """
    from skep.hive.records import Format, format_for, format_record, save_games

    if ending is None and is_standard(target):
        raise click.UsageError(said(N_("standard output has no ending: say --to txt, pgn or json")))
    file_format: Format = format_for(target, written=True) if ending is None else Format(ending)
    if target.exists() and source.exists() and target.samefile(source):
        raise click.UsageError(said(N_("IN and OUT are the same file: name another one to write")))
    remarks = Remarks(source)

    def watched() -> Iterator[Game]:
        for game in games_with_progress(source, damaged="raise" if damaged == "raise" else "keep"):
            remarks.take(game)
            if game.damage is None or damaged == "keep":
                yield game
        remarks.expect_a_game()

    if is_standard(target):
        for game in watched():
            click.echo(format_record(game, file_format), nl=False)
    else:
        count = save_games(watched(), target, file_format=file_format)
        written = said_many(
            "{n} game written to {path}", "{n} games written to {path}", count, path=target
        )
        tell(written)
    remarks.sum_up(_left_out if damaged == "skip" else _kept)


def _left_out(count: int) -> str:
    return said_many("{n} damaged game left out", "{n} damaged games left out", count)


def _kept(count: int) -> str:
    return said_many(
        "{n} damaged game kept as far as it could be read",
        "{n} damaged games kept as far as they could be read",
        count,
    )
