"""The conformance cases in tests/cases/hive/rules, on the reference and on the core."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skep.geometry import Cell
from skep.hive.moves import Move
from skep.hive.notation import format_move, parse_game, read_move
from skep.hive.pieces import Piece
from skep.hive.position import Position
from skep.hive.reasons import RuleCode
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import why_illegal

RULES = Path(__file__).parent.parent / "cases" / "hive" / "rules"

AnyPosition = ReferencePosition | Position


@dataclass
class Case:
    title: str
    game: str = ""
    lines: list[tuple[str, str, list[str]]] = field(default_factory=list)


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
                    key, _, rest = line.partition(":")
                    word, _, argument = key.partition(" ")
                    texts = [text.strip() for text in rest.split(";") if text.strip()]
                    found[-1].lines.append((word, argument, texts))
    return found


def read(position: AnyPosition, text: str) -> Move:
    name, at, cell = text.partition(" @")
    if not at:
        return read_move(position, text)
    piece = Piece.parse(name)
    q, r = cell.split(",")
    return Move(piece, position.cell_of(piece), Cell(int(q), int(r)))


def written(position: AnyPosition, moves: set[Move]) -> set[str]:
    return {format_move(position, move) for move in moves}


@pytest.mark.parametrize("factory", [ReferencePosition, Position])
@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_case(case: Case, factory: type[AnyPosition]) -> None:
    game = parse_game(case.game, factory=factory)
    position = factory(game.options)
    for move in game.moves:
        position.play_unchecked(move)
    legal = list(position.legal_moves)
    assert len(set(legal)) == len(legal), "no move is listed twice"
    assert case.lines
    for word, argument, texts in case.lines:
        if word == "count":
            assert len(legal) == int(texts[0])
            continue
        moves = [read(position, text) for text in texts]
        if word == "all":
            assert written(position, set(legal)) == written(position, set(moves))
        elif word == "only":
            piece = Piece.parse(argument)
            of_piece = {move for move in legal if move.piece == piece and move.origin is not None}
            assert written(position, of_piece) == written(position, set(moves))
        elif word == "legal":
            for text, move in zip(texts, moves, strict=True):
                assert why_illegal(position, move) is None, text
                assert move in legal, text
        else:
            assert word == "forbidden", f"unknown word {word!r}"
            for text, move in zip(texts, moves, strict=True):
                reason = why_illegal(position, move)
                assert reason is not None, text
                assert (text, reason.code) == (text, RuleCode[argument])
                assert move not in legal, text


def test_the_cases_speak_of_every_rule_that_notation_can_break() -> None:
    spoken = {argument for case in cases() for word, argument, _ in case.lines if argument}
    # A text cannot say "from there", nor place a piece that is in play: see test_reasons.py.
    silent = {RuleCode.NOT_IN_RESERVE, RuleCode.NOT_IN_PLAY, RuleCode.NOT_THERE}
    assert {code.name for code in set(RuleCode) - silent} <= spoken
    assert len(cases()) >= 60
