"""`skep moves`: what may be played."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("game")
def command(game: str) -> None:
    """List the legal moves after a game, one a line.

    GAME is a game type such as Base+MLP, a GameString, or a set-up. A game that is over has no
    moves: nothing is listed, and how it ended is told on stderr.
    """
    from skep.cli.positions import read_position

    position = read_position(game)
    for move in position.legal_moves:
        click.echo(position.format_move(move))
    outcome = position.outcome()
    if outcome is not None:
        click.echo(f"The game is over: {outcome}.", err=True)
