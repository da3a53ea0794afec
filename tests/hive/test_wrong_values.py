"""Values of the wrong kind are TypeErrors, those out of range InvalidOptionsErrors, as promised."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skep.errors import InvalidOptionsError, SkepError
from skep.geometry import Cell
from skep.hive import Color, Move, Piece, Position, Setup, random_playouts
from skep.hive.drawing import draw_svg, draw_text
from skep.hive.engine import Engine, Limit, analyse, solve
from skep.hive.records import (
    Evaluation,
    Format,
    Game,
    format_record,
    load_games,
    parse_record,
    save_games,
)

OPENED = "Base;InProgress;White[2];wS1;bS1 wS1-"
# Whatever a stranger may give: none of it is what any of the functions below takes.
ANY: Any = object()


@pytest.fixture
def position() -> Position:
    return Position.from_game_string(OPENED)


WRONG_KINDS: dict[str, Callable[[Any], object]] = {
    "reserve of a text": lambda p: p.reserve("white"),
    "reserve of a number": lambda p: p.reserve(1),
    "moves_of": lambda p: p.moves_of(5),
    "moves_of None": lambda p: p.moves_of(None),
    "cell_of": lambda p: p.cell_of(5),
    "cell_of None": lambda p: p.cell_of(None),
    "stack_at": lambda p: p.stack_at(5),
    "stack_at a text": lambda p: p.stack_at("wQ"),
    "stack_at half a cell": lambda p: p.stack_at(Cell(0.5, 0)),  # type: ignore[arg-type]
    "stack_at three": lambda p: p.stack_at((1, 2, 3)),
    "transform": lambda p: p.transform(3),
    "perft": lambda p: p.perft("3"),
    "from_setup": lambda p: Position.from_setup("Base;White[1]"),  # type: ignore[arg-type]
    "from_game_string": lambda p: Position.from_game_string(5),  # type: ignore[arg-type]
    "parse_move": lambda p: p.parse_move(5),
    "format_move": lambda p: p.format_move("wQ -wS1"),
    "index": lambda p: p.legal_moves["0"],
    "Setup.parse": lambda p: Setup.parse(ANY),
    "Piece.parse": lambda p: Piece.parse(ANY),
    "Piece": lambda p: Piece("w", "Q"),  # type: ignore[arg-type]
    "Move": lambda p: Move(1, 2, 3),  # type: ignore[arg-type]
    "Move to a number": lambda p: Move(Piece.parse("wQ"), None, 3),  # type: ignore[arg-type]
    "choose nowhere": lambda p: Engine(hash_mib=1).choose(ANY, Limit(depth=1)),
    "choose without end": lambda p: Engine(hash_mib=1).choose(p, ANY),
    "choose_at_level": lambda p: Engine(hash_mib=1).choose_at_level(ANY, 1),
    "half a level": lambda p: Engine(hash_mib=1).choose_at_level(p, 2.5),  # type: ignore[arg-type]
    "solve": lambda p: solve(p, seconds="1"),  # type: ignore[arg-type]
    "watch": lambda p: Engine(hash_mib=1).watch(ANY, Limit(depth=1)),
    "lines": lambda p: analyse(p, Limit(depth=1), lines="2"),  # type: ignore[arg-type]
    "Limit": lambda p: Limit(seconds="1"),  # type: ignore[arg-type]
    "draw_svg": lambda p: draw_svg(ANY),
    "draw_text": lambda p: draw_text(ANY),
    "random_playouts": lambda p: random_playouts("3", seed=1),  # type: ignore[arg-type]
    "random_playouts of a set": lambda p: random_playouts(3, 1, ANY),
    "parse_record": lambda p: parse_record(ANY),
    "parse_record of bytes": lambda p: parse_record(b"Base"),  # type: ignore[arg-type]
    "load_games of text": lambda p: list(load_games(io.StringIO(OPENED))),  # type: ignore[arg-type]
    "load_games as": lambda p: load_games("x.pgn", file_format="pgn"),  # type: ignore[arg-type]
    "format_record": lambda p: format_record(ANY, Format.PGN),
    "format_record as": lambda p: format_record(Game(), "pgn"),  # type: ignore[arg-type]
    "Game": lambda p: Game(5),  # type: ignore[arg-type]
    "play": lambda p: Game().play(5),  # type: ignore[arg-type]
    "position_at": lambda p: Game().position_at(5),  # type: ignore[arg-type]
    "evaluation": lambda p: setattr(Game().root, "evaluation", 0.3),
    "clock": lambda p: setattr(Game().root, "clock_ms", "1:00"),
}

OF_THE_ENGINE = {"choose nowhere", "choose without end", "half a level", "solve", "Limit"}


@pytest.mark.parametrize("what", WRONG_KINDS)
def test_a_value_of_the_wrong_kind_is_a_type_error(position: Position, what: str) -> None:
    with pytest.raises(TypeError) as raised:
        WRONG_KINDS[what](position)
    if what in OF_THE_ENGINE:  # the core's own are left as Python raises them
        assert isinstance(raised.value, SkepError)


OUT_OF_RANGE: dict[str, Callable[[Any], object]] = {
    "a far cell": lambda p: p.stack_at(Cell(10**30, 0)),
    "a cell too far": lambda p: p.stack_at(Cell(0, 16_001)),
    "a negative seed": lambda p: random_playouts(3, seed=-1),
    "no level": lambda p: Engine(hash_mib=1).choose_at_level(p, 11),
    "a negative limit": lambda p: solve(p, within=2, seconds=-1),
    "an endless limit": lambda p: solve(p, within=2, seconds=float("nan")),
    "no lines": lambda p: analyse(p, Limit(depth=1), lines=0),
    "a negative depth": lambda p: p.perft(-1),
    "a mode of perft": lambda p: p.perft(1, "slow"),
    "what to do with damage": lambda p: load_games("x.pgn", damaged="x"),  # type: ignore[arg-type]
    "a negative clock": lambda p: setattr(Game().root, "clock_ms", -1),
    "a negative time": lambda p: setattr(Game().root, "spent_ms", -1),
    "a glyph": lambda p: setattr(Game().root, "glyph", "???"),
}


@pytest.mark.parametrize("what", OUT_OF_RANGE)
def test_a_value_out_of_its_range_is_an_error_of_ours(position: Position, what: str) -> None:
    with pytest.raises(InvalidOptionsError):
        OUT_OF_RANGE[what](position)


def test_indices_beyond_the_moves(position: Position) -> None:
    for index in (10**30, -(10**30), len(position.legal_moves)):
        with pytest.raises(IndexError):
            position.legal_moves[index]


def test_save_games_refuses_what_is_no_game_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a Game, not 5"):
        save_games([5], tmp_path / "games.pgn")  # type: ignore[list-item]
    assert not list(tmp_path.iterdir())


def test_a_piece_is_found_by_its_name(position: Position) -> None:
    assert position.cell_of("wS1") == position.cell_of(Piece.parse("wS1")) == Cell(0, 0)
    assert position.cell_of("bq") is None
    with pytest.raises(SkepError, match="is not a piece"):
        position.cell_of("xQ")
    assert Piece.parse("wQ") in position.reserve(Color.WHITE)


def test_what_is_right_is_still_taken() -> None:
    node = Game().play("wS1")
    node.glyph, node.clock_ms, node.spent_ms = "!?", 0, 10**9
    node.evaluation = Evaluation(-35)
    assert (node.glyph, node.clock_ms, node.spent_ms) == ("!?", 0, 10**9)
    node.clock_ms = node.spent_ms = node.evaluation = None
    assert node.annotations() == ("", "!?", (), None, None, None)


def test_nodes_of_other_games_and_deleted_ones_are_refused() -> None:
    mine, other = Game("Base"), Game("Base")
    mine.play("wS1")
    theirs = other.play("wG1")
    with pytest.raises(InvalidOptionsError, match="expected a node of this game"):
        mine.play("bS1 wS1-", after=theirs)
    assert theirs.children == []
    with pytest.raises(InvalidOptionsError, match="expected a node of this game"):
        mine.position_at(other.root)
    after = other.play("bG1 wG1-")
    theirs.delete()
    for gone in (theirs, after):
        with pytest.raises(InvalidOptionsError, match="deleted"):
            other.position_at(gone)
        with pytest.raises(InvalidOptionsError, match="deleted"):
            other.state_at(gone)
