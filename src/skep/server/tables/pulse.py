"""Does this process keep up? A loop that stood still cost people time that is nobody's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from skep.server.metrics import LOOP_DELAY

__all__ = ["PULSE_SECONDS", "STALL_SECONDS", "Pulse"]

PULSE_SECONDS = 0.25
STALL_SECONDS = 1.0
_LOOK_AGAIN_SECONDS = 0.05


class Pulse:
    """Beats with the event loop and notices when it stood still.

    After a stall whoever is in `on_stall` repairs the clocks first; until then no command of a
    person is judged and no deadline falls.
    """

    def __init__(self) -> None:
        self.on_stall: list[Callable[[float], Awaitable[None]]] = []  # told the length in seconds
        self._beat_at = time.monotonic()
        self._is_repairing = False

    def start(self) -> None:
        """What was before the server was ready is no stall."""
        self._beat_at = time.monotonic()

    @property
    def is_troubled(self) -> bool:
        """Has the loop just stood still, with the clocks not yet repaired?"""
        late = time.monotonic() - self._beat_at
        return self._is_repairing or late > PULSE_SECONDS + STALL_SECONDS

    async def recovered(self) -> None:
        """Return when the clocks are right again."""
        while self.is_troubled:
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    async def tick(self) -> None:
        late = time.monotonic() - self._beat_at - PULSE_SECONDS
        LOOP_DELAY.observe(max(0.0, late))
        self._is_repairing = late > STALL_SECONDS
        self._beat_at = time.monotonic()
        try:
            if self._is_repairing:
                for repair in self.on_stall:
                    await repair(late)
        finally:
            self._is_repairing = False
            self._beat_at = time.monotonic()
