"""All sixty tiles on A4 pages, to print on both sides and cut out.

A sheet has a front and a back page, on which every tile stands where its other face is. Crosses in
the corners tell whether both sides of the paper meet; the backs reach a little over the line to cut
along, so that a small shift shows no white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin, sqrt
from typing import Final, Literal

from skep.laruche.drawing import draw_face, symbols
from skep.laruche.tiles import ALL_TILES, Pose, Tile

__all__ = ["Flip", "Page", "draw_page", "pages", "sheets_html"]

Flip = Literal["long", "short"]  # the edge of the paper about which a printer turns it

_WIDTH: Final = 210.0
_HEIGHT: Final = 297.0
_RADIUS: Final = 25.0  # millimetres from the middle of a tile to a corner
_GAP: Final = 3.0
_BLEED: Final = 1.2
_ROWS: Final = ((4, 3, 4, 3, 4, 3), (4, 3, 4, 3, 4, 3), (4, 3, 4, 3, 4))  # 21 + 21 + 18 tiles
_PITCH: Final = sqrt(3) * _RADIUS + _GAP
_ROW_PITCH: Final = 1.5 * _RADIUS + _GAP * sqrt(3) / 2
_INSET: Final = 11.0  # of the crosses from the edges of the paper
_DOCUMENT: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>La Ruche: sixty tiles to print and cut</title>
<style>
@page {{ size: A4; margin: 0 }}
body {{ margin: 0 }}
svg {{ display: block; break-after: page }}
.symbols {{ position: absolute; width: 0; height: 0; break-after: avoid }}
@media screen {{ body {{ background: #777 }} svg {{ margin: 4mm auto }} }}
</style>
</head>
<body>
<svg class="symbols" aria-hidden="true">{symbols}</svg>
{pages}
</body>
</html>
"""
# Where each direction goes when a sheet is turned over.
_MIRRORED: Final = {"long": (3, 2, 1, 0, 5, 4), "short": (0, 5, 4, 3, 2, 1)}
_BY_COLORS: Final = {pose.colors: pose for tile in ALL_TILES for pose in tile.poses}


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: poses and where their middles are, in millimetres from the top left."""

    sheet: int  # from 1
    side: Literal["front", "back"]
    tiles: tuple[tuple[float, float, Pose], ...]


def pages(flip: Flip = "long") -> list[Page]:
    """Front and back of every sheet, in the order in which they are printed."""
    made = []
    tiles = iter(ALL_TILES)
    for number, rows in enumerate(_ROWS, 1):
        front = tuple(_places(rows, tiles))
        back = tuple((*_turned_over(x, y, flip), _behind(pose, flip)) for x, y, pose in front)
        made += [Page(number, "front", front), Page(number, "back", back)]
    return made


def _places(rows: tuple[int, ...], tiles: Iterator[Tile]) -> Iterator[tuple[float, float, Pose]]:
    top = (_HEIGHT - (len(rows) - 1) * _ROW_PITCH) / 2
    for row, count in enumerate(rows):
        left = (_WIDTH - (count - 1) * _PITCH) / 2
        for column in range(count):
            yield left + column * _PITCH, top + row * _ROW_PITCH, next(tiles).poses[0]


def _behind(pose: Pose, flip: Flip) -> Pose:
    """The other face, as it shows when the paper is turned over."""
    return _BY_COLORS[tuple(pose.colors[direction] for direction in _MIRRORED[flip])]


def _turned_over(x: float, y: float, flip: Flip) -> tuple[float, float]:
    return (_WIDTH - x, y) if flip == "long" else (x, _HEIGHT - y)


def draw_page(
    page: Page, *, caption: str = "", letters: bool = False, with_symbols: bool = True
) -> str:
    """A page as an SVG of its true size; without symbols for a document that has them."""
    return _draw(page, caption, letters, symbols() if with_symbols else "")


def sheets_html(*, flip: Flip = "long", letters: bool = False) -> str:
    """All pages as one document: print it at 100 % on both sides of A4."""
    sheets = len(_ROWS)
    drawn = []
    for page in pages(flip):
        caption = f"La Ruche, sheet {page.sheet} of {sheets}, {page.side}."
        if page.side == "front":
            caption += f" Print at 100 %, on both sides, turned about the {flip} edge."
        drawn.append(_draw(page, caption, letters, ""))
    return _DOCUMENT.format(symbols=symbols(), pages="\n".join(drawn))


def _draw(page: Page, caption: str, letters: bool, definitions: str) -> str:
    # A document that has the symbols names the picture too, in its own language.
    title = caption or (f"La Ruche, sheet {page.sheet}, {page.side}" if definitions else "")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH:g}mm"'
        f' height="{_HEIGHT:g}mm" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}">',
        f"<title>{escape(title)}</title>" if title else "",
        definitions,
        f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" fill="#fff"/>',
        *(_cross(x, y) for x in (_INSET, _WIDTH - _INSET) for y in (_INSET, _HEIGHT - _INSET)),
    ]
    if page.side == "back":
        parts += [_bleed(x, y) for x, y, _ in page.tiles]
    for x, y, pose in page.tiles:
        face = draw_face(pose, letters=letters)
        parts.append(
            f'<g transform="translate({x:.3f} {y:.3f}) scale({_RADIUS / 100:g})">{face}</g>'
        )
    if caption:
        parts.append(
            f'<text x="{_WIDTH / 2:g}" y="{_HEIGHT - _INSET + 1:g}" font-size="3.2"'
            ' text-anchor="middle" font-family="system-ui, sans-serif" fill="#444">'
            f"{escape(caption)}</text>"
        )
    return "\n".join(part for part in [*parts, "</svg>\n"] if part)


def _bleed(x: float, y: float) -> str:
    reach = _RADIUS + _BLEED
    corners = " ".join(
        f"{x + reach * sin(pi / 3 * corner):.3f},{y + reach * cos(pi / 3 * corner):.3f}"
        for corner in range(6)
    )
    return f'<polygon points="{corners}" fill="#4a3420"/>'


def _cross(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 4:g} {y:g}H{x + 4:g}M{x:g} {y - 4:g}V{y + 4:g}M{x + 2:g} {y:g}'
        f'A2 2 0 1 1 {x - 2:g} {y:g}A2 2 0 1 1 {x + 2:g} {y:g}" fill="none" stroke="#000"'
        ' stroke-width=".2"/>'
    )
