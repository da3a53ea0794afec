"""Games played by OpenSpiel's `hive` and by ours together, state by state.

As a program it writes the cases that are compared where OpenSpiel is not installed:

    python -m tests.hive.batch.openspiel_peer
"""

from __future__ import annotations

import importlib
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skep.hive import Bug, Color, HiveOptions, Piece, Position
from skep.hive.batch import ACTIONS, Batch
from skep.hive.options import HIVE_SETS

__all__ = ["CASES", "State", "checksum", "in_white_queens_absence", "states", "touches_the_edge"]

CASES = Path(__file__).parents[2] / "cases" / "hive" / "openspiel.txt"
_RADIUS = 8
_MOST_PLIES = 120
_LINES_A_SET = 40


class State(NamedTuple):
    """What both say of the same state; `position` is ours."""

    position: Position
    actions: list[int]  # that led here
    their_actions: NDArray[np.int64]
    our_actions: NDArray[np.int64]
    their_tensor: NDArray[np.uint8]
    our_tensor: NDArray[np.uint8]


def touches_the_edge(position: Position) -> bool:
    """A piece has left OpenSpiel's board, which it then moves under the pieces."""
    return any(
        max(abs(cell.q), abs(cell.r), abs(cell.q + cell.r)) > _RADIUS
        for cell in position.occupied()
    )


def in_white_queens_absence(position: Position) -> bool:
    """OpenSpiel looks for pinned pieces from the white queen on: before her it finds none."""
    return position.cell_of(Piece(Color.WHITE, Bug.QUEEN)) is None


def legal_actions(batch: Batch) -> NDArray[np.int64]:
    return np.flatnonzero(np.unpackbits(batch.masks()[0], count=ACTIONS, bitorder="little"))


def checksum(actions: NDArray[np.int64], tensor: NDArray[np.uint8]) -> int:
    return zlib.crc32(actions.astype("<i8").tobytes() + tensor.tobytes())


def states(
    pyspiel: Any, game_type: str, count: int, seed: int, left: Counter[str]
) -> Iterator[State]:
    """So many states of random games; `left` counts the games that were left at the edge."""
    options = HiveOptions.parse(game_type, repetition="offer")
    said = ",".join(
        f"uses_{bug.name.lower()}={str(options.has(bug)).lower()}"
        for bug in (Bug.MOSQUITO, Bug.LADYBUG, Bug.PILLBUG)
    )
    game = pyspiel.load_game(f"hive({said})")
    random = Random(f"{game_type} {seed}")
    while count > 0:
        theirs, ours = game.new_initial_state(), Batch(1, options, encoding="openspiel")
        played: list[int] = []
        left["games"] += 1
        while not theirs.is_terminal() and len(played) < _MOST_PLIES and count > 0:
            position = ours.position(0)
            if touches_the_edge(position):
                left["at the edge"] += 1
                break
            their_actions = np.array(theirs.legal_actions(), np.int64)
            our_actions = legal_actions(ours)
            shape = game.observation_tensor_shape()
            tensor = np.array(theirs.observation_tensor(), np.uint8).reshape(shape)
            yield State(
                position, list(played), their_actions, our_actions, tensor,
                ours.openspiel_tensors()[0],
            )  # fmt: skip
            count -= 1
            both = np.intersect1d(their_actions, our_actions)
            action = int(both[int(random.random() * len(both))])
            theirs.apply_action(action)
            ours.step([action])
            played.append(action)


def main() -> None:
    pyspiel = importlib.import_module("pyspiel")

    lines = [
        "# A set, the actions of a random game of OpenSpiel's hive, and the CRC-32 of what it says",
        "# then: its legal actions as little-endian int64, and its observation tensor as bytes.",
    ]
    for game_type in HIVE_SETS:
        kept = [
            state
            for state in states(pyspiel, game_type, 1500, 1, Counter())
            if not in_white_queens_absence(state.position)
        ]
        lines += [
            f"{game_type} {checksum(state.their_actions, state.their_tensor):08x}"
            f" {','.join(map(str, state.actions))}"
            for state in kept[:: len(kept) // _LINES_A_SET]
        ]
    CASES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
