"""Frames of the socket, from the client and from the server."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from skep.protocol.games import ClaimDue, GameInfo, KindView, TableRow
from skep.protocol.values import CHAT_LENGTH, CommandId, Count, Key

__all__ = [
    "Ack",
    "Analyse",
    "AnalysisProgress",
    "ChatLines",
    "ClientFrame",
    "DeclineRematch",
    "Do",
    "ErrorBody",
    "EventSent",
    "GameChanged",
    "GoingAway",
    "Heartbeat",
    "Hello",
    "LobbyFrame",
    "Pong",
    "Present",
    "Refused",
    "Rematch",
    "Resync",
    "Said",
    "Say",
    "ServerFrame",
    "TableList",
    "Unsaid",
    "Unsay",
    "WantRematch",
    "Welcome",
]

# Parts whose type is the kind's own; the names are those of the unions in the browser's types.
KindCommand = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"x-union": "Command"})]
KindEvent = Annotated[Any, msgspec.Meta(extra_json_schema={"x-union": "Event"})]
KindEffect = Annotated[Any, msgspec.Meta(extra_json_schema={"x-union": "Effect"})]
KindStatus = Annotated[Any, msgspec.Meta(extra_json_schema={"x-union": "Status"})]


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame. `have` is the last seq the client has, or missing for a snapshot.

    With `choices` the status tells what may be chosen next, and an event how it came about; with
    `legal` the legal moves as texts. Both are for the kinds that have them.
    """

    version: int
    have: Count | None = None
    legal: bool = False
    choices: bool = False
    key: Key = ""


class Do(msgspec.Struct, frozen=True, tag_field="type", tag="do"):
    """A command. Its id is the client's own; sending it again is harmless."""

    id: CommandId
    command: KindCommand


class Resync(msgspec.Struct, frozen=True, tag_field="type", tag="resync"):
    """There is a gap: send what follows `have`, or a snapshot."""

    have: Count | None = None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """At once in answer to a heartbeat."""

    n: int


class Say(msgspec.Struct, frozen=True, tag_field="type", tag="say"):
    id: CommandId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]


class Unsay(msgspec.Struct, frozen=True, tag_field="type", tag="unsay"):
    """Delete a line of chat of your own, for everybody and for good."""

    id: CommandId
    n: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class WantRematch(msgspec.Struct, frozen=True, tag_field="type", tag="want_rematch"):
    """Offer a rematch, or accept the other's offer."""

    id: CommandId


class DeclineRematch(msgspec.Struct, frozen=True, tag_field="type", tag="decline_rematch"):
    """Decline the other's offer of a rematch, or withdraw your own."""

    id: CommandId


class Analyse(msgspec.Struct, frozen=True, tag_field="type", tag="analyse"):
    """Hive: let the engine look at the position after `ply` moves; progress is reported."""

    id: CommandId
    ply: Count
    seconds: Annotated[float, msgspec.Meta(gt=0, le=30)] = 2.0


ClientFrame = Hello | Do | Resync | Pong | Say | Unsay | WantRematch | DeclineRematch | Analyse


class EventSent(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """One event. `status` is the state after it; older events of a tail come without."""

    seq: int
    at_ms: int
    event: KindEvent
    effects: list[KindEffect] = []  # what followed from it, where the kind has such
    status: KindStatus = None


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """`offered_by` wants a rematch; with `next_game` it is on, with `declined_by` it is off.

    Who withdraws an offer has declined it themselves. Where several play it waits for everybody
    who is still there: `accepted` are the others who have agreed, `declined` who is left out.
    """

    offered_by: int
    next_game: str | None = None
    declined_by: int | None = None
    accepted: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """Answer to hello and resync: a snapshot in `view`, or what was missed in `events`.

    It also comes unasked when you have taken a seat of a game that you watched.
    """

    version: int
    game: GameInfo
    you: list[int]  # the seats you hold; none: you watch
    head: int
    at_ms: int
    view: KindView = None
    events: list[EventSent] | None = None
    present: list[int] = []  # seats whose players are connected
    spectators: int = 0
    claim: ClaimDue | None = None
    # So long may a player be away on their turn before the other may claim the win; null: for ever.
    claim_after_ms: int | None = None
    rematch: Rematch | None = None  # an offer that stands
    # The server was away for long: until then no flag falls in this game of days.
    grace_until_ms: int | None = None
    build: str = ""  # of the pages that this server makes; a page of another one loads itself again


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The command with this id is stored for good, as `seq` where it made an event."""

    id: str
    seq: int | None = None


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Nothing changed. `id` is missing when the frame could not be read that far."""

    code: str
    message: str
    params: dict[str, Any] = {}
    id: str | None = None


class Heartbeat(msgspec.Struct, frozen=True, tag_field="type", tag="heartbeat"):
    n: int
    head: int
    at_ms: int
    latency_ms: int | None = None


class GameChanged(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """Somebody took a seat, or a name changed."""

    game: GameInfo


class Present(msgspec.Struct, frozen=True, tag_field="type", tag="present"):
    """Who is here has changed, or with it whether and when a win may be claimed."""

    present: list[int]
    spectators: int
    claim: ClaimDue | None = None


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    n: int
    seat: int
    name: str
    at_ms: int
    text: str


class Unsaid(msgspec.Struct, frozen=True, tag_field="type", tag="unsaid"):
    """A line of chat was deleted: show it no longer."""

    n: int


class AnalysisProgress(msgspec.Struct, frozen=True, tag_field="type", tag="analysis"):
    id: str
    ply: int
    depth: int
    nodes: int
    score: int | None
    line: list[str]
    done: bool
    chance: float | None = None  # the expected result of the side to move, 1 for a win
    ends_in: int | None = None  # so many plies, by force


class GoingAway(msgspec.Struct, frozen=True, tag_field="type", tag="going_away"):
    """The server stops: reconnect after this time."""

    retry_ms: int


ServerFrame = (
    Welcome
    | EventSent
    | Ack
    | Refused
    | Heartbeat
    | GameChanged
    | Present
    | Said
    | Unsaid
    | Rematch
    | AnalysisProgress
    | GoingAway
)


class TableList(msgspec.Struct, frozen=True, tag_field="type", tag="tables"):
    """At `/ws/lobby`: all open tables, at once and whenever anything of them has changed."""

    tables: list[TableRow]
    build: str = ""  # as in `Welcome`


LobbyFrame = TableList | Heartbeat | GoingAway


class ChatLines(msgspec.Struct, frozen=True):
    lines: list[Said]


class ErrorBody(msgspec.Struct, frozen=True):
    """Every HTTP error."""

    code: str
    message: str
    params: dict[str, Any] = {}
