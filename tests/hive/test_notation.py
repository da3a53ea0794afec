"""Moves and games as text: what is read, what is written, what is refused and how."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.hive.arrangements import position_after, random_positions

from skep.errors import AmbiguousError, IllegalMoveError, NotationError, UnreadableError
from skep.geometry import ORIGIN, Cell
from skep.hive.moves import PASS, Move
from skep.hive.notation import (
    GameState,
    format_game,
    format_move,
    parse_game,
    parse_move,
    read_move,
)
from skep.hive.options import HIVE_SETS, HiveOptions
from skep.hive.pieces import Piece
from skep.hive.position import Position
from skep.hive.reasons import RuleCode
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import legal_moves

LINE = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
CLIMBED = r"Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wS1;bA1 bQ-;wB1 wS1;bA2 bA1-"


# Reading moves.


@pytest.mark.parametrize(
    ("sign", "cell"),
    [
        ("{}-", Cell(1, 0)),
        ("{}/", Cell(1, -1)),
        ("\\{}", Cell(0, -1)),
        ("-{}", Cell(-1, 0)),
        ("/{}", Cell(-1, 1)),
        ("{}\\", Cell(0, 1)),
    ],
)
def test_six_directions(sign: str, cell: Cell) -> None:
    position = position_after("Base;InProgress;Black[1];wS1")
    assert read_move(position, "bA1 " + sign.format("wS1")).target == cell
    assert format_move(position, Move(Piece.parse("bA1"), None, cell)) == "bA1 " + sign.format(
        "wS1"
    )


@pytest.mark.parametrize(
    "text",
    [r"wQ \wS1", r"WQ \Ws1", r"  wq   \ ws1 ", "wQ1 wQ/", r"wQ1 \WS1", "\twQ\t\\wS1\n", "wq WQ1 /"],
)
def test_one_move_written_in_many_ways(text: str) -> None:
    assert read_move(position_after(LINE), text) == Move(
        Piece.parse("wQ"), Cell(-1, 0), Cell(0, -1)
    )


@pytest.mark.parametrize("text", ["pass", "PASS", "  Pass  "])
def test_pass(text: str) -> None:
    assert read_move(position_after(LINE), text) == PASS


@pytest.mark.parametrize("text", ["wB1 bS1", "wB1 wS1-", "wB1 -bQ", "wB1 wB1-"])
def test_a_climb_by_name_by_direction_and_by_a_covered_piece(text: str) -> None:
    move = read_move(position_after(CLIMBED), text)
    assert move == Move(Piece.parse("wB1"), ORIGIN, Cell(1, 0))
    assert format_move(position_after(CLIMBED), move) == "wB1 bS1"


def test_expansion_pieces_may_carry_a_number() -> None:
    position = position_after(LINE)
    for name in ("M", "L", "P"):
        assert read_move(position, f"w{name}1 -wQ") == read_move(position, f"w{name} -wQ")


@pytest.mark.parametrize(
    ("text", "error", "at", "words"),
    [
        ("", UnreadableError, 0, "expected pass, or a piece"),
        ("   ", UnreadableError, 3, "expected pass, or a piece"),
        ("wA1 -", UnreadableError, 0, "is not a move"),
        ("wA1 -wQ extra", UnreadableError, 0, "is not a move"),
        ("wA1-wQ", UnreadableError, 0, "is not a move"),
        ("xA1 -wQ", UnreadableError, 0, "'xA1' in 'xA1 -wQ' is not a piece"),
        ("wA1 -wZ1", UnreadableError, 5, "'wZ1' in 'wA1 -wZ1' is not a piece"),
        ("xA1", UnreadableError, 0, "'xA1' is not a piece"),
        (" wZ1", UnreadableError, 1, "'wZ1' is not a piece"),
        ("wA1 wG1\\", UnreadableError, 4, "'wA1 wG1\\' places wA1 by wG1"),
        ("wA4 -wQ", UnreadableError, 0, "each side has 3 of A"),
        ("wA0 -wQ", UnreadableError, 0, "each side has 3 of A"),
        ("wQ2 -wS1", UnreadableError, 0, "each side has 1 of Q"),
        ("wA11 -wQ", UnreadableError, 0, "is not a piece"),
        ("wA1 -wG1", UnreadableError, 5, "by wG1, which is not in play"),
        ("wA1 wA1-", UnreadableError, 4, "by itself, which is not in play"),
        ("wA1 -bM", UnreadableError, 5, "by bM, which is not in play"),
        ("wA -wQ", AmbiguousError, 0, "expected one of wA1, wA2, wA3"),
        ("wA1 -bS", AmbiguousError, 5, "expected one of bS1, bS2"),
        ("wA1 -wQ-", AmbiguousError, 7, "two directions"),
        ("wA1", AmbiguousError, 3, "does not say where wA1 goes"),
        ("wQ", AmbiguousError, 2, "expected a reference piece too, as in wQ wS1-"),
        ("wſ1 -wQ", UnreadableError, 0, "is not a piece"),
    ],
)
def test_what_cannot_be_read(text: str, error: type[NotationError], at: int, words: str) -> None:
    with pytest.raises(error) as caught:
        read_move(position_after(LINE), text)
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert (caught.value.text, caught.value.at) == (text, at)


def test_the_only_piece_in_play_is_no_example_for_itself() -> None:
    with pytest.raises(IllegalMoveError, match="wS1"):
        parse_move(position_after("Base;InProgress;Black[1];wS1"), "wS1")


def test_an_illegal_move_carries_its_reason() -> None:
    with pytest.raises(IllegalMoveError, match=r"'wS1 bQ-': .* \(ONE_HIVE\)") as caught:
        parse_move(position_after(LINE), "wS1 bQ-")
    assert caught.value.reason.code is RuleCode.ONE_HIVE


def test_a_long_input_is_quoted_short() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_move(position_after(LINE), "x" * 10_000)
    assert len(str(caught.value)) < 400


# Writing moves.


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        # from the north-west clockwise: north-west, north-east, east, south-east, south-west, west
        ("wQ wQ/", r"wQ \wS1"),
        ("wA1 /wS1", r"wA1 wQ\ "),
        ("wA1 wQ\\", r"wA1 wQ\ "),
        (r"wA1 \wS1", r"wA1 \wS1"),
        ("wA1 -wQ", "wA1 -wQ"),
        ("pass", "pass"),
    ],
)
def test_the_reference_that_is_written(typed: str, written: str) -> None:
    position = position_after(LINE)
    assert format_move(position, read_move(position, typed)) == written.strip()


def test_the_mover_is_no_reference_for_itself() -> None:
    position = position_after(CLIMBED)
    assert format_move(position, read_move(position, "wB1 wB1/")) == "wB1 \\bS1"
    assert format_move(position, read_move(position, r"wB1 \wB1")) == r"wB1 \wS1"


def test_a_move_away_from_the_hive_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="touch no other piece"):
        format_move(position_after(LINE), Move(Piece.parse("wA1"), None, Cell(9, 9)))


# Games.


def test_state_and_turn_are_not_trusted() -> None:
    game = parse_game("base+plm;BlackWins;black[77];wS1;bS1 wS1-")
    assert (game.state, game.stated) == (GameState.IN_PROGRESS, GameState.BLACK_WINS)
    assert format_game(game.options, game.moves) == "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"


@pytest.mark.parametrize(
    "text",
    ["Base", "Base;NotStarted;White[1]", " base ; notstarted ; white[1] ;", "Base;Draw;Black[3]"],
)
def test_games_without_moves(text: str) -> None:
    game = parse_game(text)
    assert (game.moves, game.state) == ((), GameState.NOT_STARTED)
    assert format_game(game.options, game.moves) == "Base;NotStarted;White[1]"


@pytest.mark.parametrize("text", ["wQ", "wq1", " WQ "])
def test_a_queen_opening_is_allowed_for_itself(text: str) -> None:
    game = parse_game(f"Base;InProgress;Black[1];{text}")
    assert game.options.opening_queen == "allowed"
    assert parse_game("Base;InProgress;Black[1];wS1;bQ wS1-").options.opening_queen == "allowed"
    assert parse_game("Base;InProgress;Black[1];wS1").options.opening_queen == "forbidden"


def test_a_game_carries_the_rule_on_repetition_that_was_asked_for() -> None:
    assert parse_game("Base").options.repetition == "draw"
    assert parse_game("Base", repetition="offer").options.repetition == "offer"


def test_our_own_notation_is_written_whatever_was_typed() -> None:
    game = parse_game(r"Base;InProgress;White[1];ws1;BS1 ws1 -;wq1 -wS1;bq bS1-;wQ wQ/")
    assert game.texts == ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", r"wQ \wS1")


def test_a_finished_game() -> None:
    text = (
        r"Base;WhiteWins;White[6];wS1;bA1 -wS1;wQ wS1\;bQ /bA1;wQ bA1\;bG1 -bQ;wB1 wQ\;bA2 bG1\;"
        r"wB1 bQ\;bA3 -bA1"
    )
    game = parse_game(text)
    assert game.state is GameState.WHITE_WINS
    assert format_game(game.options, game.moves) == text
    with pytest.raises(IllegalMoveError, match=r"move 11, .*GAME_OVER"):
        parse_game(text + ";pass")


@pytest.mark.parametrize(
    ("text", "error", "at", "words"),
    [
        ("", UnreadableError, 0, "expected a game type"),
        ("Chess", UnreadableError, 0, "found 'Chess'"),
        ("Base+X;InProgress;White[1]", UnreadableError, 0, "Base+X"),
        ("Base+MM;InProgress;White[1]", UnreadableError, 0, "Base+MM"),
        ("Base;Running;White[1]", UnreadableError, 5, "expected a state"),
        ("Base;wS1", UnreadableError, 5, "expected a state"),
        ("Base;InProgress", UnreadableError, 15, "expected a turn"),
        ("Base;InProgress;Green[1]", UnreadableError, 16, "found 'Green[1]'"),
        ("Base;InProgress;White[1];wS1;bX1 wS1-", UnreadableError, 29, "move 2, character 30"),
        ("Base;InProgress;White[1];wS1;bA1 -wZ1", UnreadableError, 34, "'wZ1'"),
        ("Base;InProgress;White[1];wS1;;bS1 wS1-", UnreadableError, 29, "move 2"),
        ("Base;InProgress;White[1];wS1;bA -wS1", AmbiguousError, 29, "one of bA1, bA2, bA3"),
        ("Base;InProgress;White[1];wS1;bA2 -wS1", IllegalMoveError, 29, "(NUMBER_ORDER)"),
        ("Base;InProgress;White[1];wM", IllegalMoveError, 25, "(NOT_IN_SET)"),
    ],
)
def test_games_that_are_refused(text: str, error: type[NotationError], at: int, words: str) -> None:
    with pytest.raises(error) as caught:
        parse_game(text)
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert (caught.value.text, caught.value.at) == (text, at)


# Properties.


@given(random_positions())
@settings(deadline=None, max_examples=30)
def test_every_legal_move_is_read_back(position: ReferencePosition) -> None:
    texts = [format_move(position, move) for move in legal_moves(position)]
    assert len(set(texts)) == len(texts)
    assert [read_move(position, text) for text in texts] == legal_moves(position)


@given(random_positions())
@settings(deadline=None, max_examples=30)
def test_every_game_is_read_back(position: ReferencePosition) -> None:
    text = format_game(position.options, position.moves)
    for factory in (ReferencePosition, Position):
        game = parse_game(text, factory=factory)
        assert game.moves == position.moves
        assert format_game(game.options, game.moves, factory=factory) == text


WORDS = r"w b Q S1 A A1 M P1 - / \ ; pass wQ bS1 wS1 White[1] InProgress Base + 1 [ é"
SNIPPETS = st.sampled_from([*WORDS.split(" "), " ", "\t", "\0"])
NOISE = st.one_of(st.text(max_size=40), st.lists(SNIPPETS, max_size=12).map("".join))


def refusal_of(read: Callable[[], object]) -> NotationError | None:
    try:
        read()
    except NotationError as error:
        return error
    return None


@given(NOISE)
@example("wS1" + " " * 200_000 + "- wQ !")
@settings(deadline=None, max_examples=300)
@pytest.mark.medium
def test_any_text_is_a_move_or_a_declared_error(text: str) -> None:
    error = refusal_of(lambda: read_move(position_after(LINE), text))
    if error is not None:
        assert error.text == text
        assert error.at is not None
        assert 0 <= error.at <= len(text)
        assert len(str(error)) < 500


@given(st.sampled_from(HIVE_SETS), st.lists(NOISE, max_size=6))
@settings(deadline=None, max_examples=200)
def test_any_text_is_a_game_or_a_declared_error(game_type: str, parts: list[str]) -> None:
    for text in (";".join(parts), ";".join([game_type, "InProgress", "White[1]", "wS1", *parts])):
        error = refusal_of(lambda text=text: parse_game(text))  # type: ignore[misc]
        if error is not None:
            assert error.text == text
            assert error.at is not None
            assert 0 <= error.at <= len(text)
        else:
            game = parse_game(text)
            assert parse_game(format_game(game.options, game.moves)).moves == game.moves


def test_options_of_a_set_do_not_change_in_a_round_trip() -> None:
    for game_type in HIVE_SETS:
        assert parse_game(game_type).options == HiveOptions.parse(game_type)


def test_the_rule_book_is_asked_for_reasons_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        pytest.fail("the rule book was asked about a legal move")

    monkeypatch.setattr("skep.hive.notation.moves.why_illegal", asked)
    monkeypatch.setattr("skep.hive.rulebook.why_illegal", asked)
    text = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    position = Position.from_game_string(text)
    position.play("wQ \\wS1")
    assert position.parse_move("bQ bS1/").piece == Piece.parse("bQ")


def test_a_game_string_is_replayed_once() -> None:
    played = []

    class Counted(Position):
        def play_unchecked(self, move: Move) -> None:
            played.append(move)
            super().play_unchecked(move)

    text = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
    assert Counted.from_game_string(text).ply == len(played) == 4


@settings(max_examples=15, deadline=None)
@given(random_positions())
def test_a_move_has_a_text_of_its_own(position: ReferencePosition) -> None:
    for move in legal_moves(position):
        assert str(move) == move.text
        assert parse_move(position, move.text) == move


def test_texts_by_cell() -> None:
    position = Position.from_game_string(LINE)
    assert position.parse_move(" WA1@-2,0 ") == position.parse_move("wA1 -wQ")
    assert PASS.text == "pass"
    with pytest.raises(IllegalMoveError) as refused:
        position.play("wA1@9,9")
    assert refused.value.reason.code is RuleCode.TOUCHES_NO_FRIEND
    for text in ("wA9@0,1", "wA1@", "wA1@1", "wA1@1,2,3", "@1,2", "wA1@99999,0", "wA1@１,0"):
        with pytest.raises(NotationError):
            position.parse_move(text)
