"""Which games a match consists of: every opening twice, with the colours swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

__all__ = ["Fixture", "schedule"]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to play: two contestants by number (the first has White), an opening, a pair."""

    white: int
    black: int
    opening: int
    pair: int  # number of the pair within the meeting of these two
    second: bool  # is it the pair's second game?

    @property
    def meeting(self) -> tuple[int, int]:
        """The two contestants, the lower number first."""
        return min(self.white, self.black), max(self.white, self.black)

    @property
    def round(self) -> str:
        """A name that a log can be continued by."""
        one, other = self.meeting
        return f"{one + 1}-{other + 1}.{self.pair + 1}.{2 if self.second else 1}"


def schedule(contestants: int, games: int, openings: int, seed: int = 0) -> Sequence[Fixture]:
    """All games of a match: each two contestants meet `games` times (made even).

    >>> [fixture.round for fixture in schedule(2, 4, 1)]
    ['1-2.1.1', '1-2.1.2', '1-2.2.1', '1-2.2.2']
    """
    order = list(range(openings))
    random.Random(seed).shuffle(order)

    def pairs() -> Iterator[Fixture]:
        for pair in range((games + 1) // 2):
            opening = order[pair % openings]
            for one, other in combinations(range(contestants), 2):
                yield Fixture(one, other, opening, pair, second=False)
                yield Fixture(other, one, opening, pair, second=True)

    return list(pairs())
