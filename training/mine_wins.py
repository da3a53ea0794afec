"""Mine forced wins from games of self-play, prove them, and keep them as text cases.

    python -m training.mine_wins games.jsonl [more.jsonl …] tests/cases/hive/wins.txt --each 70

The engine's search proposes positions near the end of games; whether they are wins, and in how many
moves, is then proven by trying every move of both sides, with nothing of the search in it.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.progress import track

from skep import _core
from skep.hive import Bug, Color, Piece, Position, parse_game

NODES = 30_000
LAST_PLIES = 9


def neighbours_of_queen(position: Position, color: Color) -> int:
    cell = position.cell_of(Piece(color, Bug.QUEEN))
    if cell is None:
        return 0
    return sum(bool(position.stack_at(near)) for near in cell.neighbours())


def wins_in(position: Position, moves: int) -> bool:
    """Can the side to move win in at most so many moves of its own, whatever the other plays?

    Every move is tried. A move adds at most one neighbour to a queen, so that a queen with too
    many free cells left cannot be closed in: that is the only shortcut.
    """
    mover = position.turn
    if neighbours_of_queen(position, mover.other) < 6 - moves:
        return False
    for move in position.legal_moves:
        position.play_unchecked(move)
        outcome = position.outcome()
        if outcome is not None:
            won = outcome.winner is mover
        else:
            won = moves > 1 and loses_in(position, moves - 1)
        position.undo()
        if won:
            return True
    return False


def loses_in(position: Position, moves: int) -> bool:
    """Does every reply of the side to move lead to a win of the other in so many moves?"""
    for move in position.legal_moves:
        position.play_unchecked(move)
        outcome = position.outcome()
        lost = outcome.winner is position.turn if outcome else wins_in(position, moves)
        position.undo()
        if not lost:
            return False
    return True


def candidates(line: str) -> list[tuple[int, str]]:
    """Positions of one game that the search takes for a win, with its number of moves."""
    game = parse_game(json.loads(line)["game"], factory=Position)
    position = Position(game.options)
    found = []
    for ply, move in enumerate(game.moves):
        if ply >= len(game.moves) - LAST_PLIES:
            report = _core.Search(2).run(position, max_nodes=NODES)
            distance = _core.WIN_SCORE - report.lines[0].score
            if distance in (1, 3, 5):
                found.append(((distance + 1) // 2, position.game_string))
        position.play_unchecked(move)
    return found


def exact_wins_in(text: str) -> int | None:
    """The proven number of moves, up to three."""
    position = Position.from_game_string(text)
    return next((moves for moves in (1, 2, 3) if wins_in(position, moves)), None)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.argument("cases", type=click.Path(path_type=Path))
@click.option("--each", default=70, show_default=True, help="Positions for one, two, three moves.")
def main(files: tuple[Path, ...], cases: Path, each: int) -> None:
    """Write proven wins in one, two and three moves from the games in FILES to CASES."""
    proven: dict[int, list[str]] = {1: [], 2: [], 3: []}
    lines = [line for file in files for line in file.read_text().splitlines()]
    for line in track(lines, description="games"):
        # At most one position of a kind from a game, so that the cases differ.
        for moves, text in dict(candidates(line)).items():
            if len(proven[moves]) < each and exact_wins_in(text) == moves:
                proven[moves].append(text)
        if all(len(texts) == each for texts in proven.values()):
            break
    with cases.open("w") as out:
        out.write("# Forced wins of the side to move, proven by trying every move.\n")
        out.write("# moves of the winner <tab> GameString\n")
        for moves, texts in proven.items():
            out.writelines(f"{moves}\t{text}\n" for text in texts)
    print({moves: len(texts) for moves, texts in proven.items()})


if __name__ == "__main__":
    main()
