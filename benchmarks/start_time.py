"""How long `skep --help` takes, beside a bare start of Python."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

__all__: list[str] = []

_REPEATS = 25
_BAR_MS = 100


def _milliseconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    bare = [sys.executable, "-c", "pass"]
    skep = [str(Path(sys.executable).parent / "skep"), "--help"]
    pairs = [(_milliseconds(bare), _milliseconds(skep)) for _ in range(_REPEATS)]
    python_ms, skep_ms = (median(times) for times in zip(*pairs, strict=True))
    print(
        f"bare Python {python_ms:.0f} ms, skep --help {skep_ms:.0f} ms:"
        f" {skep_ms - python_ms:.0f} ms more (bar: at most {_BAR_MS})"
    )


if __name__ == "__main__":
    main()
