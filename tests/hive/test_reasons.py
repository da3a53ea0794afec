"""Reasons: their arguments, their sentences, and the rules that notation cannot break."""

from __future__ import annotations

import pickle
import string
from pathlib import Path

import pytest
from tests.hive.arrangements import position_after

from skep.geometry import ORIGIN, Cell
from skep.hive.moves import Move
from skep.hive.notation import read_move
from skep.hive.pieces import Color, Piece
from skep.hive.reasons import SENTENCES, Reason, RuleCode
from skep.hive.rulebook import why_illegal
from skep.words import Words
from skep.words.catalogue import Message

RING = (
    r"Base;InProgress;Black[4];wS1;bS1 wS1-;wQ /wS1;bQ bS1\;wB1 wQ\;bA1 bQ-;wA1 -wQ"  # five of six
)
LINE = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def reason_for(game_string: str, text: str) -> Reason:
    position = position_after(game_string)
    reason = why_illegal(position, read_move(position, text))
    assert reason is not None
    return reason


def test_every_code_has_a_sentence_of_its_own() -> None:
    assert set(SENTENCES) == set(RuleCode)
    assert len(set(SENTENCES.values())) == len(RuleCode)
    for sentence in SENTENCES.values():
        fields = [name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None]
        assert all(name.isidentifier() for name in fields)
        assert not sentence.endswith(".")


def test_a_gate_names_its_stacks() -> None:
    reason = reason_for(RING, "bA1 -bQ")
    assert reason.code is RuleCode.GATE
    middle = Cell(0, 1)  # of the ring, whose north-western piece lies at the origin
    assert reason["step"] == (Cell(0, 2), middle)
    assert set(reason["stacks"]) == {Cell(1, 1), Cell(-1, 2)}
    assert {reason["left"].name, reason["right"].name} == {"bQ", "wB1"}
    assert reason.sentence() in (
        "bA1 does not fit between bQ and wB1",
        "bA1 does not fit between wB1 and bQ",
    )


def test_one_hive_names_the_parts_that_fall_apart() -> None:
    reason = reason_for(LINE, "wS1 bQ-")
    assert reason.code is RuleCode.ONE_HIVE
    assert reason["parts"] == ((Cell(1, 0), Cell(2, 0)), (Cell(-1, 0),))
    assert reason["cut_off"] == (Piece.parse("wQ"),)
    assert str(reason) == "without wS1 the hive would fall apart: wQ would be cut off"


@pytest.mark.parametrize(
    ("game_string", "text", "sentence"),
    [
        (LINE, "wQ bS1/", "wQ moves as a queen: one step only"),
        (LINE, "bQ bS1/", "bQ cannot be played, because white is to move"),
        (LINE, "wM -wQ", "wM is not in the set Base"),
        (LINE, "wA2 -wQ", "wA1 comes into play before wA2"),
        (LINE, "wA1 bS1/", "a new piece may not touch the other colour, here bQ and bS1"),
        (LINE, "pass", "white may not pass while it has a legal move"),
        (RING, "bA1 wQ", "bA1 needs an empty cell, but wQ lies there"),
    ],
)
def test_sentences(game_string: str, text: str, sentence: str) -> None:
    assert reason_for(game_string, text).sentence() == sentence


def test_sentences_and_their_words_are_translated() -> None:
    german = Words(
        "de",
        [
            Message(
                SENTENCES[RuleCode.QUEEN_NOT_PLACED], strings=["{color:dem} fehlt die Königin"]
            ),
            Message("white", context="side", strings=["Weiß | dem: dem weißen Spieler"]),
        ],
    )
    reason = Reason(RuleCode.QUEEN_NOT_PLACED, color=Color.WHITE)
    assert reason.sentence(german) == "dem weißen Spieler fehlt die Königin"


def test_reasons_are_values() -> None:
    reason = Reason(RuleCode.COVERED, piece=Piece.parse("wA1"), cover=Piece.parse("bB1"))
    assert reason == Reason(RuleCode.COVERED, cover=Piece.parse("bB1"), piece=Piece.parse("wA1"))
    assert pickle.loads(pickle.dumps(reason)) == reason
    assert reason != Reason(RuleCode.COVERED, piece=Piece.parse("wA2"), cover=Piece.parse("bB1"))
    assert reason.arguments == {"piece": Piece.parse("wA1"), "cover": Piece.parse("bB1")}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move(Piece.parse("wQ"), None, Cell(-2, 0)), RuleCode.NOT_IN_RESERVE),
        (Move(Piece.parse("wA1"), ORIGIN, Cell(-2, 0)), RuleCode.NOT_IN_PLAY),
        (Move(Piece.parse("wQ"), ORIGIN, Cell(0, -1)), RuleCode.NOT_THERE),
        (Move(Piece.parse("wQ"), Cell(-1, 0), Cell(0, -1)), None),
    ],
)
def test_moves_that_no_text_can_say(move: Move, code: RuleCode | None) -> None:
    reason = why_illegal(position_after(LINE), move)
    assert (reason and reason.code) is code


def test_the_rules_page_explains_every_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
    assert [code.name for code in RuleCode if f"`{code.name}`" not in page] == []
