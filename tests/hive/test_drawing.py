"""The board drawn as text."""

from xml.etree import ElementTree

from tests.hive.arrangements import position_after

from skep.hive import Position
from skep.hive.drawing import draw_moving, draw_text
from skep.hive.options import HiveOptions
from skep.hive.reference import ReferencePosition

DRAWN = """\
Base, turn 5, white to move
                  ·     ·     ·     ·
   ·     ·     ·     bQ    bA1   bA2   ·
·     wQ    wB1×2 bS1   ·     ·     ·
   ·     ·     ·     ·
stack, bottom to top: wS1 wB1
white in hand: S2 B2 G1 G2 G3 A1 A2 A3
black in hand: S2 B1 B2 G1 G2 G3 A3"""


def test_a_position_with_a_stack() -> None:
    position = position_after(
        r"Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wB1 \wS1;bA1 bQ-;wB1 wS1;bA2 bA1-"
    )
    assert draw_text(position) == DRAWN


def test_an_empty_table() -> None:
    assert draw_text(ReferencePosition(HiveOptions())).splitlines()[1] == "(no piece in play)"


def test_a_moving_picture_goes_the_whole_way_and_stands_still_where_no_motion_is_wanted() -> None:
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    move = position.parse_move(r"wQ \wS1")
    text = draw_moving(position, position.path_of(move))
    root = ElementTree.fromstring(text)
    style = "".join(root.itertext())
    assert style.count("transform:translate") == 2 + 2  # both cells of the way, and a rest at each
    assert "prefers-reduced-motion:no-preference" in style
    walkers = [node for node in root.iter() if node.get("class") == "walker"]
    assert len(walkers) == 1
    tiles = [node for node in root.iter() if node.tag.endswith("title")]
    assert sorted(node.text or "" for node in tiles) == ["", "bQ", "bS1", "wQ", "wS1"]
