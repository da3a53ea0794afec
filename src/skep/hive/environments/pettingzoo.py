"""Hive for PettingZoo: two agents in turn (AEC), and many games of self-play at once (parallel)."""

from __future__ import annotations

from typing import Any, ClassVar

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "skep.hive.environments.pettingzoo needs the package pettingzoo:"
        " pip install 'skep[pettingzoo]'",
        name="pettingzoo",
    ) from error

import numpy as np
from gymnasium import spaces

from skep.errors import InvalidOptionsError
from skep.hive.batch import Batch, Centre
from skep.hive.environments.observations import (
    Observation,
    Views,
    actions_space,
    check_pictures,
    picture,
)
from skep.hive.options import HiveOptions
from skep.hive.position import Position

__all__ = ["HiveBatch", "HiveTurns", "env", "parallel_env", "raw_env"]

_SIDES = ("player_0", "player_1")


class HiveTurns(AECEnv[str, Observation, Any]):
    """White (`player_0`) and black (`player_1`) in turn. The mask of the side that waits is empty.

    >>> environment = env("Base")
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter(max_iter=10):
    ...     seen, reward, terminated, truncated, info = environment.last()
    ...     environment.step(environment.action_space(agent).sample(seen["action_mask"]))
    >>> environment.unwrapped.position.ply
    10
    """

    agent_selection: str
    metadata: ClassVar[dict[str, Any]] = {
        "name": "skep_hive_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        options: HiveOptions | str = "Base+MLP",
        *,
        max_plies: int = 300,
        centre: Centre = "mine",
        radius: int = 8,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = check_pictures(render_mode)
        self._batch = Batch(1, options, max_plies=max_plies)
        self._views = Views(self._batch, centre=centre, radius=radius)
        self.possible_agents = list(_SIDES)
        self.agents = list(_SIDES)
        self.observation_spaces = dict.fromkeys(_SIDES, self._views.space)
        self.action_spaces = {agent: actions_space() for agent in _SIDES}
        self._begin()

    @property
    def position(self) -> Position:
        """A copy of where the game stands."""
        return self._batch.position(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What both agents see: planes, reserves, the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """A number for every move; see docs/batch.md."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """The board as one agent sees it."""
        if self._batch.turns[0] == _SIDES.index(agent):
            return self._views.of_movers()[0]
        return self._views.of_waiting()[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. Nothing here is left to chance, so the seed changes nothing."""
        self._batch.restart()
        self._begin()

    def step(self, action: Any) -> None:
        """Play for the agent whose turn it is; the winner gets 1, the loser -1."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        step = self._batch.step([int(action)])
        self._cumulative_rewards[agent] = 0
        result = int(step.results[0])
        self.rewards.update(zip(_SIDES, (result, -result), strict=True))
        if step.over[0]:
            ended = self.terminations if self.position.outcome() else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
        self.agent_selection = _SIDES[1 - _SIDES.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text or SVG, as `render_mode` says."""
        return picture(self._batch, 0, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self) -> None:
        self.agents = list(_SIDES)
        self.rewards: dict[str, int] = dict.fromkeys(_SIDES, 0)
        self._cumulative_rewards: dict[str, int] = dict.fromkeys(_SIDES, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(_SIDES, False)
        self.truncations: dict[str, bool] = dict.fromkeys(_SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _SIDES}
        self.agent_selection = _SIDES[0]


class HiveBatch(ParallelEnv[str, Observation, Any]):
    """Many games at once, each played by one agent for both sides in turn.

    Agent `game_3` sees game 3 as the side to move does. Its reward is for the side that has just
    moved: 1 if that has won, -1 if it has lost. An action that is not legal loses, and ends the
    game. A game that reaches `max_plies` is truncated.

    >>> environment = HiveBatch(64, "Base")
    >>> seen, infos = environment.reset(seed=1)
    >>> actions = {agent: environment.action_space(agent).sample(seen[agent]["action_mask"])
    ...            for agent in environment.agents}
    >>> seen, rewards, terminations, truncations, infos = environment.step(actions)
    >>> len(seen), sum(rewards.values())
    (64, 0.0)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "skep_hive_batch_v0",
        "render_modes": ["ansi", "svg"],
    }

    def __init__(
        self,
        games: int = 256,
        options: HiveOptions | str = "Base+MLP",
        *,
        max_plies: int = 300,
        centre: Centre = "mine",
        radius: int = 8,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = check_pictures(render_mode)
        self._batch = Batch(games, options, max_plies=max_plies)
        self._views = Views(self._batch, centre=centre, radius=radius)
        self.possible_agents = [f"game_{number}" for number in range(games)]
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._views.space)
        self.action_spaces = {agent: actions_space() for agent in self.possible_agents}

    @property
    def batch(self) -> Batch:
        """The games themselves, for whoever wants arrays instead of dictionaries."""
        return self._batch

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What every agent sees: planes, reserves, the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """A number for every move; see docs/batch.md."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin all games anew. Nothing is left to chance, so the seed changes nothing."""
        self._batch.restart()
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play one action in every game that goes on."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise InvalidOptionsError(f"{missing[0]} has no action")
        movers = self._batch.turns
        masks = self._views.masks()
        # A game that an illegal action has ended is not over by the rules: it is played on unseen.
        played = self._batch.random_actions(seed=0)
        illegal = set()
        for agent in self.agents:
            number, action = self._number[agent], int(actions[agent])
            if 0 <= action < masks.shape[1] and masks[number, action]:
                played[number] = action
            else:
                illegal.add(agent)
        step = self._batch.step(played)
        signs = np.where(movers == 0, 1, -1)
        before = self.agents
        rewards = {
            agent: -1.0 if agent in illegal else float(step.results[number] * signs[number])
            for agent, number in self._living()
        }
        truncations = {
            agent: bool(step.over[number])
            and agent not in illegal
            and self._batch.position(number).outcome() is None
            for agent, number in self._living()
        }
        terminations = {
            agent: agent in illegal or (bool(step.over[number]) and not truncations[agent])
            for agent, number in self._living()
        }
        self.agents = [each for each in before if not (terminations[each] or truncations[each])]
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal_action": True} if agent in illegal else {} for agent in before
        }
        return self._seen(before), rewards, terminations, truncations, infos

    def render(self) -> str | None:
        """The first game as text or SVG, as `render_mode` says."""
        return picture(self._batch, 0, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _living(self) -> list[tuple[str, int]]:
        return [(agent, self._number[agent]) for agent in self.agents]

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        views = self._views.of_movers()
        return {agent: views[self._number[agent]] for agent in agents}


def raw_env(**options: Any) -> HiveTurns:
    """Two agents in turn, bare: an action that is not legal raises `IllegalMoveError`."""
    return HiveTurns(**options)


def env(options: HiveOptions | str = "Base+MLP", **more: Any) -> AECEnv[str, Observation, Any]:
    """Two agents in turn with PettingZoo's wrappers: an action that is not legal loses."""
    turns: AECEnv[str, Observation, Any] = HiveTurns(options, **more)
    turns = wrappers.TerminateIllegalWrapper(turns, illegal_reward=-1)
    turns = wrappers.AssertOutOfBoundsWrapper(turns)
    return wrappers.OrderEnforcingWrapper(turns)


def parallel_env(**options: Any) -> HiveBatch:
    """Many games at once; see `HiveBatch`."""
    return HiveBatch(**options)
