"""`skep demo`: a first look."""

from __future__ import annotations

import click

__all__ = ["command"]

_GAME = (
    "Base;InProgress;White[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1"
)
_TRIED = "wB1 bA1-"


@click.command()
def command() -> None:
    """Show the end of a short game, what a rule forbids, and what the engine finds."""
    from skep.hive.engine import Engine, Limit
    from skep.hive.position import Position

    position = Position.from_game_string(_GAME)
    click.echo("A game of Hive; one move is missing to surround the black queen:\n")
    click.echo(f"{position}\n")
    click.echo(f"White has {len(position.legal_moves)} moves. May it be {_TRIED}?")
    click.echo(f"No: {position.why_illegal(_TRIED)}.\n")
    found = Engine(hash_mib=4).choose(position, Limit(depth=2))
    winning = position.format_move(found.move)
    position.play(found.move)
    click.echo(f"The engine finds {winning}, and {position.outcome()}.\n")
    click.echo(f"{position}\n")
    leaves = Position("Base+MLP").perft(5)
    click.echo(f"With all expansions, five plies can be played in {leaves:,} ways.\n")
    for line, words in (
        ("skep play --opponent engine", "play against it here"),
        ("skep serve", "play in the browser, Hive and La Ruche"),
        ("skep laruche play", "the solitaire of tiles"),
        ("skep --help", "everything else"),
    ):
        click.echo(f"  {line:30} {words}")
