"""The solitaire: lay all tiles bee up, each touching two others, with as many joins as possible.

A `Puzzle` is what is dealt, a `Solitaire` someone's attempt at it: timed commands in, state out,
like a match.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from skep.errors import RefusedError
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.checks import REACH, differing
from skep.laruche.joins import joins_of
from skep.laruche.plain import Milliseconds, TileText
from skep.laruche.puzzles import Puzzle, Reading, SolitaireOptions
from skep.laruche.refusals import Refusal
from skep.laruche.solver import standing
from skep.laruche.table import Table
from skep.laruche.tiles import Placement, Tile
from skep.laruche.views import LaidTile

__all__ = ["Puzzle", "Score", "ScoreView", "Solitaire", "SolitaireOptions", "SoloView"]


@dataclass(frozen=True, slots=True)
class Score:
    """A finished solitaire: solved when all tiles lie. The more joins the better, then the time."""

    solved: bool
    time_ms: int
    undos: int
    hints: int
    joins: int
    laid: int


class ScoreView(msgspec.Struct, frozen=True):
    """Whether a solitaire is solved, and the time so far."""

    solved: bool
    time_ms: Milliseconds


class SoloView(msgspec.Struct, frozen=True):
    """All that is to be seen. While the clock stands, no tile is."""

    size: int
    reading: Reading
    strict: bool
    table: tuple[LaidTile, ...]
    hand: tuple[TileText, ...]
    shape: tuple[tuple[int, int], ...] | None
    laid: int
    joins: int
    start_ms: Milliseconds
    now_ms: Milliseconds
    time_ms: Milliseconds  # counted up to `running_since_ms`
    running_since_ms: Milliseconds | None  # None while the clock stands, and at the end
    undos: int
    hints: int
    outcome: ScoreView | None


class Solitaire:
    """An attempt at a puzzle. `apply` and its friends are those of a match, with one seat."""

    def __init__(self, puzzle: Puzzle, *, start_ms: int = 0) -> None:
        self.puzzle = puzzle
        self.start_ms = start_ms
        self.now_ms = start_ms
        self.table = Table()
        self.undos = 0
        self.hints = 0
        self.hinted: frozenset[Placement] = frozenset()
        self.given_up = False
        self._counted_ms = 0
        self._running_since_ms: int | None = start_ms

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles that are not laid yet, in the order in which they were dealt."""
        return tuple(tile for tile in self.puzzle.tiles if not tile.bit & self.table.laid)

    @property
    def placed(self) -> tuple[Placement, ...]:
        """The tiles on the table."""
        return tuple(self.table)

    @property
    def joins(self) -> int:
        """The edges that touch, in all."""
        return joins_of(self.table.tiles)

    @property
    def time_ms(self) -> int:
        """The time that counts: not that in which the clock stood."""
        since_ms = self._running_since_ms
        return self._counted_ms + (self.now_ms - since_ms if since_ms is not None else 0)

    @property
    def is_stopped(self) -> bool:
        """Does the clock stand still?"""
        return self._running_since_ms is None

    @property
    def next_deadline_ms(self) -> None:
        """Time alone changes nothing in a solitaire."""
        return

    def apply(self, command: ev.SoloCommand, at_ms: int) -> tuple[ev.SoloEffect, ...]:
        """Carry a command out and say what happened, or raise RefusedError and change nothing."""
        if at_ms < self.now_ms:
            raise RefusedError(Refusal.TIME_REVERSED, now_ms=self.now_ms)
        if self.outcome() is not None:
            raise RefusedError(Refusal.ROUND_OVER)
        effects: tuple[ev.SoloEffect, ...] = ()
        match command:
            case ev.Put():
                self._check_running()
                self._check_put(command.placement)
                self.table.lay(command.placement)
                left = len(self.hand)
                effects = (ev.PutDown(command.cell, command.pose, left, self.joins),)
            case ev.TakeBack():
                self._check_running()
                effects = self._take_back(command.cell)
            case ev.AskHint():
                self._check_running()
                effects = self._take_hint(command.placement)
            case ev.GiveUp():
                self.given_up = True
            case ev.StopClock():
                if self.is_stopped:
                    raise RefusedError(Refusal.ALREADY)
                self.now_ms = at_ms
                self._counted_ms = self.time_ms
                self._running_since_ms = None
                effects = (ev.ClockStopped(self._counted_ms),)
            case ev.StartClock():
                if not self.is_stopped:
                    raise RefusedError(Refusal.NOT_PAUSED)
                self._running_since_ms = at_ms
                effects = (ev.ClockStarted(self._counted_ms),)
        self.now_ms = at_ms
        score = self.outcome()
        if score is None:
            return effects
        ended = ev.SoloEnded(
            score.solved, score.time_ms, score.undos, score.hints, score.joins, score.laid
        )
        return (*effects, ended)

    def check(self, command: ev.SoloCommand, at_ms: int) -> RefusedError | None:
        """Why a command would be refused at that moment; None if it would not be."""
        twin = Solitaire(self.puzzle, start_ms=self.start_ms)
        twin.__dict__.update(self.__dict__, table=self.table.copy())
        try:
            twin.apply(command, at_ms)
        except RefusedError as refused:
            return refused
        return None

    def _check_running(self) -> None:
        if self.is_stopped:
            raise RefusedError(Refusal.PAUSED)

    def _check_put(self, placement: Placement) -> None:
        cell, pose = placement
        if pose.tile not in self.hand:
            raise RefusedError(Refusal.NOT_YOUR_TILE, tile=pose.tile.name)
        if not pose.has_bee:
            raise RefusedError(Refusal.BEE_DOWN)
        if cell in self.table:
            raise RefusedError(Refusal.TAKEN, cell=tuple(cell))
        if self.puzzle.shape is not None and cell not in self.puzzle.shape:
            raise RefusedError(Refusal.OUTSIDE_SHAPE)
        laid = len(self.table)
        if not laid:
            if max(abs(cell.q), abs(cell.r)) > REACH:
                raise RefusedError(Refusal.OFF_TABLE, reach=REACH)
            return
        touching = self.table.contacts(cell)
        needed = 1 if laid < self.puzzle.options.loose else 2
        if touching < needed:
            raise RefusedError(Refusal.TOO_FEW_NEIGHBOURS, touching=touching, needed=needed)
        if edges := differing(self.table, placement):
            raise RefusedError(Refusal.MISMATCH, edges=edges)

    def _take_back(self, cell: Cell | None) -> tuple[ev.TakenBack, ...]:
        cells = list(self.table.tiles)
        if self.puzzle.options.strict or not cells:
            raise RefusedError(Refusal.NO_UNDO)
        if cell is None:
            cell = cells[-1]
        elif cell not in self.table:
            raise RefusedError(Refusal.NO_TILE_THERE, cell=tuple(cell))
        cells.remove(cell)
        left = standing(cells, loose=self.puzzle.options.loose)
        self.undos += 1
        return tuple(
            ev.TakenBack(each, self.table.lift(each).name)
            for each in (cell, *(other for other in cells if other not in left))
        )

    def _take_hint(self, hint: Placement | None) -> tuple[ev.Hinted, ...]:
        if hint is None:
            hint = self.hint()
            if hint is None:
                raise RefusedError(Refusal.NOT_SOLVABLE)
        else:
            self._check_put(hint)
        self.hints += 1
        self.hinted |= {hint}
        return (ev.Hinted(hint.cell, hint.pose.name),)

    def can_be_solved(self) -> bool | None:
        """Can the rest still be laid? None when the search gave up before it knew."""
        return self.puzzle.search(self.placed).is_solvable

    def hint(self) -> Placement | None:
        """A placement from which a solution still exists; None if there is none."""
        found = self.puzzle.search(self.placed).first
        return found[len(self.table)] if len(found) > len(self.table) else None

    def outcome(self) -> Score | None:
        """The score once all tiles lie, or the player gave up."""
        laid = len(self.table)
        solved = laid == len(self.puzzle.tiles)
        if not solved and not self.given_up:
            return None
        return Score(solved, self.time_ms, self.undos, self.hints, self.joins, laid)

    def view(self) -> SoloView:
        """The solitaire as everyone may see it."""
        puzzle, score = self.puzzle, self.outcome()
        shown = score is not None or not self.is_stopped
        table = [((cell.q, cell.r), pose.name) for cell, pose in self.table]
        shape = puzzle.shape
        running = score is None and self._running_since_ms is not None
        return SoloView(
            size=len(puzzle.tiles),
            reading=puzzle.options.reading,
            strict=puzzle.options.strict,
            table=tuple(table) if shown else (),
            hand=tuple(tile.name for tile in self.hand) if shown else (),
            shape=None if shape is None else tuple((cell.q, cell.r) for cell in sorted(shape)),
            laid=len(table),
            joins=self.joins,
            start_ms=self.start_ms,
            now_ms=self.now_ms,
            time_ms=self._counted_ms if running else self.time_ms,
            running_since_ms=self._running_since_ms if running else None,
            undos=self.undos,
            hints=self.hints,
            outcome=None if score is None else ScoreView(score.solved, score.time_ms),
        )
