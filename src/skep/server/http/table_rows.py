"""The list of open tables in words, for the page and for whoever follows it by a socket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skep import protocol
from skep.server.http.rendering import Renderer
from skep.server.lobby.open_tables import OpenTable
from skep.server.rules.kind import Kinds

__all__ = ["TableRows"]


class TableRows:
    """Words come from templates: the kind's own say what was agreed on, the lobby's the rest."""

    def __init__(self, renderer: Renderer, kinds: Kinds) -> None:
        self._renderer = renderer
        self._kinds = kinds

    def __call__(
        self, language: str, tables: Sequence[OpenTable], user: int | None
    ) -> list[protocol.TableRow]:
        return [self._row(language, table, user) for table in tables]

    def _row(self, language: str, table: OpenTable, user: int | None) -> protocol.TableRow:
        info = table.info

        def words(macro: str, *values: Any) -> str:
            return self._renderer.words(language, "lobby_words.html", macro, *values)

        own = self._kinds[info.game].words
        free = next((n for n, s in enumerate(info.seats) if s.who in ("open", "invited")), None)
        mine = table.seats(user)
        return protocol.TableRow(
            id=info.id,
            state=info.status,
            title=words("title", info),
            note=words("note", own, info, free, mine, table.is_away),
            terms=words("terms", own, info),
            is_mine=mine,
            is_away=table.is_away,
        )
