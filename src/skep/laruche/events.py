"""What players do (commands), what time does, and what follows from both (effects).

All are frozen values with a plain form for JSON: `to_dict` and `command_from_dict`. Commands are
what a log holds; effects are derived from them by the rules and are for showing.
"""

from __future__ import annotations

from typing import Any

from skep.geometry import Cell
from skep.laruche.plain import Plain, from_plain, to_dict
from skep.laruche.tiles import Pose, Tile

__all__ = [
    "AskPause",
    "Away",
    "Back",
    "Command",
    "Dealt",
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
    "Outage",
    "PauseAsked",
    "Paused",
    "PlayBegan",
    "Ready",
    "Resume",
    "Resumed",
    "RoundEnded",
    "StandIn",
    "TimePassed",
    "Turn",
    "command_from_dict",
    "to_dict",
]


class Lay(Plain, frozen=True):
    """A seat lays a tile. The pose tells which tile, which face and how it is turned."""

    seat: int
    round: int
    cell: Cell
    pose: Pose


class Give(Plain, frozen=True):
    """A seat gives a tile away. Only giver and receiver are told which (others see None)."""

    seat: int
    round: int
    tile: Tile | None
    to: int


class Ready(Plain, frozen=True):
    """A seat is ready for the next round."""

    seat: int


class AskPause(Plain, frozen=True):
    """A seat asks for a pause; once all have asked, the match pauses."""

    seat: int


class Resume(Plain, frozen=True):
    """A seat ends the pause."""

    seat: int


class Away(Plain, frozen=True):
    """A player's connection is gone."""

    seat: int


class Back(Plain, frozen=True):
    """A player is there again."""

    seat: int


class Join(Plain, frozen=True):
    """A newcomer takes a new seat between two rounds."""

    name: str
    bot: int | None = None
    handicap_ms: int = 0


class TimePassed(Plain, frozen=True):
    """Time alone changes something: sent when `next_deadline_ms` has come."""


class Outage(Plain, frozen=True):
    """The table was out of reach for everyone: this time counts for no clock."""

    from_ms: int
    to_ms: int


Command = (
    Lay | Give | Ready | AskPause | Resume | Away | Back | Join | TimePassed | Outage
)  # what a log holds


class Dealt(Plain, frozen=True):
    """A round (or, after a dead start, the same round again) is dealt."""

    round: int
    first: int
    hands: tuple[tuple[Tile, ...] | None, ...]  # None for a hand that one may not see
    redeal: bool


class Turn(Plain, frozen=True):
    """A seat must lay a tile by a single edge, or the table does it then."""

    seat: int
    until_ms: int


class PlayBegan(Plain, frozen=True):
    """The set-up is done (or the table is unblocked): everyone plays at will."""


class Laid(Plain, frozen=True):
    """A tile now lies. `by_table`: the seat's time was up and the table did it."""

    seat: int
    cell: Cell
    pose: Pose
    contacts: int
    by_table: bool


class GiftDue(Plain, frozen=True):
    seat: int
    count: int
    until_ms: int


class Given(Plain, frozen=True):
    seat: int
    to: int
    tile: Tile | None


class GiftLapsed(Plain, frozen=True):
    seat: int
    count: int


class RoundEnded(Plain, frozen=True):
    """`reason` is emptied (a hand is empty), blocked or stalled."""

    round: int
    reason: str
    counts: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]


class MatchEnded(Plain, frozen=True):
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class StandIn(Plain, frozen=True):
    """A bot plays for an absent player, or (active false) no longer does."""

    seat: int
    active: bool


class PauseAsked(Plain, frozen=True):
    seat: int


class Paused(Plain, frozen=True):
    pass


class Resumed(Plain, frozen=True):
    """Clocks go on; every deadline has moved by so much."""

    shift_ms: int


class Joined(Plain, frozen=True):
    seat: int
    name: str


Effect = (
    Dealt
    | Turn
    | PlayBegan
    | Laid
    | GiftDue
    | Given
    | GiftLapsed
    | RoundEnded
    | MatchEnded
    | StandIn
    | PauseAsked
    | Paused
    | Resumed
    | Joined
)


def command_from_dict(plain: Any, *, strict: bool = True) -> Command:
    """Read a command; with `strict` off, numbers may be written as text.

    >>> plain = to_dict(Lay(0, 1, Cell(2, -1), Pose.parse("GBVROY")))
    >>> plain
    {'kind': 'lay', 'seat': 0, 'round': 1, 'cell': (2, -1), 'pose': 'GBVROY'}
    >>> command_from_dict(plain).pose.tile
    Tile(ROYGBV)
    """
    command: Command = from_plain(plain, Command, "a command of La Ruche", strict)
    return command
