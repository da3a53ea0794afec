"""Counting a collection: results by set, lengths, first moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from skep.hive.notation import GameState
from skep.hive.pieces import Bug
from skep.hive.records.game import Game
from skep.hive.records.result import FINAL_STATES

__all__ = ["CollectionStatistics", "SetStatistics"]


@dataclass(slots=True)
class SetStatistics:
    """The games of one set of pieces."""

    states: Counter[GameState] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)  # plies of finished games

    @property
    def games(self) -> int:
        """How many games of this set were counted."""
        return self.states.total()

    @property
    def mean_length(self) -> float | None:
        """The mean number of plies."""
        total = self.lengths.total()
        return (
            sum(plies * count for plies, count in self.lengths.items()) / total if total else None
        )

    @property
    def median_length(self) -> float | None:
        """The middle one of the lengths; of two in the middle their mean."""
        total = self.lengths.total()
        if not total:
            return None
        return (self._length_at((total - 1) // 2) + self._length_at(total // 2)) / 2

    def _length_at(self, index: int) -> int:
        """The length of that index when all are sorted."""
        for plies in sorted(self.lengths):
            index -= self.lengths[plies]
            if index < 0:
                return plies
        raise AssertionError("only asked about games that were counted")


@dataclass(slots=True)
class CollectionStatistics:
    """Counts that grow game by game, so that a collection of any size fits.

    >>> from skep.hive.records import parse_record
    >>> counted = CollectionStatistics()
    >>> counted.add(parse_record("Base;InProgress;White[2];wG1;bS1 wG1-"))
    >>> counted.openings.most_common()
    [((<Bug.GRASSHOPPER>, <Bug.SPIDER>), 1)]
    """

    sets: dict[str, SetStatistics] = field(default_factory=dict)
    openings: Counter[tuple[Bug, Bug]] = field(default_factory=Counter)
    # For each opening how the games ended that were played to an end.
    opening_states: Counter[tuple[Bug, Bug, GameState]] = field(default_factory=Counter)
    damaged: int = 0

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(counted.games for counted in self.sets.values())

    def add(self, game: Game) -> None:
        """Count one more game."""
        counted = self.sets.setdefault(game.options.game_type, SetStatistics())
        pieces = [node.move.piece for node in game.main_line() if node.move is not None]
        state = game.state
        if state is GameState.NOT_STARTED:
            state = GameState.IN_PROGRESS
        counted.states[state] += 1
        if state in FINAL_STATES:
            counted.lengths[len(pieces)] += 1
        self.damaged += game.damage is not None
        if (
            game.start is None
            and len(pieces) >= 2
            and pieces[0] is not None
            and pieces[1] is not None
        ):
            opening = (pieces[0].bug, pieces[1].bug)
            self.openings[opening] += 1
            self.opening_states[*opening, state] += 1
