"""Why a move is not allowed: rule codes, their arguments, and the sentences made from them.

The sentences are gettext message ids with named placeholders. `Reason.sentence` takes the function
that translates them; the words that are put in (colours, bugs) go through it too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType
from typing import Any, Final

from skep.geometry import Cell
from skep.hive.pieces import Bug, Color, Piece

__all__ = ["SENTENCES", "Argument", "Reason", "RuleCode"]

Argument = (
    Piece | Color | Bug | Cell | int | str | tuple[Piece, ...] | tuple[Cell, ...]
    | tuple[tuple[Cell, ...], ...]
)  # fmt: skip


@unique
class RuleCode(Enum):
    """One code per rule that can forbid a move; tests, protocols and pages all use them."""

    # the turn
    GAME_OVER = "GAME_OVER"
    CANNOT_PASS = "CANNOT_PASS"
    NOT_IN_SET = "NOT_IN_SET"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    QUEEN_BY_FOURTH = "QUEEN_BY_FOURTH"
    QUEEN_NOT_PLACED = "QUEEN_NOT_PLACED"
    # placing
    NOT_IN_RESERVE = "NOT_IN_RESERVE"
    NUMBER_ORDER = "NUMBER_ORDER"
    QUEEN_ON_FIRST_TURN = "QUEEN_ON_FIRST_TURN"
    FIRST_AT_ORIGIN = "FIRST_AT_ORIGIN"
    TOUCHES_ENEMY = "TOUCHES_ENEMY"
    TOUCHES_NO_FRIEND = "TOUCHES_NO_FRIEND"
    # moving, whatever the bug
    NOT_IN_PLAY = "NOT_IN_PLAY"
    NOT_THERE = "NOT_THERE"
    SAME_CELL = "SAME_CELL"
    COVERED = "COVERED"
    JUST_MOVED = "JUST_MOVED"
    ONE_HIVE = "ONE_HIVE"
    TOUCHES_NOTHING = "TOUCHES_NOTHING"
    CELL_OCCUPIED = "CELL_OCCUPIED"
    GATE = "GATE"
    LOST_CONTACT = "LOST_CONTACT"
    NO_WAY = "NO_WAY"
    # the ways of moving
    ONE_STEP = "ONE_STEP"
    NOT_THREE_STEPS = "NOT_THREE_STEPS"
    NOT_STRAIGHT = "NOT_STRAIGHT"
    NOTHING_TO_JUMP = "NOTHING_TO_JUMP"
    GAP_IN_LINE = "GAP_IN_LINE"
    LADYBUG_STEPS = "LADYBUG_STEPS"
    MOSQUITO_ONLY_MOSQUITOES = "MOSQUITO_ONLY_MOSQUITOES"
    # throwing
    THROWER_COVERED = "THROWER_COVERED"
    THROWER_JUST_MOVED = "THROWER_JUST_MOVED"
    THROW_OF_STACK = "THROW_OF_STACK"
    THROW_TOO_FAR = "THROW_TOO_FAR"

    def __repr__(self) -> str:
        return f"<RuleCode.{self.name}>"


def N_(message: str) -> str:  # noqa: N802 (the name that gettext's tools look for)
    """Mark a message for extraction; it is translated when the sentence is made."""
    return message


SENTENCES: Final[Mapping[RuleCode, str]] = MappingProxyType(
    {
        RuleCode.GAME_OVER: N_("the game is over (surrounded: {queens})"),
        RuleCode.CANNOT_PASS: N_("{color} may not pass while it has a legal move"),
        RuleCode.NOT_IN_SET: N_("{piece} is not in the set {game_type}"),
        RuleCode.NOT_YOUR_TURN: N_("{piece} cannot be played, because {color} is to move"),
        RuleCode.QUEEN_BY_FOURTH: N_("{color} must place its queen by its fourth turn"),
        RuleCode.QUEEN_NOT_PLACED: N_("{color} may not move before its queen is in play"),
        RuleCode.NOT_IN_RESERVE: N_("{piece} is already in play"),
        RuleCode.NUMBER_ORDER: N_("{next} comes into play before {piece}"),
        RuleCode.QUEEN_ON_FIRST_TURN: N_(
            "the queen may not be the first piece of {color} in this game"
        ),
        RuleCode.FIRST_AT_ORIGIN: N_("the first piece of the game lies at the origin"),
        RuleCode.TOUCHES_ENEMY: N_("a new piece may not touch the other colour, here {enemies}"),
        RuleCode.TOUCHES_NO_FRIEND: N_("a new piece must touch a piece of its own colour"),
        RuleCode.NOT_IN_PLAY: N_("{piece} is not in play yet"),
        RuleCode.NOT_THERE: N_("{piece} does not lie on {cell}"),
        RuleCode.SAME_CELL: N_("{piece} lies there already"),
        RuleCode.COVERED: N_("{piece} cannot move under {cover}"),
        RuleCode.JUST_MOVED: N_("{piece} was moved on the last turn and must rest on this one"),
        RuleCode.ONE_HIVE: N_(
            "without {piece} the hive would fall apart: {cut_off} would be cut off"
        ),
        RuleCode.TOUCHES_NOTHING: N_("{piece} would not touch the hive there"),
        RuleCode.CELL_OCCUPIED: N_("{piece} needs an empty cell, but {occupant} lies there"),
        RuleCode.GATE: N_("{piece} does not fit between {left} and {right}"),
        RuleCode.LOST_CONTACT: N_("{piece} would lose touch with the hive on the way"),
        RuleCode.NO_WAY: N_("{piece} finds no way there, because the hive closes it off"),
        RuleCode.ONE_STEP: N_("{piece} moves as a {bug}: one step only"),
        RuleCode.NOT_THREE_STEPS: N_(
            "{piece} moves as a spider: exactly three steps, and this way takes {steps}"
        ),
        RuleCode.NOT_STRAIGHT: N_("{piece} moves as a grasshopper: in a straight line only"),
        RuleCode.NOTHING_TO_JUMP: N_("{piece} moves as a grasshopper: over at least one piece"),
        RuleCode.GAP_IN_LINE: N_(
            "{piece} moves as a grasshopper: over pieces without a gap, to the first empty cell"
        ),
        RuleCode.LADYBUG_STEPS: N_(
            "{piece} moves as a ladybug: two steps on top of the hive, then one down"
        ),
        RuleCode.MOSQUITO_ONLY_MOSQUITOES: N_(
            "{piece} touches only mosquitoes and has nothing to copy"
        ),
        RuleCode.THROWER_COVERED: N_("{thrower} cannot throw under {cover}"),
        RuleCode.THROWER_JUST_MOVED: N_(
            "{thrower} was moved on the last turn and cannot throw on this one"
        ),
        RuleCode.THROW_OF_STACK: N_("{thrower} throws only a piece that is alone on its cell"),
        RuleCode.THROW_TOO_FAR: N_("{thrower} throws only to a cell beside itself"),
    }
)

# The game is also over when no queen is surrounded: the position has stood three times.
_DRAWN: Final = N_("the game is drawn, because this position has stood three times")

_COLORS: Final = {Color.WHITE: N_("white"), Color.BLACK: N_("black")}
_BUGS: Final = {
    Bug.QUEEN: N_("queen"),
    Bug.SPIDER: N_("spider"),
    Bug.BEETLE: N_("beetle"),
    Bug.GRASSHOPPER: N_("grasshopper"),
    Bug.ANT: N_("ant"),
    Bug.MOSQUITO: N_("mosquito"),
    Bug.LADYBUG: N_("ladybug"),
    Bug.PILLBUG: N_("pillbug"),
}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Reason:
    """The rule that forbids a move, with the pieces and cells that it is about.

    >>> reason = Reason(RuleCode.QUEEN_NOT_PLACED, color=Color.WHITE)
    >>> reason
    Reason(QUEEN_NOT_PLACED: white may not move before its queen is in play)
    >>> reason["color"]
    <Color.WHITE>
    """

    code: RuleCode
    _arguments: tuple[tuple[str, Argument], ...]

    def __init__(self, code: RuleCode, **arguments: Argument) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_arguments", tuple(sorted(arguments.items())))

    @property
    def arguments(self) -> dict[str, Argument]:
        """Everything the sentence names, and the cells that a drawing would mark."""
        return dict(self._arguments)

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    def sentence(self, translate: Callable[[str], str] = str) -> str:
        """The reason in words, without a full stop."""
        words = {name: _word(value, translate) for name, value in self._arguments}
        drawn = self.code is RuleCode.GAME_OVER and not self["queens"]
        return translate(_DRAWN if drawn else SENTENCES[self.code]).format_map(words)

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        return f"Reason({self.code.name}: {self.sentence()})"


def _word(value: Argument, translate: Callable[[str], str]) -> str:
    match value:
        case Color():
            return translate(_COLORS[value])
        case Bug():
            return translate(_BUGS[value])
        case Cell():
            return f"({value.q}, {value.r})"
        case tuple():
            return ", ".join(_word(part, translate) for part in value)
        case _:
            return str(value)
