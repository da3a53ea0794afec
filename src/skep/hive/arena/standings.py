"""How a match stands: results of each meeting, failures of each contestant."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from skep.hive.arena.log import Entry
from skep.hive.arena.play import Ending
from skep.hive.arena.schedule import Fixture
from skep.hive.arena.statistics import Interval, paired_interval
from skep.hive.pieces import Color

__all__ = ["Meeting", "Standings"]


@dataclass(slots=True)
class Meeting:
    """The games of two contestants, seen by the first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    white_score: float = 0.0  # what White scored, whoever that was
    plies: int = 0
    _halves: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def games(self) -> int:
        """How many games the two have played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points that the first has made."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def pair_scores(self) -> list[float]:
        """The scores of complete pairs, 0 to 2."""
        return [sum(scores) for _, scores in sorted(self._halves.items()) if len(scores) == 2]

    @property
    def interval(self) -> Interval | None:
        """Where its strength lies, by the games so far."""
        return paired_interval(self.pair_scores)

    def add(self, fixture: Fixture, entry: Entry) -> None:
        """Count one more game."""
        first_is_white = fixture.white == fixture.meeting[0]
        score = entry.white_score if first_is_white else 1.0 - entry.white_score
        self.wins += score == 1.0
        self.draws += score == 0.5
        self.losses += score == 0.0
        self.white_score += entry.white_score
        self.plies += entry.plies
        self._halves[fixture.pair].append(score)


class Standings:
    """Everything that the games so far say."""

    def __init__(self) -> None:
        self.meetings: dict[tuple[int, int], Meeting] = defaultdict(Meeting)
        self.failures: dict[int, dict[Ending, int]] = defaultdict(lambda: defaultdict(int))
        self.endings: dict[Ending, int] = defaultdict(int)
        self.replayed = 0
        self.disputes: list[str] = []
        self.finished = 0

    def add(self, fixture: Fixture, entry: Entry) -> None:
        """Count one more game of the match."""
        if entry.ending.is_failure and entry.winner is not None:
            loser = fixture.black if entry.winner is Color.WHITE else fixture.white
            self.failures[loser][entry.ending] += 1
        if entry.dispute:
            self.disputes.append(f"{entry.round}: {entry.dispute}")
        if entry.discarded:
            self.replayed += 1
            return
        self.finished += 1
        self.endings[entry.ending] += 1
        self.meetings[fixture.meeting].add(fixture, entry)
