"""The SVG drawing: what is in it, that it is well-formed, and that equal input gives equal text."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from skep.errors import InvalidOptionsError
from skep.geometry import ORIGIN, Cell, Direction
from skep.hive import ALL_PIECES, PASS, Color, Piece, Position
from skep.hive.drawing.svg import draw_svg
from skep.hive.drawing.themes import THEMES
from skep.words import words_in

NORTH_EAST = ORIGIN.step(Direction.NORTH_EAST)
FAR = Cell(7, 0)
SVG = "{http://www.w3.org/2000/svg}"


class Stacks:
    """A board given as pieces by cell, the lowest piece first."""

    def __init__(self, stacks: Mapping[Cell, str]) -> None:
        self.stacks = {
            cell: [Piece.parse(name) for name in names.split()] for cell, names in stacks.items()
        }

    def occupied(self) -> Sequence[Cell]:
        return list(self.stacks)

    def stack_at(self, cell: Cell) -> Sequence[Piece]:
        return self.stacks[cell]


BOARD = Stacks({ORIGIN: "wQ bB1", NORTH_EAST: "wA2", Cell(1, 0): "bL"})


README_GAME = (
    r"Base+MLP;InProgress;Black[15];wP;bL wP/;wB1 -wP;bB1 \bL;wB2 \wB1;"
    r"bM \bB1;wQ -wB2;bQ \bM;wG1 wQ\;bS1 -bQ;wA1 \wQ;bG1 bL-;wB2 wG1;bG2 bM/;"
    r"wB2 wB1;bS2 bG2\;wM \wA1;bA1 bG2/;wL -wM;bB2 bS2-;wL /bS1;bB2 bS2;"
    r"wS1 /wA1;bA2 -bA1;wM wS1\;bB1 bM;wA2 wL\;bB2 bB1;wA1 bS2-"
)


def texts(svg: str, tag: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(SVG + tag)]


def pixels(svg: str) -> bytes:
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    return picture.convert("RGBA").tobytes()


def test_equal_input_gives_equal_text() -> None:
    reordered = Stacks({Cell(1, 0): "bL", NORTH_EAST: "wA2", ORIGIN: "wQ bB1"})
    marks: dict[str, Any] = {"targets": [FAR, ORIGIN], "arrows": [(ORIGIN, FAR), (FAR, ORIGIN)]}
    turned: dict[str, Any] = {"targets": {ORIGIN, FAR}, "arrows": [(FAR, ORIGIN), (ORIGIN, FAR)]}
    assert draw_svg(BOARD, **marks) == draw_svg(reordered, **turned)


def test_every_stack_is_named_from_the_top() -> None:
    titles = texts(draw_svg(BOARD), "title")
    assert sorted(titles[1:]) == ["bB1 on wQ", "bL", "wA2"]
    assert titles[0] == "Hive: 2 white and 2 black pieces in play"


@pytest.mark.parametrize("height", range(2, 7))
def test_a_stack_tells_its_height(height: int) -> None:
    names = ["wQ", "bB1", "wB1", "bB2", "wB2", "bM"][:height]
    svg = draw_svg(Stacks({ORIGIN: " ".join(names)}), labels="none")
    assert texts(svg, "text") == [str(height)]
    assert svg.count('href="#skep-tile-white"') == 2 * sum(name[0] == "w" for name in names)


@pytest.mark.parametrize(
    ("labels", "expected"), [("none", ["2"]), ("numbers", ["1", "2", "2"]), ("names", None)]
)
def test_labels(labels: Any, expected: list[str] | None) -> None:
    found = sorted(texts(draw_svg(BOARD, labels=labels), "text"))
    assert found == (expected if expected is not None else ["2", "bB1", "bL", "wA2"])


def test_only_symbols_in_use_are_defined() -> None:
    svg = draw_svg(Stacks({ORIGIN: "wQ"}))
    ids = {node.get("id") for node in ElementTree.fromstring(svg).iter(SVG + "symbol")}
    assert ids == {"skep-queen", "skep-tile-white"}


def test_width_scales_the_whole_picture() -> None:
    root = ElementTree.fromstring(draw_svg(BOARD, width=300))
    assert root.get("width") == "300"
    view = [float(value) for value in root.attrib["viewBox"].split()]
    assert float(root.attrib["height"]) == pytest.approx(300 * view[3] / view[2], abs=0.01)


@pytest.mark.parametrize("mark", ["targets", "highlights", "arrows", "last_move"])
def test_marks_off_the_hive_stay_inside_the_picture(mark: str) -> None:
    value: Any = {
        "targets": [FAR],
        "highlights": [FAR],
        "arrows": [(ORIGIN, FAR)],
        "last_move": (FAR, ORIGIN),
    }[mark]
    root = ElementTree.fromstring(draw_svg(BOARD, **{mark: value}))
    left, _, wide, _ = (float(number) for number in root.attrib["viewBox"].split())
    assert left + wide > 7 * 40 * 3**0.5 + 34


@pytest.mark.parametrize(
    "option",
    [
        {"orientation": "flat"},
        {"theme": "dark"},
        {"theme": "contrast"},
        {"labels": "names"},
        {"targets": [ORIGIN]},
        {"targets": [Cell(0, 1)]},
        {"highlights": [ORIGIN]},
        {"arrows": [(ORIGIN, NORTH_EAST)]},
        {"last_move": (None, ORIGIN)},
        {"background": False},
    ],
)
def test_every_option_can_be_seen(option: dict[str, Any]) -> None:
    assert pixels(draw_svg(BOARD)) != pixels(draw_svg(BOARD, **option))


def test_an_empty_board_is_one_empty_cell() -> None:
    root = ElementTree.fromstring(draw_svg(Stacks({})))
    assert len(list(root.iter(SVG + "polygon"))) == 1


def test_a_title_is_escaped() -> None:
    title = 'Anna & "Bert" <3 o\'clock'
    root = ElementTree.fromstring(draw_svg(BOARD, title=title))
    assert root.get("aria-label") == title
    assert root.findtext(SVG + "title") == title


def test_a_title_leaves_out_what_xml_cannot_hold() -> None:
    root = ElementTree.fromstring(draw_svg(BOARD, title="A\x00B\x1b\ud800\uffffC"))
    assert root.findtext(SVG + "title") == "ABC"


@pytest.mark.parametrize(
    "option",
    [
        {"theme": "neon"},
        {"labels": "all"},
        {"orientation": "round"},
        {"radius": 0},
        {"radius": float("nan")},
        {"width": -5},
    ],
)
def test_options_that_do_not_exist_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionsError):
        draw_svg(BOARD, **option)


cells = st.builds(Cell, st.integers(-20, 20), st.integers(-20, 20))


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_board_is_drawn_well_formed(data: st.DataObject) -> None:
    pieces = data.draw(st.permutations(ALL_PIECES).map(lambda all_pieces: all_pieces[:12]))
    stacks: dict[Cell, str] = {}
    for piece in pieces:
        cell = data.draw(cells)
        stacks[cell] = f"{stacks.get(cell, '')} {piece.name}"
    svg = draw_svg(
        Stacks(stacks),
        theme=data.draw(st.sampled_from(sorted(THEMES))),
        orientation=data.draw(st.sampled_from(["pointy", "flat"])),
        targets=data.draw(st.lists(cells, max_size=3)),
        highlights=data.draw(st.lists(cells, max_size=3)),
        arrows=data.draw(st.lists(st.tuples(cells, cells), max_size=3)),
    )
    root = ElementTree.fromstring(svg)
    assert sum(1 for _ in root.iter(SVG + "title")) == 1 + len(stacks)
    assert "nan" not in svg
    assert "inf" not in svg


def test_a_position_draws_itself_in_a_notebook() -> None:
    position = Position("Base")
    assert texts(position._repr_svg_(), "title") == ["Hive: 0 white and 0 black pieces in play"]
    position.play("wS1")
    assert "skep-spider" in position._repr_svg_()


def test_a_move_is_marked_as_its_cells_are_and_a_pass_is_not() -> None:
    position = Position.from_game_string(README_GAME)
    last = position.last_move
    assert last is not None
    assert last.target is not None
    marked = draw_svg(position, last_move=last)
    assert marked == draw_svg(position, last_move=(last.origin, last.target))
    assert marked != draw_svg(position, last_move=PASS) == draw_svg(position)


def test_the_picture_in_the_documentation_is_current() -> None:
    """Made by `skep show … --svg docs/pictures/hive.svg --labels none --width 640`."""
    position = Position.from_game_string(README_GAME)
    svg = draw_svg(position, labels="none", width=640, last_move=position.last_move)
    picture = Path(__file__).parents[2] / "docs" / "pictures" / "hive.svg"
    assert picture.read_text(encoding="utf-8") == svg


@pytest.mark.parametrize("proportion", [0.5, 1200 / 630, 4.0])
def test_a_picture_of_a_wanted_proportion_holds_all_of_the_other(proportion: float) -> None:
    position = Position("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        position.play(text)

    def box(text: str) -> list[float]:
        return [float(part) for part in ElementTree.fromstring(text).attrib["viewBox"].split()]

    x, y, wide, high = box(draw_svg(position))
    left, top, wider, higher = box(draw_svg(position, proportion=proportion))
    assert wider / higher == pytest.approx(proportion, rel=0.01)
    assert left <= x
    assert top <= y
    assert (wider, higher) >= (wide - 0.1, high - 0.1)
    assert left + wider / 2 == pytest.approx(x + wide / 2, abs=0.1)
    with pytest.raises(InvalidOptionsError):
        draw_svg(position, proportion=0)


def test_a_picture_speaks_the_language_it_is_asked_for() -> None:
    assert "<title>Hive: 0 white and 0 black pieces" in draw_svg(Position("Base"))
    assert "<title>[Hívé: 0 whíté áñd 0" in draw_svg(Position("Base"), words=words_in("xx"))


def test_reserves_stand_above_and_below() -> None:
    position = Position("Base+MLP")
    for text in ("wA1", "bS1 wA1-", "wQ -wA1", "bQ bS1-"):
        position.play(text)
    plain = ElementTree.fromstring(draw_svg(position))
    full = ElementTree.fromstring(draw_svg(position, reserves=True))
    assert tile_count(full) == 28
    assert tile_count(plain) == 4
    x, y, wide, high = (float(word) for word in full.attrib["viewBox"].split())
    before = [float(word) for word in plain.attrib["viewBox"].split()]
    assert high > 2 * before[3]  # a row above and one below
    assert x <= before[0]
    assert wide >= before[2]
    assert y < before[1]
    assert draw_svg(position, reserves=True) == draw_svg(position, reserves=True)
    with pytest.raises(InvalidOptionsError, match="with reserves"):
        draw_svg(Stacks({ORIGIN: "wA1"}), reserves=True)


def tile_count(picture: ElementTree.Element) -> int:
    """Every tile is drawn twice: its rim and its face."""
    uses = [use.attrib["href"] for use in picture.iter(f"{SVG}use")]
    return sum(href in ("#skep-tile-white", "#skep-tile-black") for href in uses) // 2


def test_no_row_for_an_empty_reserve() -> None:
    position = Position("Base")
    chance = Random(3)
    while position.reserve(Color.WHITE) and position.outcome() is None:
        moves = [move for move in position.legal_moves if move.is_placement]
        position.play(chance.choice(moves or list(position.legal_moves)))
    assert not position.reserve(Color.WHITE)
    left = len(position.reserve(Color.BLACK))
    picture = ElementTree.fromstring(draw_svg(position, reserves=True))
    assert tile_count(picture) == len(position.pieces) + left
