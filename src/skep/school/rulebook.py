"""The rule book of each game as data: sections with anchors, and boards that a page can draw.

`rulebook/boards/` holds the boards once, `rulebook/en/` the words. What a board marks is found by
the rules: the cells that a piece can reach, the way of a move, the code that forbids one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.hive import Color, HiveOptions, Piece, Position, Setup
from skep.laruche import Placement, Pose, Table
from skep.school.drawn import read_board
from skep.school.lessons import Game, Id
from skep.school.words import spoken

__all__ = [
    "Figure",
    "HiveExample",
    "LaRucheExample",
    "Point",
    "Rulebook",
    "Section",
    "anchor_of",
    "hive_example",
    "laruche_example",
    "rulebook_of",
]

_Shape = TypeVar("_Shape")
Paragraph = Annotated[str, msgspec.Meta(min_length=1, max_length=700)]


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, and the codes by which the game refuses what it forbids."""

    text: Paragraph
    codes: tuple[str, ...] = ()


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: Id
    caption: Annotated[str, msgspec.Meta(min_length=1, max_length=160)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mark` says what is not in every game: an option, a rule of this house, of tournaments."""

    id: Id
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    mark: Literal["", "option", "house rule", "tournaments"] = ""
    text: tuple[Paragraph, ...] = ()
    points: tuple[Point, ...] = ()
    figures: tuple[Figure, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    about: Paragraph
    sections: Annotated[tuple[Section, ...], msgspec.Meta(min_length=1)]

    def points(self) -> Iterator[tuple[Section, Point]]:
        for section in self.sections:
            for point in section.points:
                yield section, point

    def words(self) -> int:
        """How long it is to read."""
        said = [self.title, self.about]
        for section in self.sections:
            said += [section.title, *section.text, *(point.text for point in section.points)]
            said += [figure.caption for figure in section.figures]
        return sum(len(text.split()) for text in said)


def anchor_of(code: str) -> str:
    """The anchor of a rule code on the page of its game.

    >>> anchor_of("ONE_HIVE")
    'rule-one-hive'
    """
    return "rule-" + code.lower().replace("_", "-")


@cache
def rulebook_of(game: Game, language: str = "en") -> Rulebook:
    book: Rulebook = _read(f"{spoken(language)}/{game}.toml", Rulebook)
    return book


# Boards.


class _HiveBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    set: str = "Base"
    turn: Literal["white", "black"] = "white"
    number: int | None = None
    just_moved: str = ""
    reach: str = ""  # a piece: the cells to which it may go are marked
    move: str = ""  # a legal move, whose way is drawn
    refused: str = ""  # a move that is not allowed …
    because: str = ""  # … by this rule
    highlights: str = ""  # names of cells


class _LaRucheBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    hand: str = ""
    spots: bool = False  # live and dead ones are marked
    laid: str = ""  # the pose that was just laid on the cell named a


class HiveExample(NamedTuple):
    """What `skep.hive.drawing.draw_svg` is given."""

    position: Position
    targets: tuple[Cell, ...]
    arrows: tuple[tuple[Cell, Cell], ...]
    highlights: tuple[Cell, ...]
    way: tuple[Cell, ...] = ()  # of the move that shows it best; none where nothing moves


class LaRucheExample(NamedTuple):
    placements: tuple[Placement, ...]
    hand: tuple[Pose, ...]
    spots: bool
    laid: Placement | None  # the last of the placements, if it is what the figure is about


def hive_example(name: str) -> HiveExample:
    """A board of Hive's rule book, with what is to be marked on it."""
    plan = _named(_read("boards/hive.toml", dict[str, _HiveBoard]), name)
    board = read_board(plan.board)
    turn = Color[plan.turn.upper()]
    setup = Setup.of(
        HiveOptions.parse(plan.set, opening_queen="allowed"),
        [(Piece.parse(piece), cell) for cell, stack in board.occupied for piece in stack],
        turn=turn,
        ply=None if plan.number is None else 2 * (plan.number - 1) + (turn is Color.BLACK),
        just_moved=Piece.parse(plan.just_moved) if plan.just_moved else None,
    )
    position = Position.from_setup(setup)
    reached = position.moves_of(plan.reach) if plan.reach else ()
    highlights = [*board.cells_of(plan.highlights)]
    arrows: list[tuple[Cell, Cell]] = []
    way: tuple[Cell, ...] = ()
    if plan.move:
        way = tuple(position.path_of(position.parse_move(plan.move)))
        arrows = list(pairwise(way))
    elif plan.reach and position.cell_of(Piece.parse(plan.reach)) is not None:
        way = max((tuple(position.path_of(move)) for move in reached), key=len)
    if plan.refused:
        reason = position.why_illegal(plan.refused)
        if reason is None or reason.code.value != plan.because:
            raise UnreadableError(f"{plan.refused}: the rule is {reason!r}", text=name)
    targets = tuple(sorted({move.target for move in reached if move.target is not None}))
    return HiveExample(position, targets, tuple(arrows), tuple(highlights), way)


def laruche_example(name: str) -> LaRucheExample:
    """A board of La Ruche's rule book."""
    plan = _named(_read("boards/laruche.toml", dict[str, _LaRucheBoard]), name)
    board = read_board(plan.board)
    placements = [Placement(cell, Pose.parse(names[0])) for cell, names in board.occupied]
    laid = None
    if plan.laid:
        laid = Placement(board.named["a"], Pose.parse(plan.laid))
        differing = Table(placements).mismatches(laid)
        if differing:
            raise UnreadableError(f"{plan.laid} does not fit: {differing}", text=name)
        placements.append(laid)
    hand = tuple(Pose.parse(pose) for pose in plan.hand.split())
    return LaRucheExample(tuple(placements), hand, plan.spots, laid)


def _named(boards: dict[str, _Shape], name: str) -> _Shape:
    try:
        return boards[name]
    except KeyError:
        raise UnreadableError(f"there is no board {name!r}", text=name) from None


@cache
def _read(path: str, shape: type[_Shape]) -> _Shape:
    data = files(__package__).joinpath("rulebook", *path.split("/")).read_bytes()
    try:
        return msgspec.toml.decode(data, type=shape)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"rulebook/{path}: {error}", text=path) from error
