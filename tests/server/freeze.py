"""Writes a log of today's schema: `python -m tests.server.freeze KIND FILE`, for `logs/v2-….json`.

A frozen log is never written again: later code must read it as it is. This program is for the next
schema version.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from skep import protocol
from skep.errors import RefusedError
from skep.laruche.bots import Bot
from skep.laruche.sight import look
from skep.server.games.hive import messages as hive
from skep.server.games.laruche import messages as laruche
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.games.solitaire import messages as solitaire
from skep.server.games.solitaire.rules import HintFound
from skep.server.kinds import all_kinds
from skep.server.rules.contract import (
    Circumstances,
    Command,
    Event,
    Newcomer,
    SeatAway,
    SeatTerms,
    Terms,
)

__all__ = ["Log", "freeze_hive", "freeze_laruche", "freeze_solitaire"]

START_MS = 1_700_000_000_000


class Log:
    """A game that is played by the rules alone, and its rows."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.kind = all_kinds()[terms.kind]
        self.rules = self.kind.rules(terms)
        self.rows: list[tuple[int, Any]] = []
        self.at_ms = START_MS
        self.add(asyncio.run(self._opening()))

    async def _opening(self) -> Event:
        try:
            return await self.kind.opening(self.terms)
        finally:
            await self.kind.stop()

    def add(self, event: Event) -> None:
        self.rules.apply(event, self.at_ms)
        self.rows.append((self.at_ms, json.loads(self.kind.write_event(event)[1])))

    def do(self, seat: int, command: Command | SeatAway | Newcomer, *, after_ms: int = 0) -> None:
        """Let somebody ask for something so much later, and time pass before it where it is due."""
        self._pass_time(self.at_ms + after_ms)
        event = self.rules.check((seat,), command, Circumstances(at_ms=self.at_ms))
        self.add(event)

    def _pass_time(self, until_ms: int) -> None:
        while (due_ms := self.rules.next_deadline()) is not None and due_ms <= until_ms:
            self.at_ms = due_ms
            self.add(protocol.TimePassed())
        self.at_ms = until_ms

    def __str__(self) -> str:
        terms = self.terms
        head = {
            "schema_version": self.kind.schema_version,
            "rules_version": terms.rules_version,
            "game": terms.kind,
            "options": terms.options,
            "time": msgspec.to_builtins(terms.time),
            "seats": [_seat(seat) for seat in terms.seats],
            "seed": terms.seed.hex(),
        }
        rows = ",\n".join(json.dumps(row) for row in self.rows)
        view = msgspec.json.encode(self.rules.view(0)).decode()
        return f'{json.dumps(head)[:-1]},\n"rows": [\n{rows}\n],\n"view": {view}}}\n'


def _seat(seat: SeatTerms) -> dict[str, Any]:
    plain = msgspec.to_builtins(seat)
    return {name: value for name, value in plain.items() if value or name == "who"}


def freeze_laruche() -> Log:
    """Two people, a bot and a newcomer: misses, gifts, a pause, an absence, an outage."""
    options = {"rounds": 2, "bee_gift": True, "triple_gift": "split", "deal": "10"}
    seats = (
        SeatTerms("person", user=1, handicap_ms=200),
        SeatTerms("person", user=2, show=True),
        SeatTerms("bot", level=5),
    )
    log = Log(Terms("laruche", options, protocol.Untimed(), seats, bytes(range(16)), 3))
    play(log, until=lambda rules: len(match_of(rules).table) == 7)
    miss(log)
    log.do(0, laruche.AskPause(), after_ms=100)
    log.do(1, laruche.AskPause(), after_ms=100)
    log.do(1, laruche.Resume(), after_ms=5_000)
    log.at_ms += 4_000
    log.add(protocol.Outage(from_ms=log.at_ms - 3_900, to_ms=log.at_ms))
    log.do(1, SeatAway(True), after_ms=100)
    play(log, until=lambda rules: match_of(rules).players[1].stand_in)
    log.do(1, SeatAway(False), after_ms=100)
    play(log, until=lambda rules: match_of(rules).phase.value == "break")
    log.do(-1, Newcomer(3), after_ms=1_000)
    for seat in (0, 1, 3):
        log.do(seat, laruche.Ready(), after_ms=100)
    play(log, until=lambda rules: rules.outcome() is not None)
    return log


def freeze_hive() -> Log:
    """Offers that are withdrawn before anybody has answered them, and one that stands."""
    seats = (SeatTerms("person", user=1), SeatTerms("person", user=2))
    time = protocol.Timed(base_ms=300_000, increment_ms=2_000)
    log = Log(Terms("hive", {"game_type": "Base"}, time, seats, bytes(16), 2))
    log.do(0, hive.Play("wS1", 0), after_ms=5_000)
    log.do(0, hive.OfferTakeback(1), after_ms=1_000)
    log.do(0, hive.WithdrawTakeback(1), after_ms=1_000)
    log.do(1, hive.Play("bS1 wS1-", 1), after_ms=4_000)
    log.do(1, hive.OfferDraw(2), after_ms=1_000)
    log.do(1, hive.WithdrawDraw(2), after_ms=1_000)
    log.do(1, hive.OfferDraw(2), after_ms=1_000)
    return log


def freeze_solitaire() -> Log:
    """Seven tiles: hints, tiles taken back, pauses, an absence, an outage, given up."""
    options = {"size": 7, "reading": "fourth"}
    seats = (SeatTerms("person", user=1),)
    log = Log(Terms("solitaire", options, protocol.Untimed(), seats, bytes(range(16)), 2))
    game = log.rules.game  # type: ignore[attr-defined]
    for placement in game.puzzle.solution[:4]:
        log.do(0, HintFound(placement, game.placed), after_ms=1_000)
        cell = (placement.cell.q, placement.cell.r)
        log.do(0, solitaire.Put(cell, placement.pose.name), after_ms=500)
    log.do(0, solitaire.TakeBack(), after_ms=700)
    log.do(0, solitaire.StopClock(), after_ms=900)
    log.do(0, solitaire.StartClock(), after_ms=60_000)
    log.do(0, SeatAway(True), after_ms=1_100)
    log.do(0, SeatAway(False), after_ms=3_600_000)
    log.at_ms += 4_000
    log.add(protocol.Outage(from_ms=log.at_ms - 3_900, to_ms=log.at_ms))
    cell = game.placed[0].cell
    log.do(0, solitaire.TakeBack((cell.q, cell.r)), after_ms=800)
    log.do(0, solitaire.GiveUp(), after_ms=1_300)
    return log


def match_of(rules: Any) -> Any:
    assert isinstance(rules, LaRucheRules)
    assert rules.match is not None
    return rules.match


def play(log: Log, *, until: Callable[[Any], bool]) -> None:
    """Every seat looks in turn, as a strong bot would, a second after the other."""
    bots = [Bot(5, seed) for seed in range(6)]
    while not until(log.rules):
        for seat in range(len(match_of(log.rules).players)):
            if until(log.rules):
                return
            wish = bots[seat].act(look(match_of(log.rules), seat), log.at_ms + 1_000)
            try:
                if wish is not None:
                    log.do(seat, wish, after_ms=1_000)
                    continue
            except RefusedError:
                pass  # time changed the table before it
            log._pass_time(log.at_ms + 1_000)


def miss(log: Log) -> None:
    """Send a tile to a spot that it does not fit."""
    match = match_of(log.rules)
    for spot in match.table.live_spots():
        for tile in match.players[0].hand:
            if not tile.bit & spot.tiles:
                cell = (spot.cell.q, spot.cell.r)
                log.do(0, laruche.Lay(match.round, cell, tile.name), after_ms=2_000)
                assert match_of(log.rules).players[0].missed_until_ms > log.at_ms
                return
    raise AssertionError("everything fits everywhere")


if __name__ == "__main__":
    games = {"hive": freeze_hive, "laruche": freeze_laruche, "solitaire": freeze_solitaire}
    Path(sys.argv[2]).write_text(str(games[sys.argv[1]]()))
