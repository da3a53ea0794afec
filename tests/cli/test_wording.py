"""What commands say: to the point, in whole words, and in lines that fit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.test_mistakes import GAME, refused, skep

from skep.cli import main


def run(*arguments: object, text: str | None = None, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, [str(each) for each in arguments], input=text)


@pytest.mark.medium
def test_the_statistics_fit_into_eighty_columns(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    wide = GAME.replace("Base;", "Base+MLP;")
    path.write_text(f"{wide}\n" * 1234 + f"{GAME}\n" * 4321)
    for encoding in ("utf-8", "ascii"):
        shown = skep("stats", path, COLUMNS="80", PYTHONIOENCODING=encoding).stdout
        table = shown.split("\n\n")[0].splitlines()[1:]
        rows = [line for line in table if "Base" in line]
        assert len(rows) == 2, shown
        assert any("Base+MLP" in row and "1234 (100 %)" in row for row in rows), shown
        assert max(map(len, shown.splitlines())) <= 80
        lengths = {len(row) for row in rows}
        assert len(lengths) == 1, shown


def test_a_file_that_is_none_loses_no_results(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "hello.txt"
    good.write_text(f"{GAME}\n")
    bad.write_text("hello world\n")
    for files in ((good, bad), (bad, good)):
        result = run("stats", *files)
        assert result.exit_code == 2
        assert "1 game" in result.stdout
        assert "hello.txt: " in result.stderr
        assert result.stderr.endswith("Error: not counted: hello.txt\n")


def test_one_is_not_many(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{GAME};nonsense\n{GAME}\n")
    assert "1 damaged game counted as far as it could be read" in run("stats", path).stderr
    blundered = GAME + r";wA1 -wQ;bA1 bQ-;wA1 /bA1"
    reviewed = run("review", blundered, "--nodes", "300").output
    for word in ("inaccuracies", "mistakes", "blunders"):
        assert f" 1 {word}" not in reviewed


@pytest.mark.parametrize("arguments", [["demo"], ["perft", "--help"], ["--help"]])
def test_a_plain_terminal_gets_plain_characters(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "skep", *arguments],
        env=os.environ | {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.isascii()
    assert b"..." in done.stdout or arguments != ["perft", "--help"]


@pytest.mark.parametrize(
    "more", [["--targets", "wA1"], ["--theme", "dark"], ["--flat"], ["--width", "90"]]
)
def test_options_of_a_picture_need_one(more: list[str]) -> None:
    result = run("show", GAME, *more)
    assert result.exit_code == 2
    assert f"{more[0]} has no meaning without --svg" in result.output
    assert run("show", GAME, *more, "--svg", "-").exit_code == 0


def test_only_endings_that_can_be_written_are_offered(tmp_path: Path) -> None:
    path = tmp_path / "g.txt"
    path.write_text(f"{GAME}\n")
    result = run("convert", path, tmp_path / "g")
    assert ".pgn" in result.output
    assert ".sgf" not in result.output
    typed = run("play", "--load", GAME, text=f"save {tmp_path}/g\n", SKEP_HOME=str(tmp_path))
    assert ".pgn" in typed.output
    assert ".sgf" not in typed.output


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("?", "A move is a piece, then a neighbour"),
        ("board", "white in hand"),
        ("moves wZ", "not a piece"),
        ("moves bA1", "no legal move of bA1"),
    ],
)
def test_what_people_type_is_understood(line: str, words: str, tmp_path: Path) -> None:
    result = run("play", "--load", GAME, text=f"{line}\n", SKEP_HOME=str(tmp_path))
    assert words in result.output.split("white> ", 1)[1]


def test_an_empty_input_holds_no_game() -> None:
    result = run("show", "-", text="\n")
    assert result.exit_code == 2
    assert "the input holds no game" in result.output


def test_a_record_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00\x01")
    result = run("laruche", "replay", path)
    assert result.exit_code == 2
    assert "this is no text, so it is no record" in result.output


def test_an_engine_that_does_not_greet() -> None:
    refused(skep("arena", "true", "true"), "did not greet", "at being started")
