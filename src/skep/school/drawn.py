"""Boards as lessons write them: rows from north to south, every other one half a cell east.

    wQ  bS1  .
      a   bQ/wB1

The second, fourth … row is the shifted one, however it is written. `.` is an empty cell, a small
letter an empty cell with a name, and `bQ/wB1` a stack from bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from skep.errors import UnreadableError
from skep.geometry import Cell

__all__ = ["DrawnBoard", "read_board"]


class DrawnBoard(NamedTuple):
    occupied: tuple[tuple[Cell, tuple[str, ...]], ...]  # a cell and what lies on it, bottom first
    named: dict[str, Cell]

    def cells_of(self, names: str) -> tuple[Cell, ...]:
        """The cells of one name or of several, as in `a b`."""
        try:
            return tuple(self.named[name] for name in names.split())
        except KeyError as missing:
            raise UnreadableError(f"no cell of the board is named {missing}", text=names) from None


def read_board(text: str) -> DrawnBoard:
    """Read a drawn board.

    >>> board = read_board("wQ bQ\\n a .")
    >>> board.named, board.occupied[1]
    ({'a': Cell(q=0, r=1)}, (Cell(q=1, r=0), ('bQ',)))
    """
    occupied: list[tuple[Cell, tuple[str, ...]]] = []
    named: dict[str, Cell] = {}
    for cell, word in _words(text):
        if word == ".":
            continue
        if len(word) == 1 and word.islower():
            if word in named:
                raise UnreadableError(f"two cells are named {word!r}", text=text)
            named[word] = cell
        else:
            occupied.append((cell, tuple(word.split("/"))))
    return DrawnBoard(tuple(occupied), named)


def _words(text: str) -> Iterator[tuple[Cell, str]]:
    rows = [row for row in text.splitlines() if row.strip()]
    for row, line in enumerate(rows):
        for column, word in enumerate(line.split()):
            yield Cell(column - row // 2, row), word
