"""Small things that strangers stumbled over: each is a sentence now, and says what is so."""

from __future__ import annotations

import gzip
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.server.live import free_port

from skep.cli import main
from skep.cli.play_session import Session
from skep.client import Person
from skep.errors import SetupError, SkepError
from skep.hive.pieces import Color
from skep.hive.records import Game
from skep.hive.uhp.server import UhpServer
from skep.server.settings import load_settings

GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
WON = (
    "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;"
    "wA1 bG1\\"
)


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def test_a_packed_file_that_is_cut_off_is_counted_in_part(tmp_path: Path) -> None:
    # Games of random length would pack too well to be cut in their midst, so they are numbered.
    lines = (f'{{"format": "skep-hive", "version": 1, "headers": {{"n": "{n * 7919}"}}, "options":'
             f' {{"game_type": "Base"}}, "moves": []}}\n' for n in range(3000))  # fmt: skip
    packed = gzip.compress("".join(lines).encode())
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    result = run("stats", "--json", str(path))
    assert result.exit_code == 2
    counted = json.loads(result.stdout)["games"]
    assert 0 < counted < 3000
    assert "the file is cut off" in result.stderr
    assert f"not counted: games.jsonl.gz after {counted} games" in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_told_without_a_number() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "skep", "show", GAME],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"


def test_files_that_a_game_cannot_have_are_told_without_a_number(tmp_path: Path) -> None:
    session = Session(Game("Base"), {Color.WHITE: None, Color.BLACK: None}, lambda question: True)
    missing = tmp_path / "missing"
    assert session.enter(f"load {missing}.pgn") == f"{missing}.pgn: No such file or directory"
    assert "Errno" not in session.enter(f"save {missing}/game.pgn")


@pytest.mark.anyio
async def test_a_server_that_is_not_there_is_an_error_of_ours() -> None:
    address = f"http://127.0.0.1:{free_port()}"
    async with Person(address) as ann:
        with pytest.raises(SkepError, match=f"no server can be reached at {address}"):
            await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        with pytest.raises(SkepError, match="no server can be reached"):
            await ann.export("x")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_nothing_to_review() -> None:
    result = run("review", "Base+MLP")
    assert result.exit_code == 2
    assert "nothing to review" in result.output


def test_converting_nothing_is_no_success(tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    result = run("convert", "-", str(target))
    assert result.exit_code == 2
    assert "the input holds no game" in result.output
    assert not target.exists()


def test_a_finished_game_is_analysed_in_a_word() -> None:
    result = run("analyse", WON)
    assert result.exit_code == 2
    assert "white wins: the black queen is surrounded" in result.output


def test_one_move_has_been_played() -> None:
    server = UhpServer()
    for line in ("newgame Base", "play wS1"):
        list(server.handle(line))
    answer = " ".join(server.handle("undo 2"))
    assert "1 move has been played, so 2 cannot be taken back" in answer


def test_a_count_that_was_stopped_knows_the_layout_that_was_printed() -> None:
    result = run("laruche", "solve", "--seed", "7", "--count", "--states", "10")
    assert result.exit_code == 3
    assert "At least 1 final layout;" in result.output


def test_pages_are_not_written_to_a_terminal() -> None:
    near, far = pty.openpty()
    with os.fdopen(far, "w") as terminal:
        done = subprocess.run(
            [sys.executable, "-m", "skep", "laruche", "sheets"],
            stdout=terminal, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    os.close(near)
    assert done.returncode == 2
    assert "--html FILE" in done.stderr


@pytest.mark.parametrize("depth", ["-1", "0"])
def test_a_depth_below_one_is_about_numbers(depth: str) -> None:
    result = run("perft", "Base", depth)
    assert result.exit_code == 2
    assert f"{depth} is not in the range" in result.output


def test_a_misspelt_setting_in_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "skep.toml"
    file.write_text("prot = 9000\n")
    with pytest.raises(
        SetupError, match=r"skep\.toml: there is no setting prot; did you mean port"
    ):
        load_settings(file, environ={})


def test_a_plain_terminal_gets_letters_without_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "skep", "why", "--language", "de", GAME, "wS1 bQ-"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True, check=False,
    )  # fmt: skip
    told = done.stdout.decode("ascii")
    assert "?" not in told, told
    assert "wuerde" in told, told
