"""Bots: five levels by data, with human-like pauses from a seeded model.

A bot answers one question: "it is now, what do I do, and when do I look next?" It looks at the
table as it is at that moment, sees some of the fits, and lays a tile, gives one, or looks again
later.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from random import Random
from typing import Final, Literal

from skep.errors import InvalidOptionsError
from skep.geometry import ORIGIN
from skep.laruche import events as ev
from skep.laruche.match import ALL_MASK, Phase
from skep.laruche.sight import Sight
from skep.laruche.table import Table, tiles_fitting
from skep.laruche.tiles import Placement, Tile, mask_of

__all__ = ["LEVELS", "STAND_IN_LEVEL", "Bot", "BotLevel"]

STAND_IN_LEVEL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLevel:
    """How a level looks and decides. `name` and `plays` are for people, in English."""

    name: str
    plays: str  # one sentence
    glance_ms: int  # the median time from one look to the next
    spread: float  # standard deviation of the logarithm of that time
    sees: float  # the chance to notice a fit that is there
    turns_over: float  # the chance that a look tries tiles with the bee hidden too
    gifts: Literal[
        "seldom", "anyone", "leader"
    ]  # who gets a gift; good givers part with hard tiles
    own_chances: float  # how much keeping own fits counts
    other_chances: float  # how much leaving others without fits counts
    shuts: bool  # once ahead, does it try to block the table?


# The one table of tuned numbers. Shutting the table is left to the top level: it is no fun for
# people.
LEVELS: Final = {
    1: BotLevel(name="Larva",
                plays="Looks slowly, overlooks most of what fits, and seldom turns a tile over.",
                glance_ms=6500, spread=0.50, sees=0.12, turns_over=0.15, gifts="seldom",
                own_chances=0.0, other_chances=0.0, shuts=False),
    2: BotLevel(name="Drone",
                plays="Takes its time, sees one fit in five, and gives its tiles to anyone.",
                glance_ms=5200, spread=0.45, sees=0.20, turns_over=0.35, gifts="anyone",
                own_chances=0.0, other_chances=0.0, shuts=False),
    3: BotLevel(name="Worker",
                plays="Looks every four seconds and sees a third of what fits, on both sides.",
                glance_ms=4200, spread=0.40, sees=0.35, turns_over=1.0, gifts="anyone",
                own_chances=0.0, other_chances=0.0, shuts=False),
    4: BotLevel(name="Forager",
                plays="Quick: keeps its own chances open and gives its hardest tile to the leader.",
                glance_ms=3300, spread=0.35, sees=0.60, turns_over=1.0, gifts="leader",
                own_chances=1.0, other_chances=0.0, shuts=False),
    5: BotLevel(name="Guard",
                plays="Very quick, overlooks little, and shuts the table once it is ahead.",
                glance_ms=2600, spread=0.30, sees=0.90, turns_over=1.0, gifts="leader",
                own_chances=1.0, other_chances=0.5, shuts=True),
}  # fmt: skip


class Bot:
    """A player by program. Its chances come from its seed, so a simulation can be repeated."""

    def __init__(self, level: int, seed: int) -> None:
        if level not in LEVELS:
            raise InvalidOptionsError(f"bot levels are 1 to {len(LEVELS)}, not {level!r}")
        self.level = LEVELS[level]
        self._random = Random(seed)

    def next_look_ms(self, now_ms: int) -> int:
        """When the next glance is done."""
        level = self.level
        return now_ms + max(
            150, round(self._random.lognormvariate(log(level.glance_ms), level.spread))
        )

    def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
        """What the bot does on what it sees now; None to look again later."""
        if sight.paused or sight.phase in (Phase.BREAK, Phase.OVER):
            return None
        if sight.gifts and (gift := self._gift(sight)) is not None:
            return gift
        if sight.turn not in (None, sight.seat):
            return None
        if sight.turn is None and now_ms < sight.may_lay_ms:
            return None  # who plays for a person waits as that person has to
        placement = self._first_tile(sight) if not len(sight.table) else self._choose(sight)
        if placement is None:
            return None
        return ev.Lay.of(sight.seat, sight.round, placement)

    def _first_tile(self, sight: Sight) -> Placement:
        return Placement(ORIGIN, self._random.choice(sight.hand).poses[0])

    def _choose(self, sight: Sight) -> Placement | None:
        level = self.level
        turns_over = self._random.random() < level.turns_over
        noticed = [
            placement
            for placement in sight.placements
            if (turns_over or placement.pose.has_bee) and self._random.random() < level.sees
        ]
        if sight.turn is not None and not noticed:
            noticed = sight.placements  # someone waits: take the time to find one
        if sight.phase is Phase.SETUP:
            noticed = [placement for placement in noticed if _keeps_alive(sight, placement)]
        if not noticed:
            return None
        if not level.own_chances and not level.other_chances:
            return self._random.choice(noticed)
        return max(
            self._random.sample(noticed, min(16, len(noticed))),
            key=lambda placement: self._worth(sight, placement),
        )

    def _worth(self, sight: Sight, placement: Placement) -> float:
        """How good a placement is: gifts earned, own fits kept, others' fits taken away."""
        level, options = self.level, sight.options
        worth = 0.0
        if sight.phase is Phase.PLAY:
            worth += 4.0 * (options.bee_gift and placement.pose.has_bee)
            if options.triple_gift != "off" and sight.table.contacts(placement.cell) >= 3:
                worth += 12.0
        hand = mask_of(sight.hand) & ~placement.pose.tile.bit
        others = ALL_MASK & ~sight.table.laid & ~hand & ~placement.pose.tile.bit
        own, theirs = _chances_around(sight.table, placement, hand, others)
        ahead = all(
            sight.counts[sight.seat] < count
            for seat, count in enumerate(sight.counts)
            if seat != sight.seat
        )
        if level.shuts and ahead:
            return worth - 2.0 * theirs - own
        return worth + level.own_chances * own - level.other_chances * theirs

    def _gift(self, sight: Sight) -> ev.Give | None:
        level, random = self.level, self._random
        if level.gifts == "seldom" and random.random() < 0.7:
            return None
        others = [seat for seat in range(len(sight.counts)) if seat != sight.seat]
        bound = next((seat for seat in sight.gifts if seat is not None), None)
        if bound is not None:
            to = bound
        elif level.gifts == "leader":
            to = min(others, key=lambda seat: sight.counts[seat])
        else:
            to = random.choice(others)
        tile = _hardest(sight) if level.gifts == "leader" else random.choice(sight.hand)
        return ev.Give(sight.seat, sight.round, tile.name, to)


def _hardest(sight: Sight) -> Tile:
    """The tile of the hand that fits on the fewest spots."""
    spots = sight.table.live_spots()
    return min(sight.hand, key=lambda tile: sum(1 for spot in spots if spot.tiles & tile.bit))


def _keeps_alive(sight: Sight, placement: Placement) -> bool:
    """Would some spot be alive? Only the last tile of a set-up must see to it; all may."""
    twin = sight.table.copy()
    twin.lay(placement)
    return bool(twin.live_spots())


def _chances_around(
    table: Table, placement: Placement, hand: int, others: int
) -> tuple[float, float]:
    """How the tiles that fit around a cell change, for the own hand and for the unseen tiles."""
    own = theirs = 0
    before = tiles_fitting(table.wanted(placement.cell))
    own -= (before & hand).bit_count()
    theirs -= (before & others).bit_count()
    for direction, neighbour in enumerate(placement.cell.neighbours()):
        if neighbour in table:
            continue
        wanted = list(table.wanted(neighbour))
        if any(color is not None for color in wanted):
            if 6 - wanted.count(None) >= 2:
                before = tiles_fitting(tuple(wanted))
                own -= (before & hand).bit_count()
                theirs -= (before & others).bit_count()
            wanted[(direction + 3) % 6] = placement.pose.colors[direction]
            after = tiles_fitting(tuple(wanted))
            own += (after & hand).bit_count()
            theirs += (after & others).bit_count()
    return float(own), float(theirs)
