"""Files of games for the commands: with a progress bar when they are large."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from skep.errors import RecordError
from skep.hive.records import Damaged, Game, load_games, parse_record

__all__ = ["game_from", "games_with_progress"]

_LARGE = 1_000_000  # bytes, about a second of reading


def games_with_progress(path: Path, *, damaged: Damaged) -> Iterator[Game]:
    """The games of a file; a large one shows a bar on the terminal while it is read."""
    size = path.stat().st_size
    console = Console(stderr=True)
    if size < _LARGE or not console.is_terminal:
        yield from load_games(path, damaged=damaged)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with (
        Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress,
        path.open("rb") as stream,
    ):
        task = progress.add_task(path.name, total=size)
        for number, game in enumerate(load_games(stream, damaged=damaged)):
            yield game
            if number % 50 == 0:
                progress.update(task, completed=stream.tell())


def game_from(source: str, number: int = 1) -> Game:
    """The game that an argument means: a file (and which game in it), `-`, or the text itself."""
    if source == "-":
        return _pick(load_games(sys.stdin.buffer), number, "the input")
    path = Path(source)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # a GameString may be too long for a file name
        is_file = False
    if is_file:
        return _pick(load_games(path), number, path.name)
    if ";" not in source and not source.lower().startswith("base"):
        raise RecordError(f"{source[:80]!r} is neither a file nor a GameString")
    return parse_record(source)


def _pick(games: Iterator[Game], number: int, name: str) -> Game:
    count = 0
    for game in games:
        count += 1
        if count == number:
            return game
    raise RecordError(f"{name} holds {count} games, so there is no number {number}")
