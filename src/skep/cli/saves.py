"""The user's own folder: games that go on another time, and seats that are kept."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import click

from skep.errors import SkepError, Told

__all__ = ["new_file", "newest_first", "own_folder"]


def own_folder(name: str) -> Path:
    """A folder for one kind of files, which may not be there yet; SKEP_HOME moves them all."""
    home = os.environ.get("SKEP_HOME")
    return (Path(home) if home else Path(click.get_app_dir("skep"))) / name


def new_file(name: str, ending: str) -> Path:
    """A file of its own for each game, so that two terminals never share one."""
    folder = own_folder(name)
    folder.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for count in range(1000):
        path = folder / (f"{stamp}{ending}" if not count else f"{stamp}-{count}{ending}")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        return path
    raise SkepError(
        Told("no free name for a game of {time} in {folder}", time=stamp, folder=folder)
    )


def newest_first(name: str, ending: str) -> list[Path]:
    """The files that hold something; one that is empty was begun and never written."""
    paths = [path for path in own_folder(name).glob(f"*{ending}") if path.stat().st_size]
    return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)
