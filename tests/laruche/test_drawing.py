import re
from xml.etree import ElementTree

from skep.geometry import Cell
from skep.laruche.drawing import draw_hand, draw_table, draw_tile, symbols
from skep.laruche.solver import solve
from skep.laruche.table import Table
from skep.laruche.text_drawing import draw_hand_text, draw_table_text
from skep.laruche.tiles import ALL_POSES, ALL_TILES, Color, Placement

SVG = "{http://www.w3.org/2000/svg}"


def test_every_symbol_used_is_defined_and_every_color_has_a_mark() -> None:
    defined = set(re.findall(r'<symbol id="([^"]+)"', symbols()))
    layout = solve(ALL_TILES[:12]).first
    picture = draw_table(layout, spots=True, letters=True, shape=[Cell(9, 9)])
    picture += draw_hand(ALL_TILES[:7]) + draw_tile(ALL_POSES[719])
    picture += draw_table(layout, small=True) + draw_tile(ALL_POSES[719], small=True)
    assert set(re.findall(r'href="#([^"]+)"', picture)) == defined
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{symbols()}</svg>')
    marks = set()
    for color in Color:
        (symbol,) = (s for s in root.iter(f"{SVG}symbol") if s.get("id") == f"ruche-{color.letter}")
        (mark,) = (part for part in symbol if "ruche-mark" in str(part.get("class")))
        marks.add((mark.tag, mark.get("d")))
    assert len(marks) == 6


def test_a_tile_shows_its_colors_in_their_directions() -> None:
    for pose in ALL_POSES[::37]:
        root = ElementTree.fromstring(draw_tile(pose, letters=True))
        (tile,) = (
            group
            for group in root.iter(f"{SVG}g")
            if any(part.tag == f"{SVG}title" for part in group)
        )
        edges = {
            part.get("transform"): str(part.get("href"))[-1]
            for part in tile.iter(f"{SVG}use")
            if re.fullmatch("#ruche-[A-Z]", str(part.get("href")))
        }
        assert edges == {f"rotate({-60 * d})": pose.colors[d].letter for d in range(6)}
        assert [text.text for text in tile.iter(f"{SVG}text")] == [
            color.letter for color in pose.colors
        ]


def test_pictures_of_nothing_are_pictures() -> None:
    for picture in (draw_table([]), draw_hand([])):
        assert ElementTree.fromstring(picture).tag == f"{SVG}svg"
    assert draw_table_text(Table()) == ""


def test_text_has_letters_without_colors_too() -> None:
    table = Table([Placement.parse("0,0 ROYGBV"), Placement.parse("1,0 YGVBOR")])
    assert draw_table_text(table, colored=False, labels={Cell(0, 1): "a"}) == (
        "  V  R    R  Y\n"
        " B ** O  O ** G\n"
        "  G  Y    B  V\n"
        "\n"
        "      (a)"
    )  # fmt: skip
    colored = draw_table_text(table)
    assert (
        re.sub("\x1b\\[[0-9;]*m", "", colored).split()
        == draw_table_text(table, colored=False).split()
    )
    assert draw_hand_text(ALL_TILES[:2], names=["1", "2"], colored=False).count("R") == 2
