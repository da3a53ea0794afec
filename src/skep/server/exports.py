"""A game as a file. Secrets of a match come out only after its end."""

from __future__ import annotations

from skep.errors import CommandRefusedError
from skep.server.hive_rules import HiveRules
from skep.server.laruche_rules import LaRucheRules
from skep.server.store import LogRow
from skep.server.table import Table

__all__ = ["export_game"]


def export_game(table: Table, rows: list[LogRow], wanted: str) -> tuple[str, str]:
    """The text and its media type."""
    rules = table.rules
    if isinstance(rules, HiveRules):
        return _export_hive(rules, wanted)
    if rules.outcome() is None:
        raise CommandRefusedError("NOT_OVER", "The record is open once the match is over.")
    if not isinstance(rules, LaRucheRules) or rules.match is None or wanted != "text":
        raise CommandRefusedError("NOT_FOUND", "La Ruche is exported as text.", format=wanted)
    return rules.record((row.at_ms, row.event) for row in rows), "text/plain; charset=utf-8"


def _export_hive(rules: HiveRules, wanted: str) -> tuple[str, str]:
    if wanted == "text":
        return rules.game_string + "\n", "text/plain; charset=utf-8"
    raise CommandRefusedError("NOT_FOUND", "Hive is exported as text.", format=wanted)
