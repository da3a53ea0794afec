"""Games that begin with a set-up: they are played, written and read like others."""

from __future__ import annotations

import json
import random

import pytest
from tests.hive.random_positions import random_setup

from skep.errors import InvalidOptionsError, RecordError
from skep.hive import HIVE_SETS, HiveOptions, Position, Setup
from skep.hive.notation import GameState
from skep.hive.records import Format, Game, format_record, parse_record, parse_records
from skep.hive.records.statistics import CollectionStatistics

TEXT = "Base+P;White[5];wQ@0,0;bQ@1,0;wP@-1,0;bA1@2,0!"
MOVES = ("wP /wQ", "bA1 wP-")


def played() -> Game:
    game = Game(TEXT)
    for move in MOVES:
        game.play(move)
    return game


def test_a_game_begins_with_a_set_up() -> None:
    game = played()
    assert str(game.start) == TEXT
    assert game.start_position() == Position.from_setup(Setup.parse(TEXT))
    position = game.position_at()
    assert (position.ply, game.end.ply) == (10, 2)
    assert game.state is GameState.IN_PROGRESS
    assert game.options.opening_queen == "forbidden"


@pytest.mark.parametrize("file_format", [Format.PGN, Format.JSON])
def test_a_set_up_has_a_place_in_pgn_and_json(file_format: Format) -> None:
    game = played()
    game.headers["White"] = "Anna"
    aside = game.play("wP \\wQ", after=game.root)
    aside.comment = "perhaps"
    text = format_record(game, file_format)
    assert TEXT in text
    again = parse_record(text)
    assert again == game
    assert str(again.start) == TEXT
    assert again.position_at() == game.position_at()


def test_a_line_of_text_may_be_a_set_up() -> None:
    first, second, third = parse_records(f"Base\n{TEXT}\nBase;InProgress;Black[1];wS1\n")
    assert first.start is third.start is None
    assert str(second.start) == TEXT
    assert format_record(second, Format.GAMESTRING) == TEXT + "\n"
    with pytest.raises(RecordError, match="PGN or JSON"):
        format_record(played(), Format.GAMESTRING)


def test_the_options_of_a_game_with_a_set_up_are_kept() -> None:
    options = HiveOptions.parse("Base+P", opening_queen="allowed", repetition="offer")
    game = Game(Setup.parse(TEXT, options=options))
    game.play(MOVES[0])
    for file_format in (Format.PGN, Format.JSON):
        again = parse_record(format_record(game, file_format))
        assert again == game
        assert again.options == options
        assert again.position_at().options == options


def test_pgn_counts_on_from_the_set_up() -> None:
    assert "\n9. wP /wQ\n10. bA1 wQ\\\n" in format_record(played(), Format.PGN)


def test_a_pgn_with_a_set_up_needs_no_game_type() -> None:
    assert parse_record(f'[SetUp "{TEXT}"]\n\n1. wP /wQ\n').options.game_type == "Base+P"


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_any_set_up_reads_back_the_same(game_type: str) -> None:
    chance = random.Random(game_type)
    for _ in range(10):
        game = Game(random_setup(HiveOptions.parse(game_type), chance).setup)
        for _ in range(4):
            moves = list(game.position_at().legal_moves)
            if moves:
                game.play(chance.choice(moves))
        for file_format in (Format.PGN, Format.JSON):
            assert parse_record(format_record(game, file_format)) == game


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("Base;White[2];wS1@0,0;bS1@5,0", "cut off"),
        ("Base;White[2];wS1@0,0;bS1 1,0", "expected a piece and its cell"),
        ("Base;wS1@0,0", "expected a turn"),
        ("Bass;White[2];wS1@0,0;bS1@1,0", "game type"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_a_damaged_record(setup: str, words: str) -> None:
    record = json.loads(format_record(played(), Format.JSON)) | {"setup": setup, "moves": []}
    for text in (setup, f'[SetUp "{setup}"]\n', json.dumps(record)):
        if text == setup and not setup.startswith("Base"):
            continue  # nothing tells that it should be a game
        with pytest.raises(RecordError, match=words) as caught:
            parse_record(text)
        assert caught.value.line == 1


def test_games_with_other_beginnings_are_not_merged() -> None:
    with pytest.raises(InvalidOptionsError, match="beginnings"):
        played().merge(Game("Base+P"))
    game = played()
    game.merge(played())
    assert game == played()


def test_set_ups_are_not_counted_as_openings() -> None:
    counted = CollectionStatistics()
    counted.add(played())
    assert counted.games == 1
    assert not counted.openings


def test_a_set_up_is_part_of_what_a_game_is() -> None:
    other = Game(TEXT.replace("bA1@2,0!", "bA1@2,0"))
    for move in MOVES:
        other.play(move)
    assert other != played()
