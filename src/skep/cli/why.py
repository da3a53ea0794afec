"""`skep why`: the rule that forbids a move."""

from __future__ import annotations

import click

from skep.cli.game_files import game_argument, position_from
from skep.cli.language import language_option
from skep.words import Words

__all__ = ["command"]


@click.command()
@game_argument()
@click.argument("move")
@language_option
@click.pass_context
def command(
    context: click.Context, game: str, number: int, ply: int | None, move: str, words: Words
) -> None:
    r"""Say why a move is not allowed after a game.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input;
    MOVE is written as UHP writes it: wS1, "bA1 wS1-", "wB1 \bQ", pass.

    The exit code is 0 for a legal move, 1 for a forbidden one, 2 for what cannot be read.
    """
    reason = position_from(game, number, ply).why_illegal(move)
    if reason is None:
        click.echo(words.gettext("{move} is allowed.").format(move=move))
        return
    click.echo(f"{reason.sentence(words)} ({reason.code.name})")
    context.exit(1)
