"""The result that a record states, which may differ from what the board says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from skep.errors import InvalidOptionsError
from skep.hive.notation import GameState

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
        who = {
            GameState.WHITE_WINS: "White wins",
            GameState.BLACK_WINS: "Black wins",
            GameState.DRAW: "Draw",
        }[self.state]
        how = {
            Ending.SURROUNDED: ": the queen is surrounded",
            Ending.BOTH_SURROUNDED: ": both queens are surrounded",
            Ending.REPETITION: " by repetition",
            Ending.RESIGNATION: " by resignation",
            Ending.AGREEMENT: " by agreement",
            Ending.TIME: " on time",
            Ending.ABSENCE: " by absence",
            Ending.FORFEIT: " by forfeit",
            Ending.PLY_LIMIT: " by the limit of plies",
            Ending.UNKNOWN: "",
        }[self.ending]
        return who + how
