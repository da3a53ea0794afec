"""What pages of the school are sent, and what they send."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from skep.school import Action, Verdict
from skep.school.actions import CellPair
from skep.school.progress import Progress, StepResult

__all__ = [
    "HiveStage",
    "Judge",
    "Judged",
    "LaRucheStage",
    "LearnedLesson",
    "LessonTold",
    "SchoolProgress",
    "Stage",
    "StepTold",
]

Short = Annotated[str, msgspec.Meta(max_length=40)]
MOST_ACTIONS = 60


class HiveStage(msgspec.Struct, frozen=True, tag="hive", tag_field="game"):
    """A position as a board takes it: pieces with cell and level, targets with their kind."""

    pieces: list[tuple[str, int, int, int]]
    reserves: dict[str, list[str]]
    turn: Literal["w", "b"]
    targets: list[tuple[str, int, int, str]]
    pinned: list[str]
    set: str
    stuck: dict[str, Verdict]  # what cannot be played now, though it is its turn, and why


class LaRucheStage(msgspec.Struct, frozen=True, tag="laruche", tag_field="game"):
    tiles: list[tuple[int, int, str]]
    hand: list[str]
    spots: list[CellPair]  # where a tile may be tried
    others: list[int]  # how many tiles the other players have


Stage = HiveStage | LaRucheStage


class StepTold(msgspec.Struct, frozen=True):
    """A step at its beginning. `answers` are names: moves, rule codes, or who has won."""

    id: str
    wants: str  # play, tap, choose, lay or give
    task: str  # by its name: a win is asked for otherwise than a move
    par: int
    say: str
    hint: str
    done: str
    miss: str
    stage: Stage
    marked: list[CellPair]
    about: str  # the piece that is asked about, if it is one
    answers: list[str]
    asked: list[CellPair]  # where the moves go that are asked about: one for each answer, or one
    turns_over: bool  # La Ruche: may tiles be laid on either face?


class LessonTold(msgspec.Struct, frozen=True):
    game: str
    course: str
    lesson: str
    title: str
    about: str
    steps: list[StepTold]
    following: list[str] | None  # course and lesson, and the step where only that is repeated
    coached: bool  # a game beside a coach follows
    is_repeated: bool = False  # one step that was missed before


class Judge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The actions that were right so far, and one more."""

    course: Short
    lesson: Short
    step: Short
    actions: Annotated[tuple[Action, ...], msgspec.Meta(max_length=MOST_ACTIONS)]
    show: bool = False  # what would be right next


class Judged(msgspec.Struct, frozen=True):
    verdict: Verdict | None
    stage: Stage
    found: list[CellPair]
    shown: Action | None = None
    line: list[str] = []  # what is shown, to the win: moves of both sides


class LearnedLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a lesson went, step by step."""

    course: Short
    lesson: Short
    steps: Annotated[tuple[StepResult, ...], msgspec.Meta(max_length=12)]


class SchoolProgress(msgspec.Struct, frozen=True):
    progress: Progress
