"""No help with a game that somebody plays against a person, whoever asks."""

from __future__ import annotations

from skep.errors import CommandRefusedError
from skep.hive import Position
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive.questions import PlayedLine, position_of_line
from skep.server.games.hive.rules import HiveRules
from skep.server.rules.kind import Asking
from skep.server.storage.store import Store
from skep.server.tables.fairness import check_help_is_fair
from skep.server.tables.tables import Tables

__all__ = ["FairPlay", "positions_of_line"]


def positions_of_line(line: PlayedLine) -> tuple[Position, frozenset[int]]:
    """The last position of a line, and the numbers of all that it goes through."""
    seen: list[int] = []
    position = position_of_line(line, seen.append)
    return position, frozenset(seen)


class FairPlay:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def check(self, asking: Asking, seen: frozenset[int]) -> None:
        """RefusedError `NOT_OVER` for who plays a person, and for a position out of such a game."""
        await check_help_is_fair(self._store, asking.user, "hive")
        self._check_is_not_copied(asking.address, seen)

    def _check_is_not_copied(self, address: str, seen: frozenset[int]) -> None:
        """Who plays against a person could leave the cookie away, and ask as nobody.

        Only that very position is refused: a family or a school has one address.
        """
        for table in self._tables.in_memory():
            rules = table.rules
            if not isinstance(rules, HiveRules) or not table.is_live or not rules.ply:
                continue
            people = {seat.user for seat in table.terms.seats if seat.user is not None}
            sits_here = any(
                each.seat is not None and each.address == address for each in table.listeners
            )
            if len(people) > 1 and sits_here and rules.position_hash in seen:
                raise CommandRefusedError(
                    RefusalCode.NOT_OVER, "No help while you play against somebody.", game=table.id
                )
