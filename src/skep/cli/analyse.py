"""`skep analyse`: search a position and watch the lines change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skep.cli import INTERRUPTED, Unanswerable
from skep.cli.game_files import game_argument, position_from
from skep.cli.language import said, words_now
from skep.cli.output import echo_json
from skep.words import N_

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from skep.hive.engine import Analysis, Watch
    from skep.hive.position import Position

__all__ = ["command"]

_SHOWN_PLIES = 8


@click.command()
@game_argument()
@click.option("--time", "seconds", type=click.FloatRange(min=0.0), help="Seconds [5].")
@click.option("--depth", type=click.IntRange(min=1), help="Plies to search.")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes to search.")
@click.option("--lines", default=3, show_default=True, type=click.IntRange(1, 50))
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--hash", "hash_mib", default=64, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="An object instead of the table.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    number: int,
    ply: int | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    threads: int,
    hash_mib: int,
    as_json: bool,
) -> None:
    """Search the position after a game; Ctrl-C ends it with what was found.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input.
    """
    from rich.live import Live

    from skep.cli.terminal import terminal
    from skep.hive.engine import Engine, Limit

    position = position_from(game, number, ply)
    if (outcome := position.outcome()) is not None:
        over = N_("the game is over, there is nothing to search: {outcome}")
        raise Unanswerable(said(over, outcome=outcome.sentence(words_now())))
    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    engine = Engine(threads=threads, hash_mib=hash_mib)
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    console = terminal()
    with engine.watch(position, limit, lines=lines) as watch:
        if as_json or not console.is_terminal:
            found, whole = _last(watch, lambda analysis: None)
            if as_json:
                echo_json(_as_json(position, found))
            else:
                console.print(_table(position, found))
        else:
            with Live(console=console, refresh_per_second=8) as live:
                found, whole = _last(
                    watch, lambda analysis: live.update(_table(position, analysis))
                )
                live.update(_table(position, found))
    if not whole:
        context.exit(INTERRUPTED)


def _last(watch: Watch, show: Callable[[Analysis], None]) -> tuple[Analysis, bool]:
    """Show what is found until the end, or until somebody presses Ctrl-C: was it to the end?"""
    whole = True
    try:
        for analysis in watch:
            show(analysis)
    except KeyboardInterrupt:
        watch.stop()
        whole = False
    return watch.answer, whole


def _table(position: Position, analysis: Analysis) -> Table:
    from rich.table import Table

    caption = said(
        N_("depth {depth}, {nodes} nodes, {seconds} s, {speed} thousand a second"),
        depth=analysis.depth,
        nodes=analysis.nodes,
        seconds=words_now().decimal(analysis.seconds, 1),
        speed=round(analysis.nodes_per_second / 1000),
    )
    is_white = position.turn.name == "WHITE"
    table = Table(caption=caption, caption_justify="left")
    # NOTE: heads of a table: what a line of moves is worth, and how many plies were looked ahead
    table.add_column(said(N_("score")), justify="right", no_wrap=True)
    table.add_column(said(N_("depth")), justify="right")
    table.add_column(said(N_("White to move") if is_white else N_("Black to move")))
    for line in analysis.lines:
        texts = line.texts(position)
        more = " …" if len(texts) > _SHOWN_PLIES else ""
        moves = ", ".join(texts[:_SHOWN_PLIES]) + more
        table.add_row(line.score.sentence(words_now()), str(line.depth), moves)
    return table


def _as_json(position: Position, analysis: Analysis) -> dict[str, Any]:
    return {
        "turn": position.turn.name.lower(),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "lines": [
            {
                "score": line.score.value,
                "ends_in": line.score.plies_to_end,
                "chance": line.score.chance,
                "depth": line.depth,
                "moves": line.texts(position),
            }
            for line in analysis.lines
        ],
    }
