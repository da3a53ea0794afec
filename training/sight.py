"""What each level sees: of wins that are there, and of losses that could be avoided.

    python -m training.sight tests/cases/hive/wins.txt --draws 3

Wins are the known ones in CASES; one counts as seen when the move keeps it. Dangers come from games
of a middle level against itself: at least half of the moves, but not all, lose in one or in two,
and the danger counts as seen when the move is not among them. What the pages say about the levels
rests on this.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skep.hive import Move, Position
from skep.hive.engine import LEVELS, Engine
from skep.school.hive_wins import can_win, wins_within

MIDDLE = 5


def keeps_win(position: Position, move: Move, moves: int) -> bool:
    """Does the move begin a win within so many?"""
    after = position.copy()
    after.play_unchecked(move)
    outcome = after.outcome()
    return outcome.winner is position.turn if outcome else can_win(after, moves - 1)


def avoids_loss(position: Position, move: Move, moves: int) -> bool:
    """Has the other side no win within so many after the move?"""
    after = position.copy()
    after.play_unchecked(move)
    outcome = after.outcome()
    other = position.turn.other
    return outcome.winner is not other if outcome else not wins_within(after, moves)


@dataclass
class Question:
    """A position, how far its win or loss is away, and which moves were found right or wrong."""

    position: Position
    moves: int
    is_win: bool
    judged: dict[Move, bool] = field(default_factory=dict)

    def is_right(self, move: Move) -> bool:
        if move not in self.judged:
            judge = keeps_win if self.is_win else avoids_loss
            self.judged[move] = judge(self.position, move, self.moves)
        return self.judged[move]


def wins(cases: Path) -> Iterator[Question]:
    """Known wins in up to three moves."""
    for line in cases.read_text().splitlines():
        number, _, text = line.partition("\t")
        if not line.startswith("#") and int(number) <= 3:
            yield Question(Position.from_game_string(text), int(number), is_win=True)


def dangers(count: int, kinds: Sequence[int] = (1, 2)) -> Iterator[Question]:
    """So many for one move and for two, at most one of each from a game."""
    missing = dict.fromkeys(kinds, count)
    for seed in itertools.count():
        if not any(missing.values()):
            return
        engine = Engine(hash_mib=1, seed=seed)
        position = Position("Base+MLP")
        wanted = [number for number, left in missing.items() if left]
        while position.outcome() is None and position.ply < 100 and wanted:
            for number in wanted:
                question = Question(position.copy(), number, is_win=False)
                if position.ply > 12 and is_danger(question):
                    missing[number] -= 1
                    wanted = [other for other in wanted if other != number]
                    yield question
                    break
            position.play_unchecked(engine.choose_at_level(position, MIDDLE).move)


def is_danger(question: Question) -> bool:
    moves = list(question.position.legal_moves)
    if question.is_right(moves[0]) and question.is_right(moves[-1]):
        return False  # a quick look: hardly half of them
    right = sum(question.is_right(move) for move in moves)
    return 0 < right <= len(moves) / 2


@click.command()
@click.argument("cases", type=click.Path(exists=True, path_type=Path))
@click.option("--draws", default=3, show_default=True, help="Moves of each level in a position.")
@click.option("--count", default=60, show_default=True, help="Dangers of each kind.")
def main(cases: Path, draws: int, count: int) -> None:
    """Print what share of the wins in CASES, and of dangers, each level sees."""
    asked = [*wins(cases), *dangers(count)]
    kinds = sorted({(not each.is_win, each.moves) for each in asked})
    table = Table("level", *(f"{'loss' if loss else 'win'} in {n}" for loss, n in kinds))
    table.add_row(
        "positions",
        *(str(sum((not q.is_win, q.moves) == kind for q in asked)) for kind in kinds),
    )
    for row in track(LEVELS, description="levels", console=Console(stderr=True)):
        seen: dict[tuple[bool, int], list[bool]] = {kind: [] for kind in kinds}
        for number, each in enumerate(asked):
            for draw in range(draws):
                engine = Engine(hash_mib=1, seed=1000 * number + draw)
                move = engine.choose_at_level(each.position, row.number).move
                seen[(not each.is_win, each.moves)].append(each.is_right(move))
        shares = (f"{sum(right) / len(right):.0%}" for right in seen.values())
        table.add_row(str(row.number), *shares)
    Console().print(table)


if __name__ == "__main__":
    main()
