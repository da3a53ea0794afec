"""What a kind of game is to the server: its messages, its rules, its files and lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.server.rules.contract import Command, Event, Rules, SeatSetup, Setup

__all__ = ["Export", "Kind", "Kinds", "TimedEvent"]

_encode = msgspec.json.Encoder().encode


class TimedEvent(NamedTuple):
    """A row of a log, read."""

    seq: int
    at_ms: int
    event: Event


class Export(NamedTuple):
    """A game as a file."""

    text: str
    media_type: str = "text/plain; charset=utf-8"


class _Tagged(msgspec.Struct):
    kind: str


class Kind(ABC):
    """One game among those that the server knows. Nothing here changes with a game played."""

    name: ClassVar[str]
    command: ClassVar[Any]  # the union of what a player may ask
    event: ClassVar[Any]  # the union of what is logged
    view: ClassVar[Any]
    status: ClassVar[Any]
    effect: ClassVar[Any] = None  # the union of what may follow from an event beside the status
    schema_version: ClassVar[int] = 1  # of the events as they are written now
    rules_version: ClassVar[int] = 1  # of the verdicts for games that begin now

    def __init__(self) -> None:
        self._commands = msgspec.json.Decoder(self.command)
        self._events = msgspec.json.Decoder(self.event)
        self._tags = {part.__struct_config__.tag for part in self.command.__args__}

    @abstractmethod
    def rules(self, setup: Setup) -> Rules:
        """A fresh game. InvalidOptionsError when its options do not exist."""

    def read_command(self, text: msgspec.Raw | bytes) -> Command:
        """A command as a client sent it, or a refusal that says what is wrong with it."""
        try:
            command: Command = self._commands.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            if self._is_foreign(text):
                raise CommandRefusedError(
                    "UNKNOWN_COMMAND", "This game has no such command."
                ) from None
            raise CommandRefusedError("UNREADABLE", f"No such command: {problem}") from None
        return command

    def _is_foreign(self, text: msgspec.Raw | bytes) -> bool:
        try:
            return msgspec.json.decode(text, type=_Tagged).kind not in self._tags
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False

    def read_event(self, payload: str, schema_version: int) -> Event:
        """A stored event. Every schema version that was ever written must go through here."""
        event: Event = self._events.decode(payload)
        return event

    def tag_of(self, event: Event) -> str:
        return str(event.__struct_config__.tag)

    def write_event(self, event: Event) -> tuple[str, str]:
        """Its tag and its text, for the log."""
        return self.tag_of(event), _encode(event).decode()

    def analysis_job(self, rules: Rules, ply: int) -> dict[str, Any]:
        """What an engine is asked about the game after so many plies, where there is one."""
        raise CommandRefusedError("UNKNOWN_COMMAND", "There is no engine for this game.")

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatSetup]) -> dict[str, Any]:
        """The options of a game that is wished for; InvalidOptionsError if it cannot be had."""
        return dict(wish.options)

    @abstractmethod
    def export(
        self,
        rules: Rules,
        info: protocol.GameInfo,
        rows: Sequence[TimedEvent],
        wanted: str,
    ) -> Export:
        """The game as a file of the wanted format. What is secret comes out only after its end."""


class Kinds:
    """The kinds by name; an unknown name is an error, never another game."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds: Mapping[str, Kind] = {kind.name: kind for kind in kinds}

    def __getitem__(self, name: str) -> Kind:
        kind = self._kinds.get(name)
        if kind is None:
            known = ", ".join(sorted(self._kinds))
            raise InvalidOptionsError(f"the games here are {known}, not {name!r}")
        return kind

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds.values())
