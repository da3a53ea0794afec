"""Find positions for practice: wins in one, two and three moves, proven by trying every move.

    python -m training.practice src/skep/school/practice.tsv --each 40 40 20

Games are played by the engine with few nodes and some chance, over all eight sets in turn. Its
search only proposes; `skep.school.hive_wins` decides. A position is kept if few first moves win
(so that there is something to find), and at most one of a kind from a game.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import click

from skep import _core
from skep.hive import HIVE_SETS, Position
from skep.hive.engine.tactics import winning_moves
from skep.school.hive_wins import can_win, wins_within

PLAYING_NODES = 400
PROPOSING_NODES = 6_000
CHANCE_OF_A_RANDOM_MOVE = 0.25
LONGEST_GAME = 70
MOST_WINNING_MOVES = {1: 3, 2: 2, 3: 2}


def winning_firsts(position: Position, moves: int) -> int:
    """How many first moves win in so many moves."""
    if moves == 1:
        return len(winning_moves(position))
    count = 0
    for move in list(position.legal_moves):
        position.play_unchecked(move)
        count += position.outcome() is None and can_win(position, moves - 1)
        position.undo()
    return count


def proposals(game_type: str, chance: random.Random) -> dict[int, Position]:
    """One game: for each number of moves the last position that the search takes for such a win."""
    search = _core.Search(2)
    position = Position(game_type)
    found: dict[int, Position] = {}
    while position.outcome() is None and position.ply < LONGEST_GAME:
        if position.ply > 10:
            score = search.run(position, max_nodes=PROPOSING_NODES).lines[0].score
            distance = _core.WIN_SCORE - score
            if distance in (1, 3, 5):
                found[(distance + 1) // 2] = position.copy()
        if chance.random() < CHANCE_OF_A_RANDOM_MOVE:
            move = chance.choice(list(position.legal_moves))
        else:
            move = search.run(position, max_nodes=PLAYING_NODES).lines[0].moves[0]
        position.play_unchecked(move)
    return found


def is_puzzle(position: Position, moves: int) -> bool:
    if not wins_within(position, moves) or wins_within(position, moves - 1):
        return False
    return 1 <= winning_firsts(position, moves) <= MOST_WINNING_MOVES[moves]


@click.command()
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--each", nargs=3, type=int, default=(40, 40, 20), show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--most-games", default=2000, show_default=True)
def main(data: Path, each: tuple[int, int, int], seed: int, most_games: int) -> None:
    """Write the positions to DATA, the number of moves before each."""
    chance = random.Random(seed)
    wanted = dict(zip((1, 2, 3), each, strict=True))
    kept: dict[int, dict[str, Position]] = {1: {}, 2: {}, 3: {}}
    sets: dict[int, Counter[str]] = {moves: Counter() for moves in kept}
    for number in range(most_games):
        # Every other game is played with what is in the first box.
        game_type = "Base" if number % 2 else HIVE_SETS[number // 2 % len(HIVE_SETS)]
        for moves, position in proposals(game_type, chance).items():
            if len(kept[moves]) < wanted[moves] and is_puzzle(position, moves):
                kept[moves][position.canonical_key()] = position
                sets[moves][game_type] += 1
                write(data, kept)
        if all(len(kept[moves]) >= wanted[moves] for moves in kept):
            break
    print({moves: dict(counts) for moves, counts in sets.items()})


def write(data: Path, kept: dict[int, dict[str, Position]]) -> None:
    with data.open("w") as out:
        for moves, positions in kept.items():
            for position in sorted(positions.values(), key=lambda one: len(one.pieces)):
                out.write(f"{moves}\t{position.setup}\n")


if __name__ == "__main__":
    main()
