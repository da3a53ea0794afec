"""The engine's own process: reads jobs as JSON lines, answers with JSON lines.

It runs at low priority and knows no game but the one in the job: a crash of the core takes no
table down, and the parent simply starts another. Run as `python -m skep.server.engine_child`.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from typing import Any

from skep.errors import SkepError
from skep.hive import HiveOptions, Position
from skep.hive.notation import format_move

__all__ = ["main"]

NICENESS = 10


def choose_move(position: Position, job: dict[str, Any]) -> str:
    move = random.choice(list(position.legal_moves))
    return format_move(position, move)


def _position(job: dict[str, Any]) -> Position:
    options = HiveOptions.parse(
        job["game_type"], opening_queen=job["opening_queen"], repetition=job["repetition"]
    )
    position = Position(options)
    for move in job["moves"]:
        position.play(move)
    return position


def answers(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All answers to one job; the last has `done`."""
    position = _position(job)
    if job["do"] == "move":
        yield {"move": choose_move(position, job), "done": True}
    else:
        yield {"error": f"no job {job['do']!r}", "done": True}


def main() -> None:
    os.nice(NICENESS)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            for answer in answers(job):
                print(json.dumps({"id": job["id"], **answer}), flush=True)
        except SkepError as problem:
            failed = {"id": job["id"], "error": str(problem), "done": True}
            print(json.dumps(failed), flush=True)


if __name__ == "__main__":
    main()
