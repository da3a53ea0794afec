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
        self._worded: dict[tuple[str, str, int | None], tuple[OpenTable, protocol.TableRow]] = {}

    def __call__(
        self, language: str, tables: Sequence[OpenTable], user: int | None
    ) -> list[protocol.TableRow]:
        return [self._row(language, table, user if table.seats(user) else None) for table in tables]

    def _row(self, language: str, table: OpenTable, seated: int | None) -> protocol.TableRow:
        """Worded once for all who only look: a list is long, and they are many."""
        key = language, table.info.id, seated
        known = self._worded.get(key)
        if known is None or known[0] != table:
            if len(self._worded) >= MOST_KEPT:
                self._worded.clear()
            known = self._worded[key] = table, self._worded_anew(language, table, seated)
        return known[1]

    def _worded_anew(
        self, language: str, table: OpenTable, seated: int | None
    ) -> protocol.TableRow:
        info, mine = table.info, seated is not None

        def words(macro: str, *values: Any) -> str:
            return self._renderer.words(language, "lobby_words.html", macro, *values)

        own = self._kinds[info.game].words
        free = next((n for n, s in enumerate(info.seats) if s.who in ("open", "invited")), None)
        return protocol.TableRow(
            id=info.id,
            state=info.status,
            title=words("title", own, info, seated),
            note=words("note", own, info, free, mine, table.is_away),
            terms=words("terms", own, info),
            action=words("action", info, mine),
            is_mine=mine,
            is_away=table.is_away,
        )
