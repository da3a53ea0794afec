"""Hive for Gymnasium: one player learns, the engine at a level (or any function) is the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "skep.hive.environments.gymnasium needs the package gymnasium:"
        " pip install 'skep[gymnasium]'",
        name="gymnasium",
    ) from error

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive.batch import Batch, Centre, action_of
from skep.hive.engine import Engine
from skep.hive.engine.levels import level
from skep.hive.environments.observations import (
    Observation,
    Views,
    actions_space,
    check_pictures,
    picture,
)
from skep.hive.moves import Move
from skep.hive.options import HiveOptions
from skep.hive.position import Position

__all__ = ["ENVIRONMENT", "HiveEnvironment", "Opponent", "Side"]

ENVIRONMENT = "skep/Hive-v0"
"""The name by which `gymnasium.make` knows it, once this module is imported."""
Opponent = int | Callable[[Position], Move | str]
Side = Literal["white", "black", "either"]
_HASH_MIB = 4  # levels look at a few thousand positions


class HiveEnvironment(gymnasium.Env[Observation, Any]):
    """A game against a level of the engine, or against a function that chooses moves.

    The reward is 1 for a win, -1 for a loss, else 0. An action that is not legal loses at once, and
    `info["illegal_action"]` says so. A game that reaches `max_plies` is truncated.

    >>> environment = HiveEnvironment(1, "Base", side="white")
    >>> seen, info = environment.reset(seed=1)
    >>> seen["observation"].shape, int(seen["action_mask"].sum())
    ((23, 17, 17), 4)
    >>> action = environment.action_space.sample(seen["action_mask"])
    >>> seen, reward, terminated, truncated, info = environment.step(action)
    >>> reward, terminated, environment.position.ply
    (0.0, False, 2)
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012

    def __init__(
        self,
        opponent: Opponent = 1,
        options: HiveOptions | str = "Base+MLP",
        *,
        side: Side = "either",
        max_plies: int = 300,
        centre: Centre = "mine",
        radius: int = 8,
        render_mode: str | None = None,
    ) -> None:
        """`side` is who learns; `either` draws it anew for every game."""
        if side not in get_args(Side):
            raise InvalidOptionsError(f"side is white, black or either, not {side!r}")
        self.render_mode = check_pictures(render_mode)
        self._side: Side = side
        self._max_plies = max_plies
        self._batch = Batch(1, options, max_plies=max_plies)
        self._views = Views(self._batch, centre=centre, radius=radius)
        self.observation_space = self._views.space
        self.action_space = actions_space()
        self._learner = 0
        self._engine: Engine | None = None
        self._choose: Callable[[Position], Move | str]
        if callable(opponent):
            self._choose = opponent
        else:
            number = level(opponent).number
            engine = self._engine = Engine(hash_mib=_HASH_MIB)
            self._choose = lambda position: engine.choose_at_level(position, number).move

    @property
    def position(self) -> Position:
        """A copy of where the game stands."""
        return self._batch.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; if the other side has white, it has already played."""
        super().reset(seed=seed)
        if self._engine is not None:
            self._engine.forget()  # so that the same seed gives the same game
            self._engine.reseed(int(self.np_random.integers(2**31)))
        either = int(self.np_random.integers(2))
        self._learner = {"white": 0, "black": 1, "either": either}[self._side]
        self._batch.restart()
        self._answer()
        return self._views.of_movers()[0], self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the other side's answer."""
        try:
            self._batch.step([int(action)])
        except (IllegalMoveError, InvalidOptionsError):
            over = bool(self._batch.standing.over[0])
            if over:
                raise
            info = {**self._info(), "illegal_action": True}
            return self._views.of_movers()[0], -1.0, True, False, info
        self._answer()
        standing = self._batch.standing
        result = int(standing.results[0]) * (1 if self._learner == 0 else -1)
        over = bool(standing.over[0])
        truncated = over and self.position.outcome() is None
        seen = self._seen()
        return seen, float(result), over and not truncated, truncated, self._info()

    def render(self) -> str | None:
        """The board as text or SVG, as `render_mode` says."""
        return picture(self._batch, 0, self.render_mode)

    def _answer(self) -> None:
        """Let the other side play, if it is its turn."""
        if self._batch.turns[0] == self._learner or self._batch.standing.over[0]:
            return
        position = self._batch.position(0)
        self._batch.step([action_of(position, self._choose(position))])

    def _seen(self) -> Observation:
        """By the learner, also when its own move has ended the game."""
        if self._batch.turns[0] == self._learner:
            return self._views.of_movers()[0]
        return self._views.of_waiting()[0]

    def _info(self) -> dict[str, Any]:
        return {"side": ("white", "black")[self._learner], "ply": int(self._batch.plies[0])}


if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point="skep.hive.environments.gymnasium:HiveEnvironment")
