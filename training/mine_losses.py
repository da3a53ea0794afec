"""Mine the mistakes that games are lost by, and keep them as text cases.

    python -m training.mine_losses games.jsonl [more.jsonl …] losses.txt --count 40

Of each lost game the last position is taken in which the loser's search still holds the game for
level or better. If a search of ten times as many nodes proves a win against the move it chooses,
the position after that move is kept: the side to move wins by force, and it was not seen when it
mattered.
"""

from __future__ import annotations

from pathlib import Path

import click
from rich.progress import track

from skep import _core
from skep.hive import Position
from training.mine_long_wins import moves_of

NODES = 100_000
DEEPER = 10
LEVEL = -100  # hundredths
LAST_PLIES = 14
SURE_WIN = _core.WIN_SCORE - 60


def before_the_end(line: str) -> list[Position]:
    """The last positions of a game with its loser to move, the newest first."""
    options, moves = moves_of(line)
    position = Position(options)
    positions = []
    for move in moves:
        positions.append(position.copy())
        position.play_unchecked(move)
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return []
        loser = outcome.winner.other
    else:
        score = _core.Search(4).run(position, max_nodes=NODES).lines[0].score
        if abs(score) < SURE_WIN:
            return []
        loser = position.turn if score < 0 else position.turn.other
    return [each for each in reversed(positions[-LAST_PLIES:]) if each.turn is loser]


def mistake_in(line: str) -> str | None:
    """The position after the move that loses, unless the loser had seen it all coming."""
    for position in before_the_end(line):
        best = _core.Search(16).run(position, max_nodes=NODES).lines[0]
        if best.score < LEVEL:
            continue
        position.play_unchecked(best.moves[0])
        if position.outcome() is not None:
            return None
        answer = _core.Search(64).run(position, max_nodes=DEEPER * NODES).lines[0]
        return position.game_string if answer.score > SURE_WIN else None
    return None


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.argument("cases", type=click.Path(path_type=Path))
@click.option("--count", default=40, show_default=True)
def main(files: tuple[Path, ...], cases: Path, count: int) -> None:
    """Add mistakes of the games in FILES to CASES."""
    lines = [line for file in files for line in file.read_text().splitlines()]
    found = 0
    with cases.open("a") as out:
        for line in track(lines, description="games"):
            text = mistake_in(line)
            if text is not None:
                found += 1
                out.write(text + "\n")
                out.flush()
            if found == count:
                break
    print(f"{found} mistakes")


if __name__ == "__main__":
    main()
