"""Mine forced wins in four and five moves from games of self-play or matches, as text cases.

    python -m training.mine_long_wins games.jsonl [more.jsonl …] tests/cases/hive/long_wins.txt

A search shows the way to a win near the end of a game; that there is no shorter one is proven by a
search of the full width. The solver, which the cases are for, has no part in it.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

import click
from rich.progress import track

from skep import _core
from skep.hive import HiveOptions, Move, Position, parse_game
from skep.hive.records import parse_record

NODES = 30_000
LAST_PLIES = 13


def moves_of(line: str) -> tuple[HiveOptions, list[Move]]:
    """One game of `training.selfplay` or of a match's log."""
    record = json.loads(line)
    if "game" in record:
        played = parse_game(record["game"], factory=Position)
        return played.options, list(played.moves)
    game = parse_record(line)
    moves = [node.move for node in game.main_line()]
    return game.options, [move for move in moves if move is not None]


def candidates(line: str, wanted: Collection[int]) -> dict[int, str]:
    """Positions of one game that the search takes for a win, by its number of moves."""
    options, moves = moves_of(line)
    position = Position(options)
    found = {}
    for ply, move in enumerate(moves):
        if ply >= len(moves) - LAST_PLIES:
            report = _core.Search(2).run(position, max_nodes=NODES)
            distance = _core.WIN_SCORE - report.lines[0].score
            if distance % 2 and (distance + 1) // 2 in wanted:
                found[(distance + 1) // 2] = position.game_string
        position.play_unchecked(move)
    return found


def is_shortest(text: str, moves: int) -> bool:
    """Whether no win is shorter than the one that the search has found."""
    report = _core.Search(64).run(
        Position.from_game_string(text), max_depth=2 * moves - 3, full_width=True
    )
    return report.lines[0].score < _core.WIN_SCORE - 2 * moves


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.argument("cases", type=click.Path(path_type=Path))
@click.option("--moves", default="4,5", show_default=True, help="How far away the wins are.")
@click.option("--each", default=50, show_default=True, help="Positions for each number of moves.")
def main(files: tuple[Path, ...], cases: Path, moves: str, each: int) -> None:
    """Add wins of the side to move from the games in FILES to CASES."""
    found = {int(number): 0 for number in moves.split(",")}
    lines = [line for file in files for line in file.read_text().splitlines()]
    with cases.open("a") as out:
        for line in track(lines, description="games"):
            wanted = [number for number, count in found.items() if count < each]
            if not wanted:
                break
            for number, text in candidates(line, wanted).items():
                if is_shortest(text, number):
                    found[number] += 1
                    out.write(f"{number}\t{text}\n")
                    out.flush()
    print(found)


if __name__ == "__main__":
    main()
