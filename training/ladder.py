"""Play the ladder of levels: adjacent levels against each other, the lowest against simple bots.

    python -m training.ladder --games 100 --log ladder.jsonl

Openings are played twice with colours swapped. A log that exists is continued.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from skep.hive import Color, Move, Position
from skep.hive.arena.openings import load_openings, shipped_openings
from skep.hive.arena.statistics import paired_interval
from skep.hive.engine import LEVELS, Engine
from skep.hive.engine.tactics import safe_moves, winning_moves

MAX_PLIES = 1000  # careless players take their time
# What the ladder should look like: the stronger side's score, from and to.
ADJACENT = (0.58, 0.80)
SIMPLE = (0.80, 1.00)


def random_mover(position: Position, chance: random.Random) -> Move:
    return chance.choice(list(position.legal_moves))


def careful_mover(position: Position, chance: random.Random) -> Move:
    """Takes a win in one, avoids a loss in one, else moves at random."""
    board = position.copy()
    wins = winning_moves(board)
    return chance.choice(wins or safe_moves(board) or list(position.legal_moves))


@dataclass(frozen=True, slots=True)
class Meeting:
    """The stronger player comes first; players are levels, `random` or `careful`."""

    strong: str
    weak: str
    wanted: tuple[float, float]

    @property
    def name(self) -> str:
        return f"{self.strong} – {self.weak}"


def meetings() -> Iterator[Meeting]:
    yield Meeting("1", "random", SIMPLE)
    yield Meeting("careful", "1", SIMPLE)
    for number in range(1, len(LEVELS)):
        yield Meeting(str(number + 1), str(number), ADJACENT)


def player(name: str, seed: int) -> Callable[[Position], Move]:
    chance = random.Random(seed)
    if name == "random":
        return lambda position: random_mover(position, chance)
    if name == "careful":
        return lambda position: careful_mover(position, chance)
    engine = Engine(hash_mib=4, seed=seed)

    def at_level(position: Position) -> Move:
        engine.forget()  # as the server does, whose engine serves many games
        return engine.choose_at_level(position, int(name)).move

    return at_level


@dataclass(frozen=True, slots=True)
class Result:
    meeting: str
    pair: int
    second: bool
    score: float  # of the stronger player
    plies: int
    slowest: float


def play(meeting: Meeting, pair: int, game_type: str, second: bool, first_seed: int) -> Result:
    openings = load_openings(shipped_openings(game_type), game_type)
    position = openings[pair % len(openings)].copy()
    strong = Color.BLACK if second else Color.WHITE
    seed = first_seed + 1000 * pair + second
    players = {strong: player(meeting.strong, seed), strong.other: player(meeting.weak, seed + 500)}
    slowest = 0.0
    while position.outcome() is None and position.ply < MAX_PLIES:
        start = time.process_time()
        move = players[position.turn](position)
        slowest = max(slowest, time.process_time() - start)
        position.play(move)
    outcome = position.outcome()
    winner = None if outcome is None else outcome.winner
    score = 0.5 if winner is None else float(winner is strong)
    return Result(meeting.name, pair, second, score, position.ply, slowest)


def read_log(path: Path) -> list[Result]:
    if not path.exists():
        return []
    return [Result(**json.loads(line)) for line in path.read_text().splitlines()]


def report(console: Console, results: list[Result]) -> None:
    for meeting in meetings():
        mine = [result for result in results if result.meeting == meeting.name]
        if not mine:
            continue
        pairs: dict[int, list[float]] = {}
        for result in mine:
            pairs.setdefault(result.pair, []).append(result.score)
        interval = paired_interval([sum(s) for s in pairs.values() if len(s) == 2])
        score = sum(result.score for result in mine) / len(mine)
        low, high = meeting.wanted
        console.print(
            f"{meeting.name:>12}: {len(mine):3} games, {score:.1%}"
            + (f" [{interval.low:.1%}, {interval.high:.1%}]" if interval else "")
            + f", draws {sum(r.score == 0.5 for r in mine)},"
            f" {sum(r.plies for r in mine) / len(mine):.0f} plies,"
            f" slowest move {max(r.slowest for r in mine):.2f} s CPU"
            f"  {'ok' if low <= score <= high else f'wanted {low:.0%} to {high:.0%}'}",
            highlight=False,
            soft_wrap=True,
        )


@click.command()
@click.option("--games", default=100, show_default=True)
@click.option("--set", "game_type", default="Base+MLP", show_default=True)
@click.option("--log", type=click.Path(path_type=Path), default=Path("ladder.jsonl"))
@click.option("--jobs", default=1, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Other seeds give other games.")
@click.option("--only", help="Meetings to play, as in '2 – 1', by their first name: 2,careful")
def main(games: int, game_type: str, log: Path, jobs: int, seed: int, only: str | None) -> None:
    """Play the ladder and say where it is too steep or too flat."""
    results = read_log(log)
    done = {(result.meeting, result.pair, result.second) for result in results}
    chosen = None if only is None else set(only.split(","))
    waiting = [
        (meeting, pair, game_type, second, seed)
        for meeting in meetings()
        if chosen is None or meeting.strong in chosen
        for pair in range(games // 2)
        for second in (False, True)
        if (meeting.name, pair, second) not in done
    ]
    console = Console()
    with (
        Progress(console=Console(stderr=True)) as progress,
        ProcessPoolExecutor(jobs) as pool,
        log.open("a") as stream,
    ):
        task = progress.add_task("games", total=len(waiting))
        for future in as_completed([pool.submit(play, *each) for each in waiting]):
            result = future.result()
            results.append(result)
            stream.write(json.dumps(asdict(result)) + "\n")
            stream.flush()
            progress.advance(task)
    report(console, results)


if __name__ == "__main__":
    main()
