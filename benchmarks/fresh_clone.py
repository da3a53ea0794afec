"""From a fresh clone to the served page: `git clone`, `make run`, the first answer of `/`.

Two commits take turns; pip's cache is used as it is. CPU time, of everything that was started, is
printed beside the clock because a busy machine lengthens it less.

    python -m benchmarks.fresh_clone --before COMMIT [--after COMMIT] [--rounds 3]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.checkouts import HERE, free_port, wait_for
from skep.hive.arena.turns import alone

BAR = 0.6
PATIENCE_SECONDS = 1800


class Took(NamedTuple):
    seconds: float
    cpu_seconds: float


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def clone_and_run(commit: str) -> Took:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("SKEP_", "VIRTUAL_ENV"))}
    environ.pop("MAKEFLAGS", None)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="skep-clone-") as folder:
        clone = Path(folder, "skep")
        start, cpu_start = time.perf_counter(), _cpu_seconds()
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(HERE), str(clone)], check=True)
        subprocess.run(["git", "-C", str(clone), "checkout", "-q", commit], check=True)
        with Path(folder, "log").open("wb") as log:
            # A group of its own, so that make and all that it started can be ended together.
            process = subprocess.Popen(
                ["make", "run", f"PORT={port}"], cwd=clone, env=environ,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        try:
            wait_for(f"http://127.0.0.1:{port}/", process, seconds=PATIENCE_SECONDS)
            seconds = time.perf_counter() - start
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
        return Took(seconds, _cpu_seconds() - cpu_start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="a commit")
    parser.add_argument("--after", default="HEAD", help="another one")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    commits = {"before": chosen.before, "after": chosen.after}
    if chosen.before is None:
        commits = {"here": chosen.after}
    took: dict[str, list[Took]] = {name: [] for name in commits}
    for _ in range(chosen.rounds):
        for name, commit in commits.items():
            took[name].append(clone_and_run(commit))
            print(f"  {name} ({commit}): {took[name][-1].seconds:.0f} s", flush=True)
    for which, title in enumerate(("seconds by the clock", "seconds of CPU time")):
        middle = {name: median(one[which] for one in values) for name, values in took.items()}
        told = ", ".join(f"{name} {value:.0f}" for name, value in middle.items())
        if len(middle) == 2:
            told += f": {middle['after'] / middle['before']:.2f} (bar: at most {BAR})"
        print(f"{title}: {told}")


if __name__ == "__main__":
    with alone():
        main()
