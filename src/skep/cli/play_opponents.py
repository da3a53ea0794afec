"""Programs that sit opposite a person in `skep play`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Protocol

from skep.hive.moves import Move
from skep.hive.position import Position

__all__ = ["Opponent", "RandomMover"]


class Opponent(Protocol):
    """A program that chooses moves."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position) -> Move: ...


@dataclass
class RandomMover:
    """Plays any legal move."""

    chance: random.Random = field(default_factory=random.Random)
    name: str = "random mover"

    def choose(self, position: Position) -> Move:
        return self.chance.choice(list(position.legal_moves))
