"""Games as material for training: of the engine against itself, or played by others.

    python -m training.selfplay games/ --chunks 0:400:1 --processes 2
    python -m training.selfplay games/ --label others.txt
    python -m training.selfplay later/ --network network.bin

Each chunk is a file of its own, JSON lines in gzip (which carries a checksum): one game a line, its
GameString, the result for white (1, 0.5, 0), the ply from which on nothing was left to chance, and
for each of its last plies the score for white that a short search gave before it was played. A
chunk depends on nothing but its number and is written in one go, so that a run that was stopped, or
lost a chunk, makes those that are missing. `--dask tcp://…:8786` plays on the workers of a Dask
scheduler, which need the same version of skep.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from skep import _core
from skep.hive import Color, Move, Position
from skep.hive.records.gamestring import parse_gamestring
from training.spreading import spread

# The sets by how often they are played.
SETS = {
    "Base+MLP": 50,
    "Base": 20,
    "Base+M": 5,
    "Base+L": 5,
    "Base+P": 5,
    "Base+ML": 5,
    "Base+MP": 5,
    "Base+LP": 5,
}
RANDOM_PLIES = (2, 9)
BALANCED_SCORE = 150
# Later plies are left to chance now and then, so that games see what good play avoids; from some
# ply on, another one in each game, they are not, so that the rest is a fair contest.
RANDOM_SHARE = 0.12
RANDOM_UNTIL = 45
MAX_PLIES = 140
# One side this far ahead for this many plies has won.
ADJUDICATE_SCORE = 1200
ADJUDICATE_PLIES = 4

Record = dict[str, Any]


def random_opening(game_type: str, chance: random.Random) -> Position:
    """A few random plies that leave neither side far ahead."""
    while True:
        position = Position(game_type)
        for _ in range(chance.randint(*RANDOM_PLIES)):
            moves = position.legal_moves
            position.play_unchecked(moves[chance.randrange(len(moves))])
        if abs(_core.evaluate(position)) < BALANCED_SCORE:
            return position


def look(search: _core.Search, position: Position, nodes: int) -> tuple[int, Move]:
    """The score for white, and the move."""
    best = search.run(position, max_nodes=nodes).lines[0]
    return best.score if position.turn is Color.WHITE else -best.score, best.moves[0]


def play_game(search: _core.Search, nodes: int, chance: random.Random) -> Record:
    (game_type,) = chance.choices(list(SETS), list(SETS.values()))
    position = random_opening(game_type, chance)
    search.clear()
    scores: list[int] = []
    last_random, random_until = position.ply, chance.randrange(RANDOM_UNTIL)
    decided = 0
    while position.outcome() is None and position.ply < MAX_PLIES:
        score, move = look(search, position, nodes)
        decided = decided + 1 if abs(score) >= ADJUDICATE_SCORE else 0
        if decided >= ADJUDICATE_PLIES:
            break
        scores.append(score)
        if position.ply < random_until and decided == 0 and chance.random() < RANDOM_SHARE:
            move = chance.choice(position.legal_moves)
            last_random = position.ply + 1
        position.play_unchecked(move)
    outcome = position.outcome()
    if outcome is not None:
        result = {Color.WHITE: 1.0, Color.BLACK: 0.0, None: 0.5}[outcome.winner]
    else:
        result = 0.5 if decided == 0 else float(scores[-1] > 0)
    return {
        "game": position.game_string,
        "result": result,
        "fair_from": last_random,
        "scores": scores,
    }


def label_game(search: _core.Search, nodes: int, text: str) -> Record:
    """The game as it was played, with a score before each of its plies."""
    game = parse_gamestring(text)
    result = {"WhiteWins": 1.0, "BlackWins": 0.0}.get(text.split(";")[1], 0.5)
    position = Position(game.options)
    search.clear()
    scores = []
    for node in game.main_line():
        if node.move is None or position.outcome() is not None:
            break  # they played on where a position stood for the third time
        scores.append(look(search, position, nodes)[0])
        position.play_unchecked(node.move)
    return {"game": position.game_string, "result": result, "fair_from": 0, "scores": scores}


def write_chunk(path: Path, records: Sequence[Record]) -> None:
    """All or nothing."""
    part = path.with_suffix(".part")
    with gzip.open(part, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    os.replace(part, path)


def chunk_files(sources: Sequence[Path]) -> list[Path]:
    """These files, and those of the folders among them; there must be some."""
    files = [
        path
        for source in sources
        for path in (sorted(source.glob("*.gz")) if source.is_dir() else [source])
    ]
    if not files:
        where = ", ".join(map(str, sources))
        raise click.ClickException(f"no games in {where}: expected chunks of training.selfplay")
    return files


def read_chunks(sources: Sequence[Path]) -> Iterator[Record]:
    """The games of these files, and of the folders among them."""
    for path in chunk_files(sources):
        if path.stat().st_size == 0:  # which gzip takes for a file without games
            raise _unreadable(path, "it is empty")
        try:
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                yield from map(json.loads, stream)
        except (EOFError, gzip.BadGzipFile, zlib.error, ValueError) as problem:
            raise _unreadable(path, problem) from problem


def _unreadable(path: Path, problem: object) -> click.ClickException:
    return click.ClickException(
        f"{path} cannot be read as games: {problem}. If training.selfplay wrote it, it is damaged:"
        " delete it and run training.selfplay again"
    )


@dataclass(frozen=True, slots=True)
class Chunks:
    """What makes the games of a chunk, whichever machine makes them."""

    games: int
    nodes: int
    seed: int
    network: bytes | None
    texts: tuple[str, ...] | None

    def make(self, number: int) -> list[Record]:
        learned = _core.Network(self.network) if self.network is not None else None
        search = _core.Search(1, learned)
        if self.texts is not None:
            mine = self.texts[number * self.games : (number + 1) * self.games]
            return [label_game(search, self.nodes, text) for text in mine]
        chance = random.Random(f"{self.seed} {number}")
        return [play_game(search, self.nodes, chance) for _ in range(self.games)]


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--chunks", default="0:10:1", show_default=True, help="first:end:step")
@click.option("--games", default=100, show_default=True, help="Games of a chunk.")
@click.option("--nodes", default=2000, show_default=True, help="Nodes searched per ply.")
@click.option("--seed", default=0, show_default=True, help="Other seeds give other games.")
@click.option(
    "--label",
    type=click.Path(exists=True, path_type=Path),
    help="Label these games, a GameString a line, instead of playing.",
)
@click.option(
    "--network",
    type=click.Path(exists=True, path_type=Path),
    help="Play with this network instead of the hand-written evaluation.",
)
@click.option("--processes", default=1, show_default=True)
@click.option("--dask", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
def main(
    folder: Path,
    chunks: str,
    games: int,
    nodes: int,
    seed: int,
    label: Path | None,
    network: Path | None,
    processes: int,
    dask: str | None,
) -> None:
    """Fill FOLDER with the chunks of games that are not there."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = None if label is None else tuple(label.read_text(encoding="utf-8").splitlines())
    learned = None if network is None else network.read_bytes()
    files = {n: folder / f"{n:05}.jsonl.gz" for n in range(*map(int, chunks.split(":")))}
    missing = {number: path for number, path in files.items() if not path.exists()}
    make = Chunks(games, nodes, seed, learned, texts).make
    made = spread(make, list(missing), processes=processes, dask=dask)
    for path, records in zip(missing.values(), made, strict=True):
        write_chunk(path, records)
        click.echo(f"{path.name}: {sum(len(record['scores']) for record in records)} positions")


if __name__ == "__main__":
    main()
