"""`skep show`: a position of a game, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click
from rich.console import Console

from skep.cli.board import colored_board
from skep.cli.game_files import game_from
from skep.errors import SkepError
from skep.hive.drawing.svg import Labels, draw_svg
from skep.hive.drawing.themes import ThemeName
from skep.hive.notation import GameState, format_move
from skep.hive.records import Game, Node

__all__ = ["command"]

_STATES = {
    GameState.NOT_STARTED: "not started",
    GameState.IN_PROGRESS: "unfinished",
    GameState.DRAW: "draw",
    GameState.WHITE_WINS: "White wins",
    GameState.BLACK_WINS: "Black wins",
}


@click.command()
@click.argument("game")
@click.option("--number", default=1, show_default=True, help="Which game of a file.")
@click.option("--ply", type=click.IntRange(min=0), help="After how many plies; else at the end.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture.")
@click.option("--theme", type=click.Choice(get_args(ThemeName)), default="light", show_default=True)
@click.option("--labels", type=click.Choice(get_args(Labels)), default="numbers", show_default=True)
@click.option("--flat", is_flag=True, help="Cells with a flat side up.")
@click.option("--width", type=click.IntRange(min=1), help="Width of the picture in pixels.")
@click.option("--targets", metavar="PIECE", help="Mark where a piece may go.")
def command(game: str, number: int, ply: int | None, svg: Path | None, **drawing: Any) -> None:
    """Show GAME: a file of games, a GameString, or - for the input."""
    try:
        found = game_from(game, number)
        node = _node_at(found, ply)
        if svg is not None:
            svg.write_text(_picture(found, node, **drawing), encoding="utf-8")
            click.echo(f"picture written to {svg}")
        else:
            _print(found, node)
    except (SkepError, OSError) as error:
        raise click.ClickException(str(error)) from None


def _node_at(game: Game, ply: int | None) -> Node:
    nodes = [game.root, *game.main_line()]
    if ply is None:
        return nodes[-1]
    if ply >= len(nodes):
        raise click.BadParameter(f"the game has {len(nodes) - 1} plies", param_hint="--ply")
    return nodes[ply]


def _print(game: Game, node: Node) -> None:
    console = Console(highlight=False)
    for key, value in game.headers.items():
        console.print(f"{key}: {value}", markup=False)
    console.print(
        colored_board(game.position_at(node), last=node.move.piece if node.move else None)
    )
    if node.move is not None and node.parent is not None:
        last = format_move(game.position_at(node.parent), node.move)
        console.print(f"last move: {last}{node.glyph}", markup=False)
    if node.comment:
        console.print(node.comment, markup=False)
    if node is game.end:
        stated, state = game.stated, game.state
        words = _STATES[state] if stated is None else stated.words
        console.print(f"result: {words}", markup=False)


def _picture(
    game: Game,
    node: Node,
    *,
    theme: ThemeName,
    labels: Labels,
    flat: bool,
    width: int | None,
    targets: str | None,
) -> str:
    position = game.position_at(node)
    move = node.move
    goals = []
    if targets is not None:
        goals = [
            legal.target
            for legal in position.legal_moves
            if legal.target is not None
            and legal.piece is not None
            and legal.piece.name.lower() == targets.strip().lower()
        ]
    return draw_svg(
        position,
        theme=theme,
        labels=labels,
        orientation="flat" if flat else "pointy",
        width=width,
        targets=goals,
        highlights=[mark.start for mark in node.marks if mark.end is None],
        arrows=[(mark.start, mark.end) for mark in node.marks if mark.end is not None],
        last_move=(move.origin, move.target) if move is not None and move.target else None,
    )
