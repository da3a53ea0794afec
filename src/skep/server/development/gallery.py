"""Positions that show every state of the board, for the development gallery and the home page."""

from __future__ import annotations

from functools import cache
from typing import Any

from skep.server.games.hive.page import line_of_text, sample

__all__ = ["gallery_data"]

_POSITIONS = {
    "stacks": (
        r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"
    ),
    "opening": "Base+MLP;NotStarted;White[1]",
    "middle": (
        r"Base+MLP;InProgress;White[1];wG1;bL wG1-;wG2 /wG1;bM bL-;wA1 -wG1;bP bL\;"
        r"wQ \wG1;bQ bM\;wA1 bQ-;bM wA1-;wA2 -wG2;bM \wA2;wA3 wA2\;bB1 /bP;wA3 bQ\;"
        r"bB1 wG1\;wM wA2\;bL wQ/;wM \wA1;bA1 bB1\;wA3 bA1\;bB2 \bL;wL wA1/;bB2 -bL;"
        r"wL bQ\;bA2 \bL;wS1 wA1/;bA2 wA3\;wB1 \wS1;bA3 \bL;wB2 -wB1;bA3 \bP;wS2 wA2\;"
        r"bB2 wQ;wG3 wS2\;bG1 -bL;wG3 \bM;bA3 bL\;wP /wA2;bA2 /wL"
    ),
}


@cache
def gallery_data() -> dict[str, dict[str, Any]]:
    """Name → the same fields that a page gets for a real game."""
    made_up = {name: line_of_text(text) for name, text in _POSITIONS.items()}
    return {"sample": sample(), **made_up}
