"""The rule books as pages show them, with their figures as pictures."""

from __future__ import annotations

from functools import cache
from typing import cast, get_args

from skep.errors import CommandRefusedError, UnreadableError
from skep.hive.drawing import draw_moving, draw_svg
from skep.laruche.drawing import draw_table
from skep.protocol.refusals import RefusalCode
from skep.school.lessons import Game
from skep.school.rulebook import Rulebook, hive_example, laruche_example, rulebook_of

__all__ = ["book_of", "figure_of", "has_motion", "moving_figure_of"]


def _game(name: str) -> Game:
    if name not in get_args(Game):
        raise CommandRefusedError(RefusalCode.NOT_FOUND, f"There is no rule book {name!r}.")
    return cast(Game, name)


def book_of(game: str, language: str) -> Rulebook:
    return rulebook_of(_game(game), language)


@cache
def figure_of(game: str, board: str) -> str:
    """A figure as an SVG; there are some twenty of them."""
    try:
        return _draw(_game(game), board)
    except UnreadableError as problem:
        raise CommandRefusedError(RefusalCode.NOT_FOUND, str(problem)) from problem


@cache
def moving_figure_of(game: str, board: str) -> str:
    """A figure whose piece goes its way."""
    try:
        example = hive_example(board) if _game(game) == "hive" else None
    except UnreadableError as problem:
        raise CommandRefusedError(RefusalCode.NOT_FOUND, str(problem)) from problem
    if example is None or not example.way:
        raise CommandRefusedError(RefusalCode.NOT_FOUND, f"Nothing moves in {board!r}.")
    return draw_moving(example.position, example.way, targets=example.targets)


def has_motion(game: str, board: str) -> bool:
    return game == "hive" and bool(hive_example(board).way)


def _draw(game: Game, board: str) -> str:
    if game == "laruche":
        table = laruche_example(board)
        return draw_table(table.placements, spots=table.spots)
    shown = hive_example(board)
    return draw_svg(
        shown.position,
        labels="none",
        targets=shown.targets,
        arrows=shown.arrows,
        highlights=shown.highlights,
    )
