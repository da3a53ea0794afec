"""How a position is given on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skep.hive.options import OpeningQueen
    from skep.hive.position import Position

__all__ = ["read_position"]


def read_position(text: str, *, opening_queen: OpeningQueen = "forbidden") -> Position:
    """A game type (`Base+MLP`), a GameString, or a set-up (`Base;White[2];wS1@0,0;…`)."""
    from skep.hive.options import HiveOptions
    from skep.hive.position import Position
    from skep.hive.setup import Setup

    if "@" not in text:
        return Position.from_game_string(text, opening_queen=opening_queen)
    setup = Setup.parse(text)
    options = HiveOptions.parse(setup.options.game_type, opening_queen=opening_queen)
    return Position.from_setup(Setup.parse(text, options=options))
