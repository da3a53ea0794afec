"""OpenSpiel's action numbers and observation tensor, as OpenSpiel itself has them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.hive.batch.openspiel_peer import (
    CASES,
    checksum,
    in_white_queens_absence,
    legal_actions,
    states,
)

from skep.errors import IllegalMoveError, InvalidOptionsError
from skep.hive import PASS, HiveOptions, Position
from skep.hive.batch import Batch, openspiel_action_of, openspiel_move_of
from skep.hive.options import HIVE_SETS

# From the second turn on; white's queen is still in the reserve, and of black's three pieces in a
# row the one in the middle is pinned.
PINNED_BEFORE_WHITES_QUEEN = "Base;InProgress;Black[4];wS1;bS1 wS1-;wS2 -wS1;bQ bS1-;wB1 -wS2"


def cases() -> list[tuple[str, int, list[int]]]:
    lines = [line.split() for line in CASES.read_text().splitlines() if line[0] != "#"]
    return [(name, int(crc, 16), list(map(int, played.split(",")))) for name, crc, played in lines]


def test_recorded_states() -> None:
    """Masks and tensors are those that OpenSpiel gave when the cases were written."""
    seen = Counter(name for name, _, _ in cases())
    assert min(seen[name] for name in HIVE_SETS) >= 40
    for name, crc, played in cases():
        batch = Batch(1, HiveOptions.parse(name, repetition="offer"), encoding="openspiel")
        for action in played:
            batch.step([action])
        assert checksum(legal_actions(batch), batch.openspiel_tensors()[0]) == crc


@pytest.mark.slow
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_state_by_state(game_type: str) -> None:
    """10,000 random states of all sets together; where it is wrong, it is in one known way."""
    pyspiel = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install open_spiel"
    )
    counts: Counter[str] = Counter()
    for state in states(pyspiel, game_type, 1250, 2, counts):
        counts["states"] += 1
        extra = np.setdiff1d(state.their_actions, state.our_actions)
        assert np.isin(state.our_actions, state.their_actions).all()
        if in_white_queens_absence(state.position):
            # Pinned pieces are not known as such: planes and moves differ by that alone.
            counts["illegal actions"] += len(extra)
            bugs = len({piece.bug for piece in state.position.options.pieces})
            others = np.r_[0 : 2 * bugs, 2 * bugs + 2 : 2 * bugs + 7]
            assert (state.our_tensor[others] == state.their_tensor[others]).all()
            continue
        assert len(extra) == 0
        assert (state.our_tensor == state.their_tensor).all()
    print(f"{game_type}: {dict(counts)}")
    assert counts["states"] == 1250


@pytest.mark.slow
def test_its_known_bug() -> None:
    """Before the white queen is placed it lets pinned pieces move, and splits the hive."""
    pyspiel = pytest.importorskip("pyspiel")
    name = "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"
    theirs = pyspiel.load_game(name).new_initial_state()
    ours = Position.from_game_string(PINNED_BEFORE_WHITES_QUEEN)
    for text in PINNED_BEFORE_WHITES_QUEEN.split(";")[3:]:
        theirs.apply_action(theirs.string_to_action(text))
    pinned = [
        text
        for action in theirs.legal_actions()
        if (text := theirs.action_to_string(action)).startswith("bS1 ")
    ]
    assert pinned
    assert {str(reason and reason.code) for reason in map(ours.why_illegal, pinned)} == {
        "RuleCode.ONE_HIVE"
    }


def test_numbers_of_moves() -> None:
    position = Position.from_game_string("Base;InProgress;White[2];wS1;bS1 wS1-")
    for move in position.legal_moves:
        assert openspiel_move_of(position, openspiel_action_of(position, move)) == move
    with pytest.raises(IllegalMoveError):
        openspiel_action_of(position, PASS)
    with pytest.raises(IllegalMoveError):
        openspiel_move_of(position, 0)
    with pytest.raises(InvalidOptionsError):
        openspiel_move_of(position, 5489)
    with pytest.raises(InvalidOptionsError):
        Batch(1, encoding="other")  # type: ignore[arg-type]


def test_copies_may_be_placed_in_any_order() -> None:
    """Their second ant may come first; it keeps its name in the numbers that follow."""
    batch = Batch(1, "Base", encoding="openspiel")
    second_ant, seven = 2, 7
    batch.step([(second_ant * 28 + second_ant) * seven + 6])
    assert [piece.name for piece in batch.position(0).pieces] == ["wA1"]
    references = {action // seven % 28 for action in legal_actions(batch).tolist()}
    assert references == {second_ant}
    shape = batch.openspiel_tensors().shape
    assert shape == (1, 17, 17, 17)
