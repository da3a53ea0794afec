"""How colours and directions are called, and what is said when a tile cannot lie somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from skep.laruche.refusals import Refusal
from skep.words import ENGLISH, N_, NP_, Words

__all__ = ["COLOR_NAMES", "DIRECTION_NAMES", "EDGE", "GRADE_NAMES", "SENTENCES", "mismatch_words"]

# The context and the English text, as `Words.noun` takes them.
_Name = tuple[str, str]

COLOR_NAMES: Final[Mapping[str, _Name]] = MappingProxyType(
    {
        "R": NP_("colour", "red"),
        "O": NP_("colour", "orange"),
        "Y": NP_("colour", "yellow"),
        "G": NP_("colour", "green"),
        "B": NP_("colour", "blue"),
        "V": NP_("colour", "violet"),
    }
)
# counterclockwise from the east
DIRECTION_NAMES: Final[tuple[_Name, ...]] = (
    NP_("direction", "east"),
    NP_("direction", "north-east"),
    NP_("direction", "north-west"),
    NP_("direction", "west"),
    NP_("direction", "south-west"),
    NP_("direction", "south-east"),
)
GRADE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard"), "expert": N_("expert")}
)
# What table, lesson, solitaire and terminal say alike. Where a page knows more, it says more.
SENTENCES: Final[Mapping[Refusal, str]] = MappingProxyType(
    {
        Refusal.TAKEN: N_("A tile lies there already."),
        Refusal.MISMATCH: N_("It does not fit: {edges}."),
        Refusal.TOO_MANY_NEIGHBOURS: N_("Here it may touch only one tile."),
        Refusal.OUTSIDE_SHAPE: N_("Lay it inside of the shape."),
        Refusal.BEE_DOWN: N_("In the solitaire every tile lies bee up."),
        Refusal.DEAD_START: N_("Nobody could go on from there. Lay it elsewhere."),
        Refusal.NOT_YOUR_TILE: N_("That tile is not in your hand."),
        Refusal.NOT_YOUR_TURN: N_("It is not your turn."),
        Refusal.NOT_SOLVABLE: N_("From here it cannot be solved any more. Take something back."),
    }
)
# NOTE: one edge at which a tile does not fit: its own colour there, and that of its neighbour
EDGE: Final = N_("{direction} {own} meets {theirs}")


def mismatch_words(edges: list[tuple[int, str, str]], words: Words = ENGLISH) -> str:
    """Which edges differ: direction, own colour, their colour.

    >>> mismatch_words([(0, "R", "B")])
    'It does not fit: east red meets blue.'
    """
    differing = [
        words.gettext(EDGE).format(
            direction=words.noun(DIRECTION_NAMES[direction]),
            own=words.noun(COLOR_NAMES[own]),
            theirs=words.noun(COLOR_NAMES[theirs]),
        )
        for direction, own, theirs in edges
    ]
    return words.gettext(SENTENCES[Refusal.MISMATCH]).format(edges=words.listed(differing))
