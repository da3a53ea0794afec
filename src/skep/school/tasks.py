"""What a step asks for. Each task is a predicate; the judges decide it by the rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

__all__ = [
    "Empty",
    "Find",
    "GiveToLeader",
    "HiveTask",
    "LaRucheTask",
    "LayTile",
    "Make",
    "Outcome",
    "Pass",
    "TapPieces",
    "TapSpots",
    "Task",
    "Which",
    "Why",
    "Win",
]

BugLetter = Literal["Q", "S", "B", "G", "A", "M", "L", "P"]
KindOfMove = Literal["place", "slide", "climb", "jump", "throw"]


class _Task(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Win(_Task, frozen=True, tag="win"):
    """Surround the other queen in so many own moves, whatever the other side does."""

    moves: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


class Make(_Task, frozen=True, tag="make"):
    """Play a move that fulfils all of these; with `within`, the last of so many."""

    piece: str = ""
    bug: BugLetter | None = None
    to: str = ""  # names of cells
    kind: KindOfMove | None = None
    covers: str = ""  # a piece that lies below afterwards
    pins: str = ""  # a piece that could be lifted before and cannot now
    frees: str = ""  # the other way round
    beside: str = ""  # a piece that the mover touches afterwards
    shuts: bool = False  # one neighbour more around the other queen
    opens: bool = False  # one neighbour less around the own queen
    safe: bool = False  # the other side cannot win at once
    threatens: bool = False  # if the other side passed, the next own move could win
    queen_free: bool = False  # the own queen could step on the next own turn
    stops: bool = False  # the other side has nothing but a pass
    draws: bool = False  # the game ends as a draw
    within: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class Find(_Task, frozen=True, tag="find"):
    """Tap every cell to which the piece may go."""

    piece: str


class TapPieces(_Task, frozen=True, tag="tap_pieces"):
    """Tap every piece of which this is true; `by` is the mosquito that copies."""

    that: Literal["pinned", "can move", "covered", "beside the other queen", "copied"]
    by: str = ""
    of: Literal["own", "other", "both"] = "both"


class Which(_Task, frozen=True, tag="which"):
    """Of these moves one is not allowed: which?"""

    moves: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]


class Why(_Task, frozen=True, tag="why"):
    """A move is not allowed: by which of these rules?"""

    move: str
    rules: Annotated[tuple[str, ...], msgspec.Meta(min_length=2, max_length=4)]


class Outcome(_Task, frozen=True, tag="outcome"):
    """Who has won? The answers are: the own side, the other one, a draw, nobody yet."""


class Pass(_Task, frozen=True, tag="pass"):
    """May one pass here? The answers are: yes, no."""


class LayTile(_Task, frozen=True, tag="lay"):
    """Lay one tile so that all of these are fulfilled."""

    touching: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0  # at least
    flipped: bool = False  # on its other face than it was dealt
    bee: bool = False  # on the face with the bee
    at: str = ""  # names of cells


class Empty(_Task, frozen=True, tag="empty"):
    """Lay the whole hand."""


class TapSpots(_Task, frozen=True, tag="tap_spots"):
    """Tap every spot beside two tiles that no tile, or some tile, of the whole set can fill."""

    that: Literal["dead", "live"]


class GiveToLeader(_Task, frozen=True, tag="give"):
    """Give so many tiles away, each to a player who has the fewest at that moment."""

    tiles: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


HiveTask = Win | Make | Find | TapPieces | Which | Why | Outcome | Pass
LaRucheTask = LayTile | Empty | TapSpots | GiveToLeader
Task = HiveTask | LaRucheTask
