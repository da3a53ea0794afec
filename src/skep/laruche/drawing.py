"""Pictures of tiles and tables as SVG. All symbols come from one file, which web pages use too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from html import escape
from importlib.resources import files

from skep.geometry import DIRECTIONS, ORIGIN, Cell, Layout
from skep.laruche.palette import PALETTE
from skep.laruche.table import Table
from skep.laruche.tiles import Placement, Pose, Tile

__all__ = ["draw_face", "draw_hand", "draw_table", "draw_tile", "symbols"]

_LAYOUT = Layout(radius=100)
_MARGIN = 115.0
_LETTER = (
    '<text x="{x:.1f}" y="{y:.1f}" font-size="18" font-weight="700" text-anchor="middle"'
    ' font-family="system-ui, sans-serif" fill="{ink}">{letter}</text>'
)


@cache
def symbols() -> str:
    """The definitions of all symbols, to be put inside an SVG."""
    text = files("skep.laruche").joinpath("symbols.svg").read_text(encoding="utf-8")
    return text[text.index("<defs>") : text.index("</svg>")].rstrip()


def draw_face(pose: Pose, *, letters: bool = False, small: bool = False) -> str:
    """A tile as a part of an SVG that holds the symbols, its middle at the origin.

    `small` is for tiles less than 56 pixels wide: a narrow middle, great marks, no letters.
    """
    kind = "ruche-small-" if small else "ruche-"
    parts = ['<use href="#ruche-base"/>']
    for direction in DIRECTIONS:
        letter = pose.colors[direction].letter
        parts.append(f'<use href="#{kind}{letter}" transform="rotate({-60 * direction})"/>')
    middle = "bee" if pose.has_bee else "blank"
    parts.append(f'<use href="#{kind}{middle}" transform="rotate({-60 * pose.rotation})"/>')
    if letters and not small:
        parts += _letters(pose)
    return "".join(parts)


def draw_tile(pose: Pose, *, letters: bool = False, small: bool = False) -> str:
    """One tile as it lies. With `letters`, its colours are also named.

    >>> "<title>ROYGBV, bee up</title>" in draw_tile(Pose.parse("ROYGBV"))
    True
    """
    return draw_table([Placement(ORIGIN, pose)], letters=letters, small=small)


def draw_hand(tiles: Iterable[Tile], *, letters: bool = False, columns: int = 6) -> str:
    """Tiles side by side, bee up, none touching another."""
    parts, number = [], 0
    for number, tile in enumerate(tiles):
        x, y = number % columns * 200.0, number // columns * 220.0
        parts.append(_tile(x, y, tile.poses[0], letters))
    width, height = min(number, columns - 1) * 200.0, number // columns * 220.0
    return _picture(parts, (0, 0, width, height), "Tiles of La Ruche")


def draw_table(
    placements: Iterable[Placement],
    *,
    letters: bool = False,
    small: bool = False,
    spots: bool = False,
    shape: Collection[Cell] = (),
) -> str:
    """Tiles on the table; with `spots`, where one can go on (and where never); a shape to fill."""
    table = Table(placements)
    parts = [_use("spot", cell) for cell in sorted(shape) if cell not in table]
    if spots:
        parts += [_use("spot", spot.cell) for spot in table.live_spots()]
        parts += [_use("dead", spot.cell) for spot in table.dead_spots()]
    shown = [*table.live_spots(), *table.dead_spots()] if spots else []
    cells = {*table.tiles, *shape, *(spot.cell for spot in shown)}
    # All shadows first, so that none falls on a neighbour.
    parts += [_use("shadow", cell) for cell in table.tiles]
    for cell, pose in table:
        parts.append(_tile(*_LAYOUT.centre(cell), pose, letters, small))
    centres = [_LAYOUT.centre(cell) for cell in cells or {ORIGIN}]
    box = (
        min(x for x, _ in centres),
        min(y for _, y in centres),
        max(x for x, _ in centres),
        max(y for _, y in centres),
    )
    count = len(table)
    return _picture(parts, box, f"La Ruche: {count} tile{'s' if count != 1 else ''} on the table")


def _use(symbol: str, cell: Cell) -> str:
    x, y = _LAYOUT.centre(cell)
    return f'<use href="#ruche-{symbol}" transform="translate({x:.1f} {y:.1f})"/>'


def _tile(x: float, y: float, pose: Pose, letters: bool, small: bool = False) -> str:
    side = "bee up" if pose.has_bee else "bee down"
    face = draw_face(pose, letters=letters, small=small)
    title = f"<title>{pose.name}, {side}</title>"
    return f'<g transform="translate({x:.1f} {y:.1f})">{title}{face}</g>'


def _letters(pose: Pose) -> list[str]:
    parts = []
    for direction in DIRECTIONS:
        color = pose.colors[direction]
        dx, dy = _LAYOUT.centre(ORIGIN.step(direction))
        # Beside the mark, towards the corner, and upright however the tile is turned.
        x, y = dx * 0.375 - dy * 0.155, dy * 0.375 + dx * 0.155 + 6.5
        ink = PALETTE[color].ink
        parts.append(_LETTER.format(x=x, y=y, letter=color.letter, ink=ink))
    return parts


def _picture(parts: list[str], box: tuple[float, float, float, float], title: str) -> str:
    left, top, right, bottom = box
    x, y = left - _MARGIN, top - _MARGIN
    width, height = right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
            f' viewBox="{x:.1f} {y:.1f} {width:.1f} {height:.1f}"'
            f' width="{width * 0.6:.0f}" height="{height * 0.6:.0f}">',
            f"<title>{escape(title)}</title>",
            symbols(),
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            ' rx="24" fill="#fbf3df"/>',
            *parts,
            "</svg>\n",
        ]
    )
