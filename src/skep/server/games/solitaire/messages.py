"""What travels of the solitaire alone: what the player asks, what is told, and what is seen.

The log holds other values, see `log`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from skep.laruche.grades import Grade
from skep.laruche.plain import TileText
from skep.laruche.solo_events import ClockStarted, ClockStopped
from skep.protocol import Coordinate, Ending, Left, Outage, Returned, Started

__all__ = ["Command", "Event", "SolitaireStatus", "SolitaireView", "Status", "View"]


class Put(msgspec.Struct, frozen=True, tag_field="kind", tag="put"):
    """Solitaire: lay a tile, bee up."""

    cell: tuple[Coordinate, Coordinate]
    pose: TileText


class TakeBack(msgspec.Struct, frozen=True, tag_field="kind", tag="take_back"):
    """Solitaire: take a tile back with those that cannot lie without it; by default the last."""

    cell: tuple[Coordinate, Coordinate] | None = None


class AskHint(msgspec.Struct, frozen=True, tag_field="kind", tag="ask_hint"):
    """Solitaire: ask for a placement from which a solution exists."""


class StopClock(msgspec.Struct, frozen=True, tag_field="kind", tag="stop_clock"):
    """Solitaire: the page is not shown, or the player pauses. Nothing is laid meanwhile."""


class StartClock(msgspec.Struct, frozen=True, tag_field="kind", tag="start_clock"):
    """Solitaire: the page is shown again."""


class GiveUp(msgspec.Struct, frozen=True, tag_field="kind", tag="give_up"):
    """Solitaire: end the attempt."""


Command = Put | TakeBack | AskHint | StopClock | StartClock | GiveUp


class PutDown(msgspec.Struct, frozen=True, tag_field="kind", tag="put_down"):
    cell: tuple[int, int]
    pose: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="taken_back"):
    """`cell` is the one asked for; the effects name every tile that was lifted."""

    cell: tuple[int, int] | None = None


class HintAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="hint_asked"):
    pass


class GivenUp(msgspec.Struct, frozen=True, tag_field="kind", tag="given_up"):
    pass


Event = (
    Started
    | PutDown
    | TakenBack
    | HintAsked
    | ClockStopped
    | ClockStarted
    | GivenUp
    | Left
    | Returned
    | Outage
)


class SolitaireStatus(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    """What any event may change.

    While the clock runs the time is `counted_ms` and what has passed since `running_since_ms`;
    `time_ms` is the time of the result, and `share` the text to send to others, both at the end.
    `taken_hints` are the placements that were hints.
    """

    hand: list[str]
    start_ms: int
    undos: int
    hints: int
    solved: bool
    time_ms: int | None
    outcome: Ending | None
    now_ms: int = 0
    laid: int = 0
    joins: int = 0
    counted_ms: int = 0
    running_since_ms: int | None = None
    taken_hints: list[tuple[tuple[int, int], str]] = []
    share: str | None = None


class SolitaireView(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    """The attempt as it stands, and what was dealt.

    `tiles` are in the order of the deal, `deal` names them in a link. `best` is the most joins
    with which they can be laid, unknown in games of version 1 that had many tiles.
    """

    table: list[tuple[tuple[int, int], str]]  # cell and pose, in the order laid
    shape: list[tuple[int, int]] | None  # the silhouette to fill
    status: SolitaireStatus
    tiles: list[str] = []
    deal: str = ""
    grade: Grade | None = None
    best: int | None = None
    reading: Literal["third", "fourth"] = "third"
    strict: bool = False
    silhouette: str = "none"
    day: str | None = None  # as 2026-11-16
    number: int | None = None  # of the day, from 1


Status = SolitaireStatus
View = SolitaireView
