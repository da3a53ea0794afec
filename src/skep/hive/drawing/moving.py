"""A move as a picture that moves: the piece goes its way again and again.

Where somebody wants no motion the piece stands still at its beginning. A viewer that knows no style
sheets shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from skep.geometry import Cell, Layout
from skep.hive.drawing.svg import Board, Picture
from skep.hive.drawing.svg_tiles import TileDrawer, number
from skep.hive.drawing.themes import theme_named
from skep.hive.pieces import Piece

__all__ = ["draw_moving"]

_RADIUS = 40
_STEP_SECONDS = 0.6
_REST_SECONDS = 1.0  # before and after


class _Without:
    """A board from which one piece was lifted."""

    def __init__(self, board: Board, cell: Cell) -> None:
        self._stacks = {one: tuple(board.stack_at(one)) for one in board.occupied()}
        self._stacks[cell] = self._stacks[cell][:-1]

    def occupied(self) -> Iterable[Cell]:
        return [cell for cell, stack in self._stacks.items() if stack]

    def stack_at(self, cell: Cell) -> Sequence[Piece]:
        return self._stacks.get(cell, ())


def draw_moving(board: Board, path: Sequence[Cell], *, targets: Iterable[Cell] = ()) -> str:
    """The top piece of the first cell walks along the path; targets are marked as they always are.

    >>> from skep.geometry import ORIGIN, Direction
    >>> from skep.hive import Position
    >>> position = Position("Base")
    >>> _ = position.play("wS1")
    >>> "@keyframes" in draw_moving(position, [ORIGIN, ORIGIN.step(Direction.EAST)])
    True
    """
    rest = _Without(board, path[0])
    piece = board.stack_at(path[0])[-1]
    picture = Picture(rest, Layout(_RADIUS, "pointy"), theme_named("light"), "none")
    picture.loose = (piece,)
    picture.draw((path[0], path[-1]), sorted({*targets, path[-1]}), [], [])
    tile = picture.tiles.stack(path[0], (piece,))
    picture.body += [_style(rest, picture.layout, picture.tiles, path)]
    picture.body += [f'<g class="walker">{tile}</g>']
    return picture.text(width=None, background=True, title="")


def _style(rest: Board, layout: Layout, tiles: TileDrawer, path: Sequence[Cell]) -> str:
    seconds = 2 * _REST_SECONDS + _STEP_SECONDS * (len(path) - 1)
    x0, y0 = layout.centre(path[0])
    frames = []
    for step, cell in enumerate(path):
        x, y = layout.centre(cell)
        rise = tiles.lift(len(rest.stack_at(cell)) + 1)
        at = 100 * (_REST_SECONDS + _STEP_SECONDS * step) / seconds
        place = f"transform:translate({number(x - x0)}px,{number(y - y0 - rise)}px)"
        frames.append(f"{number(at)}%{{{place}}}")
        if step == 0:
            frames.insert(0, f"0%{{{place}}}")
    frames.append(f"100%{{{place}}}")
    return (
        f"<style>@keyframes walk{{{''.join(frames)}}}"
        "@media (prefers-reduced-motion:no-preference)"
        f"{{.walker{{animation:walk {number(seconds)}s ease-in-out infinite}}}}</style>"
    )
