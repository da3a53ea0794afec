"""Who a bot was: kept, so that the same command takes the same seat again after a crash."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from skep.cli.language import said
from skep.cli.output import tell
from skep.cli.saves import own_folder
from skep.words import N_

__all__ = ["KeptCookie", "kept_cookie"]

_MOST = 100  # bots of one command line at one game, at the same time


class KeptCookie:
    """The cookie of an earlier run, empty for none, and a way to keep another (empty: none)."""

    def __init__(self, value: str = "", keep: Callable[[str], None] = lambda cookie: None) -> None:
        self.value = value
        self.keep = keep


@contextlib.contextmanager
def kept_cookie(server: str, game: str, engine: str) -> Iterator[KeptCookie]:
    """Hold the first file of this command that no other bot holds.

    The kernel gives it free when the process ends, however it ends. Two bots of one command at one
    game have two files, so that neither takes the other's seat.
    """
    name = hashlib.sha256("\n".join((server.rstrip("/"), game, engine)).encode()).hexdigest()[:24]
    folder = own_folder("bots")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path, held = _first_free([folder / f"{name}-{count}.cookie" for count in range(_MOST)])
    except OSError as error:
        note = N_("Note: a bot that ends before the game cannot come back to its seat: {problem}")
        tell(said(note, problem=error))
        yield KeptCookie()
        return
    try:
        yield KeptCookie(os.pread(held, 4096, 0).decode("ascii", "ignore"), _writer(held))
    finally:
        if not os.fstat(held).st_size:
            path.unlink(missing_ok=True)
        os.close(held)


def _first_free(paths: Sequence[Path]) -> tuple[Path, int]:
    for path in paths:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            continue
        return path, handle
    raise OSError(said(N_("{n} bots of this command play here already"), n=len(paths)))


def _writer(handle: int) -> Callable[[str], None]:
    def write(cookie: str) -> None:
        os.ftruncate(handle, 0)
        os.pwrite(handle, cookie.encode("ascii"), 0)
        os.fsync(handle)

    return write
