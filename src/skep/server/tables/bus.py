"""What the processes of one site tell each other: rows, chat, rematches, seats, who is there.

A bus may lose, repeat or reorder what it carries: the truth is in the database, and every process
compares itself with that from time to time. The bus only makes it quick. Nothing that arrives is
believed further than its type goes, and nothing of it is kept that is larger than `MOST_BYTES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from skep import protocol

__all__ = [
    "MOST_BYTES",
    "Bus",
    "LineSaid",
    "LineUnsaid",
    "LocalBus",
    "Message",
    "RematchTold",
    "RowWritten",
    "SeatsChanged",
    "SomebodyThere",
    "Watching",
]

MOST_BYTES = 64 * 1024


class RowWritten(msgspec.Struct, frozen=True, array_like=True, tag="row"):
    """A row that is committed. Without a payload it was too large: read it from the database."""

    game: str
    seq: int
    at_ms: int
    payload: str | None
    schema_version: int


class LineSaid(msgspec.Struct, frozen=True, array_like=True, tag="said"):
    game: str
    line: protocol.Said


class LineUnsaid(msgspec.Struct, frozen=True, array_like=True, tag="unsaid"):
    game: str
    n: int


class RematchTold(msgspec.Struct, frozen=True, array_like=True, tag="rematch"):
    game: str
    news: protocol.Rematch


class SeatsChanged(msgspec.Struct, frozen=True, array_like=True, tag="seats"):
    """Somebody sat down, or the table is listed no longer: read it again."""

    game: str


class SomebodyThere(msgspec.Struct, frozen=True, array_like=True, tag="there"):
    """So many sockets of a person are at this table by way of that process; 0: they went."""

    game: str
    user: int
    process: str
    sockets: int


class Watching(msgspec.Struct, frozen=True, array_like=True, tag="watching"):
    """So many watch this table by way of that process."""

    game: str
    process: str
    watching: int


Message = RowWritten | LineSaid | LineUnsaid | RematchTold | SeatsChanged | SomebodyThere | Watching


class Bus(Protocol):
    """Carries messages about the games that are followed from and to the other processes."""

    listeners: list[Callable[[Message], None]]  # told what other processes say
    resumed: list[Callable[[], object]]  # told when messages come again after some were lost
    followed: list[Callable[[str], None]]  # told when nothing of a game is missed any more

    @property
    def is_connected(self) -> bool: ...

    def start(self) -> None: ...

    def publish(self, message: Message) -> None:
        """Tell the other processes. Never blocks and never fails."""

    def follow(self, game: str) -> None:
        """Hear what is said of this game."""

    def follow_again(self, game: str) -> None:
        """Something of it was missed: maybe the others do not know that it is followed here."""

    def unfollow(self, game: str) -> None: ...

    async def close(self) -> None: ...


class LocalBus:
    """The bus of a process that has no others, or knows them by the database alone."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Message], None]] = []
        self.resumed: list[Callable[[], object]] = []
        self.followed: list[Callable[[str], None]] = []

    @property
    def is_connected(self) -> bool:
        return True

    def start(self) -> None:
        pass

    def publish(self, message: Message) -> None:
        pass

    def follow(self, game: str) -> None:
        pass

    def follow_again(self, game: str) -> None:
        pass

    def unfollow(self, game: str) -> None:
        pass

    async def close(self) -> None:
        pass
