"""`skep demo`: a first look."""

from __future__ import annotations

import click

__all__ = ["command"]

_GAME = (
    "Base;InProgress;White[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1"
)
_TRIED = "wB1 bA1-"
_WINNING = "wA1 bG1\\"


@click.command()
def command() -> None:
    """Show a short game in the terminal."""
    from skep.hive.position import Position

    position = Position.from_game_string(_GAME)
    click.echo("A game of Hive; one move is missing to surround the black queen:\n")
    click.echo(f"{position}\n")
    click.echo(f"White has {len(position.legal_moves)} moves. May it be {_TRIED}?")
    click.echo(f"No: {position.why_illegal(_TRIED)}.\n")
    position.play(_WINNING)
    click.echo(f"White plays {_WINNING}, and {position.outcome()}.\n")
    click.echo(f"{position}\n")
    leaves = Position("Base+MLP").perft(5)
    click.echo(f"With all expansions, five plies can be played in {leaves:,} ways.")
    click.echo("Try next: skep play, skep laruche, skep perft Base+MLP 6, skep --help")
    click.echo("To come: a strong engine to play against, and a web page for both games.")
