"""Values with a plain form: msgspec writes them as JSON and reads them back as they are.

Tiles and poses stand in them as their six letters, cells as pairs of numbers, so that a log, a
message and a record hold the same. What is read is checked against the bounds given here.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from skep.errors import InvalidPositionError, SkepError, Told, UnreadableError
from skep.geometry import Cell
from skep.laruche.tiles import Pose

__all__ = [
    "CELL_BOUND",
    "Milliseconds",
    "Plain",
    "RoundNumber",
    "SeatNumber",
    "TileText",
    "check_cell",
    "check_tile",
    "from_plain",
    "to_dict",
]

CELL_BOUND = 1_000  # no table reaches so far
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
RoundNumber = Annotated[int, msgspec.Meta(ge=0, le=20)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]  # exact in JavaScript too
TileText = Annotated[str, msgspec.Meta(min_length=6, max_length=6)]


def _tag(name: str) -> str:
    """GiftDue -> gift_due"""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


class Plain(msgspec.Struct, frozen=True, tag_field="kind", tag=_tag, forbid_unknown_fields=True):
    """The root of all commands and effects; their plain form names their kind."""


def check_cell(cell: Cell) -> None:
    """An InvalidPositionError for a cell that no table reaches."""
    if not (-CELL_BOUND <= cell.q <= CELL_BOUND and -CELL_BOUND <= cell.r <= CELL_BOUND):
        raise InvalidPositionError(
            f"a cell lies within {CELL_BOUND} of the middle, not at {tuple(cell)}"
        )


def check_tile(text: str) -> None:
    """A ValueError for what does not name a tile or pose in capital letters."""
    if Pose.parse(text).name != text:
        raise InvalidPositionError(f"expected six capital letters, not {text!r}")


def to_dict(value: msgspec.Struct) -> dict[str, Any]:
    """The plain form of a command, an effect or a view."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def from_plain(plain: Any, kind: Any, trouble: str, strict: bool) -> Any:
    """Read a value of a kind; an UnreadableError tells the trouble: what it should have been."""
    try:
        return msgspec.convert(plain, kind, strict=strict)
    except (msgspec.ValidationError, SkepError) as error:
        problem = error.told if isinstance(error, SkepError) else str(error)
        raise UnreadableError(Told(trouble, problem=problem), text=repr(plain)) from None
