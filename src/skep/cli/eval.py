"""`skep eval`: what the evaluation says of a position, term by term."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command("eval")
@click.argument("game")
def command(game: str) -> None:
    """Print the terms of the evaluation after a game, without a search.

    GAME is a game type such as Base+MLP, a GameString, or a set-up. 100 is a clear advantage.
    """
    from rich.console import Console
    from rich.table import Table

    from skep._core import evaluate, evaluation_terms
    from skep.cli.positions import read_position
    from skep.hive.engine import Score
    from skep.hive.pieces import Color

    position = read_position(game)
    table = Table()
    for column in ("term", "White", "Black", "difference"):
        table.add_column(column, justify="left" if column == "term" else "right")
    for name, white, black in evaluation_terms(position):
        if white or black:
            table.add_row(name.replace("_", " "), str(white), str(black), f"{white - black:+}")
    console = Console()
    console.print(table)
    score = Score(evaluate(position))
    for_white = score if position.turn is Color.WHITE else -score
    console.print(f"for White: {for_white}", highlight=False)
    console.print(f"to move: {position.turn.name.capitalize()}, {score}", highlight=False)
