"""Hive for PettingZoo: its own tests pass, and both forms agree with the batch."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive import Color
from skep.hive.batch import PASS_ACTION, Batch
from skep.hive.environments.observations import Views
from skep.hive.environments.pettingzoo import HiveBatch, HiveTurns, env, parallel_env, raw_env


# PettingZoo's own board games see a dictionary too, and are on a list of those that may.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoos_own_tests_of_turns() -> None:
    api_test(env("Base+MLP", radius=3, max_plies=60), num_cycles=150)
    seed_test(lambda: env("Base", radius=3, max_plies=40), num_cycles=60)


def test_pettingzoos_own_tests_of_many_games() -> None:
    parallel_api_test(HiveBatch(4, "Base", radius=3, max_plies=60), num_cycles=80)
    parallel_seed_test(lambda: parallel_env(games=3, radius=2, max_plies=30), num_cycles=40)


def test_the_winner_is_rewarded_in_turns() -> None:
    environment, chance, results = HiveTurns("Base", max_plies=400, radius=1), Random(1), set()
    for _ in range(6):
        environment.reset()
        while not any(environment.terminations.values()) and not any(
            environment.truncations.values()
        ):
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(chance.choice(np.flatnonzero(mask).tolist()))
        outcome = environment.position.outcome()
        winner = None if outcome is None else outcome.winner
        white = 0 if winner is None else 1 if winner is Color.WHITE else -1
        assert environment.rewards == {"player_0": white, "player_1": -white}
        assert all(environment.truncations.values()) == (outcome is None)
        results.add(white)
    assert len(results) > 1


def test_who_waits_sees_what_it_will_see_after_a_pass() -> None:
    """Each side's view is the same board: the other's planes, around its own queen."""
    batch = Batch(16, "Base+MLP")
    for ply in range(24):
        batch.step(batch.random_actions(seed=ply))
    views = Views(batch)
    mine = batch.planes("mine")
    theirs = batch.planes("theirs")
    for game, (moving, waiting) in enumerate(
        zip(views.of_movers(), views.of_waiting(), strict=True)
    ):
        assert (moving["observation"] == mine[game]).all()
        assert (waiting["observation"][8:16] == theirs[game][:8]).all()
        assert (waiting["observation"][[16, 17, 20, 21]] == theirs[game][[17, 16, 21, 20]]).all()
        assert (waiting["reserves"][:8] == moving["reserves"][8:]).all()
        assert not waiting["action_mask"].any()
        assert views.space.contains(moving)
        assert views.space.contains(waiting)


def test_an_illegal_action_is_refused_or_loses() -> None:
    bare = raw_env(options="Base")
    bare.reset()
    with pytest.raises(IllegalMoveError):
        bare.step(PASS_ACTION)
    many = HiveBatch(3, "Base", radius=2)
    seen, _ = many.reset()
    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in many.agents}
    actions["game_1"] = PASS_ACTION
    _, rewards, ended, cut, infos = many.step(actions)
    assert rewards == {"game_0": 0.0, "game_1": -1.0, "game_2": 0.0}
    assert ended == {"game_0": False, "game_1": True, "game_2": False}
    assert not any(cut.values())
    assert infos["game_1"] == {"illegal_action": True}
    assert many.agents == ["game_0", "game_2"]
    with pytest.raises(InvalidOptionsError, match="game_2 has no action"):
        many.step({"game_0": 0})


def test_many_games_reward_who_has_moved() -> None:
    many, chance, rewarded = HiveBatch(32, "Base", max_plies=200, radius=1), Random(3), set()
    seen, _ = many.reset()
    while many.agents:
        movers = many.batch.turns
        actions = {
            agent: chance.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist())
            for agent in many.agents
        }
        seen, rewards, ended, _, _ = many.step(actions)
        for agent, reward in rewards.items():
            number = int(agent.removeprefix("game_"))
            result = many.batch.standing.results[number]
            if ended[agent]:
                assert reward == (result if movers[number] == 0 else -result)
                rewarded.add(reward)
            else:
                assert reward == 0
    assert rewarded >= {1.0, -1.0}
