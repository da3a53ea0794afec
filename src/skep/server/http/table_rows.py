"""The list of open tables in words, for the page and for whoever follows it by a socket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skep import protocol
from skep.server.http.rendering import Renderer
from skep.server.lobby.open_tables import OpenTable
from skep.server.rules.kind import Kinds

__all__ = ["TableRows"]

MOST_KEPT = 1000


class TableRows:
    """Words come from templates: the kind's own say what was agreed on, the lobby's the rest."""

    def __init__(self, renderer: Renderer, kinds: Kinds) -> None:
        self._renderer = renderer
        self._kinds = kinds
        self._worded: dict[tuple[str, str, bool], tuple[OpenTable, protocol.TableRow]] = {}

    def __call__(
        self, language: str, tables: Sequence[OpenTable], user: int | None
    ) -> list[protocol.TableRow]:
        return [self._row(language, table, mine=table.seats(user)) for table in tables]

    def _row(self, language: str, table: OpenTable, *, mine: bool) -> protocol.TableRow:
        """Worded once for everybody: a list is long, and those who look at it are many."""
        key = language, table.info.id, mine
        known = self._worded.get(key)
        if known is None or known[0] != table:
            if len(self._worded) >= MOST_KEPT:
                self._worded.clear()
            known = self._worded[key] = table, self._worded_anew(language, table, mine=mine)
        return known[1]

    def _worded_anew(self, language: str, table: OpenTable, *, mine: bool) -> protocol.TableRow:
        info = table.info

        def words(macro: str, *values: Any) -> str:
            return self._renderer.words(language, "lobby_words.html", macro, *values)

        own = self._kinds[info.game].words
        free = next((n for n, s in enumerate(info.seats) if s.who in ("open", "invited")), None)
        return protocol.TableRow(
            id=info.id,
            state=info.status,
            title=words("title", info),
            note=words("note", own, info, free, mine, table.is_away),
            terms=words("terms", own, info),
            is_mine=mine,
            is_away=table.is_away,
        )
