"""`skep bench`: the signature of the engine, and its speed."""

from __future__ import annotations

import click

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
        where = f"{result.position.options.game_type}, ply {result.position.ply}"
        click.echo(f"{where:20} {result.nodes:>10} nodes  {result.move}")
    click.echo(f"{nodes / max(seconds, 1e-9) / 1000:.0f} thousand nodes a second")
    click.echo(f"Signature: {nodes}")
