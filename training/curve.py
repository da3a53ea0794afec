"""Fit the curve from score to chance of winning on games of self-play.

    python -m training.curve games/ …

Reads what training/selfplay.py writes and prints the scale for skep/hive/engine/chances.py. Games
should be by the evaluation that the engine has (`--network`); plies before the last random move do
not count. A fifth of the games is kept apart to see how well the curve meets their results.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import click

from training.selfplay import read_chunks

# A score beyond this is a win that is as good as seen; it says nothing about the curve.
LARGEST = 1000


def read(paths: Sequence[Path]) -> list[list[tuple[int, float]]]:
    """Pairs of score and result, both for White, game by game."""
    games = []
    for record in read_chunks(paths):
        plies = record["game"].count(";") - 2
        fair = record["scores"][max(0, record["fair_from"] - plies + len(record["scores"])) :]
        games.append([(score, record["result"]) for score in fair if abs(score) <= LARGEST])
    return games


def loss(scale: float, pairs: Sequence[tuple[int, float]]) -> float:
    """The mean of the surprise at the results."""
    total = 0.0
    for score, result in pairs:
        chance = 1.0 / (1.0 + math.exp(-score / scale))
        total -= result * math.log(chance) + (1 - result) * math.log(1 - chance)
    return total / len(pairs)


def fit(pairs: Sequence[tuple[int, float]]) -> float:
    """The best scale by golden section; the loss has one valley."""
    low, high = 20.0, 2000.0
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 0.5:
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if loss(one, pairs) < loss(other, pairs):
            high = other
        else:
            low = one
    return (low + high) / 2


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Print the fitted scale, and how well the curve meets the results."""
    games = read(files)
    scale = fit([pair for number, game in enumerate(games) if number % 5 for pair in game])
    apart = [pair for game in games[::5] for pair in game]
    print(f"Curve(scale={scale:.1f}, games={len(games)})  # loss {loss(scale, apart):.4f} apart")
    for low in range(-500, 500, 100):
        group = [(score, result) for score, result in apart if low <= score < low + 100]
        if group:
            results = sum(result for _, result in group) / len(group)
            expected = sum(1 / (1 + math.exp(-score / scale)) for score, _ in group) / len(group)
            print(
                f"{low:5} to {low + 100:4}: {len(group):6} positions,"
                f" result {results:.3f}, curve {expected:.3f}"
            )


if __name__ == "__main__":
    main()
