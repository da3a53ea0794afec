"""Our Hive as a game of OpenSpiel, by its Python interface: exact rules, and no edge of the board.

OpenSpiel's own `hive` is quicker by itself and has the faults that docs/batch.md names.
"""

from __future__ import annotations

from typing import Any

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "skep.hive.environments.openspiel needs the package open_spiel:"
        " pip install 'skep[openspiel]'",
        name="pyspiel",
    ) from error

import numpy as np

from skep.hive.batch import (
    ACTIONS,
    PLANES,
    Batch,
    action_of,
    move_of,
)
from skep.hive.drawing import draw_text
from skep.hive.outcome import Outcome
from skep.hive.pieces import Color
from skep.hive.position import Position

__all__ = ["GAME", "HiveGame", "HiveState", "PlanesObserver"]

GAME = "python_skep_hive"
"""The name by which `pyspiel.load_game` knows it, once this module is imported."""
_SIDE = 17
_PARAMETERS = {"game_type": "Base+MLP", "max_plies": 500}

_TYPE = pyspiel.GameType(
    short_name=GAME,
    long_name="Hive (skep)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class HiveGame(pyspiel.Game):
    """`pyspiel.load_game("python_skep_hive(game_type=Base,max_plies=500)")`.

    Actions are those of docs/batch.md, one for every move. Whoever needs the numbers of OpenSpiel's
    own game finds them in `skep.hive.batch`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.game_type = str(given["game_type"])
        self.max_plies = int(given["max_plies"])
        Position(self.game_type)  # refuses a set that there is not
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self, state: object = None) -> HiveState:
        """The empty table."""
        return HiveState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PlanesObserver:
        """What a network sees: the planes of docs/batch.md, around the own queen."""
        return PlanesObserver(self.game_type)


class HiveState(pyspiel.State):
    """A position and what OpenSpiel asks of it. `position` is ours, with all that it can do."""

    def __init__(self, game: HiveGame) -> None:
        super().__init__(game)
        self.position = Position(game.game_type)
        self._max_plies = game.max_plies
        self._outcome: Outcome | None = None

    def current_player(self) -> int:
        """0 for white, 1 for black."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn is Color.WHITE else 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action_of(self.position, move) for move in self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position.play_unchecked(move_of(self.position, action))
        self._outcome = self.position.outcome()

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.format_move(move_of(self.position, action))

    def is_terminal(self) -> bool:
        """By the rules, by a third occurrence, or at `max_plies`."""
        return self._outcome is not None or self.position.ply >= self._max_plies

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        winner = None if self._outcome is None else self._outcome.winner
        white = 0.0 if winner is None else 1.0 if winner is Color.WHITE else -1.0
        return [white, -white]

    def __str__(self) -> str:
        return self.position.game_string


class PlanesObserver:
    """Planes of 17 × 17 around the queen of the side to move, as floats; a text for people."""

    def __init__(self, game_type: str) -> None:
        self._batch = Batch(1, game_type)
        self.tensor = np.zeros(PLANES * _SIDE * _SIDE, np.float32)
        self.dict = {"planes": self.tensor.reshape(PLANES, _SIDE, _SIDE)}

    def set_from(self, state: HiveState, player: int) -> None:
        """Write what the side to move sees into `tensor`."""
        self._batch.put(0, state.position)
        self.dict["planes"][:] = self._batch.planes()[0]

    def string_from(self, state: HiveState, player: int) -> str:
        """The board as text."""
        return draw_text(state.position)


if GAME not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, HiveGame)
