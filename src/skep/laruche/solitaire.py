"""The solitaire: lay all tiles bee up, each touching two others. Puzzles by seed or by day.

A `Puzzle` is what is dealt, a `Solitaire` someone's attempt at it: timed commands in, state out,
like a match.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from functools import cached_property
from typing import Any, Final, Literal, get_args

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.chance import Stream, daily_seed
from skep.laruche.checks import REACH, differing
from skep.laruche.refusals import Refusal
from skep.laruche.silhouettes import SILHOUETTES
from skep.laruche.solver import Loose, Search, count_layouts, fill, solve
from skep.laruche.table import Table
from skep.laruche.tiles import ALL_TILES, Placement, Tile

__all__ = [
    "GRADES",
    "Grade",
    "Puzzle",
    "Reading",
    "Score",
    "Solitaire",
    "SolitaireOptions",
    "grade_of",
]

Reading = Literal["third", "fourth"]
Grade = Literal["easy", "medium", "hard", "expert"]

# More final layouts than this make the grade.
GRADES: Final[tuple[tuple[Grade, int], ...]] = (
    ("easy", 7_000),
    ("medium", 4_100),
    ("hard", 2_650),
    ("expert", -1),
)
_PAR_MS_PER_TILE: Final[dict[Grade, int]] = {
    "easy": 12_000,
    "medium": 15_000,
    "hard": 20_000,
    "expert": 26_000,
}
_SILHOUETTE_SIZES: Final = range(6, 21)  # filling greater shapes takes a solver too long


def grade_of(layouts: int) -> Grade:
    """The grade of a puzzle with so many final layouts.

    >>> grade_of(7_001), grade_of(7_000), grade_of(0)
    ('easy', 'medium', 'expert')
    """
    return next(grade for grade, least in GRADES if layouts > least)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolitaireOptions:
    """How a solitaire is played.

    `reading`: from which tile on each touches two others; the booklet's languages differ. `strict`
    takes nothing back. `silhouette`: the name of a shape to fill, `shadow` for the outline of one
    of the puzzle's own solutions, or `none`.
    """

    size: int = 12
    reading: Reading = "third"
    strict: bool = False
    silhouette: str = "none"

    def __post_init__(self) -> None:
        if type(self.size) is not int or not 6 <= self.size <= 60:
            raise InvalidOptionsError(f"a solitaire has 6 to 60 tiles, not {self.size!r}")
        if self.reading not in get_args(Reading):
            raise InvalidOptionsError(f"reading is third or fourth, not {self.reading!r}")
        if type(self.strict) is not bool:
            raise InvalidOptionsError(f"strict is true or false, not {self.strict!r}")
        shapes = ("none", "shadow", *SILHOUETTES)
        if self.silhouette not in shapes:
            raise InvalidOptionsError(
                f"silhouette is one of {', '.join(shapes)}, not {self.silhouette!r}"
            )
        shape = SILHOUETTES.get(self.silhouette)
        if shape is not None and len(shape) != self.size:
            raise InvalidOptionsError(f"{self.silhouette} has {len(shape)} cells, not {self.size}")
        if self.silhouette == "shadow" and self.size not in _SILHOUETTE_SIZES:
            raise InvalidOptionsError(
                f"a silhouette has {_SILHOUETTE_SIZES[0]} to {_SILHOUETTE_SIZES[-1]} tiles"
            )

    @property
    def loose(self) -> Loose:
        """How many tiles may be laid before each must touch two others."""
        return 2 if self.reading == "third" else 3

    @classmethod
    def parse(cls, text: str) -> SolitaireOptions:
        """Read `name=value` pairs, as `str` writes them."""
        values: dict[str, object] = {}
        known = {field.name for field in fields(cls)}
        for pair in text.split():
            name, _, value = pair.partition("=")
            if name not in known:
                raise InvalidOptionsError(f"{pair!r} is not an option of a solitaire")
            if name == "size":
                values[name] = int(value) if value.isascii() and value.isdigit() else value
            else:
                values[name] = {"on": True, "off": False}.get(value, value)
        return cls(**values)  # type: ignore[arg-type]

    def __str__(self) -> str:
        strict = "on" if self.strict else "off"
        return (
            f"size={self.size} reading={self.reading} strict={strict} silhouette={self.silhouette}"
        )


@dataclass(frozen=True)
class Puzzle:
    """What is dealt: tiles, and perhaps a shape to fill. Dealt puzzles can always be solved.

    >>> puzzle = Puzzle.deal(SolitaireOptions(), seed=7)
    >>> puzzle.grade, len(puzzle.solution)
    ('medium', 12)
    """

    options: SolitaireOptions
    tiles: tuple[Tile, ...]
    shape: frozenset[Cell] | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if len(set(self.tiles)) != len(self.tiles) or len(self.tiles) != self.options.size:
            raise InvalidOptionsError(f"expected {self.options.size} different tiles")
        if (self.shape is None) is not (self.options.silhouette == "none"):
            raise InvalidOptionsError("a shape belongs to a silhouette, and only there")
        if self.shape is not None and len(self.shape) != len(self.tiles):
            raise InvalidOptionsError("a shape has as many cells as there are tiles")

    @classmethod
    def deal(cls, options: SolitaireOptions, seed: int) -> Puzzle:
        """The first solvable draw from the streams `solitaire 0`, `solitaire 1` … of a seed."""
        attempt = 0
        while True:
            stream = Stream(seed, f"solitaire {attempt}")
            tiles = tuple(stream.shuffled(ALL_TILES)[: options.size])
            shape = SILHOUETTES.get(options.silhouette)
            if options.silhouette == "shadow":
                found = solve(tiles, loose=options.loose)
                shape = frozenset(placement.cell for placement in found.first)
                if not found.layouts:
                    attempt += 1
                    continue
            puzzle = cls(options, tiles, shape, seed)
            if puzzle.search().is_solvable:
                return puzzle
            attempt += 1

    @classmethod
    def daily(cls, day: date) -> Puzzle:
        """The puzzle of a day, the same for everyone."""
        return cls.deal(SolitaireOptions(), daily_seed(day))

    def search(self, placed: tuple[Placement, ...] = ()) -> Search:
        """The first solution that continues what is placed."""
        if self.shape is not None:
            return fill(self.shape, self.tiles, placed, loose=self.options.loose)
        return solve(self.tiles, placed, loose=self.options.loose)

    @cached_property
    def solution(self) -> tuple[Placement, ...]:
        return self.search().first

    @cached_property
    def layouts(self) -> Search:
        """The final layouts, counted as far as grading needs them."""
        enough = GRADES[0][1] + 1
        if self.shape is not None:
            return fill(self.shape, self.tiles, loose=self.options.loose, layouts=enough)
        return count_layouts(self.tiles, loose=self.options.loose, layouts=enough)

    @property
    def grade(self) -> Grade:
        return grade_of(self.layouts.layouts)

    @property
    def par_ms(self) -> int:
        """The time that a practised player takes; a silhouette doubles it."""
        grade: Grade = "expert" if self.shape is not None else self.grade
        return len(self.tiles) * _PAR_MS_PER_TILE[grade] * (2 if self.shape is not None else 1)


@dataclass(frozen=True, slots=True)
class Score:
    """A finished solitaire."""

    solved: bool
    time_ms: int
    undos: int
    hints: int


class Solitaire:
    """An attempt at a puzzle. `apply` and its friends are those of a match, with one seat."""

    def __init__(self, puzzle: Puzzle, *, start_ms: int = 0) -> None:
        self.puzzle = puzzle
        self.start_ms = start_ms
        self.now_ms = start_ms
        self.table = Table()
        self.undos = 0
        self.hints = 0
        self.given_up = False

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles that are not laid yet, in the order in which they were dealt."""
        return tuple(tile for tile in self.puzzle.tiles if not tile.bit & self.table.laid)

    @property
    def placed(self) -> tuple[Placement, ...]:
        return tuple(self.table)

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
        effects: tuple[ev.SoloEffect, ...]
        match command:
            case ev.Put():
                placement = command.placement
                self._check_put(placement)
                self.table.lay(placement)
                effects = (ev.PutDown(command.cell, command.pose, len(self.hand)),)
            case ev.TakeBack():
                if self.puzzle.options.strict or not len(self.table):
                    raise RefusedError(Refusal.NO_UNDO)
                cell = next(reversed(self.table.tiles))
                self.undos += 1
                effects = (ev.TakenBack(cell, self.table.lift(cell).name),)
            case ev.AskHint():
                hint = self.hint()
                if hint is None:
                    raise RefusedError(Refusal.NOT_SOLVABLE)
                self.hints += 1
                effects = (ev.Hinted(hint.cell, hint.pose.name),)
            case ev.GiveUp():
                self.given_up = True
                effects = ()
        self.now_ms = at_ms
        score = self.outcome()
        if score is not None:
            ended = ev.SoloEnded(score.solved, score.time_ms, score.undos, score.hints)
            return (*effects, ended)
        return effects

    def check(self, command: ev.SoloCommand, at_ms: int) -> RefusedError | None:
        """Why a command would be refused at that moment; None if it would not be."""
        twin = Solitaire(self.puzzle, start_ms=self.start_ms)
        twin.__dict__.update(self.__dict__, table=self.table.copy())
        try:
            twin.apply(command, at_ms)
        except RefusedError as refused:
            return refused
        return None

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

    def can_be_solved(self) -> bool | None:
        """Can the rest still be laid? None when the search gave up before it knew."""
        return self.puzzle.search(self.placed).is_solvable

    def hint(self) -> Placement | None:
        """A placement from which a solution still exists; None if there is none."""
        found = self.puzzle.search(self.placed).first
        return found[len(self.table)] if len(found) > len(self.table) else None

    def outcome(self) -> Score | None:
        """The score once all tiles lie, or the player gave up."""
        solved = not self.hand
        if not solved and not self.given_up:
            return None
        return Score(solved, self.now_ms - self.start_ms, self.undos, self.hints)

    def view(self, seat: int | None) -> dict[str, Any]:
        """The solitaire in plain values; there is nothing to hide."""
        puzzle, score = self.puzzle, self.outcome()
        return {
            "seat": seat,
            "options": str(puzzle.options),
            "table": [[list(cell), pose.name] for cell, pose in self.table],
            "hand": [tile.name for tile in self.hand],
            "shape": None
            if puzzle.shape is None
            else [list(cell) for cell in sorted(puzzle.shape)],
            "now_ms": self.now_ms,
            "start_ms": self.start_ms,
            "undos": self.undos,
            "hints": self.hints,
            "outcome": None
            if score is None
            else {"solved": score.solved, "time_ms": score.time_ms},
        }

    def event_for(self, seat: int | None, event: ev.SoloCommand | ev.SoloEffect) -> dict[str, Any]:
        """A command or effect in plain values."""
        return ev.to_dict(event)
