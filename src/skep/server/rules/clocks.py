"""Clocks as values: what time each side has left, told only by the times of the log.

Nothing here reads a clock. A move is judged by its receive time less a compensation for lag, which
is paid from a quota, so that a poor line costs little and a false one gains little.

>>> clock = GameClock.start(Timed(base_ms=60_000, increment_ms=1_000), at_ms=0)
>>> clock.due_ms  # a minute, and the lag that may still be granted
60888
>>> clock.press(10_500, compensation_ms=500).left_ms
(51000, 60000)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from skep.errors import InvalidOptionsError
from skep.protocol import Clock, Daily, TimeControl, Timed, Untimed

__all__ = ["SAME_FOR_ALL", "GameClock", "LagQuota", "speed_class", "time_wished"]

DAY_MS = 86_400_000
MOVES_FORESEEN = 40


def speed_class(control: TimeControl) -> str:
    """The class under which a game is rated one day, from the time of a game of 40 moves."""
    match control:
        case Untimed():
            return "untimed"
        case Daily():
            return "daily"
        case Timed(base_ms=base, increment_ms=increment):
            minutes = (base + MOVES_FORESEEN * increment) / 60_000
            return "blitz" if minutes < 8 else "rapid" if minutes < 25 else "classical"


def time_wished(form: Mapping[str, str]) -> TimeControl:
    """The clock that somebody asks for by a form.

    >>> time_wished({"pace": "timed", "minutes": "2.5", "seconds": "3"})
    Timed(base_ms=150000, increment_ms=3000)
    >>> time_wished({"pace": "daily", "days": "3"})
    Daily(days=3)
    """
    pace = form.get("pace", "untimed")
    try:
        wish: dict[str, object] = {"pace": pace}
        if pace == "timed":
            wish["base_ms"] = round(float(form.get("minutes", "")) * 60_000)
            wish["increment_ms"] = round(float(form.get("seconds", "0")) * 1_000)
        elif pace == "daily":
            wish["days"] = int(form.get("days", ""))
        return msgspec.convert(wish, TimeControl)  # type: ignore[no-any-return]
    except (ValueError, OverflowError, msgspec.ValidationError):
        raise InvalidOptionsError(
            "a clock has at most 180 minutes for each and 180 seconds more with each move, "
            "or 1 to 14 days for each move"
        ) from None


@dataclass(frozen=True, slots=True)
class LagQuota:
    """How much lag is forgiven: so much with each move, saved up to a limit."""

    per_move_ms: int

    @classmethod
    def of(cls, control: Timed | Daily) -> LagQuota:
        """The quicker the game, the less: what is a breath in a long game decides a short one.

        >>> [LagQuota.of(Timed(base_ms=minutes * 60_000)).per_move_ms for minutes in (1, 5, 10, 60)]
        [400, 666, 1000, 1000]
        """
        if isinstance(control, Daily):
            return cls(0)
        foreseen_ms = control.base_ms + MOVES_FORESEEN * control.increment_ms
        return cls(min(1_000, (300_000 + foreseen_ms) // 900))

    @property
    def at_start_ms(self) -> int:
        return 2 * self.per_move_ms

    @property
    def at_once_ms(self) -> int:
        return 3 * self.per_move_ms

    @property
    def saved_at_most_ms(self) -> int:
        return 5 * self.per_move_ms


# By the rules of version 1 every game had the quota of a long one.
SAME_FOR_ALL = LagQuota(1_000)


@dataclass(frozen=True, slots=True)
class GameClock:
    """Two sides; the clock of `running` runs since `since_ms`."""

    left_ms: tuple[int, int]
    quota_ms: tuple[int, int]
    running: int
    since_ms: int
    increment_ms: int
    per_move_ms: int  # of a daily game, else 0
    lag: LagQuota

    @classmethod
    def start(
        cls, control: Timed | Daily, at_ms: int, *, running: int = 0, lag: LagQuota | None = None
    ) -> GameClock:
        daily = isinstance(control, Daily)
        base = control.days * DAY_MS if isinstance(control, Daily) else control.base_ms
        if lag is None or daily:
            lag = LagQuota.of(control)
        return cls(
            left_ms=(base, base),
            quota_ms=(lag.at_start_ms, lag.at_start_ms),
            running=running,
            since_ms=at_ms,
            increment_ms=0 if isinstance(control, Daily) else control.increment_ms,
            per_move_ms=base if daily else 0,
            lag=lag,
        )

    @property
    def due_ms(self) -> int:
        """When the flag falls, with all lag granted that still can be."""
        return self.since_ms + self.left_ms[self.running] + self.grantable_ms

    @property
    def grantable_ms(self) -> int:
        return min(self.quota_ms[self.running], self.lag.at_once_ms)

    def compensation_ms(self, lag_ms: int) -> int:
        """How much of this lag the running side need not pay for."""
        return max(0, min(lag_ms, self.grantable_ms))

    def is_in_time(self, at_ms: int, compensation_ms: int) -> bool:
        return at_ms - self.since_ms - compensation_ms <= self.left_ms[self.running]

    def press(self, at_ms: int, compensation_ms: int) -> GameClock:
        """The running side has moved: it pays, gets its increment, and the other side runs."""
        side = self.running
        spent = max(0, at_ms - self.since_ms - compensation_ms)
        left = self.per_move_ms or max(0, self.left_ms[side] - spent) + self.increment_ms
        quota = self.quota_ms[side] - compensation_ms + self.lag.per_move_ms
        return replace(
            self,
            left_ms=_with(self.left_ms, side, left),
            quota_ms=_with(self.quota_ms, side, min(quota, self.lag.saved_at_most_ms)),
            running=1 - side,
            since_ms=at_ms,
        )

    def hand_over(self, to: int, at_ms: int) -> GameClock:
        """A takeback: the running side pays for its time, nobody gets any back."""
        side = self.running
        left = self.per_move_ms or max(0, self.left_ms[side] - (at_ms - self.since_ms))
        return replace(self, left_ms=_with(self.left_ms, side, left), running=to, since_ms=at_ms)

    def skip(self, from_ms: int, to_ms: int) -> GameClock:
        """The server was away: that time is nobody's."""
        return replace(self, since_ms=self.since_ms + max(0, to_ms - max(from_ms, self.since_ms)))

    def shown(self, *, running: bool) -> Clock:
        return Clock(
            left_ms=self.left_ms,
            since_ms=self.since_ms,
            running=self.running if running else None,
        )


def _with(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == 0 else (pair[0], value)
