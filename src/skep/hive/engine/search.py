"""The search of the core, until it is there a plain stand-in with the same interface."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from skep.hive.moves import Move
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.position import Position

__all__ = [
    "WIN_SCORE",
    "Search",
    "SearchLine",
    "SearchReport",
    "evaluate",
    "evaluation_terms",
]

WIN_SCORE = 30000


@dataclass(frozen=True)
class SearchLine:
    score: int
    depth: int
    moves: list[Move]


@dataclass(frozen=True)
class SearchReport:
    lines: list[SearchLine] = field(default_factory=list)
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


def _liberties(position: Position, color: Color) -> int:
    cell = position.cell_of(Piece(color, Bug.QUEEN, 1))
    if cell is None:
        return 6
    return sum(not position.stack_at(beside) for beside in cell.neighbours())


def evaluation_terms(position: Position) -> list[tuple[str, int, int]]:
    white, black = (20 * _liberties(position, color) for color in (Color.WHITE, Color.BLACK))
    return [("queen_liberties", white, black)]


def evaluate(position: Position) -> int:
    total = sum(white - black for _, white, black in evaluation_terms(position))
    return total if position.turn is Color.WHITE else -total


class Search:
    def __init__(self, hash_mib: int = 64) -> None:
        self._stop = threading.Event()
        self._report = SearchReport()

    def run(
        self,
        position: Position,
        *,
        max_depth: int = 0,
        max_nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        threads: int = 1,
        lines: int = 1,
        repetition_draws: bool = True,
        exclude: list[Move] | None = None,
    ) -> SearchReport:
        self._stop.clear()
        start = time.monotonic()
        board = position.copy()
        found = []
        for move in position.legal_moves:
            if move in (exclude or []):
                continue
            board.play_unchecked(move)
            outcome = board.outcome()
            if outcome is None:
                score = -evaluate(board)
            elif outcome.winner is None:
                score = 0
            else:
                score = WIN_SCORE - 1 if outcome.winner is position.turn else 1 - WIN_SCORE
            found.append(SearchLine(score, 1, [move]))
            board.undo()
        found.sort(key=lambda line: -line.score)
        seconds = time.monotonic() - start
        self._report = SearchReport(found[:lines], 1, len(found), seconds)
        if not max_depth and not max_nodes:
            self._stop.wait(max(0.0, hard_seconds - seconds) if hard_seconds else None)
        return self._report

    def stop(self) -> None:
        self._stop.set()

    def report(self) -> SearchReport:
        return self._report

    def clear(self) -> None: ...
    def resize(self, hash_mib: int) -> None: ...
