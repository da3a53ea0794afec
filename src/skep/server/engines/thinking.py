"""What the tables ask of whoever thinks for them, near or far."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Protocol

__all__ = ["Progress", "Thinking"]

Progress = Callable[[dict[str, Any]], None]


class Thinking(Protocol):
    """Moves go before analyses. An answer may come too late or twice: the rules see to that."""

    @property
    def is_stopped(self) -> bool: ...

    async def move(self, job: dict[str, Any], *, seconds: float, key: str) -> dict[str, Any]:
        """A move at a table; `key` names the table and the moment, so that it is asked once."""

    def analyse(
        self,
        job: dict[str, Any],
        *,
        seconds: float,
        whose: Hashable,
        address: str = "",
        on_progress: Progress | None = None,
    ) -> asyncio.Task[dict[str, Any]]:
        """Look at a position for somebody: one at a time for each, addresses take turns.

        It is refused at once or not at all. Cancelling it ends it.
        """

    async def errand(self, job: dict[str, Any], *, seconds: float) -> dict[str, Any]:
        """What can wait: it is done when nobody thinks, and begun anew when somebody has to."""

    async def count_waiting(self) -> dict[str, int]:
        """Jobs that nobody has begun, by their queue; nothing where that is not known."""

    async def stop(self) -> None: ...
