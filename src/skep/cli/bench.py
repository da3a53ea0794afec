"""`skep bench`: the signature of the engine, and its speed."""

from __future__ import annotations

import click

from skep.cli.language import said
from skep.words import N_

__all__ = ["command"]


@click.command()
@click.option("--depth", type=click.IntRange(1, 20), help="Plies to search [6].")
def command(depth: int | None) -> None:
    """Search fixed positions with one thread and print the total of nodes.

    At the usual depth the total is the engine's signature: it changes with every change of the
    search or the evaluation, and with nothing else.
    """
    from skep.hive.engine.bench import BENCH_DEPTH, run_bench

    nodes, seconds = 0, 0.0
    for result in run_bench(depth or BENCH_DEPTH):
        nodes += result.nodes
        seconds += result.seconds
        # NOTE: which position: {set} is such as Base+MLP
        where = said(
            N_("{set}, ply {ply}"),
            set=result.position.options.game_type,
            ply=result.position.ply,
        )
        counted = said(N_("{n} nodes"), n=f"{result.nodes:>10}")
        click.echo(f"{where:20} {counted}  {result.move}")
    speed = round(nodes / max(seconds, 1e-9) / 1000)
    click.echo(said(N_("{n} thousand nodes a second"), n=speed))
    # NOTE: the total of nodes, by which a version of the engine is recognised
    click.echo(said(N_("Signature: {n}"), n=nodes))
