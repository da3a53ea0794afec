"""What travels of La Ruche alone."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

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

__all__ = ["Command", "Event", "LaRucheStatus", "LaRucheView", "Status", "View"]

TileText = Annotated[str, msgspec.Meta(min_length=6, max_length=6)]


class Lay(msgspec.Struct, frozen=True, tag_field="kind", tag="lay"):
    """La Ruche: lay a tile of your hand. Carries the round, but no turn: all play at once.

    `pose` is the tile's six colours clockwise from the east, as it will lie.
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
    """La Ruche: end the pause."""


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


class Gift(msgspec.Struct, frozen=True):
    """A gift of yours that is still due."""

    kind: str
    left: int
    until_ms: int
    bound_to: int | None


class Player(msgspec.Struct, frozen=True):
    name: str
    bot: int | None
    handicap_ms: int
    count: int  # tiles in hand
    points: int
    ready_ms: int
    away: bool
    stand_in: bool


class MatchOutcome(msgspec.Struct, frozen=True):
    totals: list[int]
    ranks: list[int]


class LaRucheStatus(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    phase: str
    round: int
    rounds: int
    now_ms: int
    next_deadline_ms: int | None
    turn: int | None  # whose turn it is in the set-up
    turn_until_ms: int | None
    paused: bool
    pause_asked: list[int]
    ready: list[int]
    hand: list[str]  # your own
    gifts: list[Gift]
    players: list[Player]
    results: list[dict[str, Any]]
    outcome: MatchOutcome | None


class LaRucheView(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    table: list[tuple[tuple[int, int], str]]  # cell and pose
    status: LaRucheStatus


Status = LaRucheStatus
View = LaRucheView
