"""Puzzles of the solitaire: their options, and what is dealt."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from typing import Final, Literal, get_args

from skep.errors import InvalidOptionsError, Told
from skep.geometry import Cell
from skep.laruche.chance import Stream, daily_seed
from skep.laruche.grades import LAYOUTS_ENOUGH, Grade, blind_grade, grade_of
from skep.laruche.joins import BEST_SIZES, best_joins, joins_of
from skep.laruche.silhouettes import SILHOUETTES
from skep.laruche.solo_events import PuzzleDealt
from skep.laruche.solver import Loose, Search, count_layouts, fill, solve
from skep.laruche.tiles import ALL_TILES, Placement, Tile

__all__ = ["Puzzle", "Reading", "SolitaireOptions", "WantedGrade"]

Reading = Literal["third", "fourth"]
WantedGrade = Literal["any", "easy", "medium", "hard", "expert"]

_PAR_MS_PER_TILE: Final[dict[Grade, int]] = {
    "easy": 12_000,
    "medium": 15_000,
    "hard": 20_000,
    "expert": 26_000,
}
_SILHOUETTE_SIZES: Final = range(6, 21)  # filling greater shapes takes a solver too long
_GRADED_SIZES: Final = range(6, 21)
_COUNTED_SIZE: Final = 12  # the size that is graded by the number of final layouts


@dataclass(frozen=True, slots=True, kw_only=True)
class SolitaireOptions:
    """How a solitaire is played.

    `reading`: from which tile on each touches two others; the booklet's languages differ. `strict`
    takes nothing back. `silhouette`: the name of a shape to fill, `shadow` for the outline of one
    of the puzzle's own solutions, or `none`. `grade`: only tiles of this grade are dealt.
    """

    size: int = 12
    reading: Reading = "third"
    strict: bool = False
    silhouette: str = "none"
    grade: WantedGrade = "any"

    def __post_init__(self) -> None:
        if type(self.size) is not int or not 6 <= self.size <= 60:
            raise InvalidOptionsError(
                Told("a solitaire has 6 to 60 tiles, not {found}", found=repr(self.size))
            )
        if self.reading not in get_args(Reading):
            raise InvalidOptionsError(
                Told("reading is third or fourth, not {found}", found=repr(self.reading))
            )
        if type(self.strict) is not bool:
            raise InvalidOptionsError(
                Told("{name} is true or false, not {found}", name="strict", found=repr(self.strict))
            )
        shapes = ("none", "shadow", *SILHOUETTES)
        if self.silhouette not in shapes:
            raise InvalidOptionsError(_not_one_of("silhouette", shapes, self.silhouette))
        shape = SILHOUETTES.get(self.silhouette)
        if shape is not None and len(shape) != self.size:
            told = Told(
                "{name} has {cells} cells, not {found}",
                name=self.silhouette,
                cells=len(shape),
                found=self.size,
            )
            raise InvalidOptionsError(told)
        if self.silhouette == "shadow" and self.size not in _SILHOUETTE_SIZES:
            least, most = _SILHOUETTE_SIZES[0], _SILHOUETTE_SIZES[-1]
            raise InvalidOptionsError(
                Told("a silhouette has {least} to {most} tiles", least=least, most=most)
            )
        if self.grade not in get_args(WantedGrade):
            raise InvalidOptionsError(_not_one_of("grade", get_args(WantedGrade), self.grade))
        if self.grade != "any" and (self.silhouette != "none" or self.size not in _GRADED_SIZES):
            told = Told(
                "a grade can be chosen for {least} to {most} tiles without a silhouette",
                least=_GRADED_SIZES[0],
                most=_GRADED_SIZES[-1],
            )
            raise InvalidOptionsError(told)

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
                raise InvalidOptionsError(
                    Told("{found} is not an option of a solitaire", found=repr(pair))
                )
            if name == "size":
                values[name] = int(value) if value.isascii() and value.isdigit() else value
            else:
                values[name] = {"on": True, "off": False}.get(value, value)
        return cls(**values)  # type: ignore[arg-type]

    def __str__(self) -> str:
        strict = "on" if self.strict else "off"
        grade = "" if self.grade == "any" else f" grade={self.grade}"  # as before there were grades
        return (
            f"size={self.size} reading={self.reading} strict={strict}"
            f" silhouette={self.silhouette}{grade}"
        )


def _not_one_of(name: str, known: tuple[str, ...], found: object) -> Told:
    return Told(
        "{name} is one of {known}, not {found}",
        name=name,
        known=", ".join(known),
        found=repr(found),
    )


@dataclass(frozen=True)
class Puzzle:
    """What is dealt: tiles, and perhaps a shape to fill. Dealt puzzles can always be solved.

    Grade and best are computed when they are asked for, unless they are known from a log.

    >>> puzzle = Puzzle.deal(SolitaireOptions(), seed=7)
    >>> puzzle.grade, len(puzzle.solution), puzzle.best
    ('medium', 12, 23)
    """

    options: SolitaireOptions
    tiles: tuple[Tile, ...]
    shape: frozenset[Cell] | None = None
    seed: int | None = None
    dealt: PuzzleDealt | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(set(self.tiles)) != len(self.tiles) or len(self.tiles) != self.options.size:
            raise InvalidOptionsError(Told("expected {n} different tiles", n=self.options.size))
        if (self.shape is None) is not (self.options.silhouette == "none"):
            raise InvalidOptionsError(Told("a shape belongs to a silhouette, and only there"))
        if self.shape is not None and len(self.shape) != len(self.tiles):
            raise InvalidOptionsError(Told("a shape has as many cells as there are tiles"))

    @classmethod
    def deal(cls, options: SolitaireOptions, seed: int) -> Puzzle:
        """The first draw that can be solved and is of the grade asked for.

        Draws come from the streams `solitaire 0`, `solitaire 1` … of the seed.
        """
        attempt = 0
        while True:
            puzzle = cls._draw(options, seed, attempt)
            if puzzle is not None and puzzle._is_what_was_asked():
                return puzzle
            attempt += 1

    def _is_what_was_asked(self) -> bool:
        wanted = self.options.grade
        return bool(self.search().is_solvable) and (wanted == "any" or wanted == self.grade)

    @classmethod
    def _draw(cls, options: SolitaireOptions, seed: int, attempt: int) -> Puzzle | None:
        stream = Stream(seed, f"solitaire {attempt}")
        tiles = tuple(stream.shuffled(ALL_TILES)[: options.size])
        shape = SILHOUETTES.get(options.silhouette)
        if options.silhouette == "shadow":
            found = solve(tiles, loose=options.loose)
            if not found.layouts:
                return None
            shape = frozenset(placement.cell for placement in found.first)
        return cls(options, tiles, shape, seed)

    @classmethod
    def daily(cls, day: date) -> Puzzle:
        """The puzzle of a day as version 1 of the rules dealt it; now `daily.puzzle_of` does."""
        return cls.deal(SolitaireOptions(), daily_seed(day))

    @classmethod
    def of(cls, options: SolitaireOptions, dealt: PuzzleDealt, seed: int | None = None) -> Puzzle:
        """A puzzle from what a log holds of it: nothing is solved."""
        tiles = tuple(Tile.parse(name) for name in dealt.tiles)
        shape = None if dealt.shape is None else frozenset(dealt.shape)
        return cls(options, tiles, shape, seed, dealt)

    def to_store(self) -> PuzzleDealt:
        """What a log should hold, so that nobody has to solve this again. Takes its time."""
        if self.dealt is not None:
            return self.dealt
        return PuzzleDealt(
            tiles=tuple(tile.name for tile in self.tiles),
            shape=None if self.shape is None else tuple(sorted(self.shape)),
            grade=self.grade,
            best=self.best,
        )

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
        if self.shape is not None:
            return fill(self.shape, self.tiles, loose=self.options.loose, layouts=LAYOUTS_ENOUGH)
        return count_layouts(self.tiles, loose=self.options.loose, layouts=LAYOUTS_ENOUGH)

    @cached_property
    def grade(self) -> Grade:
        if self.dealt is not None:
            return self.dealt.grade
        if self.shape is None and len(self.tiles) != _COUNTED_SIZE:
            return blind_grade(self.tiles, loose=self.options.loose)
        return grade_of(self.layouts.layouts)

    @cached_property
    def best(self) -> int | None:
        """The most joins with which it can be solved; None for more than twenty tiles."""
        if self.dealt is not None:
            return self.dealt.best
        if self.shape is not None:
            return joins_of(self.shape)
        if len(self.tiles) not in BEST_SIZES:
            return None
        best = best_joins(self.tiles, loose=self.options.loose)
        return None if best is None else best.joins

    @property
    def par_ms(self) -> int:
        """The time that a practised player takes; a silhouette doubles it."""
        grade: Grade = "expert" if self.shape is not None else self.grade
        return len(self.tiles) * _PAR_MS_PER_TILE[grade] * (2 if self.shape is not None else 1)
