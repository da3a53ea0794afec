"""What a seat may know: the one place where hidden things are cut.

Other hands are shown as counts, gifts of others without their tile, and so are the misses of
others, whose tile is still in a hand. A spectator (None) is a seat with no hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from skep.laruche import events as ev
from skep.laruche.options import Help
from skep.laruche.plain import Milliseconds, SeatNumber, TileText
from skep.laruche.state import GiftKind

if TYPE_CHECKING:
    from skep.laruche.match import Match
    from skep.laruche.state import Player

__all__ = [
    "GiftView",
    "LaidTile",
    "MatchView",
    "OutcomeView",
    "PlayerView",
    "effect_for",
    "event_for",
    "view_for",
]

LaidTile = tuple[tuple[int, int], TileText]  # cell and pose


class GiftView(msgspec.Struct, frozen=True):
    """A gift that the looking seat may still make."""

    kind: GiftKind
    left: int
    until_ms: Milliseconds
    bound_to: SeatNumber | None  # the opponent who gets all of it, once one has got some


class PlayerView(msgspec.Struct, frozen=True):
    """What everyone may know of a seat."""

    name: str
    bot: int | None
    handicap_ms: int
    show: bool
    count: int  # tiles in hand
    points: int
    ready_ms: Milliseconds  # when the handicap allows the next tile
    missed_until_ms: Milliseconds  # when a miss is over
    away: bool
    stand_in: bool


class OutcomeView(msgspec.Struct, frozen=True):
    """How a match has ended, as it is shown."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class MatchView(msgspec.Struct, frozen=True):
    """The match as a seat sees it."""

    seat: SeatNumber | None
    phase: Literal["setup", "play", "unblock", "break", "over"]
    round: int
    rounds: int
    now_ms: Milliseconds
    next_deadline_ms: Milliseconds | None
    turn: SeatNumber | None  # whose turn it is in set-up or to unblock
    turn_until_ms: Milliseconds | None
    paused: bool
    resumes_ms: Milliseconds | None  # when a pause that is being ended is over
    pause_asked: tuple[SeatNumber, ...]
    ready: tuple[SeatNumber, ...]
    table: tuple[LaidTile, ...]
    hand: tuple[TileText, ...]  # the own one
    help: Help  # the own one
    gifts: tuple[GiftView, ...]  # the own ones
    players: tuple[PlayerView, ...]
    results: tuple[ev.RoundEnded, ...]
    outcome: OutcomeView | None


def view_for(match: Match, seat: int | None) -> MatchView:
    """The match as a seat sees it."""
    outcome = match.outcome()
    return MatchView(
        seat=seat,
        phase=match.phase.value,
        round=match.round,
        rounds=match.options.rounds,
        now_ms=match.now_ms,
        next_deadline_ms=match.next_deadline_ms,
        turn=match.turn,
        turn_until_ms=match.turn_until_ms if match.turn is not None else None,
        paused=match.paused_since_ms is not None,
        resumes_ms=match.resumes_ms,
        pause_asked=tuple(sorted(match.pause_asked)),
        ready=tuple(sorted(match.ready)),
        table=tuple(((cell.q, cell.r), pose.name) for cell, pose in match.table),
        hand=tuple(tile.name for tile in match.players[seat].hand) if seat is not None else (),
        help=match.help_of(seat) if seat is not None else match.options.help,
        gifts=tuple(
            GiftView(due.kind, due.left, due.until_ms, due.bound_to)
            for due in match.dues
            if due.seat == seat
        ),
        players=tuple(map(_player, match.players)),
        results=match.results,
        outcome=None if outcome is None else OutcomeView(outcome.totals, outcome.ranks),
    )


def _player(player: Player) -> PlayerView:
    return PlayerView(
        name=player.seat.name,
        bot=player.seat.bot,
        handicap_ms=player.seat.handicap_ms,
        show=player.seat.show,
        count=len(player.hand),
        points=player.points,
        ready_ms=player.ready_ms,
        missed_until_ms=player.missed_until_ms,
        away=player.away_since_ms is not None,
        stand_in=player.stand_in,
    )


def event_for(
    seat: int | None, command: ev.Command, effects: Iterable[ev.Effect]
) -> ev.Command | ev.Missed:
    """A command as a seat may know it, given what followed from it.

    A tile that was sent and missed is told as the miss it was.
    """
    if isinstance(command, ev.Lay):
        for effect in effects:
            if isinstance(effect, ev.Missed):
                return _miss_for(seat, effect)
    if isinstance(command, ev.Give) and seat not in (command.seat, command.to):
        return msgspec.structs.replace(command, tile=None)
    return command


def effect_for(seat: int | None, effect: ev.Effect) -> ev.Effect:
    """An effect as a seat may know it."""
    match effect:
        case ev.Given() if seat not in (effect.seat, effect.to):
            return msgspec.structs.replace(effect, tile=None)
        case ev.Dealt():
            hands = tuple(
                hand if owner == seat else None for owner, hand in enumerate(effect.hands)
            )
            return msgspec.structs.replace(effect, hands=hands)
        case ev.Missed():
            return _miss_for(seat, effect)
    return effect


def _miss_for(seat: int | None, missed: ev.Missed) -> ev.Missed:
    if seat == missed.seat:
        return missed
    return msgspec.structs.replace(missed, pose=None, edges=())
