"""Whoever plays for the seats that no person plays. Each kind brings its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from skep.server.tables.table import LiveTable

__all__ = ["Everybody", "Nobody", "Players"]


class Players(Protocol):
    """The programs that play at the tables of one kind."""

    def due_ms(self, table: LiveTable) -> int | None:
        """When one of them must be woken at this table."""

    def notice(self, table: LiveTable) -> None:
        """Something changed at the table."""

    async def wake(self, table: LiveTable) -> None:
        """The time that `due_ms` named has come."""


class Nobody:
    """For kinds at which only people play."""

    def due_ms(self, table: LiveTable) -> int | None:
        return None

    def notice(self, table: LiveTable) -> None:
        pass

    async def wake(self, table: LiveTable) -> None:
        pass


class Everybody:
    """The players of all kinds, each asked about its own tables."""

    def __init__(self, by_kind: Mapping[str, Players]) -> None:
        self._by_kind = by_kind

    def due_ms(self, table: LiveTable) -> int | None:
        return self._by_kind[table.kind.name].due_ms(table)

    def notice(self, table: LiveTable) -> None:
        self._by_kind[table.kind.name].notice(table)

    async def wake(self, table: LiveTable) -> None:
        await self._by_kind[table.kind.name].wake(table)
