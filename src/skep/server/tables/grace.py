"""Time for people to see that the server is back, before a game of days is lost by the clock.

A short outage is taken out of the running clocks (`tables.outages`). Days have enough to spare for
that; but whoever could not move for hours, maybe until their time was up, may still do so now.
"""

from __future__ import annotations

from skep.server.rules.contract import Terms

__all__ = ["GRACE_MS", "LONG_OUTAGE_MS", "Grace"]

LONG_OUTAGE_MS = 600_000
GRACE_MS = 12 * 3_600_000


class Grace:
    """Until when no flag falls in games of days: asked about deadlines and about moves alike."""

    def __init__(self) -> None:
        self._until_ms = 0

    def follow(self, outage_end_ms: int | None) -> None:
        """The last long outage ended then; None: there was none."""
        self._until_ms = 0 if outage_end_ms is None else outage_end_ms + GRACE_MS

    def holds(self, terms: Terms, at_ms: int) -> bool:
        """Does no flag fall in this game at this time?"""
        return self.until_ms(terms, at_ms) is not None

    def until_ms(self, terms: Terms, at_ms: int) -> int | None:
        """Until when no flag falls in this game; None: flags fall."""
        return None if terms.is_real_time or at_ms >= self._until_ms else self._until_ms

    def due_ms(self, terms: Terms, deadline_ms: int) -> int:
        """When this deadline may fall."""
        return deadline_ms if terms.is_real_time else max(deadline_ms, self._until_ms)
