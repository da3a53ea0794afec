"""What travels of the solitaire alone."""

from __future__ import annotations

from typing import Annotated

import msgspec

from skep.protocol import Coordinate, Ending, Outage, Started

__all__ = ["Command", "Event", "SolitaireStatus", "SolitaireView", "Status", "View"]

TileText = Annotated[str, msgspec.Meta(min_length=6, max_length=6)]


class Put(msgspec.Struct, frozen=True, tag_field="kind", tag="put"):
    """Solitaire: lay a tile, bee up."""

    cell: tuple[Coordinate, Coordinate]
    pose: TileText


class TakeBack(msgspec.Struct, frozen=True, tag_field="kind", tag="take_back"):
    """Solitaire: take the last tile back."""


class AskHint(msgspec.Struct, frozen=True, tag_field="kind", tag="ask_hint"):
    """Solitaire: ask for a placement from which a solution exists."""


class GiveUp(msgspec.Struct, frozen=True, tag_field="kind", tag="give_up"):
    """Solitaire: end the attempt."""


Command = Put | TakeBack | AskHint | GiveUp


class PutDown(msgspec.Struct, frozen=True, tag_field="kind", tag="put_down"):
    cell: tuple[int, int]
    pose: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="taken_back"):
    pass


class HintAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="hint_asked"):
    pass


class GivenUp(msgspec.Struct, frozen=True, tag_field="kind", tag="given_up"):
    pass


Event = Started | PutDown | TakenBack | HintAsked | GivenUp | Outage


class SolitaireStatus(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    hand: list[str]
    start_ms: int
    undos: int
    hints: int
    solved: bool
    time_ms: int | None
    outcome: Ending | None


class SolitaireView(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    table: list[tuple[tuple[int, int], str]]  # cell and pose
    shape: list[tuple[int, int]] | None  # the silhouette to fill
    status: SolitaireStatus


Status = SolitaireStatus
View = SolitaireView
