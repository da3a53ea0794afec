"""Benchmarks of La Ruche: the solver and the fast questions. `python -m benchmarks.laruche`

Each line names what is measured, the figure, the bar it should stay under, and their ratio.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from time import perf_counter

from skep.hive.arena.turns import alone
from skep.laruche.chance import Stream
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions
from skep.laruche.simulate import simulate
from skep.laruche.solver import count_layouts, solve
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Tile, mask_of

__all__ = ["main"]

DRAWS = 20_000
COUNTED = 200
GAMES = 40


def main() -> None:
    first = _times_of_first_solutions()
    _report("first solution of 12 tiles, median", _quantile(first, 0.5), 100e-6)
    _report("first solution of 12 tiles, p99", _quantile(first, 0.99), 1e-3)
    print(f"  slowest of {DRAWS}: {max(first) * 1e3:.2f} ms")
    counts = _times_of_counts()
    _report("all layouts of 12 tiles, median", _quantile(counts, 0.5), 0.25)
    print(f"  p99 of {COUNTED}: {_quantile(counts, 0.99):.3f} s")
    again, fresh = _times_of_placements()
    _report("legal placements of a 30-tile hand, median", _quantile(again, 0.5), 25e-6)
    print(f"  right after a tile was laid: {_quantile(fresh, 0.5) * 1e6:.1f} µs")
    _simulation_speed()


def _draw(seed: int) -> list[Tile]:
    return Stream(seed, "benchmark").shuffled(ALL_TILES)[:12]


def _times_of_first_solutions() -> list[float]:
    draws = [_draw(seed) for seed in range(DRAWS)]
    times, solved = [], 0
    for tiles in draws:
        start = perf_counter()
        found = solve(tiles)
        times.append(perf_counter() - start)
        solved += found.layouts
    print(f"solved {solved} of {DRAWS} draws")
    return times


def _times_of_counts() -> list[float]:
    times = []
    for seed in range(COUNTED):
        tiles = _draw(seed)
        start = perf_counter()
        found = count_layouts(tiles, states=100_000_000)
        times.append(perf_counter() - start)
        assert found.complete
    return times


def _times_of_placements() -> tuple[list[float], list[float]]:
    """On every table of 20 to 30 tiles of real games, for thirty of the tiles that are left."""
    again: list[float] = []
    fresh: list[float] = []
    tables: list[list[Table]] = []

    for seed in range(GAMES):
        history: list[Table] = []

        def watch(match: Match, *_: object, history: list[Table] = history) -> None:
            if match.phase is Phase.PLAY:
                history.append(match.table.copy())

        simulate(MatchOptions(rounds=1), [3, 3], seed, watch=watch)
        tables.append(history)
    gc.disable()
    for seed, history in enumerate(tables):
        for position in history:
            if not 20 <= len(position) <= 30:
                continue
            left = [tile for tile in ALL_TILES if not tile.bit & position.laid]
            hand = Stream(seed, "hand").shuffled(left)[:30]
            *before, last = list(position)
            table = Table(before)
            mask = mask_of(hand)
            table.placements(mask | last.pose.tile.bit)
            table.lay(last)
            for times in (fresh, again):
                start = perf_counter()
                table.placements(hand)
                times.append(perf_counter() - start)
    gc.enable()
    return again, fresh


def _simulation_speed() -> None:
    start = perf_counter()
    for seed in range(GAMES):
        simulate(MatchOptions(rounds=1), [3, 3, 3, 3], seed)
    print(f"a simulated round of four: {(perf_counter() - start) / GAMES * 1e3:.1f} ms")


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def _report(what: str, seconds: float, bar: float) -> None:
    print(f"{what}: {seconds * 1e6:,.1f} µs (bar {bar * 1e6:,.0f} µs, {seconds / bar:.0%} of it)")


if __name__ == "__main__":
    with alone():
        main()
