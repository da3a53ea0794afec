"""`skep review`: look a recorded game over with the engine."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]

_OUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("game")
@click.option("--number", default=1, show_default=True, help="Which game of a file.")
@click.option("--time", "seconds", type=click.FloatRange(min=0.01), help="Seconds a move [0.5].")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes a move, instead of a time.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--out", type=_OUT, help="Write the annotated game (.pgn or .json).")
@click.option("--svg", type=_OUT, help="Write a graph of the evaluation.")
def command(
    game: str,
    number: int,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    out: Path | None,
    svg: Path | None,
) -> None:
    """Mark the inaccuracies, mistakes and blunders of GAME and show what was better.

    GAME is a file of games, a GameString, or - for the input. A move is judged by the chance to win
    that it gives away.
    """
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from skep.cli.game_files import game_from
    from skep.hive.engine import Engine, Judgement, Limit
    from skep.hive.engine.graph import draw_graph
    from skep.hive.engine.review import annotate, review
    from skep.hive.pieces import Color
    from skep.hive.records import format_for, save_games

    if seconds is not None and nodes is not None:
        raise click.UsageError("--time and --nodes exclude each other")
    if out is not None:
        format_for(out)  # a name that cannot be written should not cost a search first
    found = game_from(game, number)
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=seconds or 0.5)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("moves", total=found.end.ply)
        reviewed = review(
            found,
            limit,
            engine=Engine(threads=threads),
            on_move=lambda ply: progress.update(task, completed=ply),
        )
    console = Console(highlight=False)
    table = Table()
    for column in ("ply", "move", "for White", "", "better"):
        table.add_column(column)
    for move in reviewed.moves:
        if move.judgement is not Judgement.GOOD:
            table.add_row(
                str(move.ply),
                move.text + move.judgement.value,
                str(move.white_score),
                move.judgement.word,
                ", ".join(move.better),
            )
    console.print(table)
    for color in Color:
        value = reviewed.accuracy(color)
        counts = ", ".join(
            f"{reviewed.count(color, judgement)} {words}"
            for judgement, words in (
                (Judgement.INACCURACY, "inaccuracies"),
                (Judgement.MISTAKE, "mistakes"),
                (Judgement.BLUNDER, "blunders"),
            )
        )
        shown = "–" if value is None else f"{value:.1f} %"
        console.print(f"{color.name.capitalize()}: accuracy {shown}, {counts}")
    if svg is not None:
        svg.write_text(draw_graph(reviewed), encoding="utf-8")
        console.print(f"graph written to {svg}")
    if out is not None:
        annotate(found, reviewed)
        save_games([found], out)
        console.print(f"game written to {out}")
