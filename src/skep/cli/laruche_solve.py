"""`skep laruche solve`: solve a solitaire."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from skep.cli import STOPPED_AT_LIMIT
from skep.cli.language import said, said_many, words_now
from skep.cli.laruche_puzzle import choose_puzzle, puzzle_options
from skep.cli.output import OUTPUT_FILE, is_standard, try_outputs, write_text
from skep.laruche.drawing import draw_table
from skep.laruche.grades import grade_of
from skep.laruche.names import GRADE_NAMES
from skep.laruche.puzzles import Puzzle
from skep.laruche.solver import count_layouts, fill
from skep.laruche.table import Table
from skep.laruche.text_drawing import draw_table_text
from skep.words import N_

__all__ = ["command"]

_MANY = 1 << 62


@click.command()
@puzzle_options
@click.option("--count", is_flag=True, help="Count all final layouts too.")
@click.option("--best", is_flag=True, help="Find the most joins too, for up to twenty tiles.")
@click.option(
    "--states",
    type=click.IntRange(min=1),
    help="Stop counting after so many partial layouts (24 million over the number of tiles).",
)
@click.option("--svg", type=OUTPUT_FILE, help="Draw it to a file; - only that, to the output.")
@click.option("--letters", is_flag=True, help="Name the colours in the drawing by letters too.")
def command(
    count: bool, best: bool, states: int | None, svg: Path | None, letters: bool, **choice: Any
) -> None:
    """Solve a solitaire.

    The tiles are printed in an order in which they can be laid.

    Exit code 0: solved. 1: it cannot be solved. 3: the search, or the count, stopped at its limit.
    """
    try_outputs(svg)
    puzzle = choose_puzzle(**choice)
    found = puzzle.search()
    if svg is not None and found.layouts:
        write_text(svg, draw_table(found.first, letters=letters), N_("picture written to {path}"))
        if is_standard(svg):
            return
    click.echo(said(N_("Tiles: {tiles}"), tiles=" ".join(tile.name for tile in puzzle.tiles)))
    if not found.layouts:
        if found.complete:
            click.echo(said(N_("These tiles cannot all be laid.")))
            sys.exit(1)
        none = N_("No solution among {n} partial layouts; there may be one beyond.")
        click.echo(said(none, n=words_now().grouped(found.states)))
        sys.exit(STOPPED_AT_LIMIT)
    for number, placement in enumerate(found.first, 1):
        click.echo(f"{number:3}. {placement}")
    middles = {placement.cell: f"{number:2}" for number, placement in enumerate(found.first, 1)}
    click.echo(draw_table_text(Table(found.first), middles=middles))
    if best:
        _tell_best(puzzle)
    if count:
        loose = puzzle.options.loose
        if puzzle.shape is not None:
            all_ = fill(puzzle.shape, puzzle.tiles, loose=loose, layouts=_MANY, states=states)
        else:
            all_ = count_layouts(puzzle.tiles, loose=loose, states=states)
        if all_.complete:
            told = said_many(
                "{count} final layout ({grade}).",
                "{count} final layouts ({grade}).",
                all_.layouts,
                count=words_now().grouped(all_.layouts),
                grade=said(GRADE_NAMES[grade_of(all_.layouts)]),
            )
            click.echo(told)
        else:
            # One is known: it was printed above.
            least = max(all_.layouts, 1)
            told = said_many(
                "At least {count} final layout; stopped after {states} partial ones.",
                "At least {count} final layouts; stopped after {states} partial ones.",
                least,
                count=words_now().grouped(least),
                states=words_now().grouped(all_.states),
            )
            click.echo(told)
            sys.exit(STOPPED_AT_LIMIT)


def _tell_best(puzzle: Puzzle) -> None:
    """The joins cannot be told for many tiles."""
    if puzzle.best is None:
        click.echo(said(N_("The most joins are not known for so many tiles.")))
        return
    click.echo(said(N_("At best {n} joins."), n=puzzle.best))
