"""The board drawn as text."""

from tests.hive.arrangements import position_after

from skep.hive.drawing import draw_text
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
