"""Rate limits: buckets that refill, per address or per guest. An address of IPv6 is its /64."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode

__all__ = ["Buckets", "RateLimit", "client_address", "limited_address", "too_fast"]

_FORGET_ABOVE = 10_000


@lru_cache(4096)
def limited_address(address: str) -> str:
    """What counts as one sender: an address, or all of the /64 that one customer is given.

    >>> limited_address("2001:db8:1:2:aaaa::1"), limited_address("::ffff:192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


class RateLimit:
    """One bucket: `rate` a second, at most `burst` at once.

    >>> bucket = RateLimit(rate=1, burst=2, now=0.0)
    >>> [bucket.wait_seconds(now=0.0) for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float | None = None) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic() if now is None else now

    def wait_seconds(self, now: float | None = None, *, cost: float = 1) -> float:
        """Take so much, at most all there can be. 0: granted; otherwise how long to wait."""
        cost = min(cost, self._burst)
        now = time.monotonic() if now is None else now
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / self._rate

    def check(self, *, cost: float = 1) -> None:
        """Take so much, or RefusedError `TOO_FAST`."""
        wait = self.wait_seconds(cost=cost)
        if wait:
            raise too_fast(wait)

    def is_full(self, now: float) -> bool:
        return self._left + (now - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each key; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[Hashable, RateLimit] = {}

    def check(self, key: Hashable, *, cost: float = 1) -> None:
        """RefusedError `TOO_FAST` when this key has had its share."""
        self._of(key).check(cost=cost)

    def wait_seconds(self, key: Hashable, *, cost: float = 1) -> float:
        """Take so much for this key. 0: granted; otherwise how long to wait."""
        return self._of(key).wait_seconds(cost=cost)

    def _of(self, key: Hashable) -> RateLimit:
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget()
            bucket = self._buckets[key] = RateLimit(self._rate, self._burst)
        return bucket

    def _forget(self) -> None:
        if len(self._buckets) > _FORGET_ABOVE:
            now = time.monotonic()
            self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}


def _in_words(seconds: float) -> str:
    """At least so long, in whole seconds.

    >>> _in_words(0.05), _in_words(1.2)
    ('1 second', '2 seconds')
    """
    whole = math.ceil(seconds)
    return "1 second" if whole == 1 else f"{whole} seconds"


def too_fast(wait_seconds: float) -> CommandRefusedError:
    return CommandRefusedError(
        RefusalCode.TOO_FAST,
        f"Too many requests. Try again in {_in_words(wait_seconds)}.",
        wait_ms=int(wait_seconds * 1000) + 1,
    )


def client_address(scope: Mapping[str, Any]) -> str:
    """Where a request comes from, as limits count it."""
    client = scope.get("client")
    return limited_address(client[0] if client else "")
