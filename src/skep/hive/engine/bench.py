"""The bench: fixed positions, a fixed depth, one thread. Its nodes are the engine's signature.

Any change of the search or the evaluation changes the number; a change that should not, must not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Final

from skep.hive.engine.engine import Engine
from skep.hive.engine.limits import Limit
from skep.hive.position import Position

__all__ = ["BENCH_DEPTH", "BenchResult", "bench_positions", "run_bench", "signature"]

BENCH_DEPTH: Final = 6
_HASH_MIB: Final = 16


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What the search of one position of the bench took."""

    position: Position
    nodes: int
    seconds: float
    move: str


def bench_positions() -> list[Position]:
    """The fixed positions of the bench."""
    text = (resources.files("skep.hive.engine") / "data/bench.txt").read_text("utf-8")
    games = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Position.from_game_string(game) for game in games]


def run_bench(depth: int = BENCH_DEPTH) -> Iterator[BenchResult]:
    """Search each position with an empty table."""
    engine = Engine(hash_mib=_HASH_MIB)
    for position in bench_positions():
        engine.forget()
        found = engine.analyse(position, Limit(depth=depth), lines=1)
        move = position.format_move(found.best.move)
        yield BenchResult(position, found.nodes, found.seconds, move)


def signature(depth: int = BENCH_DEPTH) -> int:
    """The nodes of the whole bench."""
    return sum(result.nodes for result in run_bench(depth))
