"""Leaves per second of perft 3, beside another UHP engine.

Give the engine's command as an argument or by SKEP_PEER; it must know `perft N` and run it on one
thread. The two take turns, file by file; CPU seconds, medians over the repeats.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import geometric_mean, median

from benchmarks.positions import FILES, BenchPosition, bench_positions
from skep.hive import Position
from skep.hive.arena.turns import alone
from skep.hive.position import PerftMode

__all__: list[str] = []

_LEAST_SECONDS = 0.02  # a position is counted again until so much time has gone by
_BAR_PEER = 4.0
_BAR_FULL = 0.25


class _Engine:
    """A UHP engine whose CPU time can be read (Linux: the ns that its threads were running)."""

    def __init__(self, command: str) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.name = self._answer()[0].removeprefix("id ")

    def ask(self, line: str) -> list[str]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None
        lines: list[str] = []
        for text in self._process.stdout:
            if text.strip() == "ok":
                return lines
            lines.append(text.strip())
        raise SystemExit(f"the engine quit after {lines}")

    def cpu_seconds(self) -> float:
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def close(self) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


def _leaves_per_second(
    positions: list[BenchPosition], prepare: Callable[[str], Callable[[], float]]
) -> float:
    """`prepare` makes, from a game, a function that counts depths 1 to 3 and says the seconds."""
    leaves, seconds = 0, 0.0
    for position in positions:
        count = prepare(position.game)
        times = [count()]
        while sum(times) < _LEAST_SECONDS:
            times.append(count())
        leaves += position.leaves[2]
        seconds += sum(times) / len(times)
    return leaves / seconds


def _of_engine(engine: _Engine) -> Callable[[str], Callable[[], float]]:
    def prepare(game: str) -> Callable[[], float]:
        engine.ask(f"newgame {game}")

        def count() -> float:
            start = engine.cpu_seconds()
            engine.ask("perft 3")
            return engine.cpu_seconds() - start

        return count

    return prepare


def _of_ours(mode: PerftMode) -> Callable[[str], Callable[[], float]]:
    def prepare(game: str) -> Callable[[], float]:
        position = Position.from_game_string(game)

        def count() -> float:
            start = time.process_time()
            for depth in (0, 1, 2, 3):
                position.perft(depth, mode)
            return time.process_time() - start

        return count

    return prepare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", nargs="?", default=os.environ.get("SKEP_PEER", ""))
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    runners = {"list": _of_ours("list"), "full": _of_ours("full")}
    engine = _Engine(arguments.engine) if arguments.engine else None
    if engine is None:
        print("no engine given (argument or SKEP_PEER): our own modes only")
    else:
        runners["peer"] = _of_engine(engine)
    ratios: dict[str, list[float]] = {"peer": [], "full": []}
    for name in FILES:
        speeds: dict[str, list[float]] = {runner: [] for runner in runners}
        for _ in range(arguments.repeats):
            for runner, prepare in runners.items():
                speeds[runner].append(_leaves_per_second(bench_positions(name), prepare))
        middle = {runner: median(values) for runner, values in speeds.items()}
        ratios["full"].append(middle["full"] / middle["list"])
        line = f"{name}: list {middle['list'] / 1e6:.0f}, full {middle['full'] / 1e6:.0f}"
        if engine is not None:
            ratios["peer"].append(middle["list"] / middle["peer"])
            line += f", {engine.name} {middle['peer'] / 1e6:.0f}"
            line += f" Mleaf/s: {ratios['peer'][-1]:.2f}×"
        print(line, flush=True)
    if engine is not None:
        print(f"list / peer: {geometric_mean(ratios['peer']):.2f}× (bar: at least {_BAR_PEER}×)")
        engine.close()
    print(f"full / list: {geometric_mean(ratios['full']):.2f} (bar: at least {_BAR_FULL})")


if __name__ == "__main__":
    with alone():
        main()
