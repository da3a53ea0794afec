"""The result that a record states, which may differ from what the board says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from skep.errors import InvalidOptionsError
from skep.hive.notation import GameState
from skep.words import ENGLISH, N_, Words

__all__ = ["FINAL_STATES", "Ending", "Result"]

FINAL_STATES = (GameState.WHITE_WINS, GameState.BLACK_WINS, GameState.DRAW)


class Ending(Enum):
    """What ended a game: the board, or something before it."""

    SURROUNDED = "surrounded"
    BOTH_SURROUNDED = "both surrounded"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABSENCE = "absence"
    FORFEIT = "forfeit"  # an engine crashed, or played what is illegal
    PLY_LIMIT = "ply limit"
    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return f"<Ending.{self.name}>"


_STATES: Final = {
    GameState.WHITE_WINS: N_("White wins"),
    GameState.BLACK_WINS: N_("Black wins"),
    GameState.DRAW: N_("Draw"),
}
# NOTE: {result} is "White wins", "Black wins" or "Draw", at the beginning of the line
_HOW: Final = {
    Ending.SURROUNDED: N_("{result}: the queen is surrounded"),
    Ending.BOTH_SURROUNDED: N_("{result}: both queens are surrounded"),
    Ending.REPETITION: N_("{result} by repetition"),
    Ending.RESIGNATION: N_("{result} by resignation"),
    Ending.AGREEMENT: N_("{result} by agreement"),
    Ending.TIME: N_("{result} on time"),
    Ending.ABSENCE: N_("{result} by absence"),
    Ending.FORFEIT: N_("{result} by forfeit"),
    Ending.PLY_LIMIT: N_("{result} by the limit of plies"),
}


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, as a record states it, and what ended the game.

    >>> Result(GameState.WHITE_WINS, Ending.RESIGNATION).words
    'White wins by resignation'
    """

    state: GameState
    ending: Ending = Ending.UNKNOWN

    def __post_init__(self) -> None:
        if self.state not in FINAL_STATES:
            raise InvalidOptionsError(f"a result is a win or a draw, not {self.state.value}")

    @property
    def words(self) -> str:
        """The result as a sentence."""
        return self.sentence(ENGLISH)

    def sentence(self, words: Words) -> str:
        """The result as a sentence in a language."""
        who = words.say(_STATES[self.state])
        return who if self.ending is Ending.UNKNOWN else words.say(_HOW[self.ending], result=who)
