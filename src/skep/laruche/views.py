"""What a seat may know. Other hands are shown as counts, gifts of others without their tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from skep.laruche import events as ev

if TYPE_CHECKING:
    from skep.laruche.match import Match

__all__ = ["event_for", "view_for"]


def view_for(match: Match, seat: int | None) -> dict[str, Any]:
    """The match as a seat sees it, in plain values. A spectator (None) is a seat with no hand."""
    outcome = match.outcome()
    return {
        "seat": seat,
        "phase": match.phase.value,
        "round": match.round,
        "rounds": match.options.rounds,
        "now_ms": match.now_ms,
        "next_deadline_ms": match.next_deadline_ms,
        "turn": match.turn,
        "turn_until_ms": match.turn_until_ms if match.turn is not None else None,
        "paused": match.paused_since_ms is not None,
        "pause_asked": sorted(match.pause_asked),
        "ready": sorted(match.ready),
        "table": [[list(cell), pose.name] for cell, pose in match.table],
        "hand": [tile.name for tile in match.players[seat].hand] if seat is not None else [],
        "gifts": [
            {
                "kind": due.kind,
                "left": due.left,
                "until_ms": due.until_ms,
                "bound_to": due.bound_to,
            }
            for due in match.dues
            if due.seat == seat
        ],
        "players": [
            {
                "name": player.seat.name,
                "bot": player.seat.bot,
                "handicap_ms": player.seat.handicap_ms,
                "count": len(player.hand),
                "points": player.points,
                "ready_ms": player.ready_ms,
                "away": player.away_since_ms is not None,
                "stand_in": player.stand_in,
            }
            for player in match.players
        ],
        "results": [ev.to_dict(result) for result in match.results],
        "outcome": None
        if outcome is None
        else {"totals": list(outcome.totals), "ranks": list(outcome.ranks)},
    }


def event_for(seat: int | None, event: ev.Command | ev.Effect) -> dict[str, Any]:
    """A command or effect as a seat may know it, in plain values."""
    if isinstance(event, ev.Give | ev.Given) and seat not in (event.seat, event.to):
        event = msgspec.structs.replace(event, tile=None)
    elif isinstance(event, ev.Dealt):
        hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
        event = msgspec.structs.replace(event, hands=hands)
    return ev.to_dict(event)
