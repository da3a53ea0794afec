"""What a search found: scores, lines and the whole of it."""

from __future__ import annotations

from dataclasses import dataclass

from skep._core import WIN_SCORE, SearchReport
from skep.hive.engine.chances import winning_chance
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.words import ENGLISH, Words

__all__ = ["Analysis", "Line", "Score"]

# No forced line is longer, so scores beyond this are wins and losses that were seen to the end.
_LONGEST_WIN = 1000


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A score from the view of the side to move; 100 is a clear advantage.

    >>> print(Score(135), Score(-20), Score.win_in(3), Score.loss_in(4), Score.win_in(0), sep=", ")
    +1.35, -0.20, win in 3, loss in 4, won
    """

    value: int

    @classmethod
    def win_in(cls, plies: int) -> Score:
        """The score of a win in so many plies."""
        return cls(WIN_SCORE - plies)

    @classmethod
    def loss_in(cls, plies: int) -> Score:
        """The score of a loss in so many plies."""
        return cls(plies - WIN_SCORE)

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game is won or lost by force; None if that was not seen."""
        distance = WIN_SCORE - abs(self.value)
        return distance if distance <= _LONGEST_WIN else None

    @property
    def is_win(self) -> bool:
        """Was a win seen to the end?"""
        return self.value > 0 and self.plies_to_end is not None

    @property
    def is_loss(self) -> bool:
        """Was a loss seen to the end?"""
        return self.value < 0 and self.plies_to_end is not None

    @property
    def chance(self) -> float:
        """The expected result, 1 for a win."""
        if self.plies_to_end is not None:
            return 1.0 if self.value > 0 else 0.0
        return winning_chance(self.value)

    def __neg__(self) -> Score:
        """The same from the other side's view."""
        return Score(-self.value)

    def __str__(self) -> str:
        return self.sentence(ENGLISH)

    def sentence(self, words: Words) -> str:
        """It in a language, short: it stands in tables."""
        plies, is_good = self.plies_to_end, self.value > 0
        if plies == 0:
            # NOTE: what a position is worth for one side, in a column of a table
            return words.pgettext("score", "won") if is_good else words.pgettext("score", "lost")
        if plies is not None:
            # NOTE: what a position is worth: one side wins or loses by force in so many plies
            return (
                words.say("win in {n}", n=plies) if is_good else words.say("loss in {n}", n=plies)
            )
        sign = "-" if self.value < 0 else "+"
        return sign + words.decimal(abs(self.value) / 100, 2)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that the engine holds for best, with its score and depth."""

    score: Score
    depth: int
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """The first move of the line."""
        return self.moves[0]

    def texts(self, position: Position) -> list[str]:
        """The moves as text, played from the position that was searched."""
        board = position.copy()
        texts = []
        for move in self.moves:
            texts.append(board.format_move(move))
            board.play_unchecked(move)
        return texts


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search: its lines, best first, and what it took."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @classmethod
    def of_report(cls, report: SearchReport) -> Analysis:
        """What the core reports, as values."""
        lines = tuple(
            Line(Score(line.score), line.depth, tuple(line.moves)) for line in report.lines
        )
        return cls(lines, report.depth, report.nodes, report.seconds)

    @property
    def best(self) -> Line:
        """The first of the lines."""
        return self.lines[0]

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
