"""Boards as lessons write them: rows from north to south, every other one half a cell east.

    wQ  bS1  .
      a   bQ/wB1

The second, fourth … row is the shifted one, however it is written. `.` is an empty cell, a small
letter an empty cell with a name, and `bQ/wB1` a stack from bottom to top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from skep.errors import UnreadableError
from skep.geometry import Cell

__all__ = ["DrawnBoard", "read_board", "write_board"]


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


def write_board(occupied: Iterable[tuple[Cell, str]]) -> str:
    """Draw what lies on cells, each given as a word; the same cells again up to a shift.

    >>> write_board([(Cell(0, 0), "wQ"), (Cell(0, 1), "bQ/wB1")])
    'wQ\\n  bQ/wB1\\n'
    """
    words = dict(occupied)
    north = min(cell.r for cell in words)
    places = {
        (cell.r - north, cell.q + (cell.r - north) // 2): word for cell, word in words.items()
    }
    west = min(column for _, column in places)
    lines = []
    for row in range(1 + max(row for row, _ in places)):
        last = max((column for at, column in places if at == row), default=west - 1)
        drawn = [places.get((row, column), ".") for column in range(west, last + 1)]
        lines.append("  " * (row % 2) + " ".join(drawn or ["."]))
    return "\n".join(lines) + "\n"
