"""What a seat sees when it looks at the table, for those who play by program."""

from __future__ import annotations

from dataclasses import dataclass

from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions
from skep.laruche.table import Table
from skep.laruche.tiles import Placement, Tile, mask_of

__all__ = ["Sight", "look"]


@dataclass(frozen=True, slots=True)
class Sight:
    """One seat's knowledge at a moment. The table is the match's own: it must not be changed."""

    seat: int
    options: MatchOptions
    phase: Phase
    round: int
    turn: int | None
    paused: bool
    table: Table
    hand: tuple[Tile, ...]
    counts: tuple[int, ...]  # of all hands, the own one included
    gifts: tuple[int | None, ...]  # one for each gift due: the seat it is bound to, or None
    may_lay_ms: int  # neither a handicap nor a miss lets this seat lay before

    @property
    def placements(self) -> list[Placement]:
        """The legal placements of the own hand, in set-up and in play."""
        mask = mask_of(self.hand)
        if self.turn is not None:
            return list(self.table.edge_placements(mask))
        return self.table.placements(mask)


def look(match: Match, seat: int) -> Sight:
    """What a seat may know of a match."""
    player = match.players[seat]
    return Sight(
        seat=seat,
        options=match.options,
        phase=match.phase,
        round=match.round,
        turn=match.turn,
        paused=match.paused_since_ms is not None,
        table=match.table,
        hand=tuple(player.hand),
        counts=tuple(len(other.hand) for other in match.players),
        gifts=tuple(
            due.bound_to for due in match.dues if due.seat == seat for _ in range(due.left)
        ),
        may_lay_ms=player.may_lay_ms,
    )
