"""La Ruche as the server's registry knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.laruche.bots import LEVELS
from skep.laruche.drawing import symbols
from skep.laruche.events import Effect
from skep.laruche.options import GIFT_TIMES_MS, MatchOptions
from skep.protocol.refusals import RefusalCode
from skep.server.games.laruche import messages as m
from skep.server.games.laruche.log import Row, read_row
from skep.server.games.laruche.page import (
    match_page,
    places,
    replay_page,
    screen_page,
    wish_of,
)
from skep.server.games.laruche.replay import replay_of
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import Event, Rules, SeatTerms, Terms
from skep.server.rules.kind import Export, Kind, Page, Place, TimedEvent

__all__ = ["LaRucheKind"]


class LaRucheKind(Kind):
    name = "laruche"
    command = m.Command
    event = m.Event
    logged = Row
    view = m.View
    status = m.Status
    effect = Effect
    schema_version = 2
    rules_version = 3
    begins_without_all = True

    def rules(self, terms: Terms) -> LaRucheRules:
        return LaRucheRules(terms)

    def read_event(self, payload: str, schema_version: int) -> Event:
        return read_row(payload, schema_version)

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatTerms]) -> dict[str, Any]:
        who = [seat.who for seat in seats]
        if "engine" in who:
            raise InvalidOptionsError("the engine plays Hive; La Ruche has bots")
        if who.count("person") > 1:
            raise InvalidOptionsError("in La Ruche everybody has a hand of their own: sit once")
        if wish.rated:
            raise InvalidOptionsError("a rated game is Hive between two people")
        MatchOptions.chosen(wish.options)  # who wishes does not choose the version of the rules
        return dict(wish.options)

    def renewed(self, options: Mapping[str, Any], rules_version: int) -> dict[str, Any]:
        """Version 1 had gifts of any length, and none of the rules for screens."""
        if rules_version > 1:
            return dict(options)
        return {name: value for name, value in options.items() if name != "gift_ms"}

    # --- pages

    has_pages = True
    words = "laruche_words.html"
    start = "laruche_start.html"

    def symbols(self) -> str:
        return symbols().replace("<defs>", "").replace("</defs>", "")

    def places(self) -> list[Place]:
        return places()

    def wish(self, form: Mapping[str, str]) -> protocol.CreateGame:
        return wish_of(form)

    def page(self, rules: Rules, info: protocol.GameInfo, seats: Sequence[int]) -> Page:
        return match_page(info, seats)

    def screen(self, rules: Rules, info: protocol.GameInfo) -> Page:
        return screen_page(info)

    def replay(self, rules: Rules, info: protocol.GameInfo) -> Page:
        assert isinstance(rules, LaRucheRules)
        _check_over(rules)
        if rules.match is None:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "This match never began.")
        return replay_page(info)

    # --- files

    def export(
        self, rules: Rules, info: protocol.GameInfo, rows: Sequence[TimedEvent], wanted: str
    ) -> Export:
        assert isinstance(rules, LaRucheRules)
        _check_over(rules)
        if rules.match is not None and wanted == "text":
            return Export(rules.record((row.at_ms, row.event) for row in rows))
        if rules.match is not None and wanted == "json":
            replay = replay_of(rules.terms, info, rows)
            return Export(msgspec.json.encode(replay).decode(), "application/json")
        raise CommandRefusedError(
            RefusalCode.NOT_FOUND, "La Ruche is exported as text or json.", format=wanted
        )

    def choices(self) -> Mapping[str, Any]:
        """Bots by level, and every option with its default."""
        defaults = asdict(MatchOptions())
        del defaults["rules_version"]
        return {
            "bots": [
                {"level": level, "name": bot.name, "plays": bot.plays}
                for level, bot in LEVELS.items()
            ],
            "defaults": defaults,
            "gift_times_ms": GIFT_TIMES_MS,
        }


def _check_over(rules: LaRucheRules) -> None:
    """Hands are open once nobody plays with them any more."""
    if rules.outcome() is None:
        raise CommandRefusedError(
            RefusalCode.NOT_OVER, "The record is open once the match is over."
        )
