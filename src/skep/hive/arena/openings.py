"""Openings to play matches from: balanced positions, one GameString a line."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from skep.errors import InvalidOptionsError, NotationError, UnreadableError
from skep.hive.options import HiveOptions
from skep.hive.position import Position

__all__ = ["fingerprint", "load_openings", "shipped_openings"]


def shipped_openings(game_type: str) -> Path:
    """The file of openings that belongs to a set; Base for the sets that have none."""
    folder = Path(str(resources.files("skep.hive.arena"))) / "data"
    path = folder / f"openings-{game_type}.txt"
    return path if path.exists() else folder / "openings-Base.txt"


def load_openings(path: Path, game_type: str) -> list[Position]:
    """Read a file of GameStrings as openings of a set; `#` begins a comment.

    An opening of another set is played with the pieces of this one, which must have all it uses.
    """
    openings = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise UnreadableError(f"{path.name} is no text: expected GameStrings") from None
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        own_type, _, rest = text.partition(";")
        try:
            HiveOptions.parse(own_type)
            position = Position.from_game_string(f"{game_type};{rest}", repetition="draw")
        except (NotationError, InvalidOptionsError) as error:
            raise UnreadableError(f"{path.name}, line {number}: {error}", text=text) from None
        if position.outcome() is not None:
            raise UnreadableError(f"{path.name}, line {number}: this game is over", text=text)
        openings.append(position)
    if not openings:
        raise UnreadableError(f"{path.name} holds no opening")
    return openings


def fingerprint(openings: Sequence[Position]) -> str:
    """A short text by which a list of openings is known again."""
    text = "\n".join(opening.game_string for opening in openings)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
