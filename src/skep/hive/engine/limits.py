"""How long the engine may think: limits, and the share of a clock that a move is given."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from skep.errors import InvalidOptionsError
from skep.hive.values import expect, expect_number

__all__ = [
    "MOST_DEPTH",
    "MOST_NODES",
    "MOST_THREADS",
    "Limit",
    "budget",
    "most_hash_mib",
]

# What the core's numbers can hold, and more than anybody needs.
MOST_DEPTH: Final = 1_000
MOST_NODES: Final = 10**18
MOST_THREADS: Final = 256
_MOST_HASH_MIB: Final = 65536
_LEAST_HASH_MIB: Final = 64  # so much is granted on any machine


def most_hash_mib() -> int:
    """How large a table may be: half of this machine's memory."""
    try:
        half = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**21
    except (ValueError, OSError):
        half = _MOST_HASH_MIB
    return max(_LEAST_HASH_MIB, min(_MOST_HASH_MIB, half))


# How a clock is shared out. A game lasts about 60 plies; the horizon never gets shorter than
# `_LEAST_MOVES_LEFT`, so that a long game does not run dry.
_MOVES_IN_A_GAME = 36
_LEAST_MOVES_LEFT = 12
_INCREMENT_SHARE = 0.8
_HARD_FACTOR = 2.5  # a move that is hard to decide may take this many times its share
_HARD_CEILING = 0.25  # but never more than this part of the clock
_SOFT_SHARE = 0.7  # a new depth takes about as long as all before it together


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When a search ends: at the first of these that is reached. None stands for no such limit.

    `soft_seconds` is when no new depth is begun: three quarters of it while the best move stays,
    half of it more each time that changed of late. `seconds` ends the search wherever it is. A
    limit with nothing in it runs until it is stopped.

    >>> Limit(seconds=0.5, depth=8)
    Limit(seconds=0.5, soft_seconds=None, depth=8, nodes=None)
    """

    seconds: float | None = None
    soft_seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "soft_seconds"):
            value = getattr(self, name)
            expect(value, (int, float, type(None)), f"{name} is a number")
            if value is not None and not 0 <= value < float("inf"):
                raise InvalidOptionsError(f"{name} is a number of 0 or more, not {value!r}")
        for name, most in (("depth", MOST_DEPTH), ("nodes", MOST_NODES)):
            value = getattr(self, name)
            if value is not None:
                expect_number(name, value, 1, most)

    @property
    def is_endless(self) -> bool:
        """Does only a call of `stop` end it?"""
        return self == Limit()


def budget(
    remaining: float, increment: float = 0.0, *, ply: int = 0, overhead: float = 0.05
) -> Limit:
    """The time for one move of a game with clocks, from what is left on the clock.

    `overhead` is what a move costs outside the search and is kept back.

    >>> budget(300.0, 2.0)
    Limit(seconds=24.8..., soft_seconds=6.9..., depth=None, nodes=None)
    """
    if remaining < 0 or increment < 0:
        raise InvalidOptionsError(
            f"times on a clock are 0 or more, not {remaining!r} and {increment!r}"
        )
    usable = max(remaining - overhead, 0.0)
    moves_left = max(_LEAST_MOVES_LEFT, _MOVES_IN_A_GAME - ply // 2)
    share = usable / moves_left + _INCREMENT_SHARE * increment
    hard = min(_HARD_FACTOR * share, _HARD_CEILING * usable + _INCREMENT_SHARE * increment, usable)
    return Limit(seconds=hard, soft_seconds=min(_SOFT_SHARE * share, hard))
