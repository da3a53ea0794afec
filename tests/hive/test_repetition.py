"""The third occurrence of a position: everything that speaks of the game says the same."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from tests.hive.random_positions import random_game

from skep.errors import GameOverError, IllegalMoveError
from skep.hive import HIVE_SETS, Cause, HiveOptions, Outcome, Position, RuleCode
from skep.hive.engine import Engine, Limit
from skep.hive.notation import GameState, parse_game
from skep.hive.records import Format, Game, format_record, parse_record
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import legal_moves, placement_cells
from skep.hive.uhp.server import UhpServer

OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
CYCLE = (r"wA1 \wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")
LINE = (*OPENING, *CYCLE, *CYCLE)
THIRD = f"Base;Draw;White[8];{';'.join(LINE)}"
Rule = Literal["draw", "offer"]
each_set = pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])


def repeated(game_type: str = "Base", repetition: Rule = "draw") -> Position:
    position = Position(game_type, repetition=repetition)
    for text in LINE:
        position.play(text)
    return position


def random_shuffle(chance: Random) -> Position:
    position = Position("Base", repetition="offer")
    for text in OPENING[:4]:
        position.play(text)
    for _ in range(60):
        moves = [move for move in position.legal_moves if not move.is_placement]
        position.play_unchecked(chance.choice(moves or list(position.legal_moves)))
    return position


@each_set
def test_a_position_that_stands_for_the_third_time_is_over_in_every_respect(game_type: str) -> None:
    position = repeated(game_type)
    assert position.occurrences == 3
    assert position.outcome() == Outcome(None, Cause.REPETITION)
    assert position.game_string.split(";")[1] == "Draw"
    assert len(position.legal_moves) == 0
    assert not position.moves_of("wA1")
    assert not position.placement_cells()
    assert not position.premoves()
    assert not legal_moves(position)
    assert not placement_cells(position)
    reason = position.why_illegal(CYCLE[0])
    assert reason is not None
    assert reason.code is RuleCode.GAME_OVER
    assert str(reason) == "the game is drawn, because this position has stood three times"
    with pytest.raises(IllegalMoveError, match="stood three times"):
        position.play(CYCLE[0])
    with pytest.raises(GameOverError):
        Engine(hash_mib=1).choose(position, Limit(nodes=10))
    position.undo()
    assert position.outcome() is None
    assert position.parse_move(LINE[-1]) in position.legal_moves


@each_set
def test_an_offer_ends_nothing(game_type: str) -> None:
    position = repeated(game_type, "offer")
    assert position.occurrences == 3
    assert position.outcome() is None
    assert position.game_string.split(";")[1] == "InProgress"
    assert set(position.legal_moves) == set(legal_moves(position))
    position.play(CYCLE[0])


@each_set
def test_a_game_and_its_records_agree_with_the_position(game_type: str) -> None:
    position = repeated(game_type)
    game = Game(game_type)
    for text in LINE:
        game.play(text)
    assert game.state is GameState.DRAW
    with pytest.raises(IllegalMoveError):
        game.play(CYCLE[0])
    for file_format in (Format.GAMESTRING, Format.PGN, Format.JSON):
        text = format_record(game, file_format)
        assert GameState.DRAW.value in text or file_format is Format.JSON
        again = parse_record(text)
        assert again == game
        assert again.position_at() == position
        assert again.stated is None  # the board says it


@each_set
def test_uhp_agrees_with_the_position(game_type: str) -> None:
    server = UhpServer()
    text = repeated(game_type).game_string
    assert list(server.handle(f"newgame {text}")) == [text, "ok"]
    for command in (f"play {CYCLE[0]}", "validmoves", "bestmove depth 1"):
        assert list(server.handle(command)) == ["err the game is over: Draw", "ok"]
    list(server.handle("options set Repetition Offer"))
    (moves, _) = server.handle("validmoves")
    assert len(moves.split(";")) == len(repeated(game_type, "offer").legal_moves)
    list(server.handle("options set Repetition Draw"))
    assert list(server.handle("validmoves")) == ["err the game is over: Draw", "ok"]


def test_a_game_string_leads_back_to_the_position() -> None:
    played = [random_game(HiveOptions.parse(each), Random(each), 60) for each in HIVE_SETS]
    for position in [Position(), repeated(), repeated("Base+MLP"), *played]:
        assert Position.from_game_string(position.game_string) == position
    assert Position.from_game_string("Base").options == Position("Base").options


def test_a_game_that_went_on_after_a_third_occurrence_loads() -> None:
    longer = ";".join(("Base;InProgress;Black[8]", *LINE, r"wA1 /wQ"))
    for repetition in ("draw", "offer"):
        position = Position.from_game_string(longer, repetition=repetition)
        assert (position.ply, position.outcome()) == (15, None)
        assert position.options.repetition == repetition
    assert parse_record(longer).state is GameState.IN_PROGRESS
    assert parse_game(THIRD).state is GameState.DRAW
    assert parse_game(THIRD, repetition="offer").state is GameState.IN_PROGRESS


def test_a_win_that_was_stated_at_a_third_occurrence_is_kept() -> None:
    """Not everybody draws there: somebody may have resigned instead."""
    game = parse_record(THIRD.replace("Draw", "WhiteWins"))
    assert game.state is GameState.WHITE_WINS
    assert game.state_at() is GameState.DRAW


def test_perft_and_the_search_ignore_repetition() -> None:
    drawn, open_ = repeated(), repeated(repetition="offer")
    for depth in (1, 2, 4):  # the deeper ones go through positions, not only through boards
        for mode in ("count", "list", "full"):
            assert drawn.perft(depth, mode) == open_.perft(depth, mode) > 0
    assert drawn.perft(4, threads=2) == open_.perft(4)
    two_short = repeated()
    two_short.undo()
    two_short.undo()  # the third occurrence is among the lines that are counted
    leaves = two_short.perft(5, "count")
    assert leaves == two_short.copy(repetition="offer").perft(5) == two_short.perft(5, threads=2)
    assert drawn.perft(1) == len(open_.legal_moves)
    server = UhpServer()
    list(server.handle(f"newgame {THIRD}"))
    assert f"perft(4) = {open_.perft(4)}" in list(server.handle("perft 4"))


def test_a_copy_may_go_by_the_other_rule() -> None:
    position = repeated()
    other = position.copy(repetition="offer")
    assert (position.outcome() is None, other.outcome() is None) == (False, True)
    assert other.options.repetition == "offer"
    assert other.moves == position.moves
    assert other.copy().options == other.options


def test_the_plain_position_counts_as_the_fast_one_does() -> None:
    # With few pieces in play random games come back to the same positions often.
    played = [random_shuffle(Random(seed)) for seed in range(10)]
    seen = set()
    for fast in [*played, repeated(), repeated("Base+MLP")]:
        plain = ReferencePosition(fast.options)
        replayed = Position(fast.options)
        for move in fast.moves:
            plain.play_unchecked(move)
            replayed.play_unchecked(move)
            assert plain.occurrences == replayed.occurrences
            seen.add(plain.occurrences)
        while plain.ply:
            assert plain.occurrences == replayed.occurrences
            plain.undo()
            replayed.undo()
    assert {1, 2, 3, 4} <= seen


def test_the_piece_that_just_moved_does_not_count() -> None:
    """The same pieces on the same cells, reached by another piece's move: the same position."""
    position = Position("Base+P")
    for text in (*OPENING, r"wA1 \wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"):
        position.play(text)
    assert position.just_moved is not None
    start = Position("Base+P")
    for text in OPENING:
        start.play(text)
    assert start.just_moved is None
    assert position.hash != start.hash
    assert position.occurrences == 2
