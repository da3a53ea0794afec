"""A position as SVG: the same input gives the same text, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape  # xml.sax would load a web client
from typing import Literal, Protocol, get_args, runtime_checkable

from skep.errors import InvalidOptionsError
from skep.geometry import ORIGIN, Cell, Layout, Orientation
from skep.hive.art import symbol_of, symbols
from skep.hive.drawing.svg_tiles import TileDrawer, number
from skep.hive.drawing.themes import Theme, ThemeName, theme_named
from skep.hive.moves import Move
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.values import expect_board
from skep.words import ENGLISH, Words

__all__ = ["Board", "BoardWithReserves", "Labels", "Picture", "draw_svg"]

Labels = Literal["none", "numbers", "names"]

_MARGIN = 0.3  # of a radius, around everything
_RESERVE_SIZE = 0.62  # of a tile on the board
_NOT_XML = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Board(Protocol):
    """What a drawing asks of a position."""

    def occupied(self) -> Iterable[Cell]:
        """The cells with at least one piece."""
        ...

    def stack_at(self, cell: Cell) -> Sequence[Piece]:
        """The pieces on a cell, the lowest first."""
        ...


@runtime_checkable
class BoardWithReserves(Board, Protocol):
    """The same, and what the sides have in hand."""

    def reserve(self, color: Color) -> Sequence[Piece]:
        """The pieces that a side has yet to place."""
        ...


def draw_svg(
    board: Board,
    *,
    radius: float = 40,
    width: float | None = None,
    orientation: Orientation = "pointy",
    theme: ThemeName = "light",
    labels: Labels = "numbers",
    last_move: Move | tuple[Cell | None, Cell] | None = None,
    targets: Iterable[Cell] = (),
    highlights: Iterable[Cell] = (),
    arrows: Iterable[tuple[Cell, Cell]] = (),
    reserves: bool = False,
    background: bool = True,
    title: str | None = None,
    proportion: float | None = None,
    words: Words = ENGLISH,
) -> str:
    """Draw a position.

    `radius` is the size of a tile in pixels, centre to corner; `width` scales the whole picture to
    that many pixels instead. `last_move` is a move, or the cell a piece left (None for a piece from
    the reserve) and the one it reached. A target is a dot, a highlight an outline, an arrow an
    arrow: no mark needs its colour to be understood. `reserves` draws what is left to place,
    black's above the board and white's below. `proportion` is the width by the height that the
    whole picture gets: the background grows to it on two sides. Without a `title` the picture says
    in a language how many pieces are in play.
    """
    expect_board(board)
    if not radius > 0 or not (width is None or width > 0):
        raise InvalidOptionsError("radius and width are sizes in pixels, above 0")
    if not (proportion is None or 0.01 < proportion < 100):
        raise InvalidOptionsError("proportion is the width by the height, such as 1.5")
    if orientation not in get_args(Orientation):
        raise InvalidOptionsError(f"orientation is pointy or flat, not {orientation!r}")
    if labels not in get_args(Labels):
        raise InvalidOptionsError(f"labels is one of {', '.join(get_args(Labels))}, not {labels!r}")
    if isinstance(last_move, Move):
        last_move = None if last_move.target is None else (last_move.origin, last_move.target)
    picture = Picture(board, Layout(radius, orientation), theme_named(theme), labels)
    picture.draw(last_move, sorted(set(targets)), sorted(set(highlights)), sorted(set(arrows)))
    if reserves:
        if not isinstance(board, BoardWithReserves):
            raise InvalidOptionsError("only a position with reserves can be drawn with them")
        picture.draw_reserves(board)
    title = picture.description(words) if title is None else title
    return picture.text(width=width, background=background, title=title, proportion=proportion)


class Picture:
    """Collects the elements of a picture and how far they reach."""

    def __init__(self, board: Board, layout: Layout, theme: Theme, labels: Labels) -> None:
        self.layout = layout
        self.theme = theme
        self.stacks = {cell: tuple(board.stack_at(cell)) for cell in board.occupied()}
        self.tiles = TileDrawer(layout, theme, labels)
        self.loose: tuple[Piece, ...] = ()  # drawn by somebody else, above the board
        self.body: list[str] = []
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")

    def draw(
        self,
        last_move: tuple[Cell | None, Cell] | None,
        targets: list[Cell],
        highlights: list[Cell],
        arrows: list[tuple[Cell, Cell]],
    ) -> None:
        """Draw the pieces and all marks."""
        left, reached = last_move or (None, None)
        marked = {*targets, *highlights, *(cell for arrow in arrows for cell in arrow)}
        marked |= {cell for cell in (left, reached) if cell is not None}
        if not self.stacks and not marked:
            marked = {ORIGIN}
        for cell in sorted(marked - set(self.stacks), key=self._paint_order):
            self._reach(cell, 0)
            self.body.append(self.tiles.empty_cell(cell))
        # From the back to the front, so that a tall stack covers what is behind it.
        for cell in sorted(self.stacks, key=self._paint_order):
            stack = self.stacks[cell]
            self._reach(cell, self.tiles.lift(len(stack)))
            self.body.append(self.tiles.stack(cell, stack))
        if left is not None:
            self.body.append(self._outline(left, self.theme.last_move, dashed=True))
        if reached is not None:
            self.body.append(self._outline(reached, self.theme.last_move))
        for cell in highlights:
            self.body.append(self._outline(cell, self.theme.highlight))
        for cell in targets:
            self.body.append(self._target(cell))
        for start, end in arrows:
            self.body.append(self._arrow(start, end))
        for cell in sorted(self.stacks, key=self._paint_order):
            if len(self.stacks[cell]) > 1:
                self.body.append(self.tiles.badge(cell, len(self.stacks[cell])))

    def draw_reserves(self, board: BoardWithReserves) -> None:
        """A row for each side: a stack of each kind, the piece on top that is placed next."""
        layout = Layout(self.layout.radius * _RESERVE_SIZE, self.layout.orientation)
        tiles = TileDrawer(layout, self.theme, self.tiles.labels)
        middle, step = (self.left + self.right) / 2, 2.1 * layout.radius
        gap = self.layout.radius * 0.5
        for color in (Color.BLACK, Color.WHITE):
            stacks: dict[Bug, list[Piece]] = {}
            for piece in board.reserve(color):
                stacks.setdefault(piece.bug, []).insert(0, piece)
            if not stacks:
                continue
            is_above = color is Color.BLACK
            y = self.top - gap - layout.radius if is_above else self.bottom + gap + layout.radius
            x = middle - step * (len(stacks) - 1) / 2
            for stack in stacks.values():
                words = " ".join(piece.name for piece in reversed(stack))
                self.body.append(tiles.stack_at((x, y), stack, words))
                if len(stack) > 1:
                    self.body.append(tiles.badge_at((x, y), len(stack)))
                self.loose += (stack[-1],)
                self.left = min(self.left, x - layout.radius)
                self.right = max(self.right, x + layout.radius)
                x += step
            if is_above:
                self.top = y - layout.radius - tiles.lift(max(map(len, stacks.values())))
            else:
                self.bottom = y + layout.radius

    def text(
        self,
        *,
        width: float | None,
        background: bool,
        title: str,
        proportion: float | None = None,
    ) -> str:
        """The whole picture as SVG."""
        margin = _MARGIN * self.layout.radius
        x, y = self.left - margin, self.top - margin
        wide, high = self.right + margin - x, self.bottom + margin - y
        if proportion is not None:
            more_wide = max(0.0, high * proportion - wide)
            more_high = max(0.0, wide / proportion - high)
            x, wide = x - more_wide / 2, wide + more_wide
            y, high = y - more_high / 2, high + more_high
        scale = 1 if width is None else width / wide
        # XML cannot hold control characters or half surrogate pairs, names from records may.
        name = _NOT_XML.sub("", title)
        pieces = [
            '<svg xmlns="http://www.w3.org/2000/svg"'
            f' viewBox="{number(x)} {number(y)} {number(wide)} {number(high)}"'
            f' width="{number(wide * scale)}" height="{number(high * scale)}"'
            f' role="img" aria-label="{escape(name)}">',
            f"<title>{escape(name)}</title>",
            "<defs>" + "".join(self._used_symbols()) + "</defs>",
        ]
        if background:
            pieces.append(
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}"'
                f' height="{number(high)}" rx="{number(margin)}" fill="{self.theme.background}"/>'
            )
        return "\n".join([*pieces, *self.body, "</svg>\n"])

    def _used_symbols(self) -> list[str]:
        used = set()
        for stack in [*self.stacks.values(), *((piece,) for piece in self.loose)]:
            used.add(symbol_of(stack[-1].bug))
            for piece in stack:
                used.add(f"tile-{piece.color.name.lower()}")
            if stack[-1].color is Color.BLACK:
                used.add("edge-black")
        return [text for name, text in symbols().items() if name in used]

    def description(self, words: Words) -> str:
        """What the picture says to who cannot see it."""
        white, black = [
            sum(piece.color is color for stack in self.stacks.values() for piece in stack)
            for color in Color
        ]
        # NOTE: what a screen reader says of a picture of a position
        return words.say(
            "Hive: {white} white and {black} black pieces in play", white=white, black=black
        )

    def _paint_order(self, cell: Cell) -> tuple[float, float]:
        x, y = self.layout.centre(cell)
        return round(y, 3), round(x, 3)

    def _reach(self, cell: Cell, lift: float) -> None:
        for x, y in self.layout.corners(cell):
            self.left, self.right = min(self.left, x), max(self.right, x)
            self.top, self.bottom = min(self.top, y - lift), max(self.bottom, y)

    def _top_of(self, cell: Cell) -> tuple[float, float]:
        x, y = self.layout.centre(cell)
        return x, y - self.tiles.lift(len(self.stacks.get(cell, ())))

    def _outline(self, cell: Cell, color: str, *, dashed: bool = False) -> str:
        lift = self.layout.centre(cell)[1] - self._top_of(cell)[1]
        points = " ".join(
            f"{number(x)},{number(y - lift)}" for x, y in self.layout.corners(cell, scale=0.94)
        )
        radius = self.layout.radius
        dashes = f' stroke-dasharray="{number(radius * 0.16)}"' if dashed else ""
        fill = "none" if cell in self.stacks else f'{color}" fill-opacity=".12'
        return (
            f'<polygon points="{points}" fill="{fill}" stroke="{color}"'
            f' stroke-width="{number(radius * 0.09)}" stroke-linejoin="round"{dashes}/>'
        )

    def _target(self, cell: Cell) -> str:
        x, y = self._top_of(cell)
        radius = self.layout.radius
        color = self.theme.target
        if cell in self.stacks:  # a climb: a ring, so that the bug below stays visible
            return (
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.74)}" fill="none"'
                f' stroke="{color}" stroke-width="{number(radius * 0.1)}"/>'
            )
        return (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.2)}" fill="{color}"/>'
        )

    def _arrow(self, start: Cell, end: Cell) -> str:
        (x1, y1), (x2, y2) = self._top_of(start), self._top_of(end)
        radius = self.layout.radius
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        # Both ends keep off the middle of their cells, where the bugs are.
        gap = min(radius * 0.35, length / 4)
        x1, y1, x2, y2 = x1 + ux * gap, y1 + uy * gap, x2 - ux * gap, y2 - uy * gap
        head = min(radius * 0.45, length / 4)
        bx, by = x2 - ux * head, y2 - uy * head
        half = head * 0.55
        points = f"{number(x2)},{number(y2)} {number(bx - uy * half)},{number(by + ux * half)}"
        points += f" {number(bx + uy * half)},{number(by - ux * half)}"
        return (
            f'<g fill="{self.theme.arrow}" stroke="{self.theme.arrow}" stroke-opacity=".85"'
            f' fill-opacity=".85"><line x1="{number(x1)}" y1="{number(y1)}" x2="{number(bx)}"'
            f' y2="{number(by)}" stroke-width="{number(radius * 0.14)}" stroke-linecap="round"/>'
            f'<polygon points="{points}" stroke="none"/></g>'
        )
