"""What a pupil can do in a step, as values that a page can send."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["Action", "CellPair", "Choose", "Give", "Lay", "Play", "Tap"]

Coordinate = Annotated[int, msgspec.Meta(ge=-99, le=99)]
CellPair = tuple[Coordinate, Coordinate]
Name = Annotated[str, msgspec.Meta(max_length=8)]


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="do"):
    """Hive: place or move a piece to a cell."""

    piece: Name
    cell: CellPair


class Tap(msgspec.Struct, frozen=True, tag="tap", tag_field="do"):
    """Point at a cell, empty or not."""

    cell: CellPair


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do"):
    """Take one of several answers, counted from 0."""

    answer: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Lay(msgspec.Struct, frozen=True, tag="lay", tag_field="do"):
    """La Ruche: lay a tile, as it is turned, on a cell."""

    pose: Name
    cell: CellPair


class Give(msgspec.Struct, frozen=True, tag="give", tag_field="do"):
    """La Ruche: give a tile to another player, counted from 0."""

    tile: Name
    player: Annotated[int, msgspec.Meta(ge=0, le=5)]


Action = Play | Tap | Choose | Lay | Give
