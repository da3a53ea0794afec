"""Every message between the server and the outside, as msgspec types. Protocol version 1.

One file on purpose: `python -m skep.server.javascript_types` writes the browser's types from it,
and a test fails when they drift. A message is a JSON object; unions are told apart by the field
`type` (frames), `kind` (commands and events) or `who`/`pace` (parts of requests). What is
optional may be left out. The prose is in docs/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

__all__ = [
    "CHAT_LENGTH",
    "PROTOCOL_VERSION",
    "ClientFrame",
    "Command",
    "Event",
    "Status",
    "View",
]

PROTOCOL_VERSION = 1
SCHEMA_VERSION = 1  # of the events as they are stored
CHAT_LENGTH = 280

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=32, pattern=r"^[\x21-\x7e]+$")]
GameId = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9]+$")]
Key = Annotated[str, msgspec.Meta(max_length=32)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
TileText = Annotated[str, msgspec.Meta(min_length=6, max_length=6)]
Coordinate = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Handicap = Annotated[int, msgspec.Meta(ge=0, le=60_000)]
Level = Annotated[int, msgspec.Meta(ge=1, le=10)]


# --- Commands: what a player asks of a game -------------------------------------------------


class Play(msgspec.Struct, frozen=True, tag_field="kind", tag="play"):
    """Hive: play this move. `ply` is the number of moves played before it."""

    move: MoveText
    ply: Count


class OfferTakeback(msgspec.Struct, frozen=True, tag_field="kind", tag="offer_takeback"):
    ply: Count


class AnswerTakeback(msgspec.Struct, frozen=True, tag_field="kind", tag="answer_takeback"):
    accept: bool
    ply: Count


class OfferDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="offer_draw"):
    ply: Count


class AnswerDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="answer_draw"):
    accept: bool
    ply: Count


class Resign(msgspec.Struct, frozen=True, tag_field="kind", tag="resign"):
    pass


class Abort(msgspec.Struct, frozen=True, tag_field="kind", tag="abort"):
    """End a game that has hardly begun, with no result."""


class Claim(msgspec.Struct, frozen=True, tag_field="kind", tag="claim"):
    """Claim the win because the other player has been away for long."""


class Lay(msgspec.Struct, frozen=True, tag_field="kind", tag="lay"):
    """La Ruche: lay a tile of your hand. Carries the round, but no turn: all play at once.

    `pose` is the tile's six colours clockwise from the east, as it will lie.
    """

    round: Count
    cell: tuple[Coordinate, Coordinate]
    pose: TileText


class Give(msgspec.Struct, frozen=True, tag_field="kind", tag="give"):
    """La Ruche: give a tile away that a gift allows."""

    round: Count
    tile: TileText
    to: Seat


class Ready(msgspec.Struct, frozen=True, tag_field="kind", tag="ready"):
    """La Ruche: ready for the next round."""


class AskPause(msgspec.Struct, frozen=True, tag_field="kind", tag="ask_pause"):
    """La Ruche: ask for a pause; once all have asked, the match pauses."""


class Resume(msgspec.Struct, frozen=True, tag_field="kind", tag="resume"):
    """La Ruche: end the pause."""


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


Command = (
    Play
    | OfferTakeback
    | AnswerTakeback
    | OfferDraw
    | AnswerDraw
    | Resign
    | Abort
    | Claim
    | Lay
    | Give
    | Ready
    | AskPause
    | Resume
    | Put
    | TakeBack
    | AskHint
    | GiveUp
)


# --- Events: what happened. These are the rows of the log, and what `event_for` leaves of them ---


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="started"):
    pass


class Played(msgspec.Struct, frozen=True, tag_field="kind", tag="played"):
    seat: int
    move: str
    compensation_ms: int = 0  # lag that the clock did not count


class TakebackOffered(msgspec.Struct, frozen=True, tag_field="kind", tag="takeback_offered"):
    seat: int


class TakebackAnswered(msgspec.Struct, frozen=True, tag_field="kind", tag="takeback_answered"):
    seat: int
    accept: bool


class DrawOffered(msgspec.Struct, frozen=True, tag_field="kind", tag="draw_offered"):
    seat: int


class DrawAnswered(msgspec.Struct, frozen=True, tag_field="kind", tag="draw_answered"):
    seat: int
    accept: bool


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    seat: int


class Aborted(msgspec.Struct, frozen=True, tag_field="kind", tag="aborted"):
    seat: int


class Claimed(msgspec.Struct, frozen=True, tag_field="kind", tag="claimed"):
    seat: int


class TimePassed(msgspec.Struct, frozen=True, tag_field="kind", tag="time_passed"):
    """A deadline fell; what follows from it, the rules derive."""


class Outage(msgspec.Struct, frozen=True, tag_field="kind", tag="outage"):
    """The server was away: this time counts for no clock."""

    from_ms: int
    to_ms: int


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid"):
    seat: int
    round: int
    cell: tuple[int, int]
    pose: str


class Given(msgspec.Struct, frozen=True, tag_field="kind", tag="given"):
    """Only the giver and the receiver are told the tile."""

    seat: int
    round: int
    to: int
    tile: str | None = None


class ReadySaid(msgspec.Struct, frozen=True, tag_field="kind", tag="ready_said"):
    seat: int


class PauseAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="pause_asked"):
    seat: int


class ResumeAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="resume_asked"):
    seat: int


class Left(msgspec.Struct, frozen=True, tag_field="kind", tag="left"):
    """The seat's player is away: after a while a bot plays for them until they return."""

    seat: int


class Returned(msgspec.Struct, frozen=True, tag_field="kind", tag="returned"):
    seat: int


class Joined(msgspec.Struct, frozen=True, tag_field="kind", tag="joined"):
    """Somebody took a new seat between two rounds. Their name is with the game's seats."""

    seat: int
    user: int


class PutDown(msgspec.Struct, frozen=True, tag_field="kind", tag="put_down"):
    cell: tuple[int, int]
    pose: str


class TakenBack(msgspec.Struct, frozen=True, tag_field="kind", tag="taken_back"):
    pass


class HintAsked(msgspec.Struct, frozen=True, tag_field="kind", tag="hint_asked"):
    pass


class GivenUp(msgspec.Struct, frozen=True, tag_field="kind", tag="given_up"):
    pass


Event = (
    Started
    | Played
    | TakebackOffered
    | TakebackAnswered
    | DrawOffered
    | DrawAnswered
    | Resigned
    | Aborted
    | Claimed
    | TimePassed
    | Outage
    | Laid
    | Given
    | ReadySaid
    | PauseAsked
    | ResumeAsked
    | Left
    | Returned
    | Joined
    | PutDown
    | TakenBack
    | HintAsked
    | GivenUp
)


# --- Views: a game as one seat may see it -----------------------------------------------------


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranks` has the rank of each seat, 1 is best; empty: no result."""

    ranks: tuple[int, ...]
    reason: str


class Clock(msgspec.Struct, frozen=True):
    """Time left for each seat at `since_ms`; `running` is the seat whose clock runs since then."""

    left_ms: tuple[int, ...]
    since_ms: int
    running: int | None


class HiveStatus(msgspec.Struct, frozen=True, tag_field="game", tag="hive"):
    """What changes with every event. `legal` is sent to the player to move, if asked for."""

    ply: int
    turn: int
    clock: Clock | None = None
    takeback_offer: int | None = None  # the seat that offers
    draw_offer: int | None = None
    repeated: bool = False  # the position stands for the third time
    outcome: Outcome | None = None
    legal: list[str] | None = None


class HiveView(msgspec.Struct, frozen=True, tag_field="game", tag="hive"):
    game_string: str
    moves: list[str]
    status: HiveStatus


class Gift(msgspec.Struct, frozen=True):
    """A gift of yours that is still due."""

    kind: str
    left: int
    until_ms: int
    bound_to: int | None


class Player(msgspec.Struct, frozen=True):
    name: str
    bot: int | None
    handicap_ms: int
    count: int  # tiles in hand
    points: int
    ready_ms: int
    away: bool
    stand_in: bool


class MatchOutcome(msgspec.Struct, frozen=True):
    totals: list[int]
    ranks: list[int]


class LaRucheStatus(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    phase: str
    round: int
    rounds: int
    now_ms: int
    next_deadline_ms: int | None
    turn: int | None  # whose turn it is in the set-up
    turn_until_ms: int | None
    paused: bool
    pause_asked: list[int]
    ready: list[int]
    hand: list[str]  # your own
    gifts: list[Gift]
    players: list[Player]
    results: list[dict[str, Any]]
    outcome: MatchOutcome | None


class LaRucheView(msgspec.Struct, frozen=True, tag_field="game", tag="laruche"):
    table: list[tuple[tuple[int, int], str]]  # cell and pose
    status: LaRucheStatus


class SolitaireStatus(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    hand: list[str]
    start_ms: int
    undos: int
    hints: int
    solved: bool
    time_ms: int | None
    outcome: Outcome | None


class SolitaireView(msgspec.Struct, frozen=True, tag_field="game", tag="solitaire"):
    table: list[tuple[tuple[int, int], str]]  # cell and pose
    shape: list[tuple[int, int]] | None  # the silhouette to fill
    status: SolitaireStatus


Status = HiveStatus | LaRucheStatus | SolitaireStatus
View = HiveView | LaRucheView | SolitaireView


# --- Games and seats ----------------------------------------------------------------------------


class Timed(msgspec.Struct, frozen=True, tag_field="pace", tag="timed"):
    """So much for the whole game, and so much more with each move."""

    base_ms: Annotated[int, msgspec.Meta(ge=1_000, le=10_800_000)]
    increment_ms: Annotated[int, msgspec.Meta(ge=0, le=180_000)] = 0


class Daily(msgspec.Struct, frozen=True, tag_field="pace", tag="daily"):
    """So many days for each move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=14)]


class Untimed(msgspec.Struct, frozen=True, tag_field="pace", tag="untimed"):
    pass


TimeControl = Timed | Daily | Untimed


class Me(msgspec.Struct, frozen=True, tag_field="who", tag="me"):
    """You. More than once: both sides of a hotseat.

    At La Ruche any seat may have a handicap: so long between two placements of its own.
    """

    handicap_ms: Handicap = 0


class Anyone(msgspec.Struct, frozen=True, tag_field="who", tag="open"):
    """Whoever comes first."""

    handicap_ms: Handicap = 0


class Invited(msgspec.Struct, frozen=True, tag_field="who", tag="invited"):
    """Whoever has the private link or the four-letter code."""

    handicap_ms: Handicap = 0


class Engine(msgspec.Struct, frozen=True, tag_field="who", tag="engine"):
    """Hive: the engine at this level."""

    level: Level


class Bot(msgspec.Struct, frozen=True, tag_field="who", tag="bot"):
    """La Ruche: a bot at this level, 1 to 5."""

    level: Annotated[int, msgspec.Meta(ge=1, le=5)]
    handicap_ms: Handicap = 0


SeatRequest = Me | Anyone | Invited | Engine | Bot


class CreateGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games. Hive: seat 0 is white; `shuffle` draws who sits where."""

    game: Literal["hive", "laruche", "solitaire"]
    seats: Annotated[list[SeatRequest], msgspec.Meta(min_length=1, max_length=6)]
    options: dict[str, str | int | bool] = {}
    time: TimeControl = Untimed()
    shuffle: bool = False
    listed: bool = False
    rated: bool = False


class JoinGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/<id>/join. The key comes from the private link.

    At a match of La Ruche that has begun, a newcomer gets a new seat between two rounds.
    """

    key: Key = ""
    seat: Seat | None = None


class JoinByCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/join."""

    code: Annotated[str, msgspec.Meta(min_length=4, max_length=4)]


class ChangeName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class SeatInfo(msgspec.Struct, frozen=True):
    who: str  # open, invited, person, engine, bot
    name: str = ""
    level: int = 0
    user: int | None = None
    handicap_ms: int = 0


class GameInfo(msgspec.Struct, frozen=True):
    """What never changes about a game, and who sits there."""

    id: str
    game: str
    status: str
    options: dict[str, Any]
    time: TimeControl
    speed: str
    rated: bool
    rules_version: int
    listed: bool
    seats: list[SeatInfo]
    created_ms: int
    started_ms: int | None = None
    finished_ms: int | None = None
    outcome: Outcome | None = None
    rematch_of: str | None = None


class GameCreated(msgspec.Struct, frozen=True):
    """The answer to a creation: `key` and `code` invite others."""

    game: GameInfo
    key: str
    code: str | None
    link: str


class GameJoined(msgspec.Struct, frozen=True):
    game: GameInfo
    seat: int
    key: str


class GameRead(msgspec.Struct, frozen=True):
    """GET /api/games/<id>: the game as you may see it."""

    game: GameInfo
    you: list[int]
    head: int
    view: View | None


class GameList(msgspec.Struct, frozen=True):
    games: list[GameInfo]


class Person(msgspec.Struct, frozen=True):
    """GET /api/me. `id` is missing until your first action."""

    id: int | None
    name: str


class ErrorBody(msgspec.Struct, frozen=True):
    """Every HTTP error."""

    code: str
    message: str
    params: dict[str, Any] = {}


# --- Frames of the socket, from the client ----------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame. `have` is the last seq the client has, or missing for a snapshot."""

    version: int
    have: Count | None = None
    legal: bool = False
    key: Key = ""


class Do(msgspec.Struct, frozen=True, tag_field="type", tag="do"):
    """A command. Its id is the client's own; sending it again is harmless."""

    id: CommandId
    command: Command


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


class Analyse(msgspec.Struct, frozen=True, tag_field="type", tag="analyse"):
    """Hive: let the engine look at the position after `ply` moves; progress is reported."""

    id: CommandId
    ply: Count
    seconds: Annotated[float, msgspec.Meta(gt=0, le=30)] = 2.0


ClientFrame = Hello | Do | Resync | Pong | Say | Unsay | WantRematch | Analyse


# --- Frames of the socket, from the server ----------------------------------------------------


class EventSent(msgspec.Struct, frozen=True, tag_field="type", tag="event"):
    """One event. `status` is the state after it; older events of a tail come without."""

    seq: int
    at_ms: int
    event: Event
    effects: list[dict[str, Any]] = []  # La Ruche: what followed, as docs/protocol.md lists it
    status: Status | None = None


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """Answer to hello and resync: a snapshot in `view`, or what was missed in `events`.

    It also comes unasked when you have taken a seat of a game that you watched.
    """

    version: int
    game: GameInfo
    you: list[int]  # the seats you hold; none: you watch
    head: int
    at_ms: int
    view: View | None = None
    events: list[EventSent] | None = None
    present: list[int] = []  # seats whose players are connected
    spectators: int = 0


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
    present: list[int]
    spectators: int


class Said(msgspec.Struct, frozen=True, tag_field="type", tag="said"):
    n: int
    seat: int
    name: str
    at_ms: int
    text: str


class Unsaid(msgspec.Struct, frozen=True, tag_field="type", tag="unsaid"):
    """A line of chat was deleted: show it no longer."""

    n: int


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """`offered_by` wants a rematch; with `next_game` it is on."""

    offered_by: int
    next_game: str | None = None


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
