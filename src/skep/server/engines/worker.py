"""The engine's own process: reads jobs as JSON lines, answers with JSON lines.

Moves at tables, analyses, single positions of a review, games to find puzzles in.

It runs at low priority and knows no game but the one in the job: a crash of the core takes no
table down, and the parent simply starts another. Run as `python -m skep.server.engines.worker`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from skep.errors import SkepError
from skep.hive import HiveOptions, Position
from skep.hive.engine import Analysis, Engine, Limit

__all__ = ["Thinker", "main"]

NICENESS = 10
PROGRESS_SECONDS = 0.25


class Thinker:
    """Answers jobs with one engine; nothing of one game is kept for another."""

    def __init__(self, memory_mib: int) -> None:
        self._engine = Engine(hash_mib=memory_mib, variety=True)
        self._is_analysing = False

    def hurry(self) -> None:
        """End an analysis with what it has found. A move takes its own time."""
        if self._is_analysing:
            self._engine.stop()

    def answers(self, job: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """All answers to a job; the last has `done`."""
        # What only errands need is loaded for them: a move waits for this process to start.
        if job["do"] == "mine":
            from skep.school.mining import mine

            yield {
                "wins": [[moves, text] for moves, text in mine(job["game"]).items()],
                "done": True,
            }
            return
        self._engine.forget()
        if job["do"] == "look":
            yield {"found": self._look(job), "done": True}
            return
        position = _position(job)
        if job["do"] == "move":
            line = self._engine.choose_at_level(position, job["level"])
            yield {"move": position.format_move(line.move), "done": True}
        elif job["do"] == "analyse":
            self._is_analysing = True
            try:
                yield from self._analyse(position, job["seconds"])
            finally:
                self._is_analysing = False
        else:
            yield {"error": f"there is no job {job['do']!r}", "done": True}

    def _look(self, job: dict[str, Any]) -> dict[str, Any] | None:
        """One position of a game that is reviewed."""
        from skep.hive.engine.review import look
        from skep.hive.records import Format, parse_record

        game = parse_record(job["record"], file_format=Format.JSON)
        limit = Limit(seconds=job["limit_seconds"], nodes=job["nodes"])
        line = look(game, job["number"], limit, self._engine)
        if line is None:
            return None
        position = game.position_at([game.root, *game.main_line()][job["number"]])
        return {"score": line.score.value, "depth": line.depth, "line": line.texts(position)}

    def _analyse(self, position: Position, seconds: float) -> Iterator[dict[str, Any]]:
        with self._engine.watch(position, Limit(seconds=seconds), every=PROGRESS_SECONDS) as watch:
            for analysis in watch:
                if not watch.is_done:
                    yield _told(position, analysis)
            yield {**_told(position, watch.answer), "done": True}


def _told(position: Position, analysis: Analysis) -> dict[str, Any]:
    return {
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "score": analysis.best.score.value,
        "chance": round(analysis.best.score.chance, 3),
        "ends_in": analysis.best.score.plies_to_end,
        "line": analysis.best.texts(position),
    }


def _position(job: dict[str, Any]) -> Position:
    options = HiveOptions.parse(
        job["game_type"], opening_queen=job["opening_queen"], repetition=job["repetition"]
    )
    position = Position(options)
    for move in job["moves"]:
        position.play(move)
    return position


def main(
    read: Iterator[str] = sys.stdin, write: Callable[[str], object] = sys.stdout.write
) -> None:
    os.nice(NICENESS)
    thinker = Thinker(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
    signal.signal(signal.SIGUSR1, lambda *_: thinker.hurry())
    write("\n")  # started
    sys.stdout.flush()
    for line in read:
        job = json.loads(line)
        try:
            for answer in thinker.answers(job):
                write(json.dumps({"id": job["id"], **answer}) + "\n")
                sys.stdout.flush()
        except SkepError as problem:
            write(json.dumps({"id": job["id"], "error": str(problem), "done": True}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
