"""`--json`: the same answers for programs, on standard output and alone there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from skep.cli import main
from skep.hive import Color, Position
from skep.hive.records import parse_record, save_games

GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
WON = (
    r"Base;WhiteWins;White[6];wS1;bA1 -wS1;wQ wS1\;bQ /bA1;wQ bA1\;bG1 -bQ;wB1 wQ\;bA2 bG1\;"
    r"wB1 bQ\;bA3 -bA1"
)
UHP = f"{sys.executable} -m skep uhp"


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(main, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_moves() -> None:
    position = Position.from_game_string(GAME)
    found = answer("moves", GAME)
    assert (found["turn"], found["ply"], found["outcome"]) == ("white", 4, None)
    assert {position.parse_move(move["move"]) for move in found["moves"]} == set(
        position.legal_moves
    )
    for move in found["moves"]:
        legal = position.parse_move(move["move"])
        assert legal.piece is not None
        assert legal.target is not None
        assert (move["piece"], move["to"]) == (legal.piece.name, list(legal.target))
        assert move["from"] == (None if legal.origin is None else list(legal.origin))
    over = answer("moves", WON)
    assert over["outcome"] == {"winner": "white", "cause": "surrounded"}
    assert over["moves"] == []


def test_analyse() -> None:
    found = answer("analyse", GAME, "--nodes", "2000", "--lines", "2")
    position = Position.from_game_string(GAME)
    assert found["turn"] == "white"
    assert found["nodes"] >= 2000
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert position.parse_move(line["moves"][0]) in position.legal_moves
        assert line["ends_in"] is None
        assert 0 < line["chance"] < 1
        assert isinstance(line["score"], int)


def test_review() -> None:
    found = answer("review", WON, "--nodes", "2000")
    assert found["whole"] is True
    assert [move["ply"] for move in found["moves"]] == list(range(1, 11))
    last = found["moves"][-1]
    assert (last["color"], last["move"], last["judgement"]) == ("black", "bA3 -bA1", "blunder")
    assert (last["white_chance"], last["ends_in"]) == (1.0, 0)
    assert last["better"]
    assert set(found["accuracy"]) == {color.name.lower() for color in Color}


def test_eval() -> None:
    found = answer("eval", GAME)
    assert found["turn"] == "white"
    assert found["score"] == found["white_score"]
    assert {"name", "white", "black"} == set(found["terms"][0])
    black = answer("eval", GAME.rpartition(";")[0])
    assert black["turn"] == "black"
    assert black["score"] == -black["white_score"]


def test_stats(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    games = [parse_record(text) for text in (GAME, WON, WON, "Base+M;Draw;White[2];wA1;bA1 wA1-")]
    save_games(games, path)
    found = answer("stats", str(path))
    assert (found["games"], found["damaged"]) == (4, 0)
    assert found["sets"]["Base"] == {
        "games": 3,
        "results": {"white": 2, "black": 0, "draw": 0, "unfinished": 1},
        "mean_plies": 10.0,
        "median_plies": 10.0,
    }
    assert found["sets"]["Base+M"]["results"]["draw"] == 1
    assert found["openings"][0] == {
        "white": "spider",
        "black": "ant",
        "games": 2,
        "results": {"white": 2, "black": 0, "draw": 0, "unfinished": 0},
    }


def test_a_median_between_two_lengths(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    lengths = (2, 4, 7, 8)
    moves = WON.split(";")[3:]
    save_games(
        [parse_record(";".join(["Base;Draw;White[1]", *moves[:plies]])) for plies in lengths], path
    )
    assert answer("stats", str(path))["sets"]["Base"]["median_plies"] == 5.5
    assert "│ 5.5" in " ".join(CliRunner().invoke(main, ["stats", str(path)]).stdout.split())


@pytest.mark.medium
def test_arena(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    found = answer(
        *("arena", UHP, UHP, "--set", "Base", "--depth", "1", "--max-plies", "12", "--games", "2"),
        *("--log", str(log), "--name", "1=one", "--name", "2=two", "--sprt", "0", "10"),
    )
    assert found["engines"] == ["one", "two"]
    (meeting,) = found["meetings"]
    assert meeting["engines"] == ["one", "two"]
    assert meeting["games"] == meeting["wins"] + meeting["draws"] + meeting["losses"] == 2
    assert sum(meeting["pairs"]) == 1
    assert found["sprt"]["verdict"] == "undecided"
    assert found["log"] == str(log)
    assert len(log.read_text().splitlines()) == 2 + found["replayed"]
