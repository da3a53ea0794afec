"""Whoever plays against a person gets no help from an engine of this server meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.kind import Asking, Kind
from skep.server.storage.store import Store
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables

__all__ = ["FairPlay"]


class FairPlay:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def check(self, asking: Asking, kind: Kind, job: Mapping[str, Any]) -> None:
        """RefusedError `NOT_OVER` for who plays a person, and for a question out of such a game."""
        await self._check_plays_nobody(asking.user, kind.name)
        await self._check_is_not_copied(asking.address, kind, job)

    async def _check_plays_nobody(self, user: int | None, kind: str) -> None:
        """Whatever they ask about: moves can be put in another order, and a game can be copied."""
        game = None if user is None else await self._store.live_game_against_people(user, kind)
        if game is not None:
            raise CommandRefusedError(RefusalCode.NOT_OVER, _NO_HELP, game=game)

    async def _check_is_not_copied(self, address: str, kind: Kind, job: Mapping[str, Any]) -> None:
        """Who plays against a person could leave the cookie away, or ask as somebody else.

        Only what somebody of this address has before them is refused, whichever way it is turned:
        a family or a school has one address.
        """
        before_them = frozenset(
            position
            for table in self._tables.in_memory()
            if table.kind is kind and _is_between_people(table) and _has_player_at(table, address)
            for position in kind.positions_in_play(table.rules)
        )
        if not before_them:
            return
        is_copied = await asyncio.to_thread(kind.looks_into, job, before_them)
        if is_copied:
            raise CommandRefusedError(RefusalCode.NOT_OVER, _NO_HELP)


_NO_HELP = "No help while you play against somebody."


def _is_between_people(table: LiveTable) -> bool:
    return table.is_live and len({seat.user for seat in table.terms.seats} - {None}) > 1


def _has_player_at(table: LiveTable, address: str) -> bool:
    return any(each.seat is not None and each.address == address for each in table.listeners)
