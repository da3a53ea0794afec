"""`skep eval`: what the evaluation says of a position, term by term."""

from __future__ import annotations

import click

from skep.cli.game_files import game_argument, position_from
from skep.cli.output import echo_json

__all__ = ["command"]


@click.command("eval")
@game_argument()
@click.option("--json", "as_json", is_flag=True, help="An object instead of the table.")
def command(game: str, number: int, ply: int | None, as_json: bool) -> None:
    """Print the terms of the evaluation after a game, without a search.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input. 100
    is a clear advantage. A game that is over is refused; --ply asks about a moment before.
    """
    from rich.table import Table

    from skep._core import evaluate, evaluation_terms
    from skep.cli.terminal import terminal
    from skep.errors import GameOverError
    from skep.hive.engine import Score
    from skep.hive.pieces import Color

    position = position_from(game, number, ply)
    outcome = position.outcome()
    if outcome is not None:
        raise GameOverError(f"the game is over, there is nothing to evaluate: {outcome}")
    terms = [term for term in evaluation_terms(position) if term[1] or term[2]]
    score = Score(evaluate(position))
    for_white = score if position.turn is Color.WHITE else -score
    if as_json:
        echo_json(
            {
                "turn": position.turn.name.lower(),
                "score": score.value,
                "white_score": for_white.value,
                "terms": [
                    {"name": name, "white": white, "black": black} for name, white, black in terms
                ],
            }
        )
        return
    table = Table()
    for column in ("term", "White", "Black", "difference"):
        table.add_column(column, justify="left" if column == "term" else "right")
    for name, white, black in terms:
        table.add_row(name.replace("_", " "), str(white), str(black), f"{white - black:+}")
    console = terminal()
    console.print(table)
    console.print(f"for White: {for_white}")
    console.print(f"to move: {position.turn.name.capitalize()}, {score}")
