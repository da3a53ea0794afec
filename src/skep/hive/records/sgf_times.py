"""Dates and thinking times as SGF files tell them."""

from __future__ import annotations

import re
from datetime import date

from skep.hive.pieces import Color
from skep.hive.records.tree import Node

__all__ = ["ThinkingTimes", "iso_date"]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})(?!\d)",
        r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.\s*(?P<year>\d{4})(?!\d)",
        # As Java prints a moment: Sat Aug 20 22:38:21 CEST 2011
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})\b(?!\d).*?\b(?P<year>\d{{4}})\b(?!:)",
        rf"\b(?P<day>\d{{1,2}})\.?\s+{_MONTH}\s+(?P<year>\d{{4}})\b",
    )
)
_CLOCK = re.compile(r"(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)", re.ASCII)
_LONGEST_MS = 10**12


def iso_date(text: str) -> str | None:
    """The day that a text names, as ISO 8601 writes it; None if that cannot be told.

    >>> iso_date("Sat Aug 20 22:38:21 CEST 2011"), iso_date("20.8.2011"), iso_date("8/20/11")
    ('2011-08-20', '2011-08-20', None)
    """
    for pattern in _DATES:
        match = pattern.search(text)
        if match is None:
            continue
        name = match["month"].lower()
        month = int(name) if name.isdigit() else _MONTHS.index(name) + 1
        try:
            return date(int(match["year"]), month, int(match["day"])).isoformat()
        except ValueError:
            continue
    return None


class ThinkingTimes:
    """What each turn took.

    The file tells after an action how long its player has thought in the whole game so far.
    """

    def __init__(self) -> None:
        self._total = dict.fromkeys(Color, 0)  # in milliseconds, as told last
        self._turn_start = dict.fromkeys(Color, 0)  # the total when the turn began
        self._side: Color | None = None
        self._ended: tuple[Node, int] | None = None  # the ply that this action ended, its start

    def act(self, side: Color) -> None:
        """A player does something."""
        self._side, self._ended = side, None

    def end_turn(self, node: Node) -> None:
        """What the player did last ends the turn."""
        assert self._side is not None
        self._ended = node, self._turn_start[self._side]
        self._take_stock()

    def tell(self, text: str) -> bool:
        """Take what stands in `TM[…]`, milliseconds or a clock; False if it is neither."""
        total_ms = _milliseconds(text)
        if total_ms is None:
            return False
        if self._side is not None:  # before the first action it is the time that was agreed on
            self._total[self._side] = total_ms
            self._take_stock()
        return True

    def _take_stock(self) -> None:
        if self._ended is None or self._side is None:
            return
        node, start = self._ended
        total = self._turn_start[self._side] = self._total[self._side]
        if total > start:
            node.spent_ms = total - start


def _milliseconds(text: str) -> int | None:
    text = text.strip()
    if text.isascii() and text.isdigit():
        value = int(text[:20])
        return value if value < _LONGEST_MS else None
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    return 1000 * (3600 * int(match[1] or 0) + 60 * int(match[2]) + int(match[3]))
