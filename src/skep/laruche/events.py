"""What players do (commands), what time does, and what follows from both (effects).

All are frozen values with a plain form for JSON: `to_dict` and `command_from_dict`. Commands are
what a log holds; effects are derived from them by the rules and are for showing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from skep.errors import SkepError, UnreadableError
from skep.geometry import Cell
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


def _tag(name: str) -> str:
    """GiftDue -> gift_due"""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


class _Value(msgspec.Struct, frozen=True, tag_field="kind", tag=_tag, forbid_unknown_fields=True):
    """The root of all commands and effects; their plain form names their kind."""


class Lay(_Value, frozen=True):
    """A seat lays a tile. The pose tells which tile, which face and how it is turned."""

    seat: int
    round: int
    cell: Cell
    pose: Pose


class Give(_Value, frozen=True):
    """A seat gives a tile away. Only giver and receiver are told which (others see None)."""

    seat: int
    round: int
    tile: Tile | None
    to: int


class Ready(_Value, frozen=True):
    """A seat is ready for the next round."""

    seat: int


class AskPause(_Value, frozen=True):
    """A seat asks for a pause; once all have asked, the match pauses."""

    seat: int


class Resume(_Value, frozen=True):
    """A seat ends the pause."""

    seat: int


class Away(_Value, frozen=True):
    """A player's connection is gone."""

    seat: int


class Back(_Value, frozen=True):
    """A player is there again."""

    seat: int


class Join(_Value, frozen=True):
    """A newcomer takes a new seat between two rounds."""

    name: str
    bot: int | None = None
    handicap_ms: int = 0


class TimePassed(_Value, frozen=True):
    """Time alone changes something: sent when `next_deadline_ms` has come."""


class Outage(_Value, frozen=True):
    """The table was out of reach for everyone: this time counts for no clock."""

    from_ms: int
    to_ms: int


Command = (
    Lay | Give | Ready | AskPause | Resume | Away | Back | Join | TimePassed | Outage
)  # what a log holds


class Dealt(_Value, frozen=True):
    """A round (or, after a dead start, the same round again) is dealt."""

    round: int
    first: int
    hands: tuple[tuple[Tile, ...] | None, ...]  # None for a hand that one may not see
    redeal: bool


class Turn(_Value, frozen=True):
    """A seat must lay a tile by a single edge, or the table does it then."""

    seat: int
    until_ms: int


class PlayBegan(_Value, frozen=True):
    """The set-up is done (or the table is unblocked): everyone plays at will."""


class Laid(_Value, frozen=True):
    """A tile now lies. `by_table`: the seat's time was up and the table did it."""

    seat: int
    cell: Cell
    pose: Pose
    contacts: int
    by_table: bool


class GiftDue(_Value, frozen=True):
    seat: int
    count: int
    until_ms: int


class Given(_Value, frozen=True):
    seat: int
    to: int
    tile: Tile | None


class GiftLapsed(_Value, frozen=True):
    seat: int
    count: int


class RoundEnded(_Value, frozen=True):
    """`reason` is emptied (a hand is empty), blocked or stalled."""

    round: int
    reason: str
    counts: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]


class MatchEnded(_Value, frozen=True):
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class StandIn(_Value, frozen=True):
    """A bot plays for an absent player, or (active false) no longer does."""

    seat: int
    active: bool


class PauseAsked(_Value, frozen=True):
    seat: int


class Paused(_Value, frozen=True):
    pass


class Resumed(_Value, frozen=True):
    """Clocks go on; every deadline has moved by so much."""

    shift_ms: int


class Joined(_Value, frozen=True):
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


def _encode(value: Any) -> Any:
    if isinstance(value, Tile | Pose):
        return value.name
    raise NotImplementedError(f"{type(value)} has no plain form")


def _decode(kind: type, value: Any) -> Any:
    if kind in (Tile, Pose) and isinstance(value, str):
        return kind.parse(value)
    raise ValueError(f"expected six colour letters, not {value!r}")


def to_dict(event: Command | Effect) -> dict[str, Any]:
    """The plain form, ready for JSON.

    >>> to_dict(Lay(0, 1, Cell(2, -1), Pose.parse("GBVROY")))
    {'kind': 'lay', 'seat': 0, 'round': 1, 'cell': (2, -1), 'pose': 'GBVROY'}
    """
    plain: dict[str, Any] = msgspec.to_builtins(event, enc_hook=_encode)
    return plain


def command_from_dict(plain: Any, *, strict: bool = True) -> Command:
    """Read a command; with `strict` off, numbers may be written as text."""
    try:
        command: Command = msgspec.convert(plain, Command, dec_hook=_decode, strict=strict)
    except (msgspec.ValidationError, SkepError) as error:
        raise UnreadableError(f"not a command of La Ruche: {error}", text=repr(plain)) from None
    return command
