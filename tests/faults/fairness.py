"""What nobody would have suffered who plays all the time: it must have been a fault of ours."""

from __future__ import annotations

from typing import Any

from skep import protocol
from skep.hive import Cause
from skep.laruche import events as ev
from skep.server.rules.contract import SeatTerms
from tests.faults.compare import Archive, read_database

__all__ = ["unfair"]

_ORDINARY = {*(cause.value for cause in Cause), "ply_limit", "played"}


def unfair(database: str, until_ms: int) -> list[tuple[int, str]]:
    """Ends that were not played out, and at La Ruche all that befalls the absent, up to a time.

    When each came, and what it was.
    """
    archive = Archive(*read_database(database))
    found = []
    for game in archive.games:
        rules = archive.begin(game)
        seats = archive.seats[game]
        lapsed: list[tuple[int, int, str]] = []
        for at_ms, event, effects in archive.steps(game, rules):
            if at_ms > until_ms:
                break
            for effect in effects:
                if isinstance(effect, ev.GiftDue) and isinstance(event, protocol.Outage):
                    # It had lapsed in the outage, and may still be made.
                    again = next((e for e in reversed(lapsed) if e[0] == effect.seat), None)
                    if again is not None:
                        lapsed.remove(again)
                elif isinstance(effect, ev.GiftLapsed) and seats[effect.seat].user is not None:
                    lapsed.append((effect.seat, at_ms, f"{game}: {effect}"))
                elif _is_unfair(effect, seats):
                    found.append((at_ms, f"{game}: {effect}"))
            outcome = rules.outcome()
            if outcome is not None and outcome.reason not in _ORDINARY:
                found.append((at_ms, f"{game}: {outcome}"))
        found += [(at_ms, what) for _, at_ms, what in lapsed]
    return found


def _is_unfair(effect: Any, seats: list[SeatTerms]) -> bool:
    match effect:
        case ev.StandIn(seat=seat, active=True) | ev.Laid(seat=seat, by_table=True):
            return seats[seat].user is not None
        case ev.RoundEnded(reason="stalled"):
            return True
    return False
