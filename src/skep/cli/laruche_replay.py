"""`skep laruche replay`: play a record again and tell how it went."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from skep.cli import Unanswerable
from skep.cli.language import said, said_many, told_by, words_now
from skep.cli.output import OUTPUT_FILE, is_standard, write_text
from skep.errors import SkepError
from skep.laruche.drawing import draw_table
from skep.laruche.records import MatchRecord, SolitaireRecord, parse_record
from skep.laruche.text_drawing import draw_table_text
from skep.words import N_

__all__ = ["command"]

_ENDED = {
    "emptied": N_("Round {round} ended with an empty hand."),
    "blocked": N_("Round {round} was blocked: nothing fitted any more."),
    "stalled": N_("Round {round} stalled: nobody laid a tile in time."),
}


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
        write_text(svg, draw_table(game.table), N_("picture written to {path}"))
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
        click.echo(said(_ENDED[result.reason], round=result.round))
        for seat, count in enumerate(result.counts):
            name = match.players[seat].seat.name
            tiles = said_many("{n} tile left", "{n} tiles left", count)
            click.echo(f"  {name}: {tiles}, {_points(result.points[seat])}")
    outcome = match.outcome()
    if outcome is None:
        stops = N_("The record stops in round {round}, at {seconds} s.")
        click.echo(said(stops, round=match.round, seconds=_seconds(match.now_ms)))
    else:
        names = [match.players[seat].seat.name for seat in outcome.winners]
        winners, points = words_now().listed(names), _points(max(outcome.totals))
        # NOTE: {names} is a list of {n} names; {points} as in "3 points"
        click.echo(
            said_many(
                "{names} won with {points}.",
                "{names} won with {points}.",
                len(names),
                names=winners,
                points=points,
            )
        )
    if record.matches_seed() is False:
        click.echo(said(N_("Note: these deals are not the ones of the record's seed.")))


def _points(number: int) -> str:
    return said_many("{n} point", "{n} points", number)


def _seconds(time_ms: int) -> str:
    return words_now().decimal(time_ms / 1000, 1)


def _tell_solitaire(record: SolitaireRecord) -> None:
    solitaire = record.replay()
    score = solitaire.outcome()
    if score is None:
        click.echo(
            said_many(
                "Unfinished: {n} tile is left.",
                "Unfinished: {n} tiles are left.",
                len(solitaire.hand),
            )
        )
    else:
        solved = N_(
            "Solved with {joins} joins in {seconds} s. Taken back: {undos}. Hints: {hints}."
        )
        given_up = N_(
            "Given up with {joins} joins after {seconds} s. Taken back: {undos}. Hints: {hints}."
        )
        click.echo(
            said(
                solved if score.solved else given_up,
                seconds=_seconds(score.time_ms),
                joins=score.joins,
                undos=score.undos,
                hints=score.hints,
            )
        )
