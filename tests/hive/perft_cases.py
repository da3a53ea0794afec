"""The known numbers of lines of play, read from tests/cases/hive."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from skep.hive.options import OpeningQueen
from skep.hive.position import Position

CASES = Path(__file__).parent.parent / "cases" / "hive"


class PerftCase(NamedTuple):
    game: str
    opening_queen: OpeningQueen
    leaves: list[int]

    @property
    def position(self) -> Position:
        return Position.from_game_string(self.game, opening_queen=self.opening_queen)

    @property
    def title(self) -> str:
        return f"{self.game[:60]} {self.opening_queen}"


def known_cases() -> list[PerftCase]:
    cases = []
    for line in _lines(CASES / "perft.txt"):
        game, queen, *leaves = line.split("\t")
        opening_queen: OpeningQueen = "allowed" if queen == "allowed" else "forbidden"
        cases.append(PerftCase(game, opening_queen, [int(count) for count in leaves]))
    return cases


def bench_cases() -> list[PerftCase]:
    cases = []
    for path in sorted((CASES / "bench").glob("*.txt")):
        for line in _lines(path):
            game, *leaves = line.split("\t")
            cases.append(PerftCase(game, "forbidden", [int(count) for count in leaves]))
    return cases


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
