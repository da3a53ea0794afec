"""One search, asked about games of two sets: what it knows of one is no answer to the other."""

from __future__ import annotations

import random

import pytest

from skep import _core
from skep.hive import Position


def random_position(seed: int) -> Position:
    """Of the basic pieces alone, so that it looks the same in every set."""
    chance = random.Random(seed)
    position = Position("Base")
    for _ in range(14):
        position.play_unchecked(chance.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("seed", range(3))
def test_another_set_is_another_game(seed: int) -> None:
    base = random_position(seed)
    full = Position.from_game_string(base.game_string.replace("Base;", "Base+MLP;", 1))
    search = _core.Search(16)
    search.run(base, max_nodes=20_000)
    again, fresh = search.run(full, max_depth=4), _core.Search(16).run(full, max_depth=4)
    assert (again.nodes, again.lines[0].score) == (fresh.nodes, fresh.lines[0].score)


def test_the_same_set_is_remembered() -> None:
    position = random_position(1)
    search = _core.Search(16)
    search.run(position, max_nodes=20_000)
    assert (
        search.run(position, max_depth=4).nodes < _core.Search(16).run(position, max_depth=4).nodes
    )
