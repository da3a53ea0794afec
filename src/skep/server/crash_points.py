"""Dying on purpose: the fault tests set `SKEP_CRASH_AT` and the server kills itself there.

`SKEP_CRASH_AT=after_commit:20` dies at the twentieth time that point is passed. Without the
variable each call is one comparison.
"""

from __future__ import annotations

import asyncio
import os
import signal

__all__ = ["CRASH_POINTS", "CrashPoint"]

CRASH_POINTS = ("before_commit", "after_commit", "after_acknowledgement")


class CrashPoint:
    """Counts how often the chosen point was passed and kills the process at the n-th time."""

    def __init__(self, setting: str | None = None) -> None:
        text = os.environ.get("SKEP_CRASH_AT", "") if setting is None else setting
        self._point, _, count = text.partition(":")
        if self._point and self._point not in CRASH_POINTS:
            raise ValueError(f"SKEP_CRASH_AT names one of {', '.join(CRASH_POINTS)}, not {text!r}")
        self._left = int(count or 1)

    async def passed_when_sent(self, point: str) -> None:
        """As `passed`, but what was queued for the sockets goes out first."""
        if point == self._point:
            await asyncio.sleep(0.05)
            self.passed(point)

    def passed(self, point: str) -> None:
        if point != self._point:
            return
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
