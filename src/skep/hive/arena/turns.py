"""Measuring takes turns: no game of a match begins while a benchmark has the machine."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = ["alone", "beside_no_benchmark"]

_LOOK_EVERY: Final = 0.2
# Not where TMPDIR points: a benchmark that has its files elsewhere must meet the matches here.
_FOLDER: Final = Path("/tmp") / f"skep-measuring-{os.getuid()}"


@contextmanager
def _opened(name: str) -> Iterator[int]:
    _FOLDER.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(_FOLDER / name, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)  # which gives the lock back


@contextmanager
def alone() -> Iterator[None]:
    """For a benchmark: wait for the one before and for games under way, then let none begin."""
    with _opened("gate") as gate, _opened("games") as games:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(games, fcntl.LOCK_EX)
        yield


@contextmanager
def beside_no_benchmark(is_given_up: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """For a game: wait until no benchmark is at work or waits, unless it is given up."""
    with _opened("games") as games:
        with _opened("gate") as gate:
            while not is_given_up():
                try:
                    fcntl.flock(gate, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except BlockingIOError:
                    time.sleep(_LOOK_EVERY)
                else:
                    fcntl.flock(games, fcntl.LOCK_SH)
                    break
        yield
