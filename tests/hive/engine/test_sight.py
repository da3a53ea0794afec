"""What the pages say about the levels is so: wins they find, dangers they overlook."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.sight import Question, dangers, wins

from skep.hive.engine import LEVELS, Engine

CASES = Path(__file__).parents[2] / "cases/hive/wins.txt"
# In `web/templates/hive_words.html`, sentence by sentence: of wins in one and in two, and of losses
# in one and in two, the share that is seen. Ten in a hundred are left to chance.
SAID: dict[int, dict[str, tuple[float, float]]] = {
    1: {"win in 1": (0.6, 0.95)},
    2: {"win in 1": (1, 1), "loss in 1": (0, 0.5)},
    3: {"win in 1": (1, 1), "loss in 1": (0.35, 0.65)},
    4: {"win in 1": (1, 1), "loss in 1": (1, 1), "win in 2": (0.25, 0.45)},
    5: {"win in 1": (1, 1), "loss in 1": (1, 1), "win in 2": (0.4, 0.6)},
    6: {"loss in 1": (1, 1), "win in 2": (0.55, 0.75), "loss in 2": (0.33, 0.5)},
    7: {"loss in 1": (1, 1), "win in 2": (0.7, 0.9), "loss in 2": (0.4, 0.6)},
    8: {"loss in 1": (1, 1), "win in 2": (0.85, 1), "loss in 2": (0.45, 0.65)},
    9: {"loss in 1": (1, 1), "win in 2": (0.9, 1), "loss in 2": (0.5, 0.7)},
    10: {"loss in 1": (1, 1), "win in 2": (0.9, 1), "loss in 2": (0.57, 0.77)},
}


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    return [*wins(CASES), *dangers(60)]


@pytest.mark.slow
@pytest.mark.parametrize("number", [row.number for row in LEVELS])
def test_a_level_sees_what_its_sentence_says(number: int, asked: list[Question]) -> None:
    seen: dict[str, list[bool]] = {}
    for at, each in enumerate(asked):
        kind = f"{'win' if each.is_win else 'loss'} in {each.moves}"
        for draw in range(2):
            engine = Engine(hash_mib=1, seed=1000 * at + draw)
            move = engine.choose_at_level(each.position, number).move
            seen.setdefault(kind, []).append(each.is_right(move))
    for kind, (least, most) in SAID[number].items():
        share = sum(seen[kind]) / len(seen[kind])
        assert least <= share <= most, (kind, share)
