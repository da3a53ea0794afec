"""The positions that the benchmarks stand on: tests/cases/hive/bench."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

__all__ = ["FILES", "BenchPosition", "bench_positions"]

FILES = ("midgame_base", "midgame_mlp", "endgame_mlp")
_FOLDER = Path(__file__).parent.parent / "tests" / "cases" / "hive" / "bench"


class BenchPosition(NamedTuple):
    game: str
    leaves: tuple[int, ...]  # at depth 1, 2, 3


def bench_positions(name: str) -> list[BenchPosition]:
    rows = []
    for line in (_FOLDER / f"{name}.txt").read_text().splitlines():
        if not line.startswith("#"):
            game, *leaves = line.split("\t")
            rows.append(BenchPosition(game, tuple(int(count) for count in leaves)))
    return rows
