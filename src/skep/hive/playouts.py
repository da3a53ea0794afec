"""Games of random moves, played in bulk by the core."""

from __future__ import annotations

from dataclasses import dataclass

from skep import _core
from skep.hive.options import HiveOptions
from skep.hive.values import expect_number

__all__ = ["Playouts", "random_playouts"]


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games ended. `unfinished` are those that were still going at the last ply."""

    moves: int
    white_wins: int
    black_wins: int
    draws: int
    unfinished: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.white_wins + self.black_wins + self.draws + self.unfinished


def random_playouts(
    count: int, seed: int, options: HiveOptions | str = "Base+MLP", *, max_plies: int = 500
) -> Playouts:
    """Play games from the start, each move picked evenly from the legal ones.

    The same arguments give the same games, on every machine. Repetition does not end a game.

    >>> random_playouts(100, seed=1).games
    100
    """
    if not isinstance(options, HiveOptions):
        options = HiveOptions.parse(options)
    for name, value, most in (
        ("count", count, 2**63),
        ("seed", seed, 2**64),
        ("max_plies", max_plies, 2**31),
    ):
        expect_number(name, value, 0, most - 1)
    return Playouts(
        *_core.random_playouts(
            options.mosquito,
            options.ladybug,
            options.pillbug,
            options.opening_queen == "allowed",
            count,
            seed,
            max_plies,
        )
    )
