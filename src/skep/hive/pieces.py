"""The pieces of Hive: two colours, eight kinds of bug, fourteen pieces a side."""

from __future__ import annotations

from enum import Enum
from typing import Final

from skep.errors import InvalidOptionsError, Told, UnreadableError
from skep.hive.values import expect

__all__ = ["ALL_PIECES", "Bug", "Color", "Piece"]


class Color(Enum):
    """White, who moves first, or Black; its value is the letter of notation."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Color:
        """The opponent's colour."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    def __repr__(self) -> str:
        return f"<Color.{self.name}>"


class Bug(Enum):
    """A kind of bug; its value is the letter that notation uses."""

    QUEEN = "Q"
    SPIDER = "S"
    BEETLE = "B"
    GRASSHOPPER = "G"
    ANT = "A"
    MOSQUITO = "M"
    LADYBUG = "L"
    PILLBUG = "P"

    @property
    def count(self) -> int:
        """How many of them each side has."""
        return _COUNTS[self]

    def __repr__(self) -> str:
        return f"<Bug.{self.name}>"


_COUNTS: Final = {
    Bug.QUEEN: 1,
    Bug.SPIDER: 2,
    Bug.BEETLE: 2,
    Bug.GRASSHOPPER: 3,
    Bug.ANT: 3,
    Bug.MOSQUITO: 1,
    Bug.LADYBUG: 1,
    Bug.PILLBUG: 1,
}


class Piece:
    """One of the 28 pieces. Each exists once, so that `is` and `==` mean the same.

    >>> Piece(Color.WHITE, Bug.ANT, 1).name
    'wA1'
    >>> Piece.parse("bQ")
    Piece(bQ)
    """

    __slots__ = ("bug", "color", "index", "name", "number")

    color: Color
    bug: Bug
    number: int
    name: str  # as notation writes it: wA1, bQ
    index: int  # the place in ALL_PIECES, which is also the piece's number in the core

    def __new__(cls, color: Color, bug: Bug, number: int = 1) -> Piece:
        expect(color, Color, "the colour of a piece is a Color")
        expect(bug, Bug, "the bug of a piece is a Bug")
        piece = _BY_NAME.get(f"{color.value}{bug.value}{number}".lower())
        if piece is None:
            raise InvalidOptionsError(
                f"there are {bug.count} of {bug.value} a side, so no number {number}"
            )
        return piece

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read a name such as `wA1`, in any letter case; `wQ1` is taken for `wQ`."""
        expect(text, str, "the name of a piece is a text, as in 'wA1'")
        piece = _BY_NAME.get(text.strip().lower())
        if piece is None:
            raise UnreadableError(
                Told(
                    "{name} is not a piece: expected a colour (w, b), a bug (Q S B G A M L P) and,"
                    " where there are several, its number, as in wA1 or bQ",
                    name=repr(text),
                ),
                text=text,
                at=0,
            )
        return piece

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Piece is frozen: {name} cannot be changed")

    def __lt__(self, other: Piece) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Piece({self.name})"

    def __reduce__(self) -> tuple[type[Piece], tuple[Color, Bug, int]]:
        return Piece, (self.color, self.bug, self.number)

    def __copy__(self) -> Piece:
        return self

    def __deepcopy__(self, memo: object) -> Piece:
        return self


def _make_pieces() -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for color in Color:
        for bug in Bug:
            for number in range(1, bug.count + 1):
                piece = object.__new__(Piece)
                name = f"{color.value}{bug.value}{number if bug.count > 1 else ''}"
                for attribute, value in (
                    ("color", color),
                    ("bug", bug),
                    ("number", number),
                    ("name", name),
                    ("index", len(pieces)),
                ):
                    object.__setattr__(piece, attribute, value)
                pieces.append(piece)
    return tuple(pieces)


ALL_PIECES: Final = _make_pieces()
_BY_NAME: Final = {
    name.lower(): piece
    for piece in ALL_PIECES
    for name in (piece.name, f"{piece.color.value}{piece.bug.value}{piece.number}")
}
