"""Random games from any position, with what became of each of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skep import _core
from skep.errors import InvalidOptionsError
from skep.hive.batch.actions import ACTIONS
from skep.hive.position import Position

__all__ = ["RandomGames", "check_number", "playouts", "write_playouts"]

_MOST_COUNT = 2**24
_MOST_PLIES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class RandomGames:
    """One row for each position, one column for each random game from it.

    A result is 1 if white won, -1 if black did, else 0; `finished` tells a draw from a game that
    was still going at the last ply. `first` is the action that each game began with.
    """

    results: NDArray[np.int8]
    lengths: NDArray[np.int32]
    finished: NDArray[np.bool_]
    first: NDArray[np.int16]

    def visits(self, row: int = 0) -> NDArray[np.int64]:
        """How many games began with each action."""
        return np.bincount(self._begun(row), minlength=ACTIONS)

    def values(self, row: int = 0) -> NDArray[np.float64]:
        """The mean result of the games that began with each action, for white; 0 without one."""
        first = self._begun(row)
        sums = np.bincount(first, self.results[row][self.first[row] >= 0], minlength=ACTIONS)
        return np.asarray(sums / np.maximum(np.bincount(first, minlength=ACTIONS), 1))

    def _begun(self, row: int) -> NDArray[np.int16]:
        return np.asarray(self.first[row][self.first[row] >= 0])


def playouts(position: Position, count: int, seed: int, *, max_plies: int = 500) -> RandomGames:
    """So many games of random moves from a position, each of at most `max_plies` more plies.

    The same arguments give the same games on every machine. Repetition does not end them.

    >>> games = playouts(Position("Base"), 100, seed=1)
    >>> games.results.shape, int(games.visits().sum())
    ((1, 100), 100)
    """
    if not isinstance(position, Position):
        raise InvalidOptionsError(f"playouts start from a Position, not {position!r}")
    return write_playouts(_core.Batch(position, 1, _MOST_PLIES, False), count, seed, max_plies)


def write_playouts(games: _core.Batch, count: int, seed: int, max_plies: int) -> RandomGames:
    """The same for all positions of a batch of the core."""
    check_number("count", count, 0, _MOST_COUNT // games.games)
    check_number("seed", seed, 0, 2**64 - 1)
    check_number("max_plies", max_plies, 0, _MOST_PLIES)
    shape = (games.games, count)
    found = RandomGames(
        np.empty(shape, np.int8),
        np.empty(shape, np.int32),
        np.empty(shape, np.bool_),
        np.empty(shape, np.int16),
    )
    games._write_playouts(
        count, seed, max_plies, found.results, found.finished, found.lengths, found.first
    )
    return found


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number of a range; a NumPy number is one too."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise InvalidOptionsError(f"{name} is a whole number, not {value!r}")
    if not least <= value <= most:
        raise InvalidOptionsError(f"{name} is a number from {least} to {most}, not {value}")
