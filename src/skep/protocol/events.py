"""What may happen in a game of any kind. A kind adds commands and events of its own."""

from __future__ import annotations

import msgspec

__all__ = [
    "Abort",
    "Aborted",
    "Joined",
    "Left",
    "Outage",
    "Returned",
    "Started",
    "TimePassed",
]


class Abort(msgspec.Struct, frozen=True, tag_field="kind", tag="abort"):
    """End a game that has hardly begun, with no result."""


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="started"):
    pass


class Aborted(msgspec.Struct, frozen=True, tag_field="kind", tag="aborted"):
    seat: int


class TimePassed(msgspec.Struct, frozen=True, tag_field="kind", tag="time_passed"):
    """A deadline fell; what follows from it, the rules derive."""


class Outage(msgspec.Struct, frozen=True, tag_field="kind", tag="outage"):
    """The server was away: this time counts for no clock."""

    from_ms: int
    to_ms: int


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="left"):
    """The seat's player is away: after a while a bot plays for them until they return."""

    seat: int


class Returned(msgspec.Struct, frozen=True, tag_field="kind", tag="returned"):
    seat: int


class Joined(msgspec.Struct, frozen=True, tag_field="kind", tag="joined"):
    """Somebody took a new seat between two rounds. Their name is with the game's seats."""

    seat: int
    user: int
