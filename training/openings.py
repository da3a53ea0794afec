"""Make the files of balanced openings that matches are played from.

    python -m training.openings Base > src/skep/hive/arena/data/openings-Base.txt

Random placements of eight plies, both Queens in play, kept when a search holds them for balanced.
"""

from __future__ import annotations

import random
import sys

import click
from rich.console import Console
from rich.progress import track

from skep.hive import Bug, Position
from skep.hive.engine import Engine, Limit

PLIES = 8


def random_opening(game_type: str, chance: random.Random) -> Position:
    """Eight plies of placements; the Queen comes as each side's second to fourth piece."""
    position = Position(game_type)
    queen_turns = [chance.randint(1, 3) for _ in range(2)]
    for ply in range(PLIES):
        moves = [move for move in position.legal_moves if move.is_placement]
        is_queen_turn = queen_turns[ply % 2] == ply // 2
        wanted = [
            move
            for move in moves
            if (move.piece is not None and move.piece.bug is Bug.QUEEN) == is_queen_turn
        ]
        # A kind first, then a cell: otherwise ants and grasshoppers come no oftener than queens.
        kinds = sorted({move.piece.bug.value for move in wanted if move.piece is not None})
        kind = chance.choice(kinds)
        position.play_unchecked(
            chance.choice([m for m in wanted if m.piece is not None and m.piece.bug.value == kind])
        )
    return position


@click.command()
@click.argument("game_type")
@click.option("--count", default=200, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--nodes", default=100_000, show_default=True, help="Nodes of the balancing search.")
@click.option("--margin", default=25, show_default=True, help="Largest score of either side.")
def main(game_type: str, count: int, seed: int, nodes: int, margin: int) -> None:
    """Print COUNT balanced openings of a set."""
    chance = random.Random(seed)
    engine = Engine(hash_mib=16)
    seen: set[str] = set()
    print(f"# {count} openings of {PLIES} plies: random placements, seed {seed}, kept when a")
    print(f"# search of {nodes} nodes scores them within {margin} hundredths. training/openings.py")
    for _ in track(range(count), console=Console(stderr=True)):
        while True:
            position = random_opening(game_type, chance)
            key = position.canonical_key()
            if key in seen:
                continue
            seen.add(key)
            engine.forget()
            score = engine.analyse(position, Limit(nodes=nodes), lines=1).best.score
            if abs(score.value) <= margin:
                break
        print(position.game_string)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
