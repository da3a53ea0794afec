"""Set-ups: their text form, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hive.random_positions import random_positions

from skep.errors import InvalidPositionError, SkepError, UnreadableError
from skep.geometry import Cell
from skep.hive import Color, HiveOptions, Piece, Position, Setup
from skep.hive.options import HIVE_SETS

GOOD = "Base+P;White[3];wQ@0,0;bQ@1,0;wP@-1,0;bA1@2,0!"


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_read_back(game_type: str) -> None:
    for position in random_positions(game_type, 40, seed=21):
        setup = position.setup
        again = Setup.parse(str(setup), options=position.options)
        assert again == setup
        assert Position.from_setup(again) == position
        assert str(again) == str(setup)


def test_reading_is_generous() -> None:
    assert Setup.parse(GOOD.lower().replace(";", " ; ")) == Setup.parse(GOOD)
    assert Setup.parse("Base;White[1]").pieces == ()


def test_the_earliest_ply_is_taken_if_none_is_given() -> None:
    setup = Setup.parse(GOOD)
    for turn, ply in ((Color.WHITE, 4), (Color.BLACK, 5)):
        assert Setup.of(setup.options, setup.pieces, turn=turn).ply == ply
    assert Setup.of(HiveOptions(), (), turn=Color.WHITE).ply == 0


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("", 0, "not a game type"),
        ("Base", 4, "expected a turn such as White[5]"),
        ("Base;Green[2]", 5, "expected a turn such as White[5]"),
        ("Base;White[0]", 5, "expected a turn such as White[5]"),
        ("Base;White[2];wS1", 14, "expected a piece and its cell such as wA1@0,-2, found 'wS1'"),
        ("Base;White[2];wS1@0,0;bS1@1", 22, "found 'bS1@1'"),
        ("Base;White[2];wS1@0,0;", 22, "found ''"),
        ("Base;White[2];xS1@0,0", 14, "'xS1' is not a piece"),
        ("Base;White[2];wS1@0,0!;bS1@1,0!", 23, "both wS1 and bS1 are marked as just moved"),
        ("Base;White[2];wS1@0,99999", 14, "expected a piece and its cell"),
    ],
)
def test_what_cannot_be_read(text: str, at: int, words: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Setup.parse(text)
    assert words in str(caught.value)
    assert caught.value.text == text
    assert caught.value.at == at


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Base;White[2];wM@0,0;bS1@1,0", "wM is not in the set Base"),
        ("Base;White[3];wS1@0,0;bS1@1,0;wS1@2,0", "wS1 stands on two cells"),
        ("Base;White[2];wS2@0,0;bS1@1,0", "wS2 is in play, but wS1 comes out first"),
        ("Base;White[2];wS1@0,0;bS1@0,0", "bS1 cannot stand on top of wS1"),
        ("Base;White[2];wS1@0,0;bB1@0,0", "bB1 has climbed, but its queen is not in play"),
        ("Base;White[2];wS1@0,0;bS1@2,0", "the hive is in parts: (2, 0) is cut off"),
        ("Base;White[1];wS1@0,0", "white has 1 pieces in play, but had only 0 turns"),
        ("Base;Black[1]", "white had 1 turns, but has no piece in play"),
        ("Base;White[5];wS1@0,0;bQ@1,0", "white had 4 turns, but its queen is not in play"),
    ],
)
def test_what_no_game_leads_to(text: str, words: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Setup.parse(text)
    assert words in str(caught.value)


def test_what_the_text_form_cannot_say_is_refused_too() -> None:
    setup = Setup.parse("Base;White[2];wS1@0,0;bS1@1,0")
    with pytest.raises(InvalidPositionError, match="after 3 plies it is not the turn of white"):
        Setup(setup.options, setup.pieces, Color.WHITE, 3).check()
    with pytest.raises(InvalidPositionError, match="wA1 just moved, but is not in play"):
        Setup.of(setup.options, setup.pieces, turn=Color.WHITE, just_moved=Piece.parse("wA1"))
    with pytest.raises(InvalidPositionError, match="wS1 is too far out"):
        Setup.of(HiveOptions(), [(Piece.parse("wS1"), Cell(0, 10_000))], turn=Color.BLACK)
    with pytest.raises(InvalidPositionError):
        Position.from_setup(Setup(setup.options, setup.pieces, Color.WHITE, 0))


def test_cells_may_lie_anywhere() -> None:
    far = Setup.of(
        HiveOptions(),
        [(Piece.parse("wS1"), Cell(9000, -9000)), (Piece.parse("bS1"), Cell(9001, -9000))],
        turn=Color.WHITE,
    )
    position = Position.from_setup(far)
    assert position.setup == far
    near = Position.from_setup(Setup.parse("Base;White[2];wS1@0,0;bS1@1,0"))
    assert {
        move.target and move.target.translated(-9000, 9000) for move in position.legal_moves
    } == {move.target for move in near.legal_moves}


PARTS = st.sampled_from(
    [
        "Base",
        "Base+MLP",
        "White[3]",
        "Black[3]",
        "wQ@0,0",
        "bQ@1,0",
        "wB1@0,0",
        "bP@-1,0!",
        "@",
        "!",
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(PARTS | st.text(max_size=8)).map(";".join)))
@settings(deadline=None, max_examples=300)
def test_any_text_is_a_set_up_or_a_declared_error(text: str) -> None:
    try:
        setup = Setup.parse(text)
    except SkepError:
        return
    assert Setup.parse(str(setup)) == setup
    assert Position.from_setup(setup).setup.turn is setup.turn
