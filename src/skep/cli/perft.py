"""`skep perft`: count lines of play, to compare rules and speed with other programs."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from skep.cli.game_files import game_argument, position_from
from skep.cli.language import said, words_now
from skep.words import N_

if TYPE_CHECKING:
    from skep.hive.options import OpeningQueen
    from skep.hive.position import PerftMode, Position

__all__ = ["command"]


# So that the answer to a depth of -1 is about numbers, not about options.
@click.command(context_settings={"ignore_unknown_options": True})
@game_argument()
@click.argument("depth", type=click.IntRange(1, 1000))
@click.option(
    "--mode",
    type=click.Choice(["list", "count", "full"]),
    default="list",
    show_default=True,
    help="What happens to the moves of the last ply: listed, only counted, or played too.",
)
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="How many to use."
)
@click.option(
    "--opening-queen",
    type=click.Choice(["forbidden", "allowed"]),
    default="forbidden",
    show_default=True,
    help="May a queen be the first piece of its side?",
)
@click.option("--json", "as_json", is_flag=True, help="A list of objects instead of the table.")
def command(
    game: str,
    number: int,
    ply: int | None,
    depth: int,
    mode: PerftMode,
    threads: int,
    opening_queen: OpeningQueen,
    as_json: bool,
) -> None:
    """Count the lines of play of 1, 2, … DEPTH plies.

    GAME is a set such as Base+MLP, a GameString, a set-up, a file of games, or - for the input. In
    list mode every last move is written into a list; the checksum of these lists stands at the end
    of the line. A finished game has no moves, so nothing is counted below it.
    """
    position = position_from(game, number, ply, opening_queen=opening_queen)
    counts = _counts(position, depth, mode, threads)
    if as_json:
        done: list[_Count] = []
        try:
            done.extend(counts)  # it keeps what came before an interrupt
        finally:
            click.echo(json.dumps([count.as_json(mode) for count in done]))
        return
    for count in counts:
        click.echo("  ".join(_parts(count, mode)))


def _parts(count: _Count, mode: PerftMode) -> Iterator[str]:
    """One line, column by column."""
    words = words_now()
    speed = round(count.leaves / max(count.seconds, 1e-9))
    # NOTE: columns of a table; leaves are the ends of the lines of play, as of a tree
    yield said(N_("depth {n}"), n=f"{count.depth:2}")
    # NOTE: columns of a table; leaves are the ends of the lines of play, as of a tree
    yield said(N_("{n} leaves"), n=f"{words.grouped(count.leaves):>15}")
    yield f"{words.decimal(count.seconds, 3):>9} s"
    # NOTE: columns of a table; leaves are the ends of the lines of play, as of a tree: per second
    yield said(N_("{n} leaves/s"), n=f"{words.grouped(speed):>15}")
    if mode == "list":
        yield said(N_("checksum {sum}"), sum=f"{count.checksum:016x}")


class _Count(NamedTuple):
    depth: int
    leaves: int
    checksum: int
    seconds: float
    cpu_seconds: float

    def as_json(self, mode: PerftMode) -> dict[str, int | float | str]:
        checksum = {"checksum": f"{self.checksum:016x}"} if mode == "list" else {}
        return {
            "depth": self.depth,
            "leaves": self.leaves,
            "cpu_seconds": self.cpu_seconds,
            **checksum,
        }


def _counts(position: Position, depth: int, mode: PerftMode, threads: int) -> Iterator[_Count]:
    for plies in range(1, depth + 1):
        start, cpu_start = time.perf_counter(), time.process_time()
        leaves, checksum = position._perft(plies, mode, threads)
        seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
        yield _Count(plies, leaves, checksum, seconds, cpu_seconds)
