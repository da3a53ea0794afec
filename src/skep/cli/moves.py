"""`skep moves`: what may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skep.cli.game_files import game_argument, position_from
from skep.cli.language import said, words_now
from skep.cli.output import echo_json, tell
from skep.words import N_

if TYPE_CHECKING:
    from skep.hive.moves import Move
    from skep.hive.outcome import Outcome
    from skep.hive.position import Position

__all__ = ["command"]


@click.command()
@game_argument()
@click.option("--json", "as_json", is_flag=True, help="An object instead of the lines.")
def command(game: str, number: int, ply: int | None, as_json: bool) -> None:
    """List the legal moves after a game, one a line.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input. A
    game that is over has no moves: nothing is listed, and how it ended is told on stderr.
    """
    position = position_from(game, number, ply)
    outcome = position.outcome()
    if as_json:
        echo_json(
            {
                "turn": position.turn.name.lower(),
                "ply": position.ply,
                "outcome": _outcome(outcome),
                "moves": [_move(position, move) for move in position.legal_moves],
            }
        )
        return
    for move in position.legal_moves:
        click.echo(position.format_move(move))
    if outcome is not None:
        tell(said(N_("The game is over: {outcome}."), outcome=outcome.sentence(words_now())))


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.name.lower()
    return {"winner": winner, "cause": outcome.cause.value}


def _move(position: Position, move: Move) -> dict[str, Any]:
    return {
        "move": position.format_move(move),
        "piece": move.piece and move.piece.name,
        "from": move.origin,
        "to": move.target,
    }
