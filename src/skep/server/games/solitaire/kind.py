"""The solitaire as the server's registry knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.laruche.solo_events import SoloEffect
from skep.protocol.refusals import RefusalCode
from skep.server.games.solitaire import messages as m
from skep.server.games.solitaire.rules import SolitaireRules
from skep.server.rules.contract import Rules, SeatTerms, Terms
from skep.server.rules.kind import Export, Kind, TimedEvent

__all__ = ["SolitaireKind"]


class SolitaireKind(Kind):
    name = "solitaire"
    command = m.Command
    event = m.Event
    view = m.View
    status = m.Status
    effect = SoloEffect

    def rules(self, terms: Terms) -> SolitaireRules:
        return SolitaireRules(terms)

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatTerms]) -> dict[str, Any]:
        if wish.rated:
            raise InvalidOptionsError("a rated game is Hive between two people")
        if any(seat.handicap_ms or seat.show for seat in seats):
            raise InvalidOptionsError("a handicap is for seats of La Ruche")
        return dict(wish.options)

    def export(
        self, rules: Rules, info: protocol.GameInfo, rows: Sequence[TimedEvent], wanted: str
    ) -> Export:
        if rules.outcome() is None:
            raise CommandRefusedError(
                RefusalCode.NOT_OVER, "The record is open once the match is over."
            )
        raise CommandRefusedError(RefusalCode.NOT_FOUND, "A solitaire has no file.", format=wanted)
