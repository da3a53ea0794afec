"""Ten levels for people: how far each looks, and how carelessly it chooses.

A level is a row of numbers. It searches a number of nodes, keeps some of the moves found and draws
one of them, better ones more often; the lowest sometimes play without looking at all.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from skep.hive.engine.analysis import Line
from skep.hive.engine.tactics import safe_moves, winning_moves
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.values import expect_number

__all__ = ["LEVELS", "LONGEST_SECONDS", "Level", "draw_line", "level", "tactical_choice"]


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    `nodes`: how much is searched. `lines`: among how many moves it chooses. `softness`: by how much
    worse a move must be to be drawn 2.7 times less often (0: always the best). `careless`: the
    chance that a move is made at random. `sees_wins`: the chance that a win in one is found before
    all this. `sees_threats`: an avoidable loss in one is never allowed.
    """

    number: int
    nodes: int
    lines: int
    softness: float
    careless: float
    sees_wins: float = 1.0
    sees_threats: bool = True


# Measured by `training.ladder`; the figures are in benchmarks/README.md.
LEVELS: Final = (
    Level(1, 500, 4, 80.0, careless=0.94, sees_wins=0.8, sees_threats=False),
    Level(2, 500, 4, 80.0, careless=0.77, sees_threats=False),
    Level(3, 500, 4, 80.0, careless=0.58, sees_threats=False),
    Level(4, 600, 4, 65.0, careless=0.56),
    Level(5, 600, 4, 60.0, careless=0.39),
    Level(6, 800, 4, 50.0, careless=0.27),
    Level(7, 1_200, 4, 42.0, careless=0.175),
    Level(8, 1_600, 4, 36.0, careless=0.09),
    Level(9, 2_000, 4, 30.0, careless=0.05),
    Level(10, 3_000, 4, 25.0, careless=0.0),
)

# Whatever the machine, a level answers within two seconds.
LONGEST_SECONDS: Final = 1.8


def level(number: int) -> Level:
    """The level of a number from 1 to 10."""
    expect_number("a level", number, 1, len(LEVELS))
    return LEVELS[number - 1]


def tactical_choice(
    position: Position, chosen: Level, chance: random.Random
) -> tuple[Move | None, Sequence[Move]]:
    """What one look ahead decides: the move if it does, and otherwise the moves to choose among."""
    moves = list(position.legal_moves)
    if chance.random() < chosen.sees_wins:
        wins = winning_moves(position)
        if wins:
            return chance.choice(wins), moves
    if chosen.sees_threats:
        moves = safe_moves(position) or moves
    if len(moves) == 1 or chance.random() < chosen.careless:
        return chance.choice(moves), moves
    return None, moves


def draw_line(lines: Sequence[Line], softness: float, chance: random.Random) -> Line:
    """Draw one of the lines; one that is `softness` worse than the best comes 2.7 times less."""
    if softness <= 0 or len(lines) == 1:
        return lines[0]
    best = lines[0].score.value
    weights = [math.exp((line.score.value - best) / softness) for line in lines]
    return chance.choices(lines, weights)[0]
