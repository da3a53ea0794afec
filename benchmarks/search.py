"""The search: how late it stops, what it keeps, what a second thread gains, what the network costs.

python -m benchmarks.search [late threads network]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Literal

from benchmarks.positions import FILES, bench_positions
from skep.hive import Position
from skep.hive.arena.turns import alone
from skep.hive.engine import Engine, Limit

__all__: list[str] = []

_SEARCHES = 1000
_SECONDS = 0.05
_LATE_BAR_MS = 10.0
_GROWTH_BAR_KIB = 1024
_THREAD_POSITIONS = 20
_THREAD_REPEATS = 5
_THREAD_NODES = 300_000
_THREAD_BAR = 1.35
_NETWORK_NODES = 20_000
_NETWORK_ROUNDS = 5
_NETWORK_BAR = 0.7
_EVALUATIONS: tuple[Literal["network", "terms"], ...] = ("network", "terms")


def _resident_kib() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def overshoot_and_memory(positions: list[Position]) -> None:
    """One engine, many short searches: the clock beside the limit, memory after 100 and at the end.

    What other processes take from us counts as late, so the processor's time is shown beside it.
    """
    engine = Engine(hash_mib=16)
    late_ms: list[float] = []
    late_cpu_ms: list[float] = []
    resident = [0, 0]
    for number in range(_SEARCHES):
        start, cpu = time.perf_counter(), time.process_time()
        engine.analyse(positions[number % len(positions)], Limit(seconds=_SECONDS), lines=1)
        late_ms.append(1000 * (time.perf_counter() - start - _SECONDS))
        late_cpu_ms.append(1000 * (time.process_time() - cpu - _SECONDS))
        if number + 1 in (100, _SEARCHES):
            resident[number + 1 == _SEARCHES] = _resident_kib()
    for name, late in (("by the clock", sorted(late_ms)), ("of CPU time", sorted(late_cpu_ms))):
        print(
            f"{_SEARCHES} searches of {1000 * _SECONDS:.0f} ms, late {name}: median"
            f" {median(late):.2f} ms, 99 % within {late[int(0.99 * len(late))]:.2f} ms"
            f" (bar: {_LATE_BAR_MS:.0f}), at most {late[-1]:.2f} ms"
        )
    print(
        f"resident after search 100: {resident[0]} KiB, after {_SEARCHES}: {resident[1]} KiB:"
        f" {resident[1] - resident[0]:+} KiB (bar: {_GROWTH_BAR_KIB})"
    )


def two_threads(positions: list[Position]) -> None:
    """Time to the depth that one thread reaches in a number of nodes, with one thread and two."""
    gains = []
    for position in islice(positions, _THREAD_POSITIONS):
        depth = Engine(hash_mib=64).analyse(position, Limit(nodes=_THREAD_NODES), lines=1).depth
        for _ in range(_THREAD_REPEATS):
            seconds = []
            for threads in (1, 2):
                engine = Engine(hash_mib=64, threads=threads)
                start = time.perf_counter()
                engine.analyse(position, Limit(depth=depth), lines=1)
                seconds.append(time.perf_counter() - start)
            gains.append(seconds[0] / seconds[1])
    print(
        f"two threads to the same depth: median {median(gains):.2f}× over {len(gains)} runs"
        f" (bar: {_THREAD_BAR}; needs two idle cores)"
    )


def network_speed(positions: list[Position]) -> None:
    """Nodes a second with the network beside the terms, by processor time, in turns."""
    ratios = []
    for _ in range(_NETWORK_ROUNDS):
        rates = []
        for evaluation in _EVALUATIONS:
            nodes, cpu = 0, time.process_time()
            for position in positions:
                engine = Engine(hash_mib=1, evaluation=evaluation)
                nodes += engine.analyse(position, Limit(nodes=_NETWORK_NODES), lines=1).nodes
            rates.append(nodes / (time.process_time() - cpu))
        ratios.append(rates[0] / rates[1])
    print(
        f"nodes a second with the network, of those with the terms: median {median(ratios):.2f},"
        f" rounds {', '.join(f'{ratio:.2f}' for ratio in ratios)} (bar: {_NETWORK_BAR});"
        f" {rates[0] / 1000:.0f} and {rates[1] / 1000:.0f} thousand in the last"
    )


_PARTS: dict[str, Callable[[list[Position]], None]] = {
    "late": overshoot_and_memory,
    "threads": two_threads,
    "network": network_speed,
}


def main() -> None:
    positions = [
        Position.from_game_string(row.game) for name in FILES for row in bench_positions(name)
    ]
    for name in sys.argv[1:] or _PARTS:
        if name not in _PARTS:
            sys.exit(f"no part {name}; there are {', '.join(_PARTS)}")
        _PARTS[name](positions)


if __name__ == "__main__":
    with alone():
        main()
