"""Instructions for one make + generate + unmake, counted by callgrind.

(instructions of perft 3 − instructions of perft 2) / leaves at depth 2, list mode, AVX2 path. What
both runs share, the start of Python above all, falls out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from statistics import mean

from benchmarks.positions import BenchPosition, bench_positions

__all__: list[str] = []

_SCRIPT = """
import sys
from skep.hive import Position
Position.from_game_string(sys.argv[1])._perft(int(sys.argv[2]), "list", 1)
"""


def _instructions(game: str, depth: int) -> int:
    """All instructions of a process that does one perft."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [sys.executable, "-c", _SCRIPT, game, str(depth)]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "SKEP_CPU": "avx2"}
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", child.stderr)
    if found is None:
        sys.exit(f"callgrind said nothing that could be read:\n{child.stderr}")
    return int(found[1])


def _per_leaf(position: BenchPosition) -> float:
    extra = _instructions(position.game, 3) - _instructions(position.game, 2)
    return extra / position.leaves[1]


def main() -> None:
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        return
    for name, count, bar in (("midgame_base", 3, 2700), ("midgame_mlp", 1, 3000)):
        counts = [_per_leaf(position) for position in bench_positions(name)[:count]]
        each = ", ".join(f"{value:,.0f}" for value in counts)
        print(
            f"{name}: {mean(counts):,.0f} instructions ({each}); bar: at most {bar:,}", flush=True
        )


if __name__ == "__main__":
    main()
