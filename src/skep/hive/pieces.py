"""The pieces of Hive: two colours, eight kinds of bug, fourteen pieces a side."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from skep.errors import UnreadableError

__all__ = ["ALL_PIECES", "Bug", "Color", "Piece"]


class Color(Enum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Color:
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


class Piece(NamedTuple):
    """One of the 28 pieces. Its text is the name used in notation.

    >>> str(Piece.parse("wA1"))
    'wA1'
    >>> Piece.parse("bQ")
    Piece(bQ)
    """

    color: Color
    bug: Bug
    number: int

    @property
    def name(self) -> str:
        number = str(self.number) if self.bug.count > 1 else ""
        return f"{self.color.value}{self.bug.value}{number}"

    @property
    def index(self) -> int:
        """The place in `ALL_PIECES`, which is also the piece's number in the core."""
        return _INDEX[self]

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read a name such as `wA1`, in any letter case; `wQ1` is taken for `wQ`."""
        piece = _BY_NAME.get(text.strip().lower())
        if piece is None:
            raise UnreadableError(
                f"{text!r} is not a piece: expected a colour (w, b), a bug (Q S B G A M L P) and,"
                " where there are several, its number, as in wA1 or bQ",
                text=text,
                at=0,
            )
        return piece

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Piece({self.name})"


ALL_PIECES: Final[tuple[Piece, ...]] = tuple(
    Piece(color, bug, number)
    for color in Color
    for bug in Bug
    for number in range(1, bug.count + 1)
)
_INDEX: Final = {piece: index for index, piece in enumerate(ALL_PIECES)}
_BY_NAME: Final = {
    name.lower(): piece
    for piece in ALL_PIECES
    for name in {piece.name, f"{piece.color.value}{piece.bug.value}{piece.number}"}
}
