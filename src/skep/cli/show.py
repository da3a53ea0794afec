"""`skep show`: a position of a game, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from skep.cli.board import colored_board
from skep.cli.game_files import game_argument, game_from, node_at
from skep.cli.language import said, words_now
from skep.cli.output import OUTPUT_FILE, refuse_without, write_text
from skep.cli.terminal import terminal
from skep.hive.drawing.svg import Labels, draw_svg
from skep.hive.drawing.themes import ThemeName
from skep.hive.notation import GameState, format_move
from skep.hive.pieces import Piece
from skep.hive.records import Game, Node
from skep.words import N_

__all__ = ["command"]

_STATES = {
    GameState.NOT_STARTED: N_("not started"),
    GameState.IN_PROGRESS: N_("unfinished"),
    GameState.DRAW: N_("draw"),
    GameState.WHITE_WINS: N_("White wins"),
    GameState.BLACK_WINS: N_("Black wins"),
}


@click.command()
@game_argument()
@click.option("--svg", type=OUTPUT_FILE, help="Write a picture; - for the output.")
@click.option("--theme", type=click.Choice(get_args(ThemeName)), default="light", show_default=True)
@click.option("--labels", type=click.Choice(get_args(Labels)), default="numbers", show_default=True)
@click.option("--flat", is_flag=True, help="Cells with a flat side up.")
@click.option("--width", type=click.IntRange(min=1), help="Width of the picture in pixels.")
@click.option("--targets", metavar="PIECE", help="Mark in the picture where a piece may go.")
@click.pass_context
def command(
    context: click.Context,
    /,
    game: str,
    number: int,
    ply: int | None,
    svg: Path | None,
    **drawing: Any,
) -> None:
    """Show GAME as text, or as a picture.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input.
    """
    if svg is None:
        refuse_without(context, "--svg", drawing)
    found = game_from(game, number)
    node = node_at(found, ply)
    if svg is not None:
        write_text(svg, _picture(found, node, **drawing), N_("picture written to {path}"))
    else:
        _print(found, node)


def _print(game: Game, node: Node) -> None:
    console = terminal()
    for key, value in game.headers.items():
        console.print(f"{key}: {value}")
    console.print(
        colored_board(
            game.position_at(node),
            last=node.move.piece if node.move else None,
            words=words_now(),
        )
    )
    if node.move is not None and node.parent is not None:
        last = format_move(game.position_at(node.parent), node.move)
        console.print(said(N_("last move: {move}"), move=f"{last}{node.glyph}"))
    if node.comment:
        console.print(node.comment)
    if node is game.end:
        stated, state = game.stated, game.state
        words = said(_STATES[state]) if stated is None else stated.sentence(words_now())
        console.print(said(N_("result: {result}"), result=words))


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
        moves = position.moves_of(Piece.parse(targets))
        goals = [legal.target for legal in moves if legal.target is not None]
    return draw_svg(
        position,
        theme=theme,
        labels=labels,
        orientation="flat" if flat else "pointy",
        width=width,
        targets=goals,
        highlights=[mark.start for mark in node.marks if mark.end is None],
        arrows=[(mark.start, mark.end) for mark in node.marks if mark.end is not None],
        last_move=move,
    )
