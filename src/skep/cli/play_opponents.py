"""Programs that sit opposite a person in `skep play`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Protocol

from skep.hive.engine import Engine
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.words import Words

__all__ = ["LevelPlayer", "Opponent", "RandomMover"]


class Opponent(Protocol):
    """A program that chooses moves."""

    def called(self, words: Words) -> str:
        """What it is called at the terminal."""
        ...

    def choose(self, position: Position) -> Move: ...


@dataclass
class RandomMover:
    """Plays any legal move."""

    chance: random.Random = field(default_factory=random.Random)

    def called(self, words: Words) -> str:
        return words.say("random mover")

    def choose(self, position: Position) -> Move:
        return self.chance.choice(list(position.legal_moves))


class LevelPlayer:
    """The engine at one of its levels for people."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        self._level = level
        self._engine = Engine(hash_mib=16, seed=seed)

    def called(self, words: Words) -> str:
        return words.say("level {level}", level=self._level)

    def choose(self, position: Position) -> Move:
        return self._engine.choose_at_level(position, self._level).move
