"""The small values that messages are made of, with their bounds."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = [
    "CHAT_LENGTH",
    "PROTOCOL_VERSION",
    "CommandId",
    "Coordinate",
    "Count",
    "GameId",
    "Handicap",
    "Key",
    "KindName",
    "Level",
    "Seat",
]

PROTOCOL_VERSION = 1
CHAT_LENGTH = 280

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern=r"^[\x21-\x7e]+$")]
GameId = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9]+$")]
KindName = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern="^[a-z]+$")]
Key = Annotated[str, msgspec.Meta(max_length=32)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Coordinate = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Handicap = Annotated[int, msgspec.Meta(ge=0, le=60_000)]
Level = Annotated[int, msgspec.Meta(ge=1, le=10)]
