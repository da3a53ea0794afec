"""Which time the outages in a log have given back: none of it is given back twice.

An outage counts by its length, and its end: the rules know since when each clock runs, and put it
off by no more than it has run. So what is left of a time of which some was given back before is
written as one outage, at the end of that time.
"""

from __future__ import annotations

from skep import protocol

__all__ = ["TimeGiven"]


class TimeGiven:
    """Spans that do not touch, in their order."""

    __slots__ = ("_spans",)

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def rest_of(self, from_ms: int, to_ms: int) -> protocol.Outage | None:
        """The outage that is still to be written for this time; None: nothing is."""
        given_ms = sum(max(0, min(end, to_ms) - max(begin, from_ms)) for begin, end in self._spans)
        start_ms = from_ms + given_ms
        return protocol.Outage(from_ms=start_ms, to_ms=to_ms) if start_ms < to_ms else None

    def note(self, outage: protocol.Outage) -> None:
        """One that stands in the log: it fills the time before its end that was not given yet."""
        left_ms, begin_ms, end_ms = outage.to_ms - outage.from_ms, outage.to_ms, outage.to_ms
        for begin, end in reversed(self._spans):
            if begin >= begin_ms:
                continue
            between_ms = max(0, begin_ms - end)
            if between_ms >= left_ms:
                break
            left_ms, begin_ms = left_ms - between_ms, begin
        begin_ms -= left_ms
        apart = [span for span in self._spans if span[1] < begin_ms or span[0] > end_ms]
        joined = [span for span in self._spans if span not in apart]
        begin_ms = min([begin_ms, *(begin for begin, _ in joined)])
        end_ms = max([end_ms, *(end for _, end in joined)])
        self._spans = sorted([*apart, (begin_ms, end_ms)])
