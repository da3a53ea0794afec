"""Our Hive as a game of OpenSpiel; `make test-full` installs what this needs."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install -r requirements-full.txt"
)

from skep.errors import SkepError  # noqa: E402
from skep.hive.batch import Batch  # noqa: E402
from skep.hive.environments.openspiel import GAME  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_openspiels_own_simulation(game_type: str) -> None:
    """Clones, serialization, legal actions, returns: all that its own games go through."""
    game = pyspiel.load_game(f"{GAME}(game_type={game_type},max_plies=60)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_network_sees_the_planes() -> None:
    game = pyspiel.load_game(f"{GAME}(game_type=Base)")
    state = game.new_initial_state()
    batch = Batch(1, "Base")
    for _ in range(6):
        action = state.legal_actions()[-1]
        assert state.action_to_string(action) in state.position.legal_texts()
        state.apply_action(action)
        batch.step([action])
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    assert (observer.dict["planes"] == batch.planes()[0]).all()
    assert observer.string_from(state, 0) == str(state.position)


def test_a_set_that_there_is_not_is_refused() -> None:
    with pytest.raises(SkepError):
        pyspiel.load_game(f"{GAME}(game_type=Base+X)")
