"""GAME means the same in every command: a set, a GameString, a set-up, a file, or the input."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from skep.cli import main
from skep.hive import Position, Setup
from skep.hive.records import Format, Game, format_record, load_game, parse_record, save_games

FREE = "Base;InProgress;White[3];wG3;bS2 wG3-;wQ -wG3;bQ bS2-"
OURS = "Base;InProgress;White[3];wG1;bS1 wG1-;wQ -wG1;bQ bS1-"
SETUP = "Base+P;White[5];wQ@0,0;bQ@1,0;wP@-1,0;bA1@2,0!"
# The commands that take a GAME, each with what else it needs.
COMMANDS = {
    "show": ["show", "GAME"],
    "moves": ["moves", "GAME"],
    "why": ["why", "GAME", "wQ bQ/"],
    "perft": ["perft", "GAME", "1"],
    "eval": ["eval", "GAME"],
    "analyse": ["analyse", "GAME", "--nodes", "200"],
    "review": ["review", "GAME", "--nodes", "100"],
    "play": ["play", "--load", "GAME"],
}
each_command = pytest.mark.parametrize("command", COMMANDS)


def run(command: str, game: str, *more: str, text: str = "", home: Path | None = None) -> Result:
    arguments = [game if word == "GAME" else word for word in COMMANDS[command]]
    runner = CliRunner(env={"SKEP_HOME": str(home)} if home is not None else None)
    return runner.invoke(main, [*arguments, *more], input=text)


def fine(result: Result) -> str:
    assert result.exit_code in (0, 1), result.output  # 1: `why` of a move that is forbidden
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stdout


@each_command
def test_a_game_may_be_a_set_a_gamestring_or_a_set_up(command: str, tmp_path: Path) -> None:
    for game in ("Base+MLP", OURS, SETUP):
        if command == "why" and game == "Base+MLP":
            continue  # there is nothing that the move could refer to
        if command == "review" and game != OURS:
            continue  # no move has been played
        fine(run(command, game, home=tmp_path))


@each_command
def test_a_file_the_input_and_the_text_say_the_same(command: str, tmp_path: Path) -> None:
    if command in ("perft", "analyse"):
        pytest.skip("its answer tells the time, too")
    game = parse_record(OURS)
    other = parse_record("Base;InProgress;Black[1];wA1")
    said = set()
    for ending in ("txt", "pgn", "json"):
        path = tmp_path / f"games.{ending}"
        save_games([other, game], path)
        said.add(fine(run(command, str(path), "--number", "2", home=tmp_path)))
        text = format_record(game, Format(ending))
        said.add(fine(run(command, "-", text=text, home=tmp_path)))
    said.add(fine(run(command, OURS, home=tmp_path)))
    assert len(said) == 1


@each_command
def test_set_ups_come_in_files_too(command: str, tmp_path: Path) -> None:
    game = Game(SETUP)
    game.play("wP /wQ")
    for name in ("set-up.pgn", "set-up.json"):
        save_games([game], tmp_path / name)
        fine(run(command, str(tmp_path / name), home=tmp_path))


@each_command
def test_free_numbers_load_with_a_note(command: str, tmp_path: Path) -> None:
    result = run(command, FREE, home=tmp_path)
    assert "Note: pieces renumbered in the order of their appearance: wG3 is wG1" in result.stderr
    if command not in ("perft", "analyse"):
        assert fine(result) == fine(run(command, OURS, home=tmp_path))


@each_command
def test_what_is_no_game_is_refused_alike(command: str, tmp_path: Path) -> None:
    (tmp_path / "empty.pgn").touch()
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "cut.txt").write_text(OURS + ";wA1 -")
    for game, words in (
        ("nowhere.pgn", "neither a file nor a game"),
        (str(tmp_path), "neither a file nor a game"),
        (str(tmp_path / "empty.pgn"), "empty.pgn holds no game"),
        (str(tmp_path / "noise.bin"), "expected a GameString, PGN, SGF or JSON"),
        (str(tmp_path / "cut.txt"), "line 1, ply 5"),
        ("Base;White[2];wS1@0,0;bS1@5,0", "cut off"),
        ("Base;InProgress;White[1];wS1;bS1", "ply 2"),
    ):
        result = run(command, game, home=tmp_path)
        assert result.exit_code == 2, (game, result.output)
        assert isinstance(result.exception, SystemExit)
        assert result.stdout == ""
        assert words in result.stderr
    result = run(command, "-", text="", home=tmp_path)
    assert (result.exit_code, "holds no game" in result.stderr) == (2, True)


def test_moves_that_are_typed_keep_the_order(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["why", FREE, "wG3 -wQ"])
    assert result.exit_code == 1
    assert result.stdout == "wG2 comes into play before wG3 (NUMBER_ORDER)\n"
    result = run("play", FREE, text="wG3 -wQ\nwG2 -wQ\n", home=tmp_path)
    assert "NUMBER_ORDER" in result.stdout
    (saved,) = (tmp_path / "games").iterdir()
    assert load_game(saved).end.ply == 5


def test_another_game_of_the_file_may_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"Base;InProgress;White[1];wS1;wS1\n{OURS}\n")
    assert fine(run("show", str(path), "--number", "2")) == fine(run("show", OURS))
    assert run("show", str(path)).exit_code == 2
    result = run("show", str(path), "--number", "3")
    assert "games in games.txt: 2, so there is no number 3" in result.stderr


@pytest.mark.parametrize("command", ["moves", "why", "eval", "show", "perft"])
def test_a_position_on_the_way_can_be_asked_for(command: str) -> None:
    if command == "perft":
        result = run(command, OURS, "--ply", "2", "--json")
        assert json.loads(result.stdout)[0]["leaves"] == Position.from_game_string(
            "Base;InProgress;White[2];wG1;bS1 wG1-"
        ).perft(1)
    else:
        shorter = "Base;InProgress;White[3];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wA1 -wQ;bA1 bQ-"
        on_the_way = fine(run(command, shorter, "--ply", "4"))
        assert fine(run(command, OURS)).startswith(on_the_way)
        assert on_the_way != fine(run(command, shorter)) or command == "why"
    assert run(command, OURS, "--ply", "5").exit_code == 2


def test_play_goes_on_from_a_set_up(tmp_path: Path) -> None:
    result = run("play", SETUP, text="wP /wQ\nundo 2\nundo\nnew\nquit\n", home=tmp_path)
    assert "white to move" in fine(result)
    assert "only 1 ply has been played" in result.stdout
    assert "1 taken back" in result.stdout
    result = run("play", SETUP, text="wP /wQ\n", home=tmp_path)
    again = CliRunner(env={"SKEP_HOME": str(tmp_path)}).invoke(main, ["play", "--resume"])
    assert "black to move" in again.stdout
    paths = sorted((tmp_path / "games").iterdir())
    start = load_game(paths[-1]).start
    assert start is not None
    assert start.pieces == Setup.parse(SETUP).pieces


def test_review_of_a_set_up_writes_one(tmp_path: Path) -> None:
    game = Game(SETUP)
    game.play("wP /wQ")
    save_games([game], tmp_path / "in.pgn")
    out = tmp_path / "out.pgn"
    assert run("review", str(tmp_path / "in.pgn"), "--out", str(out)).exit_code == 0
    again = load_game(out)
    assert str(again.start) == SETUP
    assert again.end.evaluation is not None


def test_packed_files_are_read_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "games.txt.gz"
    path.write_bytes(gzip.compress(f"{OURS}\n{FREE}\n".encode()))
    assert fine(run("show", str(path))) == fine(run("show", OURS))
    result = CliRunner().invoke(main, ["stats", str(path), "--json"])
    assert json.loads(result.stdout)["games"] == 2
    path.write_bytes(path.read_bytes()[:-20])
    result = run("show", str(path), "--number", "2")
    assert result.exit_code == 2
    assert "gzip" in result.stderr
