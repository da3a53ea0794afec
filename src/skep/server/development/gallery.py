"""Positions that show every state of the board, for the development gallery and the home page."""

from __future__ import annotations

from functools import cache
from typing import Any

from skep.hive import Position
from skep.hive.notation import format_move
from skep.server.games.hive.questions import look_at

__all__ = ["gallery_data"]

_POSITIONS = {
    # A whole game between two of our engines, shown on the home page when nobody plays in public.
    "sample": (
        r"Base+MLP;InProgress;White[1];wM;bG1 \wM;wA1 /wM;bP -bG1;wQ wM-;bM \bG1;wP wM\;"
        r"bQ -bM;wA1 \bQ;bB1 bG1/;wA2 /wM;bM wP\;wA2 /bQ;bM wQ\;wA3 /wP;wA2 bP\;wA3 /wA1;"
        r"wP bM/;wA2 bQ/;bA1 /bP;wB1 -wA1;bA1 wA2/;bM wP-;bA2 /bP;wS1 \wP;bA2 /wA3;"
        r"wS1 bB1/;bA3 /bP;wB1 wA3;bA3 \wA1;wB1 bA2;bS1 /bP;wS2 wS1/;bS1 wM\;wS2 \bA1;"
        r"bB2 bS1\;wB2 -wA3;bS2 /bP;wB2 /bA3;bB2 wQ\;wQ \wP;bA3 wS1\;wQ bA3-;bM wQ\;"
        "wM /bS2;bS1 bB1\\;wB2 wA3;bG2 bP\\;wB2 bQ;bG2 \\wA1;wB1 wA3\\;bA2 \\wQ;wB2 wA2\\"
    ),
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
    return {name: _data(text) for name, text in _POSITIONS.items()}


def _data(text: str) -> dict[str, Any]:
    position = Position.from_game_string(text, opening_queen="allowed")
    replay = Position(position.options)
    moves = []
    for move in position.moves:
        moves.append(format_move(replay, move))
        replay.play_unchecked(move)
    return {
        "moves": moves,
        "game_type": position.options.game_type,
        "opening_queen": "allowed",
        "look": look_at(position),
    }
