"""Positions of games as arrays: what the network sees, and what it should say.

    python -m training.positions positions/ games/ more/

Reads what training/selfplay.py writes. Left out are positions before both queens are in play and
those whose score is a sure win or loss: the first are not the network's, the second the search's.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from rich.progress import track

from skep import _core
from skep.hive import Position, parse_game
from training.files import read_whole, write_whole
from training.selfplay import Record, chunk_files, read_chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

INPUTS = np.dtype([("features", "<u2", (2, 28)), ("terms", "<i2", 128), ("hand_written", "<i2")])
ROW = np.dtype(
    [
        ("features", "<u2", (2, 28)),
        ("terms", "i1", 128),
        ("hand_written", "<i2"),
        ("score", "<i2"),  # of the search, for the side to move as all here
        # Not a number where chance had a say in the rest of the game.
        ("result", "<f4"),
        ("outlook", "<f4"),  # the chances as the rest of the game saw them
        ("game", "<u4"),
    ]
)
MOST_SCORE = 2000
SCALE = 150.0  # a score of this much is a chance of 73 %
NEARNESS = 0.9  # what is seen a ply later counts so much less


def rows_of(record: Record, number: int) -> NDArray[Any]:
    """The positions of one game."""
    game = parse_game(record["game"], factory=Position)
    position = Position(game.options)
    first_scored = len(game.moves) - len(record["scores"])
    rows = np.zeros(len(record["scores"]), ROW)
    outlooks = outlooks_of(record)
    count = 0
    for ply, move in enumerate(game.moves):
        score = record["scores"][ply - first_scored] if ply >= first_scored else MOST_SCORE
        if abs(score) < MOST_SCORE and both_queens(position):
            inputs = np.frombuffer(_core.network_inputs(position), INPUTS)[0]
            row = rows[count]
            row["features"], row["terms"] = inputs["features"], inputs["terms"]
            row["hand_written"] = inputs["hand_written"]
            white = ply % 2 == 0
            row["score"] = score if white else -score
            for name, chance in (
                ("result", record["result"]),
                ("outlook", outlooks[ply - first_scored]),
            ):
                is_fair = ply >= record["fair_from"]
                row[name] = (chance if white else 1 - chance) if is_fair else np.nan
            row["game"] = number
            count += 1
        position.play_unchecked(move)
    return rows[:count]


def outlooks_of(record: Record) -> list[float]:
    """For each scored ply white's chances as all that follows sees them, what is near first."""
    outlook, outlooks = record["result"], []
    for score in reversed(record["scores"]):
        outlooks.append(outlook)
        chance = 1 / (1 + math.exp(-max(-MOST_SCORE, min(MOST_SCORE, score)) / SCALE))
        outlook = NEARNESS * outlook + (1 - NEARNESS) * chance
    return outlooks[::-1]


def both_queens(position: Position) -> bool:
    return position.cell_of("wQ") is not None and position.cell_of("bQ") is not None


def read_rows(folder: Path) -> Iterator[NDArray[Any]]:
    """The chunks that `main` has written, one array each."""
    paths = sorted(folder.glob("*.npy"))
    if not paths:
        raise click.ClickException(f"no positions in {folder}: training.positions writes them")
    for path in paths:
        yield np.load(io.BytesIO(read_whole(path)))


def split_by_game(
    chunks: list[NDArray[Any]],
) -> tuple[NDArray[Any], NDArray[Any], int]:
    """Rows kept apart, rows to train on, and how many games: no game is on both sides."""
    games, first = [], 0
    for chunk in chunks:
        games.append(chunk["game"].astype(np.int64) + first)
        first += int(chunk["game"].max()) + 1
    every = np.concatenate(chunks)
    held = np.concatenate(games) % 20 == 0
    return every[held], every[~held], first


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("sources", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(folder: Path, sources: tuple[Path, ...]) -> None:
    """Write the positions of the games in SOURCES to FOLDER, a file per chunk of games."""
    chunks = chunk_files(sources)
    folder.mkdir(parents=True, exist_ok=True)
    for path in track(chunks, description="chunks"):
        target = folder / f"{path.parent.name}-{path.name.split('.')[0]}.npy"
        if target.exists():
            continue
        rows = [rows_of(record, number) for number, record in enumerate(read_chunks((path,)))]
        if not any(map(len, rows)):
            continue
        content = io.BytesIO()
        np.save(content, np.concatenate(rows))
        write_whole(target, content.getvalue())


if __name__ == "__main__":
    main()
