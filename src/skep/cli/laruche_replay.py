"""`skep laruche replay`: play a record again and tell how it went."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from skep.cli import Unanswerable
from skep.cli.language import said, told_by
from skep.cli.output import OUTPUT_FILE, is_standard, write_text
from skep.errors import SkepError
from skep.laruche.drawing import draw_table
from skep.laruche.records import MatchRecord, SolitaireRecord, parse_record
from skep.laruche.text_drawing import draw_table_text
from skep.words import N_

__all__ = ["command"]


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--svg", type=OUTPUT_FILE, help="Draw the last table; - only that, to the output.")
def command(file: TextIO, svg: Path | None) -> None:
    """Replay a record and show its end.

    FILE is a record of a match or a solitaire; - reads it from the input.
    """
    try:
        record = parse_record(file.read())
        game = record.replay()
    except UnicodeDecodeError:
        raise Unanswerable(
            said(N_("{name}: this is no text, so it is no record"), name=file.name)
        ) from None
    except SkepError as error:
        raise Unanswerable(f"{file.name}: {told_by(error)}") from None
    if svg is not None:
        write_text(svg, draw_table(game.table), "picture")
        if is_standard(svg):
            return
    click.echo(draw_table_text(game.table))
    if isinstance(record, MatchRecord):
        _tell_match(record)
    else:
        _tell_solitaire(record)


def _tell_match(record: MatchRecord) -> None:
    match = record.replay()
    for result in match.results:
        click.echo(f"Round {result.round} was {result.reason}.")
        for seat, count in enumerate(result.counts):
            name = match.players[seat].seat.name
            tiles = "1 tile" if count == 1 else f"{count} tiles"
            click.echo(f"  {name}: {tiles} left, {_points(result.points[seat])}")
    outcome = match.outcome()
    if outcome is None:
        click.echo(f"The record stops in round {match.round}, at {match.now_ms / 1000:.1f} s.")
    else:
        names = " and ".join(match.players[seat].seat.name for seat in outcome.winners)
        click.echo(f"{names} won with {_points(max(outcome.totals))}.")
    if record.matches_seed() is False:
        click.echo("Note: these deals are not the ones of the record's seed.")


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _tell_solitaire(record: SolitaireRecord) -> None:
    solitaire = record.replay()
    score = solitaire.outcome()
    if score is None:
        click.echo(f"Unfinished: {len(solitaire.hand)} tiles are left.")
    else:
        verdict = "Solved" if score.solved else "Given up"
        click.echo(
            f"{verdict} with {score.joins} joins in {score.time_ms / 1000:.1f} s,"
            f" {score.undos} taken back, {score.hints} hints."
        )
