"""Games, seats and time: what is asked for, and what is told of every kind."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from skep.protocol.values import Handicap, Key, KindName, Level, Seat

__all__ = [
    "Anyone",
    "Bot",
    "ClaimDue",
    "Clock",
    "CreateGame",
    "Daily",
    "Ending",
    "Engine",
    "GameCreated",
    "GameInfo",
    "GameJoined",
    "GameList",
    "GameRead",
    "Invited",
    "JoinByCode",
    "JoinGame",
    "Me",
    "SeatInfo",
    "SeatRequest",
    "TableRow",
    "TimeControl",
    "Timed",
    "Untimed",
]

# A part whose type is the kind's own; the name is that of the union in the browser's types.
KindView = Annotated[Any, msgspec.Meta(extra_json_schema={"x-union": "View"})]


class Ending(msgspec.Struct, frozen=True):
    """How a game ended. `ranks` has the rank of each seat, 1 is best; empty: no result."""

    ranks: tuple[int, ...]
    reason: str


class Clock(msgspec.Struct, frozen=True):
    """Time left for each seat at `since_ms`; `running` is the seat whose clock runs since then."""

    left_ms: tuple[int, ...]
    since_ms: int
    running: int | None


class ClaimDue(msgspec.Struct, frozen=True):
    """The other player is away on their turn: `seat` may claim the win from `from_ms` on."""

    seat: int
    from_ms: int


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

    At La Ruche any seat may have a handicap, so long between two placements of its own, or be shown
    what fits (`show`).
    """

    handicap_ms: Handicap = 0
    show: bool = False


class Anyone(msgspec.Struct, frozen=True, tag_field="who", tag="open"):
    """Whoever comes first."""

    handicap_ms: Handicap = 0
    show: bool = False


class Invited(msgspec.Struct, frozen=True, tag_field="who", tag="invited"):
    """Whoever has the private link or the four-letter code."""

    handicap_ms: Handicap = 0
    show: bool = False


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

    game: KindName
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


class SeatInfo(msgspec.Struct, frozen=True):
    who: str  # open, invited, person, engine, bot
    name: str = ""
    level: int = 0
    user: int | None = None
    handicap_ms: int = 0
    show: bool = False


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
    outcome: Ending | None = None
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
    view: KindView


class TableRow(msgspec.Struct, frozen=True):
    """A line of the list of open tables, in the words of whoever looks at it."""

    id: str
    state: str  # open: to join; live: to watch
    title: str  # who sits there
    note: str  # which seat is free, or that it is theirs
    terms: str  # the game, its clock and options
    action: str = ""  # what following it does, in a word
    is_mine: bool = False
    is_away: bool = False  # nobody who sits there is connected


class GameList(msgspec.Struct, frozen=True):
    games: list[GameInfo]
    away: list[str] = []  # of those to join or watch: where no player is connected
