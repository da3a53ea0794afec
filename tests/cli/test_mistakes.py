"""Ordinary mistakes end in a sentence and exit code 2, never in a traceback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from skep.cli import main
from skep.hive.records import load_game, load_games, parse_record, save_games

GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
WON = (
    "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;"
    "wA1 bG1\\"
)
UHP = f"{sys.executable} -m skep uhp"


def skep(
    *arguments: object, text: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a shell starts it."""
    return subprocess.run(
        [sys.executable, "-m", "skep", *map(str, arguments)],
        env=os.environ | {"PYTHONWARNINGS": "default"} | environment,
        input=text,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )


def refused(result: subprocess.CompletedProcess[str], *words: str) -> None:
    assert result.returncode == 2, (result.stdout, result.stderr)
    assert "Traceback" not in result.stderr + result.stdout
    assert result.stderr.count("Error: ") == 1, result.stderr
    for word in words:
        assert word in result.stderr


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    save_games([parse_record(GAME)], path)
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", GAME, "--svg", "FILE.svg"],
        ["review", GAME, "--nodes", "50", "--svg", "FILE.svg"],
        ["review", GAME, "--nodes", "50", "--out", "FILE.pgn"],
        ["convert", "GAMES", "FILE.json"],
        ["arena", UHP, UHP, "--log", "FILE.jsonl"],
        ["laruche", "solve", "--seed", "7", "--svg", "FILE.svg"],
        ["laruche", "draw", "ROYGBV", "--svg", "FILE.svg"],
        ["laruche", "play", "--record", "FILE.txt"],
        ["laruche", "simulate", "--games", "1", "--records", "FILE"],
        ["laruche", "sheets", "--html", "FILE.html"],
        ["laruche", "sheets", "--svg", "FILE"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_bad_output_path(arguments: list[str], games: Path, tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    words = [
        word.replace("FILE", str(in_the_way / "x")).replace("GAMES", str(games))
        for word in arguments
    ]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert "a file" in result.stderr
    assert in_the_way.stat().st_size == 0


def test_the_output_path_is_tried_before_the_work(tmp_path: Path) -> None:
    for option in ("--svg", "--out"):
        path = tmp_path / "nowhere" / ("x.svg" if option == "--svg" else "x.pgn")
        refused(skep("review", GAME, "--time", "100", option, path), str(path), "cannot be written")


def test_an_annotated_game_needs_a_format_that_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("keep me")
    refused(skep("review", GAME, "--time", "100", "--out", path), ".pgn or .json")
    assert path.read_text() == "keep me"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_no_permission_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        refused(skep("show", GAME, "--svg", tmp_path / "x.svg"), "Permission denied")
    finally:
        tmp_path.chmod(0o700)


def test_files_that_are_no_files_are_not_replaced(tmp_path: Path) -> None:
    link, target = tmp_path / "link.pgn", tmp_path / "target.pgn"
    target.touch()
    link.symlink_to(target)
    save_games([parse_record(GAME)], link)
    assert link.is_symlink()
    assert load_game(target).end.ply == 4
    assert skep("show", GAME, "--svg", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()


def test_a_picture_on_the_output(tmp_path: Path) -> None:
    for arguments in (
        ["show", GAME, "--svg", "-"],
        ["review", GAME, "--nodes", "50", "--svg", "-"],
        ["laruche", "solve", "--seed", "7", "--svg", "-"],
        ["laruche", "draw", "ROYGBV", "--svg", "-"],
        ["laruche", "draw"],
    ):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("<svg ")
        assert result.stdout.rstrip().endswith("</svg>")
    assert not (tmp_path / "-").exists()
    result = CliRunner().invoke(main, ["review", GAME, "--svg", "-", "--json"])
    assert result.exit_code == 2


def test_games_on_the_output(games: Path) -> None:
    result = CliRunner().invoke(main, ["convert", str(games), "-", "--to", "txt"])
    assert result.stdout == GAME + "\n"
    result = CliRunner().invoke(main, ["convert", "-", "-", "--to", "pgn"], input=GAME)
    assert result.stdout == games.read_text()
    result = CliRunner().invoke(main, ["convert", str(games), "-"])
    assert (result.exit_code, "--to" in result.stderr) == (2, True)


def test_user_text_is_shown_as_it_is(tmp_path: Path) -> None:
    """No emoji codes, no markup: neither belongs to the terminal."""
    game = parse_record(GAME)
    game.headers.update(White=":bee: [red]Anna[/red]", Event="12:30:00 :smile:")
    game.end.comment = "a :sparkles: move [bold]"
    path = tmp_path / "games :bug:.pgn"
    save_games([game], path)
    shown = CliRunner().invoke(main, ["show", str(path)]).output
    for text in (":bee: [red]Anna[/red]", "12:30:00 :smile:", "a :sparkles: move [bold]"):
        assert text in shown
    typed = CliRunner(env={"SKEP_HOME": str(tmp_path)}).invoke(
        main, ["play", "--set", "Base"], input="why :bee:\nsave :bug:/x.pgn\nwS1\n"
    )
    assert ":bee:" in typed.output
    assert ":bug:" in typed.output


@pytest.mark.medium
def test_a_database_that_is_down(tmp_path: Path) -> None:
    for arguments in (["serve", "--check"], ["serve", "--port", "0"]):
        result = skep(
            *arguments,
            SKEP_DATA_DIR=str(tmp_path),
            SKEP_DATABASE_URL="postgresql://somebody:hunter2@127.0.0.1:1/skep",
        )
        refused(result, "cannot open the database postgresql://somebody:***@127.0.0.1:1/skep")
        assert "hunter2" not in result.stderr
    nowhere = f"postgresql:///skep?host={tmp_path}"
    result = skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path), SKEP_DATABASE_URL=nowhere)
    refused(result, f"cannot open the database {nowhere}: PostgreSQL does not answer there")


@pytest.mark.medium
def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "skep.db").write_text("something else entirely, and long enough to be looked at")
    result = skep("serve", "--check", SKEP_DATA_DIR=str(tmp_path), SKEP_DATABASE_URL="")
    refused(result, "cannot open the database")


@pytest.mark.medium
def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = skep("serve", "--port", port, SKEP_DATA_DIR=str(tmp_path))
    refused(result, f"cannot listen at 127.0.0.1, port {port}: Address already in use")
    result = skep("serve", "--host", "no.such.host.invalid", SKEP_DATA_DIR=str(tmp_path))
    refused(result, "cannot listen at no.such.host.invalid")


class NotSkep(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.medium
def test_a_bot_with_a_wrong_address(tmp_path: Path) -> None:
    def bot(server: str, engine: str = UHP) -> subprocess.CompletedProcess[str]:
        arguments = ("bot", "--engine", engine, "--server", server, "--game", "abcdefghijkl")
        return skep(*arguments, SKEP_HOME=str(tmp_path))

    refused(bot("http://127.0.0.1:1"), "no server can be reached at http://127.0.0.1:1")
    refused(bot("127.0.0.1:8080"), "no server can be reached at 127.0.0.1:8080")
    refused(bot("http://127.0.0.1:1", "no-such-engine"), "no-such-engine")
    with HTTPServer(("127.0.0.1", 0), NotSkep) as other:
        thread = threading.Thread(target=other.serve_forever, daemon=True)
        thread.start()
        try:
            refused(bot(f"http://127.0.0.1:{other.server_port}"), "is no server of skep")
        finally:
            other.shutdown()
            thread.join()
    assert not list((tmp_path / "bots").iterdir())


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.medium
def test_a_terminal_without_our_characters(encoding: str, games: Path, tmp_path: Path) -> None:
    game = load_game(games)
    game.headers["White"] = "Zoë 🐝"
    save_games([game], games)
    for arguments in (
        ["--help"],
        ["perft", "--help"],
        ["show", games],
        ["stats", games],
        ["demo"],
        ["eval", games],
        ["analyse", games, "--nodes", "50"],
        ["review", games, "--nodes", "50"],
        ["moves", games, "--json"],
        ["laruche", "solve", "--seed", "7"],
        ["play", "--load", games],
    ):
        result = skep(*arguments, PYTHONIOENCODING=encoding, SKEP_HOME=str(tmp_path))
        assert result.returncode == 0, (arguments, result.stderr)
        assert "Traceback" not in result.stderr
    board = skep("show", games, PYTHONIOENCODING="ascii").stdout
    assert "   .     .     .     .\n.     wQ    wS1   bS1   bQ    .\n" in board
    assert "White: Zoe ?" in board


@pytest.mark.medium
def test_a_reader_that_has_had_enough(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{GAME}\n" * 5000)
    for command in (f"convert {path} - --to pgn", f"moves {path}", "laruche draw", "perft Base 4"):
        result = subprocess.run(
            f"{sys.executable} -m skep {command} | head -n 1",
            shell=True,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert result.returncode == 0
        assert result.stdout.count("\n") == 1
        assert "Traceback" not in result.stderr
        assert "Exception" not in result.stderr


def test_an_endless_line_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "zeros.txt"
    with path.open("wb") as stream:
        stream.truncate(40_000_000)
    refused(skep("show", path), "longer than")
    refused(skep("stats", path), "longer than")


def test_damage_in_a_collection_is_counted_and_told(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("\n".join([GAME, "Base;InProgress;White[1];wS1;wS1", "nonsense", GAME]))
    result = skep("stats", path)
    assert result.returncode == 0
    assert "games.txt, game 2: line 2, ply 2" in result.stderr
    assert "games.txt: 2 damaged games counted as far as they could be read" in result.stderr
    refused(skep("convert", path, tmp_path / "out.pgn"), "line 2, ply 2")
    assert not (tmp_path / "out.pgn").exists()


@pytest.mark.medium
def test_an_interrupted_review_keeps_what_is_done(tmp_path: Path) -> None:
    out, svg = tmp_path / "out.pgn", tmp_path / "out.svg"
    shuffle = r";wQ \wS1;bQ bS1/;wQ -wS1;bQ bS1-" * 60
    command = ["review", GAME + shuffle, "--time", "0.3", "--json", "--out", out, "--svg", svg]
    with subprocess.Popen(
        [sys.executable, "-c", _REVIEW_AND_SAY, *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stderr is not None
        for _ in range(3):
            assert process.stderr.readline() == "looked\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert '"whole": false' in output
    (game,) = load_games(out)
    looked_at = [node.evaluation is not None for node in game.main_line()]
    assert looked_at[:2] == [True, True]  # of the third, Ctrl-C may have come before its note
    assert not looked_at[-1]
    assert game.end.ply == 244
    assert svg.read_text().startswith("<svg ")


# The command as it is, with a line for every move that it has looked at.
_REVIEW_AND_SAY = """
import sys
from skep.hive.engine import review
found = review.review_moves
def told(*arguments, **options):
    for move in found(*arguments, **options):
        print("looked", file=sys.stderr, flush=True)
        yield move
review.review_moves = told
from skep.cli import main
main(prog_name="skep")
"""


HUGE = "99999999999999999999"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["analyse", GAME, "--hash", "99999999"], "hash_mib is a whole number from 1 to "),
        (["analyse", GAME, "--hash", HUGE], "hash_mib is a whole number from 1 to "),
        (["analyse", GAME, "--depth", HUGE], "depth is a whole number from 1 to "),
        (["analyse", GAME, "--nodes", HUGE], "nodes is a whole number from 1 to "),
        (["review", GAME, "--nodes", HUGE], "nodes is a whole number from 1 to "),
        (["perft", "Base", HUGE], "is not in the range 1<=x<=1000"),
        (["laruche", "solve", "--seed", "7", "--count", "--states", HUGE], "states is a number"),
    ],
    ids=lambda value: " ".join(value[:4]) if isinstance(value, list) else "",
)
def test_numbers_beyond_all_measure(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2, result.output
    assert words in result.output


def test_a_finished_game_is_told_to_be_over() -> None:
    shown = CliRunner().invoke(main, ["show", WON]).output
    assert "black to move" not in shown
    assert ", white wins\n" in shown
    evaluated = CliRunner().invoke(main, ["eval", WON])
    assert evaluated.exit_code == 2
    assert "the game is over, there is nothing to evaluate: white wins" in evaluated.output
    assert CliRunner().invoke(main, ["eval", WON, "--ply", "4"]).exit_code == 0
