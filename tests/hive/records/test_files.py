"""Files: which format, which encoding, many games, nothing half written."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.errors import RecordError
from skep.hive.records import (
    Format,
    Game,
    detect_format,
    format_for,
    format_record,
    load_game,
    load_games,
    parse_record,
    parse_records,
    save_games,
)

STRING = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STRING, Format.GAMESTRING),
        ("\n# a comment\n\nbase", Format.GAMESTRING),
        ("\ufeffBase;NotStarted;White[1]", Format.GAMESTRING),
        ('[GameType "Base"]', Format.PGN),
        ("{a comment}\n1. wS1", Format.PGN),
        ("1. wS1", Format.PGN),
        ("wS1", Format.PGN),
        ("(;SU[hive])", Format.SGF),
        (" (\n ; SU[hive]", Format.SGF),
        ('{"format": "skep-hive"}', Format.JSON),
        ("{\n  ", Format.JSON),
        ("[{}]", Format.JSON),
        ("[\n", Format.JSON),
        ("hello", None),
        ("", None),
    ],
)
def test_the_content_tells_the_format(text: str, expected: Format | None) -> None:
    assert detect_format(text) is expected


def test_text_of_no_format_is_refused() -> None:
    with pytest.raises(RecordError, match="hello"):
        parse_record("hello")
    assert list(parse_records("\n \n")) == []
    with pytest.raises(RecordError, match="nothing"):
        parse_record("")


@pytest.mark.parametrize("ending", ["txt", "uhp", "pgn", "json", "jsonl"])
def test_files_are_written_and_read_back(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    games = [parse_record(STRING), parse_record(STRING + ";wQ -wS1"), parse_record("Base")]
    assert save_games(games, path) == 3
    assert list(load_games(path)) == games
    assert load_game(path) == games[0]
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    for name in ("games", "games.doc"):
        with pytest.raises(RecordError, match="ends in"):
            format_for(name)
    with pytest.raises(RecordError, match="only read"):
        save_games([], tmp_path / "games.sgf")


def test_a_failure_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    save_games([parse_record(STRING)], path)
    before = path.read_bytes()

    def failing() -> Iterator[Game]:
        yield parse_record("Base")
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        save_games(failing(), path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.json"]


def test_a_file_can_be_rewritten_from_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    save_games([parse_record(STRING)] * 3, path)
    assert save_games(load_games(path), path) == 3
    assert len(list(load_games(path))) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, newline: str) -> None:
    text = newline.join(['[White "Jörg"]', "", "1. wS1", "2. bS1 wS1-", ""])
    (game,) = load_games(io.BytesIO(text.encode(encoding)))
    assert game.headers["White"] == "Jörg"
    assert game.end.ply == 2


def test_gamestrings_with_comments_between() -> None:
    text = f"# two games\n{STRING}\n\n  # the second\nBase;Draw;White[1];wA1\n"
    first, second = parse_records(text)
    assert first.end.ply == 2
    assert second.stated is not None
    assert format_record(second, Format.GAMESTRING) == "Base;Draw;Black[1];wA1\n"


@pytest.mark.parametrize(
    ("text", "line", "ply"),
    [
        ("Base;InProgress;White[1];wS1;bS1", 1, 2),
        ("Base\nBase;Lost;White[1]", 2, None),
        ("Base\nBase+X", 2, None),
        ("Base\n\nBase;InProgress;White[1];wS1;;", 3, 2),
    ],
)
def test_damaged_gamestrings(text: str, line: int, ply: int | None) -> None:
    with pytest.raises(RecordError) as caught:
        list(parse_records(text))
    assert (caught.value.line, caught.value.ply) == (line, ply)


def test_json_of_many_lines_and_arrays() -> None:
    one = format_record(parse_record(STRING), Format.JSON)
    pretty = json.dumps(json.loads(one), indent=2)
    array = json.dumps([json.loads(one)] * 3, indent=1)
    assert [len(list(parse_records(text))) for text in (pretty, array, one * 4)] == [1, 3, 4]
    assert len(list(parse_records(f"{pretty}\n{pretty}"))) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"format": "chess"},
        {"version": 2},
        {"headers": []},
        {"headers": {"White": 1}},
        {"options": {"game_type": "Chess"}},
        {"options": {"repetition": "never"}},
        {"options": {"opening_queen": []}},
        {"result": {"state": "Lost"}},
        {"result": "WhiteWins"},
        {"comment": None},
        {"glyph": "!!!"},
        {"glyph": []},
        {"clock_ms": -1},
        {"clock_ms": True},
        {"spent_ms": 1.5},
        {"eval": 0.35},
        {"eval": "#0"},
        {"eval": "good"},
        {"marks": [[1]]},
        {"marks": [["a", "b"]]},
        {"marks": 3},
        {"moves": {}},
        {"moves": ["wS1"]},
        {"moves": [{"move": "bS1"}]},
        {"moves": [{"move": 5}]},
        {"moves": [{}]},
        {"moves": [{"move": "wS1", "variations": [{}]}]},
        {"moves": [{"move": "wS1", "variations": [[{"move": "xx"}]]}]},
    ],
)
def test_json_of_another_shape_is_refused(change: dict[str, object]) -> None:
    record = json.loads(format_record(parse_record(STRING), Format.JSON)) | change
    with pytest.raises(RecordError) as caught:
        parse_record(json.dumps(record))
    assert caught.value.line == 1


def test_json_nested_too_deeply_is_refused() -> None:
    for text in ("[" * 100_000, '{"a":' * 100_000, "{}" + "[" * 10):
        with pytest.raises(RecordError):
            list(parse_records(text, file_format=Format.JSON))


@pytest.mark.medium
def test_reading_takes_the_memory_of_one_game() -> None:
    """Eight times as many games must not take more memory to read.

    A few hundred games are the least that compares: a tree is a cycle, which waits a while to be
    collected.
    """
    one = format_record(parse_record(STRING + ";wQ -wS1;bQ bS1-"), Format.PGN).encode()

    def peak(count: int) -> int:
        lines = (line + b"\n" for _ in range(count) for line in one.splitlines())
        tracemalloc.start()
        try:
            assert sum(1 for _ in load_games(lines)) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(400)
    assert peak(3200) < 2 * peak(400)
