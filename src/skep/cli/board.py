"""The hive in the colours of the terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from skep.geometry import Cell, Symmetry
from skep.hive.arrangement import Arrangement
from skep.hive.drawing import draw_text
from skep.hive.options import HiveOptions
from skep.hive.pieces import Color, Piece
from skep.words import ENGLISH, Words

__all__ = ["Turned", "colored_board"]

_HALF_TURN = Symmetry(rotation=3, mirrored=False)


def colored_board(
    arrangement: Arrangement, *, last: Piece | None = None, words: Words = ENGLISH
) -> Text:
    """The text drawing with the sides in reverse colours; the last piece that moved underlined.

    The names say all that the colours say, so a terminal without colours loses nothing.
    """
    text = Text(draw_text(arrangement, words))
    text.highlight_regex(r"\bw[QSBGAMLP][1-3]?(×\d)?", "bold black on bright_white")
    text.highlight_regex(r"\bb[QSBGAMLP][1-3]?(×\d)?", "bold bright_white on grey30")
    text.highlight_regex(r"\bwQ(×\d)?\b", "bold black on bright_yellow")
    text.highlight_regex(r"\bbQ(×\d)?\b", "bold bright_yellow on grey30")
    text.highlight_regex("·", "dim")
    if last is not None:
        text.highlight_regex(rf"\b{last.name}\b", "underline")
    return text


class Turned:
    """An arrangement seen from the other side of the table."""

    def __init__(self, arrangement: Arrangement) -> None:
        self._seen = arrangement

    @property
    def options(self) -> HiveOptions:
        return self._seen.options

    @property
    def turn(self) -> Color:
        return self._seen.turn

    @property
    def ply(self) -> int:
        return self._seen.ply

    @property
    def just_moved(self) -> Piece | None:
        return self._seen.just_moved

    @property
    def occurrences(self) -> int:
        return self._seen.occurrences

    def cell_of(self, piece: Piece) -> Cell | None:
        cell = self._seen.cell_of(piece)
        return None if cell is None else _HALF_TURN.of_cell(cell)

    def stack_at(self, cell: Cell) -> tuple[Piece, ...]:
        return self._seen.stack_at(_HALF_TURN.of_cell(cell))

    def occupied(self) -> Collection[Cell]:
        return [_HALF_TURN.of_cell(cell) for cell in self._seen.occupied()]
