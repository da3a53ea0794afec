"""Deals: who gets which tiles, and who lays the first one. They come from outside the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, get_args

from skep.errors import InvalidOptionsError, Told
from skep.laruche.chance import Stream
from skep.laruche.options import MAX_SEATS, DealSize, MatchOptions
from skep.laruche.tiles import ALL_TILES, Tile

__all__ = ["Deal", "Deals", "FixedDeals", "SeededDeals"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Equal hands, and the seat that begins the set-up. In a short deal some tiles stay out."""

    hands: tuple[tuple[Tile, ...], ...]
    first: int

    def __post_init__(self) -> None:
        seats = len(self.hands)
        if not 1 <= seats <= MAX_SEATS:
            told = Told("a deal has 1 to {most} hands, not {n}", most=MAX_SEATS, n=seats)
            raise InvalidOptionsError(told)
        if {len(hand) for hand in self.hands} != {self.size} or self.size not in _sizes(seats):
            sizes = " / ".join(map(str, _sizes(seats)))
            # NOTE: {sizes} are numbers such as 10 / 15 / 30: as many tiles may each hand have
            told = Told("{n} hands have {sizes} tiles each", n=seats, sizes=sizes)
            raise InvalidOptionsError(told)
        if len({tile for hand in self.hands for tile in hand}) != seats * self.size:
            raise InvalidOptionsError(Told("a deal holds no tile twice"))
        if not 0 <= self.first < seats:
            told = Told("the first seat is 0 to {most}, not {n}", most=seats - 1, n=self.first)
            raise InvalidOptionsError(told)

    @property
    def size(self) -> int:
        """How many tiles each hand has."""
        return len(self.hands[0])


def _sizes(seats: int) -> list[int]:
    """The sizes of hands that some deal has."""
    return sorted({MatchOptions(deal=deal).hand_size(seats) for deal in get_args(DealSize)})


class Deals(Protocol):
    """Where a match takes its deals from: number 0, 1, 2 … as they are used, redeals included."""

    def deal(self, number: int, seats: int, size: int) -> Deal:
        """The hands of a round and who begins it."""
        ...


@dataclass(frozen=True, slots=True)
class SeededDeals:
    """Deals from a seed of 128 bits.

    Deal n is the stream labelled `deal n`: the tiles in the order of their index, shuffled, cut
    into hands from the front; then the first seat is drawn. Short hands are the beginnings of the
    full ones.

    >>> SeededDeals(7).deal(0, 4, 15).first
    0
    """

    seed: int

    def deal(self, number: int, seats: int, size: int) -> Deal:
        """The hands of a round and who begins it, shuffled by the seed."""
        stream = Stream(self.seed, f"deal {number}")
        tiles = stream.shuffled(ALL_TILES)
        share = 60 // seats
        hands = tuple(tuple(tiles[seat * share : seat * share + size]) for seat in range(seats))
        return Deal(hands, stream.below(seats))


@dataclass(frozen=True, slots=True)
class FixedDeals:
    """Deals that are written down, as in a record."""

    deals: Sequence[Deal]

    def deal(self, number: int, seats: int, size: int) -> Deal:
        """The hands of a round and who begins it, as they were given."""
        if number >= len(self.deals):
            raise InvalidOptionsError(
                Told("deal {n} is needed, but only {there} are there", n=number + 1, there=number)
            )
        deal = self.deals[number]
        if len(deal.hands) != seats:
            told = Told(
                "deal {n} has {hands} hands, but {seats} seats are taken",
                n=number + 1,
                hands=len(deal.hands),
                seats=seats,
            )
            raise InvalidOptionsError(told)
        if deal.size != size:
            told = Told(
                "deal {n} has hands of {tiles} tiles, but {dealt} are dealt",
                n=number + 1,
                tiles=deal.size,
                dealt=size,
            )
            raise InvalidOptionsError(told)
        return deal
