"""Fit the weights of the evaluation to the results of games.

    python -m training.fit games/ [more/ …] --write

The evaluation is linear in its terms, so that this is a logistic regression: which weights make
sigmoid(score / SCALE) the best forecast of the result? Positions are thinned out, because those of
one game are alike; a pull towards the present weights keeps terms that games say little about where
they are. With --write the table in core/hive/evaluation.cpp is replaced.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skep import _core
from skep.hive import Position, parse_game
from training.selfplay import Record, read_chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TABLE = Path(__file__).parent.parent / "core/hive/evaluation.cpp"
LATE_PHASE = 22
SCALE = 150.0  # a score of this much is a chance of 73 %
EVERY = 3  # one position in so many is used
SKIP_PLIES = 8
RESULT_SHARE = 0.7  # the rest of the target is what the search thought


def positions_of(record: Record) -> tuple[list[list[float]], list[float]]:
    """Term counts (early and late) and targets of the positions of one game."""
    game = parse_game(record["game"], factory=Position)
    position = Position(game.options)
    rows, targets = [], []
    first_scored = len(game.moves) - len(record["scores"])
    for ply, move in enumerate(game.moves):
        index = ply - first_scored
        if ply >= SKIP_PLIES and index >= 0 and ply % EVERY == 0:
            score = record["scores"][index]
            if abs(score) < 2000:
                counts = _core.term_counts(position)
                phase = min(len(position.pieces), LATE_PHASE) / LATE_PHASE
                rows.append([c * (1 - phase) for c in counts] + [c * phase for c in counts])
                thought = 1 / (1 + np.exp(-score / SCALE))
                targets.append(RESULT_SHARE * record["result"] + (1 - RESULT_SHARE) * thought)
        position.play_unchecked(move)
    return rows, targets


def loss_of(features: Array, targets: Array, weights: Array) -> float:
    chance = 1 / (1 + np.exp(-(features @ weights) / SCALE))
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(targets * np.log(chance) + (1 - targets) * np.log(1 - chance)))


def fit(features: Array, targets: Array, start: Array, pull: float, steps: int) -> Array:
    """Adam on the whole material; convex, so that any start leads to the same end."""
    weights = start.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in track(range(1, steps + 1), description="fitting"):
        chance = 1 / (1 + np.exp(-(features @ weights) / SCALE))
        gradient = features.T @ (chance - targets) / len(targets) / SCALE
        gradient += pull * (weights - start)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights -= 0.5 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return weights


def write_table(weights: list[tuple[int, int]], names: list[str], games: int, rows: int) -> None:
    source = TABLE.read_text()
    lines = [
        f"    {{{early}, {late}}},  // {name}"
        for (early, late), name in zip(weights, names, strict=True)
    ]
    table = (
        f"// Fitted by training/fit.py to {rows} positions of {games} games of self-play.\n"
        "const std::array<Weight, TermCount> default_weights = {{\n" + "\n".join(lines) + "\n}};\n"
    )
    pattern = r"(?://[^\n]*\n)+const std::array<Weight, TermCount> default_weights = .*?\n}};\n"
    TABLE.write_text(re.sub(pattern, lambda _: table, source, flags=re.DOTALL))


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--pull", default=2e-7, show_default=True)
@click.option("--steps", default=1500, show_default=True)
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Also write them here.")
@click.option("--write", is_flag=True, help="Replace the table in the core.")
def main(
    files: tuple[Path, ...], pull: float, steps: int, json_file: Path | None, write: bool
) -> None:
    """Fit the weights to the games in FILES."""
    records = list(read_chunks(files))
    found = [positions_of(record) for record in track(records, description="reading")]
    features = np.array([row for rows, _ in found for row in rows])
    targets = np.array([target for _, all_targets in found for target in all_targets])
    table = _core.default_weights()
    names = [name for name, _, _ in table]
    start = np.array([early for _, early, _ in table] + [late for _, _, late in table], float)
    held = np.arange(len(targets)) % 10 == 0  # kept apart to see whether it helps
    weights = fit(features[~held], targets[~held], start, pull, steps)
    count = len(names)
    pairs = [(round(weights[i]), round(weights[count + i])) for i in range(count)]
    shown = Table("term", "early", "late", "early now", "late now")
    for (name, early, late), (new_early, new_late) in zip(table, pairs, strict=True):
        shown.add_row(name, str(early), str(late), str(new_early), str(new_late))
    Console().print(shown)
    before, after = (loss_of(features[held], targets[held], chosen) for chosen in (start, weights))
    print(f"{len(records)} games, {len(targets)} positions; loss {before:.4f} -> {after:.4f}")
    if json_file is not None:
        json_file.write_text(json.dumps(pairs))
    if write:
        write_table(pairs, names, len(records), len(targets))


if __name__ == "__main__":
    main()
