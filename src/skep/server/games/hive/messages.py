"""What travels of Hive alone: its commands, its events as they are stored, and its views."""

from __future__ import annotations

from typing import Annotated

import msgspec

from skep.geometry import Cell
from skep.protocol import Abort, Aborted, Clock, Count, Ending, Outage, Started, TimePassed

__all__ = ["Command", "Event", "HiveStatus", "HiveView", "Status", "View"]

MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Play(msgspec.Struct, frozen=True, tag_field="kind", tag="play"):
    """Hive: play this move. `ply` is the number of moves played before it."""

    move: MoveText
    ply: Count


class OfferTakeback(msgspec.Struct, frozen=True, tag_field="kind", tag="offer_takeback"):
    ply: Count


class AnswerTakeback(msgspec.Struct, frozen=True, tag_field="kind", tag="answer_takeback"):
    accept: bool
    ply: Count


class WithdrawTakeback(msgspec.Struct, frozen=True, tag_field="kind", tag="withdraw_takeback"):
    """Ask no longer: an offer of one's own that nobody has answered."""

    ply: Count


class OfferDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="offer_draw"):
    ply: Count


class AnswerDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="answer_draw"):
    accept: bool
    ply: Count


class WithdrawDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="withdraw_draw"):
    ply: Count


class Resign(msgspec.Struct, frozen=True, tag_field="kind", tag="resign"):
    pass


class Claim(msgspec.Struct, frozen=True, tag_field="kind", tag="claim"):
    """Claim the win because the other player has been away for long, and it is their turn."""


Command = (
    Play
    | OfferTakeback
    | AnswerTakeback
    | WithdrawTakeback
    | OfferDraw
    | AnswerDraw
    | WithdrawDraw
    | Resign
    | Abort
    | Claim
)


class PlayedWay(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a move went: `path` holds both ends, and only the target of a placement."""

    kind: str  # place, slide, climb, jump, throw
    path: tuple[Cell, ...]
    thrower: str | None = None


class Played(msgspec.Struct, frozen=True, tag_field="kind", tag="played"):
    seat: int
    move: str
    compensation_ms: int = 0  # lag that the clock did not count
    way: PlayedWay | msgspec.UnsetType = msgspec.UNSET  # told to who asks for choices, not stored


class TakebackOffered(msgspec.Struct, frozen=True, tag_field="kind", tag="takeback_offered"):
    seat: int


class TakebackAnswered(msgspec.Struct, frozen=True, tag_field="kind", tag="takeback_answered"):
    seat: int
    accept: bool
    plies: int = 0  # so many moves went back; rows of schema 1 do not say it


class TakebackWithdrawn(msgspec.Struct, frozen=True, tag_field="kind", tag="takeback_withdrawn"):
    seat: int


class DrawOffered(msgspec.Struct, frozen=True, tag_field="kind", tag="draw_offered"):
    seat: int


class DrawAnswered(msgspec.Struct, frozen=True, tag_field="kind", tag="draw_answered"):
    seat: int
    accept: bool


class DrawWithdrawn(msgspec.Struct, frozen=True, tag_field="kind", tag="draw_withdrawn"):
    seat: int


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    seat: int


class Claimed(msgspec.Struct, frozen=True, tag_field="kind", tag="claimed"):
    seat: int


Event = (
    Started
    | Played
    | TakebackOffered
    | TakebackAnswered
    | TakebackWithdrawn
    | DrawOffered
    | DrawAnswered
    | DrawWithdrawn
    | Resigned
    | Aborted
    | Claimed
    | TimePassed
    | Outage
)


class HiveChoices(msgspec.Struct, frozen=True):
    """Where each piece may go: for the side to move its moves, for the other what it could premove.

    `moves` has for each piece in play the cells by kind (slide, climb, jump, throw); every piece of
    `placeable` may be put on every cell of `places`.
    """

    moves: dict[str, dict[str, tuple[Cell, ...]]]
    placeable: list[str]
    places: tuple[Cell, ...]
    pinned: list[str]  # of both sides
    must_pass: bool
    queen_due: bool
    throwers: list[str] = []  # of the pinned: what can throw though it cannot go


class HiveStatus(msgspec.Struct, frozen=True, tag_field="game", tag="hive"):
    """What changes with every event. `legal` and `choices` are for who asked for them in hello:
    the legal moves for the side to move, the choices for both, none for spectators."""

    ply: int
    turn: int
    clock: Clock | None = None  # where time is limited, from the start; it runs after both moved
    # Who has not moved by then ends the game without a result; told while it can happen.
    first_move_due_ms: int | msgspec.UnsetType = msgspec.UNSET
    takeback_offer: int | None = None  # the seat that offers
    draw_offer: int | None = None
    repeated: bool = False  # the position stands for the third time
    # Told when few are left until the game ends as a draw.
    plies_left: int | msgspec.UnsetType = msgspec.UNSET
    outcome: Ending | None = None
    legal: list[str] | None = None
    choices: HiveChoices | msgspec.UnsetType = msgspec.UNSET


class HiveView(msgspec.Struct, frozen=True, tag_field="game", tag="hive"):
    game_string: str
    moves: list[str]
    status: HiveStatus


Status = HiveStatus
View = HiveView
