"""The bus tells the processes that a game has grown. It carries (game, seq) and nothing else.

It may lose or repeat what it carries: every process compares heads with the database from time
to time, so the bus is only what makes fan-out quick. The one here serves a single process; one
over Redis takes the same three methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

__all__ = ["Bus", "LocalBus"]


class Bus(Protocol):
    def listen(self, on_message: Callable[[str, int], None]) -> None:
        """Call this for every message, also for our own."""

    def publish(self, game: str, seq: int) -> None:
        """Say that `game` has reached `seq`. Never blocks and never fails."""

    async def close(self) -> None: ...


class LocalBus:
    """The bus of a single process."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str, int], None]] = []

    def listen(self, on_message: Callable[[str, int], None]) -> None:
        self._listeners.append(on_message)

    def publish(self, game: str, seq: int) -> None:
        for listener in self._listeners:
            listener(game, seq)

    async def close(self) -> None:
        self._listeners.clear()
