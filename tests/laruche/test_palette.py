"""Every two colours can be told apart, by all eyes, on tiles 40 pixels wide."""

import io
from itertools import combinations
from math import copysign, dist
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image

from skep.laruche.drawing import symbols
from skep.laruche.palette import PALETTE
from skep.laruche.tiles import Color

Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, full severity, for linear RGB.
SIGHTS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
JUST_SEEN = 0.02  # in Oklab
WIDTH_PX = 40
SCALE = WIDTH_PX / (100 * 3**0.5)  # a tile is the square root of three times its radius wide
PAIRS = list(combinations(Color, 2))


def seen(rgb: tuple[int, int, int], sight: str) -> Rgb:
    """Linear RGB as such eyes see it."""
    channels = [value / 255 for value in rgb]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (
        min(1.0, max(0.0, sum(k * c for k, c in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def oklab(rgb: Rgb) -> Rgb:
    r, g, b = rgb
    cones = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    long, middle, short = (copysign(abs(cone) ** (1 / 3), cone) for cone in cones)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def luminance(rgb: Rgb) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def edge_picture(color: Color) -> Image.Image:
    """The small edge of a tile, pointing east, at 40 pixels of tile width."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="13" height="22"'
        f' viewBox="28 -48 {13 / SCALE} {22 / SCALE}">{symbols()}'
        f'<use href="#ruche-small-{color.letter}"/></svg>'
    )
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA")


def pixels(color: Color) -> dict[tuple[int, int], tuple[int, int, int]]:
    picture = edge_picture(color)
    found = {}
    for x in range(picture.width):
        for y in range(picture.height):
            value = picture.getpixel((x, y))
            assert isinstance(value, tuple)
            if value[3] > 200:
                found[x, y] = (value[0], value[1], value[2])
    return found


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_colors_lie_far_apart(one: Color, other: Color, sight: str) -> None:
    paints = [PALETTE[color].rgb for color in (one, other)]
    assert dist(*(oklab(seen(rgb, sight)) for rgb in paints)) >= 7 * JUST_SEEN


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("color", Color)
def test_marks_stand_out_from_their_color(color: Color, sight: str) -> None:
    paint = PALETTE[color]
    dark, light = sorted(luminance(seen(rgb, sight)) for rgb in (paint.rgb, paint.ink_rgb))
    assert (light + 0.05) / (dark + 0.05) >= 4


@pytest.mark.parametrize("sight", SIGHTS)
def test_edges_with_their_marks_are_told_apart_at_forty_pixels(sight: str) -> None:
    drawn = {color: pixels(color) for color in Color}
    for one, other in PAIRS:
        shared = drawn[one].keys() & drawn[other].keys()
        assert len(shared) > 100
        apart = [
            dist(oklab(seen(drawn[one][at], sight)), oklab(seen(drawn[other][at], sight)))
            for at in shared
        ]
        assert sum(apart) / len(apart) >= 6 * JUST_SEEN, (one, other)


def test_marks_alone_tell_colors_apart_for_those_who_see_none() -> None:
    """Where a mark's ink lies, whatever the colours: at least a dozen pixels differ."""
    inked = {}
    for color in Color:
        paint = PALETTE[color]
        inked[color] = {
            at
            for at, rgb in pixels(color).items()
            if dist(rgb, paint.ink_rgb) < dist(rgb, paint.rgb)
        }
        assert len(inked[color]) >= 20
    for one, other in PAIRS:
        assert len(inked[one] ^ inked[other]) >= 12, (one, other)


def extent(color: Color) -> int:
    """How far a mark reaches, in pixels: the greater of its width and height."""
    paint = PALETTE[color]
    ink = [
        at for at, rgb in pixels(color).items() if dist(rgb, paint.ink_rgb) < dist(rgb, paint.rgb)
    ]
    xs, ys = [x for x, _ in ink], [y for _, y in ink]
    return max(max(xs) - min(xs), max(ys) - min(ys)) + 1


@pytest.mark.parametrize("color", Color)
def test_marks_of_small_tiles_are_eight_pixels(color: Color) -> None:
    assert extent(color) >= 8


def test_the_symbols_show_this_palette() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{symbols()}</svg>')
    parts = {
        symbol.get("id"): list(symbol) for symbol in root.iter() if symbol.tag.endswith("symbol")
    }
    for color, paint in PALETTE.items():
        for name in (f"ruche-{color.letter}", f"ruche-small-{color.letter}"):
            edge, mark = parts[name]
            assert edge.get("fill") == paint.fill
            assert paint.ink in (mark.get("fill"), mark.get("stroke"))
