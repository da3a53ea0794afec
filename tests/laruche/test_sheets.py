"""Sheets to print: all tiles once, and backs where their fronts are."""

import io
from math import cos, pi, sin
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageOps

from skep.laruche.sheets import Flip, Page, draw_page, pages, sheets_html
from skep.laruche.tiles import ALL_TILES

FLIPS: list[Flip] = ["long", "short"]
PX_PER_MM = 4


def picture(page: Page) -> Image.Image:
    size = f'width="{210 * PX_PER_MM}" height="{297 * PX_PER_MM}"'
    svg = draw_page(page).replace('width="210mm" height="297mm"', size)
    assert size in svg
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGB")


@pytest.mark.parametrize("flip", FLIPS)
def test_every_tile_has_both_its_faces_once(flip: Flip) -> None:
    made = pages(flip)
    assert [(page.sheet, page.side) for page in made] == [
        (sheet, side) for sheet in (1, 2, 3) for side in ("front", "back")
    ]
    for side, bee in (("front", True), ("back", False)):
        poses = [pose for page in made if page.side == side for _, _, pose in page.tiles]
        assert sorted(pose.tile for pose in poses) == list(ALL_TILES)
        assert all(pose.has_bee is bee for pose in poses)


@pytest.mark.parametrize("flip", FLIPS)
def test_turned_over_every_edge_meets_its_own_color(flip: Flip) -> None:
    front, back = pages(flip)[:2]
    shown = picture(front)
    turn = ImageOps.mirror if flip == "long" else ImageOps.flip
    behind = turn(picture(back))
    for x, y, pose in front.tiles:
        for direction in range(6):
            # Near the corner of an edge, where no mark is.
            angle = pi / 3 * direction + 0.3
            at = (
                round((x + 18.5 * cos(angle)) * PX_PER_MM),
                round((y - 18.5 * sin(angle)) * PX_PER_MM),
            )
            assert shown.getpixel(at) == behind.getpixel(at), (pose, direction)


@pytest.mark.parametrize("flip", FLIPS)
def test_crosses_of_both_sides_meet(flip: Flip) -> None:
    front, back = (picture(page) for page in pages(flip)[:2])
    behind = (ImageOps.mirror if flip == "long" else ImageOps.flip)(back)
    for left in (0, 210 - 16):
        for top in (0, 297 - 16):
            x, y, size = left * PX_PER_MM, top * PX_PER_MM, 16 * PX_PER_MM
            box = (x, y, x + size, y + size)
            corner, other = front.crop(box), behind.crop(box)
            dark = sum(pixel < 128 for pixel in corner.convert("L").tobytes())
            assert dark > 30
            assert dark == pytest.approx(
                sum(pixel < 128 for pixel in other.convert("L").tobytes()), rel=0.2
            )


def test_tiles_stay_on_the_paper_and_apart() -> None:
    for page in pages():
        for number, (x, y, _) in enumerate(page.tiles):
            assert 10 < x - 21.7 < x + 21.7 < 200
            assert 15 < y - 25 < y + 25 < 282
            for other_x, other_y, _ in page.tiles[:number]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 > 45**2


def test_the_document_holds_all_pages_and_the_symbols_once() -> None:
    text = sheets_html(letters=True)
    assert text.count("210mm") == 6
    assert text.count('id="ruche-bee"') == 1
    assert "turned about the long edge" in text
    for page in pages():
        assert ElementTree.fromstring(draw_page(page)).tag.endswith("svg")
