"""Files that appear whole or not at all: whoever reads them never sees half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

__all__ = ["check_writable", "whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream of text that takes the file's place when it has been written to its end.

    An error in between leaves everything as it was. Devices and pipes are written to directly.
    """
    target = _target(path)
    if _is_special(target):
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    handle, name = _beside(target)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the error that `whole_file` would raise, as far as that can be known before."""
    target = _target(path)
    if not _is_special(target):
        handle, name = _beside(target)
        os.close(handle)
        os.unlink(name)
    if target.exists():
        with target.open("ab"):
            pass


def _beside(target: Path) -> tuple[int, str]:
    try:
        return tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    except OSError as error:
        # Nobody has heard of that name: the file that was asked for is what cannot be written.
        raise type(error)(
            error.errno, f"cannot be written: {error.strerror}", str(target)
        ) from None


def _target(path: str | os.PathLike[str]) -> Path:
    """The file that is meant, also where the path is a link to it."""
    return Path(os.path.realpath(path))


def _is_special(target: Path) -> bool:
    return target.exists() and not target.is_file()
