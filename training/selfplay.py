"""Games of the engine against itself, as material for fitting.

    python -m training.selfplay games.jsonl --games 2000 --nodes 3000 --set Base+MLP

Each line of the file is one game: its GameString, the result for white (1, 0.5, 0) and the score
that the search gave at every ply, for white. Running it again goes on where the file ends: a game
depends on nothing but its number. `--dask tcp://…:8786` plays on the workers of a Dask scheduler,
which need the same version of skep.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import click
from rich.progress import track

from skep import _core
from skep.hive import HIVE_SETS, Color, Position
from training.spreading import spread

RANDOM_PLIES = 6
MAX_PLIES = 160
# In the first plies after the opening any line this close to the best may be played.
VARIETY_PLIES = 14
VARIETY_MARGIN = 20
# One side this far ahead for this many plies has won.
ADJUDICATE_SCORE = 1200
ADJUDICATE_PLIES = 6


def random_opening(game_type: str, rng: random.Random) -> Position:
    """A few random plies that leave neither side far ahead."""
    while True:
        position = Position(game_type)
        for _ in range(RANDOM_PLIES):
            moves = position.legal_moves
            position.play_unchecked(moves[rng.randrange(len(moves))])
        if abs(_core.evaluate(position)) < 80:
            return position


def play_game(game_type: str, nodes: int, number: int) -> str:
    rng = random.Random(f"{game_type} {number}")
    position = random_opening(game_type, rng)
    search = _core.Search(4)
    scores: list[int] = []
    decided = 0
    while position.outcome() is None and position.ply < MAX_PLIES:
        vary = position.ply < RANDOM_PLIES + VARIETY_PLIES
        report = search.run(position, max_nodes=nodes, lines=3 if vary else 1)
        best = report.lines[0]
        near = [line for line in report.lines if line.score >= best.score - VARIETY_MARGIN]
        chosen = rng.choice(near)
        scores.append(chosen.score if position.turn is Color.WHITE else -chosen.score)
        decided = decided + 1 if abs(chosen.score) >= ADJUDICATE_SCORE else 0
        if decided >= ADJUDICATE_PLIES:
            break
        position.play_unchecked(chosen.moves[0])
    outcome = position.outcome()
    if outcome is not None:
        result = {Color.WHITE: 1.0, Color.BLACK: 0.0, None: 0.5}[outcome.winner]
    elif decided >= ADJUDICATE_PLIES:
        result = 1.0 if scores[-1] > 0 else 0.0
    else:
        result = 0.5
    return json.dumps({"game": position.game_string, "result": result, "scores": scores})


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--games", default=1000, show_default=True)
@click.option("--nodes", default=3000, show_default=True, help="Nodes searched per move.")
@click.option("--set", "game_type", type=click.Choice(HIVE_SETS), default="Base+MLP")
@click.option("--processes", default=1, show_default=True)
@click.option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
def main(
    file: Path, games: int, nodes: int, game_type: str, processes: int, dask: str | None
) -> None:
    """Play GAMES games in all and keep them in FILE, in their order."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    numbers = range(done, games)
    with file.open("a") as out:
        play = partial(play_game, game_type, nodes)
        results = spread(play, numbers, processes=processes, dask=dask)
        for line in track(results, total=len(numbers), description="games"):
            out.write(line + "\n")
            out.flush()


if __name__ == "__main__":
    main()
