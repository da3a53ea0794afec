"""What notebooks draw by themselves."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

import pytest

from skep.geometry import ORIGIN
from skep.hive import Position
from skep.hive.engine import Limit
from skep.hive.engine.review import review
from skep.hive.records import Game
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Placement


def game() -> Game:
    played = Game("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        played.play(text)
    return played


PICTURES: dict[str, Callable[[], Any]] = {
    "Position": lambda: Position("Base"),
    "Game": game,
    "Review": lambda: review(game(), Limit(depth=1)),
    "Tile": lambda: ALL_TILES[3],
    "Table": lambda: Table([Placement(ORIGIN, ALL_TILES[3].poses[0])]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_svg(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name]()._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter())) > 3


def test_a_game_shows_its_last_position() -> None:
    played = game()
    assert played._repr_svg_() == played.position_at()._repr_svg_()
    before = Position("Base")._repr_svg_()
    assert played._repr_svg_() != before
