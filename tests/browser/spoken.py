"""How things on a board of Hive are called in a language, as a screen reader says them."""

from __future__ import annotations

from skep.geometry import Cell
from skep.hive import Color, Piece, Position
from skep.hive.names import BUG_NAMES, PIECE_NAMES
from skep.words import Noun, words_in

__all__ = ["Spoken"]

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DIRECTIONS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
KINDS = {"place": "place here", "slide": "move here", "climb": "climb here", "jump": "jump here",
         "throw": "throw here"}  # fmt: skip


class Spoken:
    def __init__(self, code: str) -> None:
        self.words = words_in(code)

    def __call__(self, text: str, **facts: object) -> str:
        return self.words.say(text, **facts)

    def piece(self, piece: Piece) -> Noun:
        number = piece.name[2:]
        return self.words.noun(PIECE_NAMES[piece.color, piece.bug], number)

    def in_hand(self, position: Position, piece: Piece) -> str:
        """The button of a bug in the reserve."""
        left = sum(one.bug is piece.bug for one in position.reserve(piece.color))
        bug = self.words.noun(BUG_NAMES[piece.bug])
        return self.words.say_many("{bug}, {n} left", "{bug}, {n} left", left, bug=bug)

    def reserve(self, color: Color) -> str:
        return self("White's reserve") if color is Color.WHITE else self("Black's reserve")

    def cell(self, position: Position, cell: Cell) -> str:
        stack = position.stack_at(cell)
        if stack:
            return self._stack(position, stack)
        if not position.occupied():
            return self("empty cell, in the middle")
        for n, (q, r) in enumerate(STEPS):
            near = position.stack_at(Cell(cell.q + q, cell.r + r))
            if near:
                beside = self(
                    f"{DIRECTIONS[(n + 3) % 6]} of {{piece:the}}", piece=self.piece(near[-1])
                )
                return f"{self('empty cell')}, {beside}"
        return self("empty cell")

    def _stack(self, position: Position, stack: tuple[Piece, ...]) -> str:
        top, *under = reversed(stack)
        parts = [str(self.piece(top))]
        if top in position.pinned():
            parts.append(self("pinned"))
        parts += [self("on {piece:the}", piece=self.piece(piece)) for piece in under]
        return ", ".join(parts)

    def goal(self, position: Position, piece: Piece, cell: Cell) -> str:
        """A cell to which a piece may go, and what it does there."""
        for kind, cells in position.choices().of(piece).items():
            if cell in cells:
                return f"{self.cell(position, cell)}, {self(KINDS[kind.value])}"
        raise AssertionError(f"{piece} may not go to {cell}")
