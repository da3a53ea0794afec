"""Why a move is not allowed: rule codes, their arguments, and the sentences made from them.

The sentences stand in the catalogues; pages and terminal say the same in the reader's language.
`{piece:the}` asks for a form of a name: `Reason.sentence` fills in letters such as wA1, which have
none, a page says "the white ant 1" (see docs/translating.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType
from typing import Any, Final

from skep.geometry import Cell
from skep.hive.names import BUG_NAMES, SIDE_NAMES
from skep.hive.pieces import Bug, Color, Piece
from skep.words import ENGLISH, N_, Noun, Words, plain
from skep.words.nouns import Nouns

__all__ = ["DRAWN", "SENTENCES", "Argument", "Reason", "RuleCode"]

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


SENTENCES: Final[Mapping[RuleCode, str]] = MappingProxyType(
    {
        RuleCode.GAME_OVER: N_("the game is over"),
        RuleCode.CANNOT_PASS: N_("{color} may not pass while it has a legal move"),
        RuleCode.NOT_IN_SET: N_("{piece:the} is not in the set {game_type}"),
        RuleCode.NOT_YOUR_TURN: N_("{piece:the} cannot be played, because {color} is to move"),
        RuleCode.QUEEN_BY_FOURTH: N_("{color} must place its queen by its fourth turn"),
        RuleCode.QUEEN_NOT_PLACED: N_("{color} may not move before its queen is in play"),
        RuleCode.NOT_IN_RESERVE: N_("{piece:the} is already in play"),
        RuleCode.NUMBER_ORDER: N_("{next:the} comes into play before {piece:the}"),
        RuleCode.QUEEN_ON_FIRST_TURN: N_(
            "the queen may not be the first piece of {color} in this game"
        ),
        RuleCode.FIRST_AT_ORIGIN: N_("the first piece of the game goes into the middle"),
        RuleCode.TOUCHES_ENEMY: N_(
            "a new piece may not touch the other colour, here {enemies:the}"
        ),
        RuleCode.TOUCHES_NO_FRIEND: N_("a new piece must touch a piece of its own colour"),
        RuleCode.NOT_IN_PLAY: N_("{piece:the} is not in play yet"),
        RuleCode.NOT_THERE: N_("{piece:the} does not lie on {cell}"),
        RuleCode.SAME_CELL: N_("{piece:the} lies there already"),
        RuleCode.COVERED: N_("{piece:the} cannot move under {cover:the}"),
        RuleCode.JUST_MOVED: N_("{piece:the} was moved on the last turn and must rest on this one"),
        RuleCode.ONE_HIVE: N_("without {piece:the} the hive would fall apart"),
        RuleCode.TOUCHES_NOTHING: N_("{piece:the} would touch no other bug there"),
        RuleCode.CELL_OCCUPIED: N_(
            "{piece:the} needs an empty cell, but {occupant:the} lies there"
        ),
        RuleCode.GATE: N_("{piece:the} does not fit between {left:the} and {right:the}"),
        RuleCode.LOST_CONTACT: N_("{piece:the} would lose touch with the hive on the way"),
        RuleCode.NO_WAY: N_("{piece:the} finds no way there, because the hive closes it off"),
        RuleCode.ONE_STEP: N_("{piece:the} moves as {bug:a}: one step only"),
        RuleCode.NOT_THREE_STEPS: N_(
            "{piece:the} moves as a spider: exactly three steps, and this way takes {steps}"
        ),
        RuleCode.NOT_STRAIGHT: N_("{piece:the} moves as a grasshopper: in a straight line only"),
        RuleCode.NOTHING_TO_JUMP: N_("{piece:the} moves as a grasshopper: over at least one piece"),
        RuleCode.GAP_IN_LINE: N_(
            "{piece:the} moves as a grasshopper: over pieces without a gap, to the first empty cell"
        ),
        RuleCode.LADYBUG_STEPS: N_(
            "{piece:the} moves as a ladybug: two steps on top of the hive, then one down"
        ),
        RuleCode.MOSQUITO_ONLY_MOSQUITOES: N_(
            "{piece:the} touches only mosquitoes and has nothing to copy"
        ),
        RuleCode.THROWER_COVERED: N_("{thrower:the} cannot throw under {cover:the}"),
        RuleCode.THROWER_JUST_MOVED: N_(
            "{thrower:the} was moved on the last turn and cannot throw on this one"
        ),
        RuleCode.THROW_OF_STACK: N_("{thrower:the} throws only a piece that is alone on its cell"),
        RuleCode.THROW_TOO_FAR: N_("{thrower:the} throws only to a cell beside itself"),
    }
)

# The game is also over when no queen is surrounded: the position has stood three times.
DRAWN: Final = N_("the game is drawn, because this position has stood three times")


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

    def sentence(self, words: Words = ENGLISH) -> str:
        """The reason in a language, without a capital and a full stop; pieces as wA1."""
        said = {name: _word(value, words) for name, value in self._arguments}
        drawn = self.code is RuleCode.GAME_OVER and not self["queens"]
        sentence = words.gettext(DRAWN if drawn else SENTENCES[self.code]).format_map(said)
        if self.code is not RuleCode.ONE_HIVE:
            return sentence
        # A page marks them on the board instead: there may be many.
        cut_off = words.ngettext(
            "{cut_off} would be cut off", "{cut_off} would be cut off", len(self["cut_off"])
        )
        # NOTE: the sentence of a rule, and what would be cut off from the hive
        return words.say("{sentence}: {more}", sentence=sentence, more=cut_off.format_map(said))

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        return f"Reason({self.code.name}: {self.sentence()})"


def _word(value: Argument, words: Words) -> Noun | Nouns:
    match value:
        case Color():
            return words.noun(SIDE_NAMES[value])
        case Bug():
            return words.noun(BUG_NAMES[value])
        case Cell():
            return plain(f"({value.q}, {value.r})")
        case tuple():
            return words.nouns([plain(format(_word(part, words))) for part in value])
        case _:
            return plain(str(value))
