"""The drawn pieces as pixels: at 24 px and in greyscale none may be taken for another."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import combinations
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image

from skep.geometry import ORIGIN, Cell
from skep.hive import Bug, Color, Piece
from skep.hive.art import STROKE, pieces_svg, symbol_of, symbols
from skep.hive.drawing.svg import draw_svg
from skep.hive.drawing.themes import THEMES, ThemeName

SIZE = 24  # pixels from the upper to the lower corner of a tile
VISIBLE = 26  # a tenth of the way from black to white


class OnePiece:
    def __init__(self, piece: Piece) -> None:
        self.piece = piece

    def occupied(self) -> Sequence[Cell]:
        return [ORIGIN]

    def stack_at(self, cell: Cell) -> Sequence[Piece]:
        return [self.piece]


def grey_pixels(piece: Piece, theme: ThemeName) -> bytes:
    svg = draw_svg(OnePiece(piece), radius=SIZE / 2, theme=theme, labels="none")
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    left, top = (picture.width - SIZE) // 2, (picture.height - SIZE) // 2
    return picture.convert("L").crop((left, top, left + SIZE, top + SIZE)).tobytes()


def differing(one: bytes, other: bytes) -> float:
    return sum(abs(a - b) >= VISIBLE for a, b in zip(one, other, strict=True)) / SIZE**2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("color", Color)
def test_bugs_are_told_apart_at_24_pixels(theme: ThemeName, color: Color) -> None:
    pixels = {bug: grey_pixels(Piece(color, bug), theme) for bug in Bug}
    for one, other in combinations(Bug, 2):
        assert differing(pixels[one], pixels[other]) >= 0.15, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("bug", Bug)
def test_sides_are_told_apart_at_24_pixels(theme: ThemeName, bug: Bug) -> None:
    white, black = (grey_pixels(Piece(color, bug), theme) for color in Color)
    assert differing(white, black) >= 0.4


def test_sides_differ_in_shape_too() -> None:
    """Both tiles as plain black shapes: the outlines alone must differ at every corner."""

    def outline(name: str) -> bytes:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">'
            f'{symbols()[name]}<use href="#skep-{name}" width="100" height="100"/></svg>'
        )
        picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
        return picture.getchannel("A").tobytes()

    white, black = outline("tile-white"), outline("tile-black")
    assert 60 < sum(abs(a - b) > 128 for a, b in zip(white, black, strict=True)) < 1000


def test_one_stroke_weight() -> None:
    assert STROKE == 5
    assert "stroke-width=" not in re.sub(r"<!--.*?-->", "", pieces_svg(), flags=re.DOTALL)


def test_every_bug_has_a_symbol_inside_its_box() -> None:
    root = ElementTree.fromstring(pieces_svg())
    boxes = {node.get("id"): node.get("viewBox") for node in root}
    for bug in Bug:
        assert boxes[symbol_of(bug)] == "-50 -50 100 100"
