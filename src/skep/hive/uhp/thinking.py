"""A `bestmove` under way: what it finds meanwhile, and how it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.hive.engine import Analysis, Engine, Limit, Line
from skep.hive.position import Position
from skep.hive.uhp.options import OptionTable

__all__ = ["Thinking", "format_info"]

_LOOK_EVERY: Final = 0.05  # seconds between two looks at what was found


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
        self._watch = engine.watching(self._think, every=_LOOK_EVERY)

    def stop(self) -> None:
        """Answer with the best move so far; also before `run` has begun."""
        self._watch.stop()

    def run(self) -> Iterator[str]:
        """Think until the answer is there or is no longer wanted."""
        if self._verbose:
            yield from self._news()
        analysis = self._watch.answer
        if self._verbose or self._lines > 1:
            yield from self._infos(analysis)
        yield self._position.format_move(analysis.best.move)

    def _think(self) -> Analysis:
        if self._level:
            return self._engine.think_at_level(self._position, self._level)
        return self._engine.think(self._position, self._limit, lines=self._lines)

    def _news(self) -> Iterator[str]:
        """What is found on the way, whenever it is deeper than before."""
        seen_depth = 0
        for analysis in self._watch:
            if analysis.depth > seen_depth and not self._watch.is_done:
                seen_depth = analysis.depth
                yield from self._infos(analysis)

    def _infos(self, analysis: Analysis) -> Iterator[str]:
        for number, line in enumerate(analysis.lines[: self._lines], start=1):
            yield format_info(number, line, analysis, self._position)


def _less_overhead(limit: Limit, overhead: float) -> Limit:
    """Keep back what the answer's way costs, but never more than half of the time."""
    if limit.seconds is None:
        return limit
    return Limit(seconds=max(limit.seconds / 2, limit.seconds - overhead))
