"""Is a question about a position that people play, be it turned, mirrored or of another set?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skep.hive import HiveOptions, Position
from skep.server.games.hive.rules import HiveRules

__all__ = ["goes_through", "shapes_in_play"]

FIRST_OWN_PLY = 2  # what stands before that stands in every game


def shapes_in_play(rules: HiveRules) -> frozenset[str]:
    """How it stands, and how it stood before the last move: its best answer was help as well."""
    position = rules.position()
    shapes = set()
    if rules.ply:
        shapes.add(_shape_of(position))
        position.undo()
    if rules.ply > FIRST_OWN_PLY:
        shapes.add(_shape_of(position))
    return frozenset(shapes)


def goes_through(job: Mapping[str, Any], shapes: frozenset[str]) -> bool:
    position = Position(
        HiveOptions.parse(
            job["game_type"], opening_queen=job.get("opening_queen", "allowed"), repetition="offer"
        )
    )
    sizes = {shape.count(",") + 1 for shape in shapes}
    for text in job["moves"]:
        position.play(text)
        if len(position.occupied()) in sizes and _shape_of(position) in shapes:
            return True
    return False


def _shape_of(position: Position) -> str:
    """Without the set and the piece that moved last: an engine's answer hardly depends on them."""
    return position.canonical_key().partition(" ")[2].replace("!", "")
