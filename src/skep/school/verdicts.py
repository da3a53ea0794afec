"""What the judge says of one action."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

from skep.school.actions import CellPair

__all__ = ["Kind", "SchoolCode", "Verdict"]


# The task is fulfilled; a step towards it; nothing has changed, and it counts as a miss.
Kind = Literal["done", "right", "wrong"]


class SchoolCode(StrEnum):
    """Why an action that no rule of the game forbids is not what the step asks for."""

    OTHER_ACTION = "OTHER_ACTION"  # this step asks for something else: wanted
    OTHER_PIECE = "OTHER_PIECE"  # the step is about another piece: piece
    NOT_THE_TASK = "NOT_THE_TASK"  # allowed, but the task is not fulfilled by it
    NOT_THERE = "NOT_THERE"  # that cell is none of those that are looked for
    FOUND_ALREADY = "FOUND_ALREADY"
    WIN_GONE = "WIN_GONE"  # the win is there in so many moves, but not by this one: moves
    OTHER_ANSWER = "OTHER_ANSWER"
    NOT_IN_HAND = "NOT_IN_HAND"
    DEAD_END = "DEAD_END"  # it fits, but then not every tile of the hand can be laid
    NO_SUCH_PLAYER = "NO_SUCH_PLAYER"
    NOT_THE_LEADER = "NOT_THE_LEADER"  # another player has fewer tiles: player


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """`code` is a rule of Hive, a refusal of La Ruche or a `SchoolCode`; `facts` what it is about.

    `cells` are those that a picture marks. `answered` are moves of the other side that followed.
    """

    kind: Kind
    code: str | None = None
    sentence: str = ""  # in English, of a rule that forbids; pages say it in their language
    facts: dict[str, Any] = {}
    cells: tuple[CellPair, ...] = ()
    answered: tuple[str, ...] = ()

    @property
    def is_wrong(self) -> bool:
        return self.kind == "wrong"
