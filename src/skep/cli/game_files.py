"""GAME on the command line, which means the same everywhere, and files of games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from skep.cli.language import said, told_by
from skep.cli.output import is_standard, tell
from skep.words import N_

if TYPE_CHECKING:
    from skep.errors import Told
    from skep.hive.options import OpeningQueen
    from skep.hive.position import Position
    from skep.hive.records import Damaged, Game, Node

__all__ = [
    "Remarks",
    "game_argument",
    "game_from",
    "games_with_progress",
    "node_at",
    "position_from",
]

_LARGE = 1_000_000  # bytes, about a second of reading
_DAMAGES_SHOWN = 5
_NOTES_SHOWN = 1
_Command = TypeVar("_Command", bound=Callable[..., Any])


def game_argument(*, ply: bool = True) -> Callable[[_Command], _Command]:
    """The argument GAME, with --number to choose in a file and, if asked for, --ply in a game."""

    def add(command: _Command) -> _Command:
        if ply:
            command = click.option(
                "--ply", type=click.IntRange(min=0), help="After how many plies; else at the end."
            )(command)
        command = click.option(
            "--number",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            help="Which game of a file.",
        )(command)
        return click.argument("game")(command)

    return add


def game_from(source: str, number: int = 1) -> Game:
    """The game that GAME means, with the reader's notes told.

    A file (and which game in it), `-` for standard input, or the text itself: a set, a GameString
    or a set-up.
    """
    from skep.errors import RecordError, Told
    from skep.hive.records import Format, load_games, parse_record

    if source == "-":
        game = _pick(load_games(sys.stdin.buffer, damaged="keep"), number, Told("the input"))
    elif (path := _file(source)) is not None:
        game = _pick(load_games(path, damaged="keep"), number, path.name)
    elif ";" in source or source.strip().lower().startswith("base"):
        if number != 1:
            raise click.BadParameter(said(N_("a single game has no others")), param_hint="--number")
        game = parse_record(source, file_format=Format.GAMESTRING)
    else:
        raise RecordError(
            Told(
                "{text} is neither a file nor a game: expected a file, a set such as Base+MLP, a"
                " GameString, a set-up, or - for the input",
                text=repr(source[:80]),
            )
        )
    for note in game.notes:
        tell(said(N_("Note: {note}"), note=note))
    return game


def _file(source: str) -> Path | None:
    path = Path(source)
    try:
        return path if path.exists() and not path.is_dir() else None
    except (OSError, ValueError):  # a GameString may be too long for a file name
        return None


def _pick(games: Iterator[Game], number: int, name: str | Told) -> Game:
    from skep.errors import RecordError, Told

    count = 0
    for game in games:
        count += 1
        if count == number:
            if game.damage is not None:
                raise game.damage
            return game
    if not count:
        raise RecordError(Told("{name} holds no game", name=name))
    raise RecordError(
        Told(
            "games in {name}: {count}, so there is no number {n}", name=name, count=count, n=number
        )
    )


def node_at(game: Game, ply: int | None) -> Node:
    """The node of the main line after so many plies; the last one if none are named."""
    nodes = [game.root, *game.main_line()]
    if ply is None:
        return nodes[-1]
    if ply >= len(nodes):
        raise click.BadParameter(
            said(N_("the game has {plies} plies"), plies=len(nodes) - 1), param_hint="--ply"
        )
    return nodes[ply]


def position_from(
    source: str,
    number: int = 1,
    ply: int | None = None,
    *,
    opening_queen: OpeningQueen = "forbidden",
) -> Position:
    """The position that GAME means. A game that opens with a Queen allows that by itself."""
    from dataclasses import replace

    game = game_from(source, number)
    if opening_queen == "allowed":
        game.options = replace(game.options, opening_queen=opening_queen)
    return game.position_at(node_at(game, ply))


def games_with_progress(path: Path, *, damaged: Damaged) -> Iterator[Game]:
    """The games of a file; a large one shows a bar on the terminal while it is read."""
    from skep.hive.records import load_games

    if is_standard(path):
        yield from load_games(sys.stdin.buffer, damaged=damaged)
        return
    size = path.stat().st_size
    if size < _LARGE or not sys.stderr.isatty():
        yield from load_games(path, damaged=damaged)
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    from skep.cli.terminal import terminal

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with (
        Progress(
            *columns, TimeRemainingColumn(), console=terminal(stderr=True), transient=True
        ) as progress,
        path.open("rb") as stream,
    ):
        task = progress.add_task(path.name, total=size)
        for number, game in enumerate(load_games(stream, damaged=damaged)):
            yield game
            if number % 50 == 0:
                progress.update(task, completed=stream.tell())


class Remarks:
    """What there is to say of the games of one file: damage, and notes of the reader."""

    def __init__(self, path: Path) -> None:
        self._name = said(N_("the input")) if is_standard(path) else path.name
        self._games = 0
        self._damaged = 0
        self._noted = 0

    def take(self, game: Game) -> None:
        self._games += 1
        if game.damage is not None:
            self._damaged += 1
            if self._damaged <= _DAMAGES_SHOWN:
                self._tell_of_game(told_by(game.damage))
        elif game.notes:
            self._noted += 1
            if self._noted <= _NOTES_SHOWN:
                self._tell_of_game(said(N_("note: {notes}"), notes="; ".join(game.notes)))

    def _tell_of_game(self, what: str) -> None:
        where = said(N_("{file}, game {n}"), file=self._name, n=self._games)
        tell(f"{where}: {what}")

    def expect_a_game(self) -> None:
        """Refuse a file without any, as a command does that wants one."""
        from skep.errors import RecordError, Told

        if not self._games:
            raise RecordError(Told("{name} holds no game", name=self._name))

    def sum_up(self, damaged: Callable[[int], str]) -> None:
        """Say how many there were; `damaged` tells what became of so many damaged ones."""
        if self._noted > _NOTES_SHOWN:
            noted = said(N_("{n} games with such notes"), n=self._noted)
            tell(f"{self._name}: {noted}")
        if self._damaged:
            tell(f"{self._name}: {damaged(self._damaged)}")
