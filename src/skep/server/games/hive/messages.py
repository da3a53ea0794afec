"""What travels of Hive alone: its commands, its events as they are stored, and its views."""

from __future__ import annotations

from typing import Annotated

import msgspec

from skep.protocol import Abort, Aborted, Clock, Count, Outage, Outcome, Started, TimePassed

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


class OfferDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="offer_draw"):
    ply: Count


class AnswerDraw(msgspec.Struct, frozen=True, tag_field="kind", tag="answer_draw"):
    accept: bool
    ply: Count


class Resign(msgspec.Struct, frozen=True, tag_field="kind", tag="resign"):
    pass


class Claim(msgspec.Struct, frozen=True, tag_field="kind", tag="claim"):
    """Claim the win because the other player has been away for long."""


Command = Play | OfferTakeback | AnswerTakeback | OfferDraw | AnswerDraw | Resign | Abort | Claim


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


class Claimed(msgspec.Struct, frozen=True, tag_field="kind", tag="claimed"):
    seat: int


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
)


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


Status = HiveStatus
View = HiveView
