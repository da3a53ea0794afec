"""Hive for Gymnasium: its own check passes, and a game is what it says."""

from __future__ import annotations

from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive import Position
from skep.hive.batch import PASS_ACTION, action_of
from skep.hive.environments.gymnasium import ENVIRONMENT, HiveEnvironment, Side


def first_legal(position: Position) -> str:
    return position.format_move(position.legal_moves[0])


def legal(mask: NDArray[np.int8], chance: Random) -> int:
    return chance.choice(np.flatnonzero(mask).tolist())


# It asks for a render_mode of people, and warns that a text is none.
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("side", ["white", "black", "either"])
def test_gymnasiums_own_check(side: Side) -> None:
    check_env(HiveEnvironment(1, "Base", side=side, radius=4), skip_render_check=True)


def test_it_is_made_by_its_name() -> None:
    with gymnasium.make(ENVIRONMENT, opponent=1, options="Base+P", radius=3) as environment:
        seen, info = environment.reset(seed=3)
        assert environment.observation_space.contains(seen)
        assert info["side"] in ("white", "black")


def test_the_same_seed_gives_the_same_game() -> None:
    texts = []
    for _ in range(2):
        environment, chance = HiveEnvironment(2, "Base+MLP"), Random(4)
        seen, _ = environment.reset(seed=11)
        for _ in range(8):
            seen, _, over, cut, _ = environment.step(legal(seen["action_mask"], chance))
            assert not over
            assert not cut
        texts.append(environment.position.game_string)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("side", ["white", "black"])
def test_games_are_played_to_their_end(side: Side) -> None:
    """Against a random mover: rewards follow the outcome, also when it is the other side's."""
    chance, rewards = Random(5), set()
    environment = HiveEnvironment(
        lambda position: chance.choice(position.legal_moves),
        "Base",
        side=side,
        radius=1,
        max_plies=1000,
    )
    for seed in range(15):
        seen, _ = environment.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            assert environment.position.turn.name.lower() == side
            seen, reward, over, cut, _ = environment.step(legal(seen["action_mask"], chance))
            assert environment.observation_space.contains(seen)
        outcome = environment.position.outcome()
        assert cut == (outcome is None)
        winner = None if outcome is None else outcome.winner
        wanted = 0 if winner is None else 1 if winner.name.lower() == side else -1
        assert reward == wanted
        rewards.add(reward)
        with pytest.raises(IllegalMoveError):
            environment.step(PASS_ACTION)
    assert len(rewards) > 1


def test_an_illegal_action_loses() -> None:
    environment = HiveEnvironment(first_legal, "Base", side="white")
    environment.reset(seed=1)
    _, reward, over, cut, info = environment.step(PASS_ACTION)
    assert (reward, over, cut, info["illegal_action"]) == (-1.0, True, False, True)


def test_what_is_seen_and_drawn() -> None:
    environment = HiveEnvironment(first_legal, "Base", side="white", render_mode="ansi")
    environment.reset(seed=1)
    environment.step(action_of(Position("Base"), "wS1"))
    drawn = environment.render()
    assert drawn is not None
    assert "wS1" in drawn
    for wrong in ({"side": "red"}, {"render_mode": "human"}, {"opponent": 11}, {"centre": "x"}):
        with pytest.raises(InvalidOptionsError):
            HiveEnvironment(**wrong)
