"""Deals: who gets which tiles, and who lays the first one. They come from outside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from skep.errors import InvalidOptionsError
from skep.laruche.chance import Stream
from skep.laruche.options import MAX_SEATS
from skep.laruche.tiles import ALL_TILES, Tile

__all__ = ["Deal", "Deals", "FixedDeals", "SeededDeals"]


@dataclass(frozen=True, slots=True)
class Deal:
    """All sixty tiles in equal hands, and the seat that begins the set-up."""

    hands: tuple[tuple[Tile, ...], ...]
    first: int

    def __post_init__(self) -> None:
        seats = len(self.hands)
        if not 1 <= seats <= MAX_SEATS:
            raise InvalidOptionsError(f"a deal has 1 to {MAX_SEATS} hands, not {seats}")
        if {len(hand) for hand in self.hands} != {60 // seats}:
            raise InvalidOptionsError(f"{seats} hands have {60 // seats} tiles each")
        if len({tile for hand in self.hands for tile in hand}) != 60:
            raise InvalidOptionsError("a deal holds each of the sixty tiles once")
        if not 0 <= self.first < seats:
            raise InvalidOptionsError(f"the first seat is 0 to {seats - 1}, not {self.first}")


class Deals(Protocol):
    """Where a match takes its deals from: number 0, 1, 2 … as they are used, redeals included."""

    def deal(self, number: int, seats: int) -> Deal: ...


@dataclass(frozen=True, slots=True)
class SeededDeals:
    """Deals from a seed of 128 bits.

    Deal n is the stream labelled `deal n`: the tiles in the order of their index, shuffled, cut
    into hands from the front; then the first seat is drawn.

    >>> SeededDeals(7).deal(0, 4).first
    0
    """

    seed: int

    def deal(self, number: int, seats: int) -> Deal:
        stream = Stream(self.seed, f"deal {number}")
        tiles = stream.shuffled(ALL_TILES)
        size = 60 // seats
        hands = tuple(tuple(tiles[seat * size : (seat + 1) * size]) for seat in range(seats))
        return Deal(hands, stream.below(seats))


@dataclass(frozen=True, slots=True)
class FixedDeals:
    """Deals that are written down, as in a record."""

    deals: Sequence[Deal]

    def deal(self, number: int, seats: int) -> Deal:
        if number >= len(self.deals):
            raise InvalidOptionsError(f"deal {number + 1} is needed, but only {number} are there")
        deal = self.deals[number]
        if len(deal.hands) != seats:
            raise InvalidOptionsError(
                f"deal {number + 1} has {len(deal.hands)} hands, but {seats} seats are taken"
            )
        return deal
