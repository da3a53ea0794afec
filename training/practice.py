"""Find positions for practice: wins in one, two and three moves, proven by the solver.

    python -m training.practice src/skep/school/practice.tsv --cases tests/cases/hive/wins.txt

What the file holds stays; what is missing comes from the cases, then from games that the engine
plays with few nodes and some chance, over all eight sets in turn. Its search only proposes;
`skep.school.hive_wins` decides by the solver. A position is kept if few first moves win, so that
there is something to find. Half of a kind at most is of one set.
"""

from __future__ import annotations

import random
from pathlib import Path

import click

from skep import _core
from skep.hive import HIVE_SETS, Color, Position, Setup
from skep.hive.engine.tactics import winning_moves
from skep.school.hive_wins import can_win, wins_within

PLAYING_NODES = 400
PROPOSING_NODES = 6_000
CHANCE_OF_A_RANDOM_MOVE = 0.25
LONGEST_GAME = 70
MOST_WINNING_MOVES = {1: 3, 2: 2, 3: 2}
LARGEST_SHARE = {"Base": 0.5, "other": 0.2}


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


class Collection:
    """Positions by their number of moves, each but once, wherever it lies and however turned."""

    def __init__(self, wanted: dict[int, int]) -> None:
        self.wanted = wanted
        self.kept: dict[int, dict[str, Position]] = {moves: {} for moves in wanted}

    def has_room(self, moves: int, game_type: str) -> bool:
        positions = self.kept[moves].values()
        of_set = sum(1 for one in positions if one.options.game_type == game_type)
        share = LARGEST_SHARE["Base" if game_type == "Base" else "other"]
        return len(positions) < self.wanted[moves] and of_set < share * self.wanted[moves]

    def is_full(self) -> bool:
        return all(len(self.kept[moves]) >= number for moves, number in self.wanted.items())

    def offer(self, position: Position, moves: int) -> None:
        if self.has_room(moves, position.options.game_type) and is_puzzle(position, moves):
            self.kept[moves].setdefault(position.canonical_key(), position)

    def write(self, data: Path) -> None:
        with data.open("w") as out:
            for moves, positions in self.kept.items():
                for position in sorted(positions.values(), key=_how_hard):
                    out.write(f"{moves}\t{position.setup}\n")


def _how_hard(position: Position) -> tuple[bool, bool, int]:
    """What is learned first comes first: the bugs of the box, White, few pieces."""
    has_added = position.options.game_type != "Base"
    return has_added, position.turn is Color.BLACK, len(position.pieces)


@click.command()
@click.argument("data", type=click.Path(path_type=Path))
@click.option("--each", nargs=3, type=int, default=(40, 40, 20), show_default=True)
@click.option("--cases", type=click.Path(exists=True, path_type=Path), help="Proven wins to use.")
@click.option("--seed", default=1, show_default=True)
@click.option("--most-games", default=2000, show_default=True)
def main(
    data: Path, each: tuple[int, int, int], cases: Path | None, seed: int, most_games: int
) -> None:
    """Fill DATA with positions, the number of moves before each."""
    chance = random.Random(seed)
    collection = Collection(dict(zip((1, 2, 3), each, strict=True)))
    for moves, setup in rows(data):
        collection.offer(Position.from_setup(Setup.parse(setup)), moves)
    for moves, game in rows(cases):
        if collection.has_room(moves, "Base+MLP"):
            collection.offer(Position.from_game_string(game), moves)
    for number in range(most_games):
        collection.write(data)
        if collection.is_full():
            break
        game_type = "Base" if number % 2 else HIVE_SETS[number // 2 % len(HIVE_SETS)]
        for moves, position in proposals(game_type, chance).items():
            collection.offer(position, moves)
    print({moves: len(positions) for moves, positions in collection.kept.items()})


def rows(file: Path | None) -> list[tuple[int, str]]:
    if file is None or not file.exists():
        return []
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return [(int(line[0]), line[2:]) for line in lines]


if __name__ == "__main__":
    main()
