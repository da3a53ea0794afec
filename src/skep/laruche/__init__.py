"""La Ruche: tiles, the real-time match, bots, and the solitaire with its solver.

Nothing here knows a wall clock, a socket or a random source of its own: times come with the
commands, deals from a seed.
"""

from skep.laruche.deals import Deal, FixedDeals, SeededDeals
from skep.laruche.match import Match, MatchResult, Phase
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.refusals import Refusal
from skep.laruche.table import Spot, Table
from skep.laruche.tiles import ALL_POSES, ALL_TILES, Color, Placement, Pose, Tile

__all__ = [
    "ALL_POSES",
    "ALL_TILES",
    "Color",
    "Deal",
    "FixedDeals",
    "Match",
    "MatchOptions",
    "MatchResult",
    "Phase",
    "Placement",
    "Pose",
    "Refusal",
    "Seat",
    "SeededDeals",
    "Spot",
    "Table",
    "Tile",
]
