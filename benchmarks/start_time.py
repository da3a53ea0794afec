"""How long `skep --help` takes, beside a bare start of Python."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from skep.hive.arena.turns import alone

__all__: list[str] = []

_REPEATS = 25
_BAR_MS = 100


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _milliseconds(command: list[str]) -> tuple[float, float]:
    """By the clock, and of CPU time, which a busy machine lengthens less."""
    start, cpu_start = time.perf_counter(), _cpu_seconds()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start), 1000 * (_cpu_seconds() - cpu_start)


def main() -> None:
    bare = [sys.executable, "-c", "pass"]
    skep = [str(Path(sys.executable).parent / "skep"), "--help"]
    pairs = [(_milliseconds(bare), _milliseconds(skep)) for _ in range(_REPEATS)]
    for which, name in enumerate(("by the clock", "of CPU time")):
        python_ms, skep_ms = (median(pair[side][which] for pair in pairs) for side in (0, 1))
        print(
            f"{name}: bare Python {python_ms:.0f} ms, skep --help {skep_ms:.0f} ms:"
            f" {skep_ms - python_ms:.0f} ms more (bar: at most {_BAR_MS})"
        )


if __name__ == "__main__":
    with alone():
        main()
