"""A `bestmove` under way: the search runs in a thread of its own, so that it can be interrupted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from typing import Final

from skep.hive.engine import Analysis, Engine, Limit, Line
from skep.hive.position import Position
from skep.hive.uhp.options import OptionTable

__all__ = ["Thinking", "format_info"]

_LOOK_EVERY: Final = 0.05  # seconds between two looks at the interruption and the snapshot


def format_info(number: int, line: Line, analysis: Analysis, position: Position) -> str:
    """One line of what was found, in the form that our client reads back."""
    score = line.score
    plies = score.plies_to_end
    value = f"{score.value}" if plies is None else f"{'win' if score.is_win else 'loss'} {plies}"
    return (
        f"info line {number} depth {line.depth} score {value} nodes {analysis.nodes}"
        f" seconds {analysis.seconds:.3f} moves {';'.join(line.texts(position))}"
    )


class Thinking:
    """One search by the options; yields `info` lines if they ask for them, then the move."""

    def __init__(
        self, engine: Engine, position: Position, options: OptionTable, limit: Limit
    ) -> None:
        self._engine = engine
        self._position = position
        self._level = options.number("Level")
        self._lines = options.number("MultiPV")
        self._verbose = options.flag("Verbose")
        self._limit = _less_overhead(limit, options.number("OverheadMs") / 1000)
        self._seen_depth = 0

    def run(self, interrupted: threading.Event) -> Iterator[str]:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(self._think)
            try:
                while not _done(future):
                    if interrupted.is_set():
                        # Again at each look: the search may not have begun at the first.
                        self._engine.stop()
                    if self._verbose:
                        yield from self._news()
            finally:
                self._engine.stop()
            line, analysis = future.result()
        if self._verbose or self._lines > 1:
            for number, found in enumerate(analysis.lines[: self._lines], start=1):
                yield format_info(number, found, analysis, self._position)
        yield self._position.format_move(line.move)

    def _think(self) -> tuple[Line, Analysis]:
        if self._level:
            line = self._engine.choose_at_level(self._position, self._level)
            return line, Analysis((line,), line.depth, 0, 0.0)
        return self._engine.think(self._position, self._limit, lines=self._lines)

    def _news(self) -> Iterator[str]:
        analysis = self._engine.snapshot()
        if analysis.depth > self._seen_depth and analysis.lines:
            self._seen_depth = analysis.depth
            for number, line in enumerate(analysis.lines[: self._lines], start=1):
                yield format_info(number, line, analysis, self._position)


def _done(future: Future[tuple[Line, Analysis]]) -> bool:
    try:
        future.result(timeout=_LOOK_EVERY)
    except NotDone:
        return False
    return True


def _less_overhead(limit: Limit, overhead: float) -> Limit:
    """Keep back what the answer's way costs, but never more than half of the time."""
    if limit.seconds is None:
        return limit
    return Limit(seconds=max(limit.seconds / 2, limit.seconds - overhead))
