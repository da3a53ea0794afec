"""Positions that are set up piece by piece: their text form, and whether they make sense."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skep.errors import InvalidOptionsError, InvalidPositionError, Told, UnreadableError
from skep.geometry import Cell
from skep.hive.names import Side
from skep.hive.options import HiveOptions
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.values import expect

__all__ = ["Setup"]

_TURN = re.compile(r"(white|black)\[([1-9]\d{0,4})\]", re.IGNORECASE | re.ASCII)
_PLACED = re.compile(r"(\w+)\s*@\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*(!?)", re.ASCII)
_FARTHEST = 9999  # what the text form can say
_CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


@dataclass(frozen=True, slots=True)
class Setup:
    r"""Pieces on cells, from bottom to top on each, whose turn it is and how many plies went by.

    As text: the game type, the turn, and each piece with its cell; `!` marks the piece that moved
    on the last ply.

    >>> setup = Setup.parse("Base+P;White[3];wQ@0,0;bQ@1,0;wP@-1,0;bA1@2,0!")
    >>> setup.pieces[1]
    (Piece(bQ), Cell(q=1, r=0))
    >>> print(setup)
    Base+P;White[3];wQ@0,0;bQ@1,0;wP@-1,0;bA1@2,0!
    """

    options: HiveOptions
    pieces: tuple[tuple[Piece, Cell], ...]
    turn: Color
    ply: int
    just_moved: Piece | None = None

    @classmethod
    def of(
        cls,
        options: HiveOptions,
        pieces: Iterable[tuple[Piece, Cell]],
        *,
        turn: Color,
        ply: int | None = None,
        just_moved: Piece | None = None,
    ) -> Setup:
        """A checked set-up. Without `ply` it is the earliest at which the pieces can be in play."""
        placed = tuple((piece, Cell(*cell)) for piece, cell in pieces)
        if ply is None:
            ply = _earliest_ply(placed, turn)
        setup = cls(options, placed, turn, ply, just_moved)
        setup.check()
        return setup

    @classmethod
    def parse(cls, text: str, *, options: HiveOptions | None = None) -> Setup:
        """Read the text form. `options`, if given, takes the place of the game type's."""
        expect(text, str, "a set-up is read from a text, as in 'Base;White[2];wS1@0,0;bS1@1,0'")
        fields = text.split(";")
        try:
            read_options = HiveOptions.parse(fields[0])
        except InvalidOptionsError as error:
            raise UnreadableError(error.told, text=text, at=0) from None
        at = len(fields[0]) + 1
        match = _TURN.fullmatch(fields[1].strip()) if len(fields) > 1 else None
        if match is None:
            raise UnreadableError(
                Told("expected a turn such as White[5] after the game type"),
                text=text,
                at=min(at, len(text)),
            )
        turn = Color[match[1].upper()]
        ply = 2 * (int(match[2]) - 1) + (turn is Color.BLACK)
        at += len(fields[1]) + 1
        pieces: list[tuple[Piece, Cell]] = []
        just_moved = None
        for field in fields[2:]:
            placed = _PLACED.fullmatch(field.strip())
            if placed is None:
                raise UnreadableError(
                    Told(
                        "expected a piece and its cell such as wA1@0,-2, found {found}",
                        found=repr(field[:40]),
                    ),
                    text=text,
                    at=at,
                )
            try:
                piece = Piece.parse(placed[1])
            except UnreadableError as error:
                raise UnreadableError(error.told, text=text, at=at) from None
            pieces.append((piece, Cell(int(placed[2]), int(placed[3]))))
            if placed[4] and just_moved is not None:
                raise UnreadableError(
                    Told(
                        "both {one} and {other} are marked as just moved: expected one !",
                        one=just_moved,
                        other=piece,
                    ),
                    text=text,
                    at=at,
                )
            if placed[4]:
                just_moved = piece
            at += len(field) + 1
        return cls.of(options or read_options, pieces, turn=turn, ply=ply, just_moved=just_moved)

    def __str__(self) -> str:
        turn = f"{self.turn.name.capitalize()}[{1 + self.ply // 2}]"
        placed = [
            f"{piece}@{cell.q},{cell.r}{'!' if piece is self.just_moved else ''}"
            for piece, cell in self.pieces
        ]
        return ";".join([self.options.game_type, turn, *placed])

    def check(self) -> None:
        """Refuse what no game could lead to, as far as that can be seen at a glance."""
        pieces = [piece for piece, _ in self.pieces]
        _check_reserve(self.options, pieces)
        _check_stacks(self.pieces)
        _check_one_hive({cell for _, cell in self.pieces})
        _check_turn(pieces, self.turn, self.ply)
        if self.just_moved is not None and self.just_moved not in pieces:
            raise InvalidPositionError(
                Told("{one} just moved, but is not in play", one=self.just_moved)
            )


def _earliest_ply(pieces: Sequence[tuple[Piece, Cell]], turn: Color) -> int:
    count = Counter(piece.color for piece, _ in pieces)
    white, black = count[Color.WHITE], count[Color.BLACK]
    if turn is Color.WHITE:
        return 2 * max(white, black)
    return max(2 * white - 1, 2 * black + 1, 1)


def _check_reserve(options: HiveOptions, pieces: Sequence[Piece]) -> None:
    seen: set[Piece] = set()
    for piece in pieces:
        if not options.has(piece.bug):
            raise InvalidPositionError(
                Told("{one} is not in the set {set}", one=piece, set=options.game_type)
            )
        if piece in seen:
            raise InvalidPositionError(Told("{one} stands on two cells", one=piece))
        seen.add(piece)
    for piece in pieces:
        if piece.number > 1:
            earlier = Piece(piece.color, piece.bug, piece.number - 1)
            if earlier not in seen:
                raise InvalidPositionError(
                    Told("{one} is in play, but {other} comes out first", one=piece, other=earlier)
                )


def _check_stacks(pieces: Sequence[tuple[Piece, Cell]]) -> None:
    below: dict[Cell, Piece] = {}
    for piece, cell in pieces:
        if max(abs(cell.q), abs(cell.r)) > _FARTHEST:
            raise InvalidPositionError(
                Told(
                    "{one} is too far out: coordinates go from {least} to {most}",
                    one=piece,
                    least=-_FARTHEST,
                    most=_FARTHEST,
                )
            )
    queens = {piece.color for piece, _ in pieces if piece.bug is Bug.QUEEN}
    for piece, cell in pieces:
        if cell in below:
            if piece.bug not in _CLIMBERS:
                raise InvalidPositionError(
                    Told("{one} cannot stand on top of {other}", one=piece, other=below[cell])
                )
            if piece.color not in queens:
                raise InvalidPositionError(
                    Told("{one} has climbed, but its queen is not in play", one=piece)
                )
        below[cell] = piece


def _check_one_hive(cells: set[Cell]) -> None:
    if not cells:
        return
    reached = {min(cells)}
    edge = list(reached)
    while edge:
        for cell in edge.pop().neighbours():
            if cell in cells and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    if reached != cells:
        lost = min(cells - reached)
        raise InvalidPositionError(
            Told("the hive is in parts: ({q}, {r}) is cut off", q=lost.q, r=lost.r)
        )


def _check_turn(pieces: Sequence[Piece], turn: Color, ply: int) -> None:
    if ply < 0 or ply % 2 != (turn is Color.BLACK):
        raise InvalidPositionError(
            Told("after {plies} plies it is not the turn of {side}", plies=ply, side=Side(turn))
        )
    for color, turns in ((Color.WHITE, (ply + 1) // 2), (Color.BLACK, ply // 2)):
        own = [piece for piece in pieces if piece.color is color]
        side = Side(color)
        if len(own) > turns:
            raise InvalidPositionError(
                Told(
                    "{side} has {count} pieces in play, but had only {turns} turns",
                    side=side,
                    count=len(own),
                    turns=turns,
                )
            )
        if turns and not own:
            raise InvalidPositionError(
                Told(
                    "{side} had {turns} turns, but has no piece in play",
                    side=side,
                    turns=turns,
                )
            )
        if turns >= 4 and not any(piece.bug is Bug.QUEEN for piece in own):
            raise InvalidPositionError(
                Told(
                    "{side} had {turns} turns, but its queen is not in play",
                    side=side,
                    turns=turns,
                )
            )
