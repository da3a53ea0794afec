"""What players do (commands), what time does, and what follows from both (effects).

All are frozen values that msgspec writes and reads as they are; each names its `kind`, and these
names are for ever. Commands are what a log holds; effects are derived from them by the rules and
are for showing. Both may hold what a seat must not know: `views` cuts it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from skep.geometry import Cell
from skep.laruche.plain import (
    Milliseconds,
    Plain,
    RoundNumber,
    SeatNumber,
    TileText,
    check_cell,
    check_tile,
    from_plain,
    to_dict,
)
from skep.laruche.tiles import ColorLetter, Placement, Pose
from skep.words import N_

__all__ = [
    "AskPause",
    "Away",
    "Back",
    "Command",
    "Dealt",
    "Differing",
    "Effect",
    "GiftDue",
    "GiftLapsed",
    "Give",
    "Given",
    "Join",
    "Joined",
    "Laid",
    "Lay",
    "MatchEnded",
    "Missed",
    "Outage",
    "PauseAsked",
    "Paused",
    "PlayBegan",
    "Ready",
    "Resume",
    "Resumed",
    "Resuming",
    "RoundEnded",
    "RoundEnding",
    "StandIn",
    "TimePassed",
    "Turn",
    "command_from_dict",
    "to_dict",
]


RoundEnding = Literal["emptied", "blocked", "stalled"]


class Lay(Plain, frozen=True):
    """A seat lays a tile. The pose tells which tile, which face and how it is turned."""

    seat: SeatNumber
    round: RoundNumber
    cell: Cell
    pose: TileText

    def __post_init__(self) -> None:
        check_cell(self.cell)
        check_tile(self.pose)

    @classmethod
    def of(cls, seat: int, round_: int, placement: Placement) -> Lay:
        """The command that lays a tile so."""
        return cls(seat, round_, placement.cell, placement.pose.name)

    @property
    def placement(self) -> Placement:
        """Where and how the tile is laid."""
        return Placement(self.cell, Pose.parse(self.pose))


class Give(Plain, frozen=True):
    """A seat gives a tile away. Only giver and receiver are told which (others see None)."""

    seat: SeatNumber
    round: RoundNumber
    tile: TileText | None
    to: SeatNumber

    def __post_init__(self) -> None:
        if self.tile is not None:
            check_tile(self.tile)


class Ready(Plain, frozen=True):
    """A seat is ready for the next round."""

    seat: SeatNumber


class AskPause(Plain, frozen=True):
    """A seat asks for a pause; once all have asked, the match pauses."""

    seat: SeatNumber


class Resume(Plain, frozen=True):
    """A seat ends the pause: a short countdown begins."""

    seat: SeatNumber


class Away(Plain, frozen=True):
    """A player's connection is gone."""

    seat: SeatNumber


class Back(Plain, frozen=True):
    """A player is there again."""

    seat: SeatNumber


class Join(Plain, frozen=True):
    """A newcomer takes a new seat between two rounds."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    bot: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    handicap_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0
    show: bool = False


class TimePassed(Plain, frozen=True):
    """Time alone changes something: sent when `next_deadline_ms` has come."""


class Outage(Plain, frozen=True):
    """The table was out of reach for everyone: this time counts for no clock."""

    from_ms: Milliseconds
    to_ms: Milliseconds


Command = (
    Lay | Give | Ready | AskPause | Resume | Away | Back | Join | TimePassed | Outage
)  # what a log holds


class Dealt(Plain, frozen=True):
    """A round (or, after a dead start, the same round again) is dealt."""

    round: RoundNumber
    first: SeatNumber
    hands: tuple[tuple[TileText, ...] | None, ...]  # None for a hand that one may not see
    redeal: bool


class Turn(Plain, frozen=True):
    """A seat must lay a tile by a single edge, or the table does it then."""

    seat: SeatNumber
    until_ms: Milliseconds


class PlayBegan(Plain, frozen=True):
    """The set-up is done (or the table is unblocked): everyone plays at will."""


class Laid(Plain, frozen=True):
    """A tile now lies. `by_table`: the seat's time was up and the table did it."""

    seat: SeatNumber
    cell: Cell
    pose: TileText
    contacts: int
    by_table: bool


class Differing(NamedTuple):
    """An edge that does not match: its direction (0 to 5, counterclockwise from the east)."""

    direction: int
    own: ColorLetter
    theirs: ColorLetter


class Missed(Plain, frozen=True):
    """A tile was sent to a spot that it does not fit; the seat lays none until then.

    The tile is still in the hand, so only its owner is told which it was (others see no pose and
    no edges).
    """

    seat: SeatNumber
    cell: Cell
    pose: TileText | None
    edges: tuple[Differing, ...]
    until_ms: Milliseconds


class GiftDue(Plain, frozen=True):
    """A seat has tiles to give away until a time."""

    seat: SeatNumber
    count: int
    until_ms: Milliseconds


class Given(Plain, frozen=True):
    """A tile has been given away."""

    seat: SeatNumber
    to: SeatNumber
    tile: TileText | None


class GiftLapsed(Plain, frozen=True):
    """The time to give a tile away has passed."""

    seat: SeatNumber
    count: int


class RoundEnded(Plain, frozen=True):
    """A hand is empty, or nothing fits, or nothing was laid for too long."""

    round: RoundNumber
    reason: RoundEnding
    counts: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]


class MatchEnded(Plain, frozen=True):
    """The match is over."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class StandIn(Plain, frozen=True):
    """A bot plays for an absent player, or (active false) no longer does."""

    seat: SeatNumber
    active: bool


class PauseAsked(Plain, frozen=True):
    """Somebody asks for a pause."""

    seat: SeatNumber


class Paused(Plain, frozen=True):
    """The match stands still."""


class Resuming(Plain, frozen=True):
    """The pause ends then: until that moment all look, and nobody lays."""

    until_ms: Milliseconds


class Resumed(Plain, frozen=True):
    """Clocks go on; every deadline has moved by so much."""

    shift_ms: int


class Joined(Plain, frozen=True):
    """Somebody has come to the table."""

    seat: SeatNumber
    name: str


Effect = (
    Dealt
    | Turn
    | PlayBegan
    | Laid
    | Missed
    | GiftDue
    | Given
    | GiftLapsed
    | RoundEnded
    | MatchEnded
    | StandIn
    | PauseAsked
    | Paused
    | Resuming
    | Resumed
    | Joined
)


def command_from_dict(plain: Any, *, strict: bool = True) -> Command:
    """Read a command; with `strict` off, numbers may be written as text.

    >>> plain = to_dict(Lay(0, 1, Cell(2, -1), "GBVROY"))
    >>> plain
    {'kind': 'lay', 'seat': 0, 'round': 1, 'cell': (2, -1), 'pose': 'GBVROY'}
    >>> command_from_dict(plain).placement.pose.tile
    Tile(ROYGBV)
    """
    command: Command = from_plain(
        plain, Command, N_("not a command of La Ruche: {problem}"), strict
    )
    return command
