"""The options by which several commands choose a solitaire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, get_args

import click

from skep.cli.language import said, told_by
from skep.errors import SkepError
from skep.laruche.chance import daily_seed, parse_seed
from skep.laruche.daily import puzzle_of
from skep.laruche.puzzles import Puzzle, SolitaireOptions, WantedGrade
from skep.laruche.silhouettes import SILHOUETTES
from skep.laruche.tiles import Tile
from skep.words import N_

__all__ = ["choose_puzzle", "puzzle_options"]

_OPTIONS = (
    click.option("--seed", help="Deal from this seed: a number or 32 hexadecimal digits."),
    click.option("--date", "day", type=click.DateTime(["%Y-%m-%d"]), help="The puzzle of a day."),
    click.option("--tiles", help="These tiles, as in 'ROYGBV RYOGBV …'; spaces or commas between."),
    click.option("--size", type=click.IntRange(6, 60), default=12, show_default=True),
    click.option(
        "--reading",
        type=click.Choice(["third", "fourth"]),
        default="third",
        show_default=True,
        help="From which tile on each must touch two others.",
    ),
    click.option(
        "--silhouette",
        type=click.Choice(["none", "shadow", *SILHOUETTES]),
        default="none",
        show_default=True,
        help="A shape to fill.",
    ),
    click.option(
        "--grade",
        type=click.Choice(get_args(WantedGrade)),
        default="any",
        show_default=True,
        help="Deal only tiles of this grade.",
    ),
)


def puzzle_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose a puzzle."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def choose_puzzle(
    seed: str | None,
    day: datetime | None,
    tiles: str | None,
    size: int,
    reading: str,
    silhouette: str,
    grade: WantedGrade,
    *,
    strict: bool = False,
    fresh_seed: int = 0,
) -> Puzzle:
    """The puzzle that the options ask for; with none of them, the one of the fresh seed."""
    if sum(choice is not None for choice in (seed, day, tiles)) > 1:
        raise click.UsageError(said(N_("Use only one of --seed, --date and --tiles.")))
    if grade != "any" and (day is not None or tiles is not None):
        raise click.UsageError(
            said(N_("A grade can be asked of a deal, not of --date or --tiles."))
        )
    try:
        if tiles is not None:
            chosen = tuple(Tile.parse(name) for name in tiles.replace(",", " ").split())
            if silhouette == "shadow":
                raise click.UsageError(said(N_("A shadow needs --seed or --date, not --tiles.")))
            options = SolitaireOptions(
                size=len(chosen),
                reading=reading,  # type: ignore[arg-type]
                strict=strict,
                silhouette=silhouette,
            )
            return Puzzle(options, chosen, SILHOUETTES.get(silhouette))
        options = SolitaireOptions(
            size=size,
            reading=reading,  # type: ignore[arg-type]
            strict=strict,
            silhouette=silhouette,
            grade=grade,
        )
        if day is not None:
            return _of_day(day.date(), options)
        return Puzzle.deal(options, parse_seed(seed) if seed is not None else fresh_seed)
    except SkepError as error:
        raise click.UsageError(told_by(error)) from None


def _of_day(day: date, options: SolitaireOptions) -> Puzzle:
    """The puzzle that everyone has that day, or one of that day in another size or shape."""
    puzzle = puzzle_of(day)
    if options.silhouette == "none" and options.size == puzzle.options.size:
        return replace(puzzle, options=options)
    return Puzzle.deal(options, daily_seed(day))
