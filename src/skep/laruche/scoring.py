"""Ranks and points: fewer tiles rank higher, equals share the rank and the higher points."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["POINTS", "points_for", "ranks_of"]

POINTS = (3, 2, 1)


def ranks_of(values: Sequence[int], *, most_wins: bool = False) -> tuple[int, ...]:
    """The rank of each value, from 1; the smallest value ranks first unless `most_wins`.

    >>> ranks_of([4, 0, 4, 7])
    (2, 1, 2, 4)
    """
    sign = -1 if most_wins else 1
    return tuple(1 + sum(sign * other < sign * value for other in values) for value in values)


def points_for(ranks: Sequence[int]) -> tuple[int, ...]:
    """
    >>> points_for([2, 1, 2, 4])
    (2, 3, 2, 0)
    """
    return tuple(POINTS[rank - 1] if rank <= len(POINTS) else 0 for rank in ranks)
