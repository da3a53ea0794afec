"""`skep why`: the rule that forbids a move."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("game")
@click.argument("move")
@click.pass_context
def command(context: click.Context, game: str, move: str) -> None:
    r"""Say why a move is not allowed after a game.

    GAME is a game type such as Base+MLP, a GameString, or a set-up; MOVE is written as UHP writes
    it: wS1, "bA1 wS1-", "wB1 \bQ", pass.

    The exit code is 0 for a legal move, 1 for a forbidden one, 2 for what cannot be read.
    """
    from skep.cli.positions import read_position

    reason = read_position(game).why_illegal(move)
    if reason is None:
        click.echo(f"{move} is allowed.")
        return
    click.echo(f"{reason} ({reason.code.name})")
    context.exit(1)
