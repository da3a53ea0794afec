"""Openings to play matches from: balanced positions, one GameString a line."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from skep.errors import InvalidOptionsError, NotationError, Told, UnreadableError
from skep.hive.options import HiveOptions
from skep.hive.position import Position

__all__ = ["fingerprint", "load_openings", "shipped_openings"]


def shipped_openings(game_type: str) -> Path:
    """The file of openings that belongs to a set."""
    folder = Path(str(resources.files("skep.hive.arena"))) / "data"
    return folder / f"openings-{HiveOptions.parse(game_type).game_type}.txt"


def load_openings(path: Path, game_type: str | None = None) -> list[Position]:
    """Read a file of GameStrings as openings of a set, that of the first without one.

    `#` begins a comment.
    """
    openings: list[Position] = []
    wanted = None if game_type is None else HiveOptions.parse(game_type).game_type
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise UnreadableError(
            Told("{file} is no text: expected GameStrings", file=path.name)
        ) from None
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            position = Position.from_game_string(text, repetition="draw")
        except (NotationError, InvalidOptionsError) as error:
            raise _unreadable(path, number, error, text) from None
        if position.outcome() is not None:
            raise _unreadable(path, number, Told("this game is over"), text)
        found = position.options.game_type
        wanted = wanted or found
        if found != wanted:
            another = Told("expected the set {wanted}, found {found}", wanted=wanted, found=found)
            raise _unreadable(path, number, another, text)
        openings.append(position)
    if not openings:
        raise UnreadableError(Told("{file} holds no opening", file=path.name))
    return openings


def _unreadable(path: Path, number: int, problem: object, text: str) -> UnreadableError:
    where = Told("{file}, line {n}: {problem}", file=path.name, n=number, problem=problem)
    return UnreadableError(where, text=text)


def fingerprint(openings: Sequence[Position]) -> str:
    """A short text by which a list of openings is known again."""
    text = "\n".join(opening.game_string for opening in openings)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
