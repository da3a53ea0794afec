"""Options and pieces: reading, writing, and what does not exist."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError, UnreadableError
from skep.hive import ALL_PIECES, HIVE_SETS, Bug, Color, HiveOptions, Piece


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_game_types_are_read_back(game_type: str) -> None:
    options = HiveOptions.parse(game_type)
    assert options.game_type == game_type
    base, _, letters = game_type.partition("+")
    for order in permutations(letters):
        spelled = f"{base}+{''.join(order)}" if order else base
        assert HiveOptions.parse(f" {spelled.lower()} ") == options
    assert len(options.pieces) == 22 + 2 * len(letters)


@pytest.mark.parametrize(
    "text", ["", "Base+", "Base+X", "Base+MM", "Bas", "+MLP", "Base MLP", "MLP"]
)
def test_unknown_game_types(text: str) -> None:
    with pytest.raises(InvalidOptionsError, match="expected Base, or Base"):
        HiveOptions.parse(text)


def test_unknown_options() -> None:
    with pytest.raises(InvalidOptionsError, match="opening_queen is one of forbidden, allowed"):
        HiveOptions(opening_queen="perhaps")  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionsError, match="repetition is one of draw, offer"):
        HiveOptions(repetition="win")  # type: ignore[arg-type]


def test_there_are_28_pieces_and_each_exists_once() -> None:
    assert len(set(ALL_PIECES)) == 28
    for index, piece in enumerate(ALL_PIECES):
        assert piece.index == index
        assert Piece(piece.color, piece.bug, piece.number) is piece
        for name in (
            piece.name,
            piece.name.upper(),
            f"{piece.color.value}{piece.bug.value}{piece.number}",
        ):
            assert Piece.parse(f" {name} ") is piece
        for twin in (pickle.loads(pickle.dumps(piece)), copy.copy(piece), copy.deepcopy(piece)):
            assert twin is piece
    with pytest.raises(AttributeError, match="frozen"):
        ALL_PIECES[0].number = 2


def test_pieces_that_do_not_exist() -> None:
    for text in ("", "w", "wX1", "wA4", "wA0", "wA", "gQ", "wQ2", "wA1 "[:2], "ｗA1", "wA\u00b9"):
        with pytest.raises(UnreadableError, match="is not a piece"):
            Piece.parse(text)
    with pytest.raises(ValueError, match="there are 3 of A a side"):
        Piece(Color.WHITE, Bug.ANT, 4)


@given(st.text(max_size=20))
@settings(deadline=None)
def test_any_text_is_a_piece_or_a_declared_error(text: str) -> None:
    try:
        piece = Piece.parse(text)
    except UnreadableError:
        return
    assert piece in ALL_PIECES


@given(st.text(max_size=20) | st.text(alphabet="Base+MLP ", max_size=10))
@settings(deadline=None)
def test_any_text_is_a_game_type_or_a_declared_error(text: str) -> None:
    try:
        options = HiveOptions.parse(text)
    except InvalidOptionsError:
        return
    assert options.game_type in HIVE_SETS
