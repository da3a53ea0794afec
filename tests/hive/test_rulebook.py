"""The conformance cases in tests/cases/hive/rules, and what their notation cannot say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skep.geometry import Cell
from skep.hive.moves import Move
from skep.hive.notation import format_move, parse_game, read_move
from skep.hive.pieces import Piece
from skep.hive.reasons import RuleCode
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import why_illegal

RULES = Path(__file__).parent.parent / "cases" / "hive" / "rules"


@dataclass
class Case:
    title: str
    game: str = ""
    lines: list[tuple[str, list[str]]] = field(default_factory=list)


def cases() -> list[Case]:
    found: list[Case] = []
    for path in sorted(RULES.glob("*.txt")):
        for line in path.read_text().splitlines():
            if line.startswith("= "):
                found.append(Case(f"{path.stem}: {line[2:]}"))
            elif line and not line.startswith("#"):
                if not found[-1].game:
                    found[-1].game = line
                else:
                    key, _, moves = line.partition(":")
                    found[-1].lines.append(
                        (key, [m.strip() for m in moves.split(";") if m.strip()])
                    )
    return found


def position_after(game_string: str) -> ReferencePosition:
    game = parse_game(game_string)
    position = ReferencePosition(game.options)
    for move in game.moves:
        position.play_unchecked(move)
    return position


def read(position: ReferencePosition, text: str) -> Move:
    name, at, cell = text.partition(" @")
    if not at:
        return read_move(position, text)
    piece = Piece.parse(name)
    q, r = cell.split(",")
    return Move(piece, position.cell_of(piece), Cell(int(q), int(r)))


def written(position: ReferencePosition, moves: set[Move]) -> set[str]:
    return {format_move(position, move) for move in moves}


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    position = position_after(case.game)
    legal = position.legal_moves
    assert len(set(legal)) == len(legal), "no move is listed twice"
    assert case.lines
    for key, texts in case.lines:
        word, _, argument = key.partition(" ")
        if word == "count":
            assert len(legal) == int(texts[0])
            continue
        moves = [read(position, text) for text in texts]
        if word == "all":
            assert written(position, set(legal)) == written(position, set(moves))
        elif word == "only":
            piece = Piece.parse(argument)
            of_piece = {move for move in legal if move.piece == piece and move.origin}
            assert written(position, of_piece) == written(position, set(moves))
        elif word == "legal":
            for text, move in zip(texts, moves, strict=True):
                assert why_illegal(position, move) is None, text
                assert move in legal, text
        else:
            assert word == "forbidden", f"unknown key {key!r}"
            for text, move in zip(texts, moves, strict=True):
                reason = why_illegal(position, move)
                assert reason is not None, text
                assert (text, reason.code) == (text, RuleCode[argument])
                assert move not in legal, text


def test_there_are_many_cases() -> None:
    assert len(cases()) >= 60
