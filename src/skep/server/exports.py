"""A game as a file. Secrets of a match come out only after its end."""

from __future__ import annotations

import time

from skep.errors import CommandRefusedError
from skep.hive.records import Ending, Format, Game, Result, format_record
from skep.server.hive_rules import HiveRules
from skep.server.laruche_rules import LaRucheRules
from skep.server.store import LogRow
from skep.server.table import Table

__all__ = ["export_game"]


def export_game(table: Table, rows: list[LogRow], wanted: str) -> tuple[str, str]:
    """The text and its media type."""
    rules = table.rules
    if isinstance(rules, HiveRules):
        return _export_hive(table, rules, wanted)
    if rules.outcome() is None:
        raise CommandRefusedError("NOT_OVER", "The record is open once the match is over.")
    if not isinstance(rules, LaRucheRules) or rules.match is None or wanted != "text":
        raise CommandRefusedError("NOT_FOUND", "La Ruche is exported as text.", format=wanted)
    return rules.record((row.at_ms, row.event) for row in rows), "text/plain; charset=utf-8"


def _export_hive(table: Table, rules: HiveRules, wanted: str) -> tuple[str, str]:
    if wanted == "text":
        return rules.game_string + "\n", "text/plain; charset=utf-8"
    if wanted != "pgn":
        raise CommandRefusedError("NOT_FOUND", "Hive is exported as text or pgn.", format=wanted)
    info = table.stored.info
    names = [seat.name or f"{seat.who} {seat.level}" for seat in info.seats]
    started = time.gmtime((info.started_ms or info.created_ms) / 1000)
    headers = {
        "Event": "Casual game" if not info.rated else "Rated game",
        "Site": "skep",
        "Date": time.strftime("%Y.%m.%d", started),
        "White": names[0],
        "Black": names[1],
    }
    game = Game(rules.options, headers=headers, stated=_stated(rules))
    for move in rules.moves:
        game.play(move)
    return format_record(game, Format.PGN), "text/plain; charset=utf-8"


def _stated(rules: HiveRules) -> Result | None:
    outcome = rules.outcome()
    if outcome is None or not outcome.ranks:
        return None
    endings = {ending.value: ending for ending in Ending}
    state = rules.state
    return Result(state, endings.get(outcome.reason, Ending.UNKNOWN))
