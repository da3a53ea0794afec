"""What a kind of game is to the server: its messages, its rules, its files and lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Command, Event, Rules, SeatTerms, Terms

__all__ = [
    "Asking",
    "Export",
    "Kind",
    "Kinds",
    "LogRow",
    "Page",
    "Place",
    "Question",
    "TimedEvent",
]

_encode = msgspec.json.Encoder().encode


class LogRow(Protocol):
    """A row of a log as it is stored."""

    @property
    def seq(self) -> int: ...
    @property
    def at_ms(self) -> int: ...
    @property
    def payload(self) -> str: ...
    @property
    def schema_version(self) -> int: ...


class TimedEvent(NamedTuple):
    """A row of a log, read."""

    seq: int
    at_ms: int
    event: Event


class Export(NamedTuple):
    """A game as a file."""

    text: str
    media_type: str = "text/plain; charset=utf-8"
    file_name: str | None = None  # to be saved under, where it is not for looking at


class Page(NamedTuple):
    """What a page of one game shows: for the template, and for the scripts."""

    template: str
    values: Mapping[str, Any]
    data: Mapping[str, Any]


class Place(NamedTuple):
    """A page of a kind that is about no game in particular, at an address of its own."""

    path: str
    page: Page


class Asking(NamedTuple):
    """Whoever asks a question: a person, if known, and their address as limits count it.

    `language` is the one that they have chosen, None where only their browser asks for one.
    """

    user: int | None
    address: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Something that pages of a kind ask over HTTP, about no game in particular.

    `answer` gets the body (by GET: the query) as its type, and whoever asks. It may take long only
    if it hands the work to somebody else.
    """

    method: str
    path: str
    summary: str
    body: Any
    answer: Callable[[Any, Asking], Awaitable[Any]]
    answer_type: Any = Export


class _Tagged(msgspec.Struct):
    kind: str


class Kind(ABC):
    """One game among those that the server knows. Nothing here changes with a game played."""

    name: ClassVar[str]
    command: ClassVar[Any]  # the union of what a player may ask
    event: ClassVar[Any]  # the union of what is told of
    logged: ClassVar[Any] = None  # the union of what is logged, where that is something else
    view: ClassVar[Any]
    status: ClassVar[Any]
    effect: ClassVar[Any] = None  # the union of what may follow from an event beside the status
    schema_version: ClassVar[int] = 1  # of the events as they are written now
    rules_version: ClassVar[int] = 1  # of the verdicts for games that begin now
    # By their tags, events that came with a later release than the first: they are written when no
    # process of an earlier one lives any more (`tables.outages.RELEASE`). A new `schema_version` is
    # written no earlier than a release after the first that reads it.
    released: ClassVar[Mapping[str, int]] = {}
    begins_without_all: ClassVar[bool] = False  # may it begin while seats are free?

    def __init__(self) -> None:
        self._commands = msgspec.json.Decoder(self.command)
        self._events = msgspec.json.Decoder(self.event if self.logged is None else self.logged)
        self._tags = {part.__struct_config__.tag for part in self.command.__args__}

    @abstractmethod
    def rules(self, terms: Terms) -> Rules:
        """A fresh game. InvalidOptionsError when its options do not exist."""

    def read_command(self, text: msgspec.Raw | bytes) -> Command:
        """A command as a client sent it, or a refusal that says what is wrong with it."""
        try:
            command: Command = self._commands.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            if self._is_foreign(text):
                raise CommandRefusedError(
                    RefusalCode.UNKNOWN_COMMAND, "This game has no such command."
                ) from None
            raise CommandRefusedError(
                RefusalCode.UNREADABLE, f"No such command: {problem}"
            ) from None
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

    async def read_log(self, terms: Terms, rows: Sequence[LogRow]) -> list[TimedEvent]:
        """A whole log. A kind whose old rows cost more than reading them does that elsewhere."""
        return [
            TimedEvent(row.seq, row.at_ms, self.read_event(row.payload, row.schema_version))
            for row in rows
        ]

    async def opening(self, terms: Terms, address: str = "") -> Event:
        """The first row of a game. Awaited before the game is stored, so it may take its time.

        Whoever asks from one address shares that time.
        """
        return protocol.Started()

    async def look_ahead(self) -> None:
        """Get ready what will be asked for soon; done now and then."""
        return

    def needs_thought(self, command: Command) -> bool:
        """Does this command wait for something that takes long? Then it is `prepared`."""
        return False

    async def prepared(
        self, rules: Rules, seats: tuple[int, ...], user: int, command: Command
    ) -> Command:
        """The command with what was thought of, at a table that may change meanwhile.

        `Rules.check` sees whether it still holds.
        """
        return command

    def tag_of(self, event: Event) -> str:
        return str(event.__struct_config__.tag)

    def write_event(self, event: Event) -> tuple[str, str]:
        """Its tag and its text, for the log."""
        return self.tag_of(event), _encode(event).decode()

    async def stop(self) -> None:  # noqa: B027 - most have nothing to put away
        """Put away what it has started outside of this process."""

    def analysis_job(self, rules: Rules, ply: int) -> dict[str, Any]:
        """What an engine is asked about the game after so many plies, where there is one."""
        raise CommandRefusedError(RefusalCode.UNKNOWN_COMMAND, "There is no engine for this game.")

    def positions_in_play(self, rules: Rules) -> frozenset[str]:
        """What those at this table have before them, in the kind's words, if an engine knows it."""
        return frozenset()

    def looks_into(self, job: Mapping[str, Any], positions: frozenset[str]) -> bool:
        """Does a question to the engine go through one of these? It may take its time."""
        return False

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatTerms]) -> dict[str, Any]:
        """The options of a game that is wished for; InvalidOptionsError if it cannot be had."""
        return dict(wish.options)

    def renewed(self, options: Mapping[str, Any], rules_version: int) -> dict[str, Any]:
        """The options of a game by former rules, for one that begins now."""
        return dict(options)

    @abstractmethod
    def export(
        self,
        rules: Rules,
        info: protocol.GameInfo,
        rows: Sequence[TimedEvent],
        wanted: str,
    ) -> Export:
        """The game as a file of the wanted format. What is secret comes out only after its end."""

    # --- pages

    def art(self) -> Mapping[str, bytes]:
        """Files that pages load beside the package's own, by name."""
        return {}

    def symbols(self) -> str:
        """What pages draw it with, as SVG symbols."""
        return ""

    has_pages: ClassVar[bool] = False
    words: ClassVar[str] = ""  # the template of what is said of its options and seats, with pages
    start: ClassVar[str] = ""  # the template of its card on the home page and the form behind it
    day_card: ClassVar[str] = ""  # the template of what the home page says of its day

    def choices(self) -> Mapping[str, Any]:
        """What the form for a new game offers."""
        return {}

    def places(self) -> Sequence[Place]:
        """Pages beside those of games."""
        return ()

    def wish(self, form: Mapping[str, str]) -> protocol.CreateGame:
        """The game that somebody asks for by the form of `start`."""
        raise _no_page()

    def page(self, rules: Rules, info: protocol.GameInfo, seats: Sequence[int]) -> Page:
        """A game as whoever holds these seats may see it."""
        raise _no_page()

    def screen(self, rules: Rules, info: protocol.GameInfo) -> Page:
        """A game for a large screen in the room, with nothing to press."""
        raise _no_page()

    def replay(self, rules: Rules, info: protocol.GameInfo) -> Page:
        """A game to look through from its beginning."""
        raise _no_page()

    def read_record(self, text: str) -> Page:
        """A pasted game, to look through; NotationError when it is none of this kind."""
        raise _no_page()

    def picture(self, rules: Rules, size: tuple[int, int]) -> str:
        """How a game stands, as an SVG of so many pixels, width and height."""
        raise _no_page()

    def record_picture(self, text: str, ply: int | None, size: tuple[int, int]) -> str:
        """A pasted game after so many moves, as an SVG; None: at its end."""
        raise _no_page()


def _no_page() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.NOT_FOUND, "There is no page for this game.")


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

    def art(self) -> dict[str, bytes]:
        return {name: data for kind in self for name, data in kind.art().items()}

    def symbols(self) -> str:
        return "".join(kind.symbols() for kind in self)

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds.values())
