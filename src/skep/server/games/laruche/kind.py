"""La Ruche as the server's registry knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.protocol.refusals import RefusalCode
from skep.server.games.laruche import messages as m
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import Rules, SeatSetup, Setup
from skep.server.rules.kind import Export, Kind, TimedEvent

__all__ = ["LaRucheKind"]


class LaRucheKind(Kind):
    name = "laruche"
    command = m.Command
    event = m.Event
    view = m.View
    status = m.Status

    def rules(self, setup: Setup) -> LaRucheRules:
        return LaRucheRules(setup)

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatSetup]) -> dict[str, Any]:
        who = [seat.who for seat in seats]
        if "engine" in who:
            raise InvalidOptionsError("the engine plays Hive; La Ruche has bots")
        if who.count("person") > 1:
            raise InvalidOptionsError("in La Ruche everybody has a hand of their own: sit once")
        if wish.rated:
            raise InvalidOptionsError("a rated game is Hive between two people")
        return dict(wish.options)

    def export(
        self, rules: Rules, info: protocol.GameInfo, rows: Sequence[TimedEvent], wanted: str
    ) -> Export:
        assert isinstance(rules, LaRucheRules)
        if rules.outcome() is None:
            raise CommandRefusedError(
                RefusalCode.NOT_OVER, "The record is open once the match is over."
            )
        if rules.match is None or wanted != "text":
            raise CommandRefusedError(
                RefusalCode.NOT_FOUND, "La Ruche is exported as text.", format=wanted
            )
        return Export(rules.record((row.at_ms, row.event) for row in rows))
