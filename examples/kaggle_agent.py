"""An agent for Kaggle's Hive, which is OpenSpiel's: our engine, in its numbers.

`agent(observation, configuration)` is what Kaggle calls. The observation has the game as a
GameString, as OpenSpiel writes it, and the legal actions with their texts. OpenSpiel places copies
of a bug in any order; we place the first first, so names are translated.
"""

from __future__ import annotations

import re
from typing import Any

from skep.errors import SkepError
from skep.hive import Position
from skep.hive.engine import Engine, Limit

PIECE = re.compile(r"\b([wb])([QSBGAMLP])(\d?)")
SECONDS = 1.0
ENGINE = Engine(hash_mib=32)


def translated(text: str, names: dict[str, str]) -> str:
    """A move with our names; a copy that was not in play yet gets the next free number."""
    mover = PIECE.match(text)
    if mover is not None and mover[0] not in names:
        color, bug, number = mover.groups()
        taken = sum(name[:2] == mover[0][:2] for name in names)
        names[mover[0]] = f"{color}{bug}{taken + 1}" if number else mover[0]
    return PIECE.sub(lambda found: names.get(found[0], found[0]), text)


def position_of(game: str) -> tuple[Position, dict[str, str]]:
    """The position of OpenSpiel's GameString, and which of our pieces each of theirs is."""
    game_type, _, _, *moves = game.strip().split(";")
    position, names = Position(game_type, repetition="offer"), dict[str, str]()
    for text in moves:
        position.play(translated(text, names))
    return position, names


def agent(observation: dict[str, Any], configuration: dict[str, Any]) -> dict[str, int]:
    """The action to play, by OpenSpiel's number."""
    actions: list[int] = list(observation["legalActions"])
    if not actions:
        return {"submission": -1}  # it is not our turn
    try:
        position, names = position_of(observation["observationString"])
        best = ENGINE.choose(position, Limit(seconds=SECONDS)).move
        for action, text in zip(actions, observation["legalActionStrings"], strict=True):
            if position.parse_move(translated(text, dict(names))) == best:
                return {"submission": action}
    except SkepError:
        pass  # OpenSpiel allows moves that the rules do not: then nothing can be said
    return {"submission": actions[0]}
