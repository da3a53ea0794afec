"""A finished match to look through, with every hand open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from skep import protocol
from skep.laruche.events import Effect
from skep.server.games.laruche.log import Row
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import Terms
from skep.server.rules.kind import TimedEvent

__all__ = ["MatchReplay", "ReplayRow", "replay_of"]


class ReplayRow(msgspec.Struct, frozen=True):
    """A row of the log and all that followed from it, nothing hidden."""

    at_ms: int
    row: Row
    effects: list[Effect]


class MatchReplay(msgspec.Struct, frozen=True):
    """GET /api/games/<id>/export?format=json, once the match is over."""

    options: dict[str, Any]
    seats: list[protocol.SeatInfo]
    rows: list[ReplayRow]


def replay_of(terms: Terms, info: protocol.GameInfo, rows: Sequence[TimedEvent]) -> MatchReplay:
    """The match once more, row by row. Takes as long as all its moves took to check."""
    rules = LaRucheRules(terms)
    return MatchReplay(
        options=info.options,
        seats=info.seats,
        rows=[
            ReplayRow(row.at_ms, row.event, list(rules.apply(row.event, row.at_ms)))  # type: ignore[arg-type]
            for row in rows
        ],
    )
