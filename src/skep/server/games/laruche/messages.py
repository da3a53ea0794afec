"""What travels of La Ruche alone: what clients ask, what they are told, and what a seat sees.

The log holds other values, see `log`; `telling` makes these of them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from skep.laruche.events import Missed, RoundEnded
from skep.laruche.options import Help
from skep.laruche.plain import TileText
from skep.laruche.views import GiftView, LaidTile, OutcomeView, PlayerView
from skep.protocol import (
    Abort,
    Aborted,
    Coordinate,
    Count,
    Joined,
    Left,
    Outage,
    Returned,
    Seat,
    Started,
    TimePassed,
)

__all__ = [
    "AskPause",
    "Command",
    "Event",
    "Give",
    "Given",
    "LaRucheStatus",
    "LaRucheView",
    "Laid",
    "Lay",
    "PauseAsked",
    "Ready",
    "ReadySaid",
    "Resume",
    "ResumeAsked",
    "Status",
    "View",
]


class Lay(msgspec.Struct, frozen=True, tag_field="kind", tag="lay"):
    """La Ruche: lay a tile of your hand. Carries the round, but no turn: all play at once.

    `pose` is the tile's six colours clockwise from the north-east, as it will lie.
    """

    round: Count
    cell: tuple[Coordinate, Coordinate]
    pose: TileText


class Give(msgspec.Struct, frozen=True, tag_field="kind", tag="give"):
    """La Ruche: give a tile away that a gift allows."""

    round: Count
    tile: TileText
    to: Seat


class Ready(msgspec.Struct, frozen=True, tag_field="kind", tag="ready"):
    """La Ruche: ready for the next round."""


class AskPause(msgspec.Struct, frozen=True, tag_field="kind", tag="ask_pause"):
    """La Ruche: ask for a pause; once all have asked, the match pauses."""


class Resume(msgspec.Struct, frozen=True, tag_field="kind", tag="resume"):
    """La Ruche: end the pause, after a countdown of three seconds for all."""


Command = Lay | Give | Ready | AskPause | Resume | Abort


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid"):
    seat: int
    round: int
    cell: tuple[int, int]
    pose: str


class Given(msgspec.Struct, frozen=True, tag_field="kind", tag="given"):
    """Only the giver and the receiver are told the tile."""

    seat: int
    round: int
    to: int
    tile: str | None = None


class ReadySaid(msgspec.Struct, frozen=True, tag_field="kind", tag="ready_said"):
    seat: int


class PauseAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="pause_asked"):
    seat: int


class ResumeAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="resume_asked"):
    seat: int


Event = (
    Started
    | Laid
    | Missed
    | Given
    | ReadySaid
    | PauseAsked
    | ResumeAsked
    | Left
    | Returned
    | Joined
    | Aborted
    | TimePassed
    | Outage
)


class LaRucheStatus(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    """What any event may change. `hand`, `gifts` and `help` are the looking seat's own."""

    phase: Literal["waiting", "setup", "play", "unblock", "break", "over"]
    round: int
    rounds: int
    now_ms: int
    next_deadline_ms: int | None
    turn: int | None  # whose turn it is in the set-up or to unblock
    turn_until_ms: int | None
    paused: bool
    resumes_ms: int | None  # when a pause that is being ended is over
    pause_asked: tuple[int, ...]
    ready: tuple[int, ...]
    hand: tuple[str, ...]
    help: Help
    gifts: tuple[GiftView, ...]
    players: tuple[PlayerView, ...]
    results: tuple[RoundEnded, ...]
    outcome: OutcomeView | None


class LaRucheView(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    table: tuple[LaidTile, ...]
    status: LaRucheStatus


Status = LaRucheStatus
View = LaRucheView
