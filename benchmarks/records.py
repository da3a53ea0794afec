"""Reading and converting a large PGN collection: games a second, and the memory it takes."""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from skep.hive.arena.turns import alone
from skep.hive.position import Position
from skep.hive.records import Game, load_games, save_games

__all__ = ["run"]

PLIES = 60


def run(games: int = 10_000) -> None:
    """Write `games` random games of 60 plies as PGN, read them, convert them to JSON."""
    with tempfile.TemporaryDirectory() as folder:
        pgn = Path(folder) / "games.pgn"
        watch = _Watch()
        save_games(_random_games(games), pgn)
        watch.report("made and written", games)
        print(f"  {pgn.stat().st_size / 1e6:.1f} MB of PGN")

        watch = _Watch()
        plies = sum(game.end.ply for game in load_games(pgn))
        watch.report(f"read ({plies / games:.0f} plies each)", games)

        before = _peak_memory_mb()
        watch = _Watch()
        save_games(load_games(pgn), Path(folder) / "games.json")
        watch.report("converted to JSON", games)
        print(f"  peak memory {before:.1f} MB before, {_peak_memory_mb():.1f} MB after")


def _random_games(count: int) -> Iterator[Game]:
    chance = random.Random(3)
    for number in range(count):
        game = Game("Base+MLP", headers={"White": "one", "Black": "other", "Round": str(number)})
        position = Position(game.options)
        node = game.root
        while position.ply < PLIES:
            moves = position.legal_moves
            if not len(moves):  # over too early: such games are rare, start this one again
                node, position = game.root, Position(game.options)
                game.root.children.clear()
                continue
            move = moves[chance.randrange(len(moves))]
            node = node.add(move)
            position.play_unchecked(move)
        yield game


class _Watch:
    """Wall clock and processor time: on a busy machine only the second says much."""

    def __init__(self) -> None:
        self.wall, self.processor = time.perf_counter(), time.process_time()

    def report(self, what: str, games: int) -> None:
        wall = time.perf_counter() - self.wall
        processor = time.process_time() - self.processor
        print(f"{what}: {games / wall:,.0f} games/s, {games / processor:,.0f} by processor time")


def _peak_memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    with alone():
        run(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
