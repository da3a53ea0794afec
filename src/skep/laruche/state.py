"""The parts of a match's state: phases, players, gifts due, the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from skep.laruche.options import Seat
from skep.laruche.tiles import Tile

__all__ = ["Due", "GiftKind", "MatchResult", "Phase", "Player"]

GiftKind = Literal["bee", "triple"]


class Phase(Enum):
    """What a match is doing."""

    SETUP = "setup"  # in turn, by a single edge
    PLAY = "play"  # everyone at will
    UNBLOCK = "unblock"  # the player with most tiles lays one by a single edge
    BREAK = "break"  # between two rounds
    OVER = "over"


@dataclass(slots=True)
class Due:
    """A gift that a seat may still make."""

    seat: int
    kind: GiftKind
    left: int
    until_ms: int
    bound_to: int | None = None  # the opponent who gets all of it, once one has got some


@dataclass(slots=True)
class Player:
    """The changing half of a seat."""

    seat: Seat
    hand: list[Tile]
    points: int = 0
    ready_ms: int = 0  # when the handicap allows the next tile
    missed_until_ms: int = 0  # when a miss is over
    away_since_ms: int | None = None
    stand_in: bool = False
    lapsed_ms: int | None = None  # when a gift of this round was last lost

    @property
    def may_lay_ms(self) -> int:
        """When neither the handicap nor a miss holds this seat back."""
        return max(self.ready_ms, self.missed_until_ms)

    @property
    def is_asked(self) -> bool:
        """Does this seat have a say in pauses and breaks? Bots and absent players have none."""
        return self.seat.bot is None and self.away_since_ms is None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of a match: points and ranks by seat."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, several if they are equal."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
