"""The engine: a search with its options, the shortcuts around it, variety and levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from skep._core import Search, evaluate
from skep.errors import GameOverError, InvalidOptionsError
from skep.hive.engine.analysis import Analysis, Line, Score
from skep.hive.engine.levels import LONGEST_SECONDS, draw_line, level, tactical_choice
from skep.hive.engine.limits import MOST_THREADS, Limit, most_hash_mib
from skep.hive.engine.network import DEFAULT_EVALUATION, Evaluation, network_of
from skep.hive.engine.variety import VARIETY_LINES, draw_opening, is_opening
from skep.hive.engine.watch import Watch
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.values import expect, expect_number

__all__ = ["Engine", "analyse", "analysis"]

_MOST_LINES = 10_000  # more than there are moves anywhere
_AT_ONCE = 0.001  # the core reads 0 as "no limit"


class Engine:
    """A search that remembers what it saw; one search at a time, `stop` from any thread.

    `variety` draws among nearly equal moves in the first plies; `seed` makes the draws repeat.
    `evaluation` is by hand-written terms alone, or corrected by the network (docs/network.md): the
    one that comes with skep, or that in the file of a `Path`.

    >>> from skep.hive import Position
    >>> engine = Engine(hash_mib=1)
    >>> engine.choose(Position("Base"), Limit(nodes=100)).move.is_placement
    True
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mib: int = 64,
        variety: bool = False,
        seed: int | None = None,
        evaluation: Evaluation | Path = DEFAULT_EVALUATION,
    ) -> None:
        expect_number("threads", threads, 1, MOST_THREADS)
        expect_number("hash_mib", hash_mib, 1, most_hash_mib())
        self.threads = threads
        self.variety = variety
        self._chance = random.Random(seed)
        self._network = network_of(evaluation)
        self._search = Search(hash_mib, self._network)

    # Looking into a position.

    def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 3,
        exclude: Collection[Move] = (),
    ) -> Analysis:
        """Search a position and report its best lines, whatever their number of moves."""
        return self._analyse(position, limit, lines, exclude)

    def _analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        exclude: Collection[Move],
        *,
        use_network: bool = True,
    ) -> Analysis:
        _check_question(position, limit)
        expect_number("lines", lines, 1, _MOST_LINES)
        if not position.legal_moves:
            raise GameOverError("the game is over, there is nothing to search")
        report = self._search.run(
            position,
            max_depth=limit.depth or 0,
            max_nodes=limit.nodes or 0,
            soft_seconds=_seconds(limit.soft_seconds),
            hard_seconds=_seconds(limit.seconds),
            threads=self.threads,
            lines=lines,
            repetition_draws=position.options.repetition == "draw",
            exclude=list(exclude),
            use_network=use_network,
        )
        if not report.lines:
            raise InvalidOptionsError("all legal moves were excluded")
        return Analysis.of_report(report)

    def snapshot(self) -> Analysis:
        """What the search under way has found so far, from any thread."""
        return Analysis.of_report(self._search.report())

    def watch(
        self, position: Position, limit: Limit, *, lines: int = 3, every: float = 0.1
    ) -> Watch:
        """Search a position and look at what is found meanwhile: an iterator of analyses.

        The last is what `analyse` returns. `every` is the time between two looks, in seconds.

        >>> from skep.hive import Position
        >>> engine = Engine(hash_mib=1)
        >>> with engine.watch(Position("Base"), Limit()) as watch:
        ...     for analysis in watch:
        ...         if analysis.depth >= 2:
        ...             watch.stop()
        >>> analysis.best.move.is_placement
        True
        """
        _check_question(position, limit)
        board = position.copy()
        return self.watching(lambda: self.analyse(board, limit, lines=lines), every=every)

    def analysis(
        self, position: Position, limit: Limit | None = None, *, lines: int = 3, every: float = 0.1
    ) -> Watch:
        """The same without an end of its own: what is found goes on and on until it is stopped.

        >>> from skep.hive import Position
        >>> with Engine(hash_mib=1).analysis(Position("Base")) as analysis:
        ...     for found in analysis:
        ...         if found.depth >= 2:
        ...             break
        >>> found.best.move.is_placement
        True
        """
        return self.watch(position, limit or Limit(), lines=lines, every=every)

    def watching(self, ask: Callable[[], Analysis], *, every: float = 0.1) -> Watch:
        """Watch any question that this engine is asked, such as `think` or `think_at_level`."""
        return Watch(self._search, ask, every)

    def stop(self) -> None:
        """End the search under way; it answers with the best found so far.

        Without one it does nothing. A `Watch` has a `stop` of its own, which is never too early.
        """
        self._search.stop()

    # Choosing a move.

    def choose(self, position: Position, limit: Limit, *, lines: int = 1) -> Line:
        """The move to play, with its line. A single reply takes no time."""
        return self.think(position, limit, lines=lines).best

    def think(self, position: Position, limit: Limit, *, lines: int = 1) -> Analysis:
        """All that was found on the way to the move to play, which is the first of the lines."""
        _check_question(position, limit)
        only = self._only_reply(position)
        if only is not None and lines == 1:
            return _of_line(only)
        varied = self.variety and is_opening(position.ply)
        wanted = max(lines, VARIETY_LINES) if varied else lines
        analysis = self.analyse(position, limit, lines=wanted)
        if not varied:
            return analysis
        drawn = draw_opening(analysis.lines, position.ply, self._chance)
        rest = tuple(line for line in analysis.lines if line is not drawn)
        return replace(analysis, lines=(drawn, *rest)[:lines])

    def choose_at_level(self, position: Position, number: int) -> Line:
        """The move of a level from 1 to 10; takes at most two seconds."""
        return self.think_at_level(position, number).best

    def think_at_level(self, position: Position, number: int) -> Analysis:
        """The same as an analysis, which has the move's line and no other."""
        chosen = level(number)
        only = self._only_reply(position)
        if only is not None:
            return _of_line(only)
        board = position.copy()
        decided, moves = tactical_choice(board, chosen, self._chance)
        if decided is not None:
            return _of_line(self._unsearched(board, decided))
        # The ladder was measured by the terms alone, and is as even as that.
        analysis = self._analyse(
            board,
            Limit(nodes=chosen.nodes, seconds=LONGEST_SECONDS),
            chosen.lines,
            [move for move in board.legal_moves if move not in moves],
            use_network=False,
        )
        return replace(analysis, lines=(draw_line(analysis.lines, chosen.softness, self._chance),))

    # The table of positions seen.

    def forget(self) -> None:
        """Empty the table, as for a new game."""
        self._search.clear()

    def resize(self, hash_mib: int) -> None:
        """Give the table another size in MiB; it is emptied."""
        expect_number("hash_mib", hash_mib, 1, most_hash_mib())
        self._search.resize(hash_mib)

    def reseed(self, seed: int | None) -> None:
        """Start the draws anew; None draws differently each time."""
        self._chance = random.Random(seed)

    def _only_reply(self, position: Position) -> Line | None:
        _check_position(position)
        moves = position.legal_moves
        if not moves:
            raise GameOverError("the game is over, there is no move to choose")
        return self._unsearched(position, moves[0]) if len(moves) == 1 else None

    def _unsearched(self, position: Position, move: Move) -> Line:
        board = position.copy()
        board.play_unchecked(move)
        outcome = board.outcome()
        if outcome is None:
            return Line(Score(-evaluate(board, self._network)), 0, (move,))
        if outcome.winner is None:
            return Line(Score(0), 1, (move,))
        won = outcome.winner is position.turn
        return Line(Score.win_in(1) if won else Score.loss_in(1), 1, (move,))


def _check_question(position: object, limit: object) -> None:
    _check_position(position)
    expect(limit, Limit, "a limit is a Limit, as in Limit(seconds=1)")


def _check_position(position: object) -> None:
    expect(position, Position, "a position is a Position")


def _seconds(value: float | None) -> float:
    return 0.0 if value is None else max(value, _AT_ONCE)


def _of_line(line: Line) -> Analysis:
    return Analysis((line,), line.depth, 0, 0.0)


def analyse(position: Position, limit: Limit, *, lines: int = 3) -> Analysis:
    """Search a position once, with an engine of its own.

    >>> from skep.hive import Position
    >>> found = analyse(Position("Base"), Limit(depth=1), lines=2)
    >>> len(found.lines)
    2
    """
    return Engine().analyse(position, limit, lines=lines)


def analysis(position: Position, limit: Limit | None = None, *, lines: int = 3) -> Watch:
    """Stream what a search finds, with an engine of its own, until it is stopped or left.

    >>> from skep.hive import Position
    >>> with analysis(Position("Base"), Limit(depth=2)) as found:
    ...     depths = [each.depth for each in found]
    >>> depths[-1]
    2
    """
    return Engine().analysis(position, limit, lines=lines)
