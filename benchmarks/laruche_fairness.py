"""La Ruche: does a blind tapper lose to level 3? `python -m benchmarks.laruche_fairness`

The tapper sends any tile, either face up, to any live spot, three times a second; the tile turns by
itself as help `turn` has it. Rounds of two, seats in turn, from fixed seeds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from skep.geometry import ORIGIN
from skep.laruche import events as ev
from skep.laruche.bots import Bot
from skep.laruche.deals import SeededDeals
from skep.laruche.fit import best_turn
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.sight import Sight
from skep.laruche.simulate import Simulation, play_out
from skep.laruche.tiles import Placement

__all__ = ["Tally", "Tapper", "main", "play_round", "tally"]

ROUNDS = 100
BAR = 95
TRIES_A_SECOND = 3


class Tapper:
    """Somebody who does not look."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def next_look_ms(self, now_ms: int) -> int:
        return now_ms + round(1000 / TRIES_A_SECOND)

    def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
        if sight.phase is Phase.PLAY:
            pose = self._random.choice(self._random.choice(sight.hand).poses)
            spot = self._random.choice(sight.table.live_spots())
            placement = Placement(spot.cell, best_turn(pose, spot.wanted))
        elif sight.turn != sight.seat:
            return None
        elif not len(sight.table):
            placement = Placement(ORIGIN, sight.hand[0].poses[0])
        else:
            placement = self._random.choice(sight.placements)
        return ev.Lay.of(sight.seat, sight.round, placement)


@dataclass(frozen=True, slots=True)
class Tally:
    """Rounds of a tapper against a bot: lost, shared and won, and how often it missed."""

    lost: int
    shared: int
    won: int
    misses: int


def play_round(level: int, seed: int, options: MatchOptions) -> tuple[Simulation, int]:
    """One round, and the tapper's seat."""
    tapper = seed % 2
    seats = [Seat(name="Tapper"), Seat(name="Bot", bot=level)][:: 1 if tapper == 0 else -1]
    match = Match(options, seats, SeededDeals(seed))
    programs = [Tapper(seed) if seat == tapper else Bot(level, seed) for seat in range(len(seats))]
    return play_out(match, programs), tapper


def tally(level: int, rounds: int, *, miss_ms: int) -> Tally:
    """So many rounds from the seeds 0, 1, 2 …"""
    results: Counter[str] = Counter()
    misses = 0
    for seed in range(rounds):
        end, tapper = play_round(level, seed, MatchOptions(rounds=1, miss_ms=miss_ms))
        (result,) = end.match.results
        if result.ranks[tapper] > 1:
            results["lost"] += 1
        else:
            results["shared" if result.ranks.count(1) > 1 else "won"] += 1
        laid = sum(isinstance(command, ev.Lay) for _, command in end.commands)
        misses += laid - len(end.match.table)
    return Tally(results["lost"], results["shared"], results["won"], misses)


def main() -> None:
    for level in (2, 3):
        for miss_ms in (0, 1_500):
            made = tally(level, ROUNDS, miss_ms=miss_ms)
            bar = f", bar {BAR}" if (level, miss_ms) == (3, 1_500) else ""
            print(
                f"level {level}, a miss costs {miss_ms} ms: the tapper lost {made.lost} of {ROUNDS}"
                f" rounds{bar} (shared {made.shared}, won {made.won};"
                f" {made.misses / ROUNDS:.0f} misses a round)"
            )


if __name__ == "__main__":
    main()
