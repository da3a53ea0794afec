"""Work that falls into numbered pieces: on processes of this machine, or on a Dask cluster.

A piece depends on nothing but its number. Whichever worker dies, its pieces are done again by
another, and each is told of once, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from skep.hive.arena.elsewhere import DaskWorkers

__all__ = ["spread"]

T = TypeVar("T")
AHEAD = 4  # pieces for each worker, so that none waits for a slow one
LOOK_SECONDS = 0.5


def spread(
    work: Callable[[int], T],
    numbers: Sequence[int],
    *,
    processes: int = 1,
    dask: str | None = None,
) -> Iterator[T]:
    """What `work` makes of each number, in their order, as soon as it is there."""
    if dask is None:
        with ProcessPoolExecutor(processes) as pool:
            yield from pool.map(work, numbers)
        return
    workers = DaskWorkers(dask)
    try:
        yield from _on_cluster(workers, work, numbers)
    finally:
        workers.close()


def _on_cluster(
    workers: DaskWorkers, work: Callable[[int], T], numbers: Sequence[int]
) -> Iterator[T]:
    left = iter(numbers)
    under_way: dict[Any, int] = {}
    done: dict[int, T] = {}
    try:
        for number in numbers:
            while number not in done:
                room = workers.room * AHEAD - len(under_way) - len(done)
                for _, following in zip(range(room), left, strict=False):
                    under_way[workers.begin(work, following)] = following
                for one in workers.finished(under_way, LOOK_SECONDS):
                    done[under_way.pop(one)] = one.result()
            yield done.pop(number)
    finally:
        workers.give_up(under_way)
