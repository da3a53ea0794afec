"""`skep play`: what lines do, completion, and a real terminal that is lost in the middle."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from click.testing import CliRunner
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from skep.cli import main
from skep.cli.play_completion import MoveCompleter, completions
from skep.cli.play_opponents import LevelPlayer, RandomMover
from skep.cli.play_session import COMMANDS, Session
from skep.hive import Color, HiveOptions
from skep.hive.notation import GameState
from skep.hive.records import Ending, Game, Result, load_game

OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def session(tmp_path: Path, *, yes: bool = True, program: Color | None = None) -> Session:
    numbers = iter(range(100))
    seats: dict[Color, RandomMover | None] = {Color.WHITE: None, Color.BLACK: None}
    if program is not None:
        seats[program] = RandomMover(random.Random(1))
    return Session(
        Game("Base"), dict(seats), lambda question: yes, lambda: tmp_path / f"{next(numbers)}.json"
    )


def test_moves_are_played_and_saved_at_once(tmp_path: Path) -> None:
    playing = session(tmp_path)
    assert list(tmp_path.iterdir()) == []
    for ply, text in enumerate(OPENING, start=1):
        assert playing.enter(text) == ""
        assert load_game(tmp_path / "0.json").end.ply == ply
    assert load_game(tmp_path / "0.json") == playing.game


def test_bad_lines_are_explained_and_change_nothing(tmp_path: Path) -> None:
    playing = session(tmp_path)
    for text in OPENING:
        playing.enter(text)
    for line, words in {
        "wA1 bQ-": "touch",
        "wA1 wG3-": "not in play",
        "wA1 wQ=": "Did you mean",
        "undoo": "Did you mean undo",
        "nonsense": "not a piece",
        "undo x": "expected a number",
        "undo 9": "only 4 plies",
        "why": "expected the move",
        "why ???": "not a piece",
        "save": "expected a name",
        "save x.doc": "ends in",
        "load": "expected the name",
        "load nowhere.pgn": "nowhere.pgn",
        "moves bA": "no legal move of bA",
    }.items():
        assert words in playing.enter(line), line
        assert playing.position.ply == 4
    assert playing.enter("  ") == ""


def test_why_names_the_rule(tmp_path: Path) -> None:
    playing = session(tmp_path)
    for text in OPENING:
        playing.enter(text)
    assert "(ONE_HIVE)" in playing.enter("why wS1 bQ-")
    assert "is legal" in playing.enter("why wA1 -wQ")


def test_moves_are_listed_by_piece(tmp_path: Path) -> None:
    playing = session(tmp_path)
    playing.enter("wS1")
    lines = playing.enter("moves").splitlines()
    assert {line.split()[0] for line in lines} == {"bS1", "bB1", "bG1", "bA1"}
    assert playing.enter("moves bS1").split()[0] == "bS1"


def test_undo_takes_back_and_saves(tmp_path: Path) -> None:
    playing = session(tmp_path)
    assert "nothing" in playing.enter("undo")
    for text in OPENING:
        playing.enter(text)
    playing.enter("undo 3")
    assert playing.position.ply == 1
    assert load_game(tmp_path / "0.json").end.ply == 1
    playing.enter("bG1 wS1-")
    assert playing.game.end.ply == 2


def test_resigning_and_agreeing(tmp_path: Path) -> None:
    playing = session(tmp_path)
    playing.enter("wS1")
    playing.enter("resign")
    assert playing.game.stated == Result(GameState.WHITE_WINS, Ending.RESIGNATION)
    assert playing.is_over
    assert "White wins by resignation" in playing.status()
    assert "over" in playing.enter("bS1 wS1-")
    assert "over" in playing.enter("draw")
    assert playing.legal_texts() == []
    playing.enter("undo")
    assert playing.game.stated is None
    assert playing.position.ply == 1
    playing.enter("draw")
    assert load_game(tmp_path / "0.json").stated == Result(GameState.DRAW, Ending.AGREEMENT)


def test_a_no_keeps_the_game_going(tmp_path: Path) -> None:
    playing = session(tmp_path, yes=False)
    playing.enter("wS1")
    for line in ("resign", "draw", "new"):
        playing.enter(line)
        assert not playing.is_over
        assert playing.position.ply == 1


def test_save_load_and_new_each_keep_their_file(tmp_path: Path) -> None:
    playing = session(tmp_path)
    playing.enter("wS1")
    playing.enter(f"save {tmp_path / 'kept.pgn'}")
    playing.enter("bS1 wS1-")
    playing.enter("new")
    assert playing.position.ply == 0
    playing.enter("wG1")
    playing.enter(f"load {tmp_path / 'kept.pgn'}")
    assert playing.position.ply == 1
    kept = [load_game(tmp_path / f"{number}.json").end.ply for number in range(3)]
    assert kept == [2, 1, 1]


def test_against_a_level_of_the_engine(tmp_path: Path) -> None:
    playing = session(tmp_path)
    playing.seats[Color.BLACK] = LevelPlayer(3, seed=1)
    playing.enter("wS1")
    assert playing.let_opponent_play().startswith("Black (level 3) plays b")
    assert playing.position.turn is Color.WHITE


def test_against_a_program(tmp_path: Path) -> None:
    playing = session(tmp_path, program=Color.BLACK)
    assert playing.let_opponent_play() == ""
    playing.enter("wS1")
    assert playing.let_opponent_play().startswith("Black (random mover) plays b")
    assert playing.position.turn is Color.WHITE
    playing.enter("undo")
    assert playing.position.ply == 0
    playing.enter("wS1")
    playing.let_opponent_play()
    assert "plays on" in playing.enter("draw")


def test_a_program_that_begins_cannot_be_undone_past_its_first_move(tmp_path: Path) -> None:
    playing = session(tmp_path, program=Color.WHITE)
    playing.let_opponent_play()
    playing.enter("undo")
    assert playing.let_opponent_play()
    assert playing.position.turn is Color.BLACK


def test_a_third_occurrence_is_told(tmp_path: Path) -> None:
    playing = session(tmp_path)
    playing.game.options = HiveOptions(repetition="offer")
    for text in (*OPENING, *(r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-") * 2):
        playing.enter(text)
    assert "three times" in playing.status()
    playing.game.options = HiveOptions(repetition="draw")
    assert playing.is_over


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    playing = session(tmp_path / "missing")
    playing.enter("wS1")
    assert playing.position.ply == 1
    assert "could not be saved" in playing.status()


@pytest.mark.parametrize("last_words", ["wS1\nquit\n", "wS1\n"])
def test_no_save_is_claimed_that_did_not_happen(tmp_path: Path, last_words: str) -> None:
    (tmp_path / "home").write_text("no folder")
    home = {"SKEP_HOME": str(tmp_path / "home")}
    result = CliRunner(env=home).invoke(main, ["play"], input=last_words)
    assert "The game is NOT saved." in result.output
    assert "--resume goes on" not in result.output
    home["SKEP_HOME"] = str(tmp_path / "good")
    result = CliRunner(env=home).invoke(main, ["play"], input=last_words)
    assert result.output.endswith("The game is saved: skep play --resume goes on with it.\n")


@pytest.mark.parametrize(
    "more", [["--load", "Base"], ["--set", "Base"], ["--opponent", "engine"], ["--number", "2"]]
)
def test_what_would_be_ignored_beside_resume_is_refused(tmp_path: Path, more: list[str]) -> None:
    runner = CliRunner(env={"SKEP_HOME": str(tmp_path)})
    runner.invoke(main, ["play"], input="wS1\n")
    result = runner.invoke(main, ["play", "--resume", *more], input="")
    assert result.exit_code == 2
    assert f"{more[0]} has no meaning beside --resume" in result.output


def test_a_damaged_save_is_named(tmp_path: Path) -> None:
    runner = CliRunner(env={"SKEP_HOME": str(tmp_path)})
    runner.invoke(main, ["play"], input="wS1\n")
    (tmp_path / "games" / "9999.json").write_text('{"format": "skep-hive", "vers')
    (tmp_path / "games" / "99999.json").touch()  # killed before the first move: nothing is lost
    result = runner.invoke(main, ["play", "--resume"], input="bS1 wS1-\n")
    assert "9999.json cannot be read and was passed over" in result.output
    assert "99999.json" not in result.output
    assert "The game is saved" in result.output


def test_every_command_is_in_the_help(tmp_path: Path) -> None:
    text = session(tmp_path).enter("help")
    for name in COMMANDS:
        assert re.search(rf"^  {name}\b", text, re.MULTILINE)


def test_completion_follows_the_moment(tmp_path: Path) -> None:
    playing = session(tmp_path)
    assert "wS1" in completions("", playing.legal_texts())
    playing.enter("wS1")
    assert completions("bS1 ", playing.legal_texts()) == [
        text for text in playing.legal_texts() if text.startswith("bS1 ")
    ]
    assert completions("un", playing.legal_texts()) == ["undo"]
    assert completions("zzz", playing.legal_texts()) == []


def test_the_terminal_gets_completions_that_replace_what_was_typed() -> None:
    completer = MoveCompleter(lambda: ["wA1 -wQ", "wA1 wQ-"])
    document = Document("  wa1 w")
    (found,) = completer.get_completions(document, CompleteEvent())
    assert (found.text, found.start_position) == ("wA1 wQ-", -len("wa1 w"))


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    runner = CliRunner(env={"SKEP_HOME": str(tmp_path)})
    lines = "\n".join(["help", *OPENING, "flip", "wA9", "quit", ""])
    result = runner.invoke(main, ["play", "--set", "Base"], input=lines)
    assert result.exit_code == 0, result.output
    assert "wQ    wS1   bS1   bQ" in result.output
    assert "bQ    bS1   wS1   wQ" in result.output
    assert "--resume" in result.output
    again = runner.invoke(main, ["play", "--resume"], input="resign\ny\n")
    assert "White wins" not in again.output
    assert "Black wins by resignation" in again.output
    none = runner.invoke(main, ["play", "--resume"])
    assert none.exit_code != 0
    assert "no unfinished game" in none.output


def test_a_loaded_game_goes_on(tmp_path: Path) -> None:
    runner = CliRunner(env={"SKEP_HOME": str(tmp_path)})
    result = runner.invoke(main, ["play", "--load", "Base;InProgress;White[1];wS1"], input="")
    assert "black to move" in result.output
    for arguments in (["--load", "nowhere.pgn"], ["--set", "Chess"]):
        assert runner.invoke(main, ["play", *arguments]).exit_code != 0


class Terminal:
    """A real pseudo-terminal with `skep play` in it."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (40, 100))
        environment = os.environ | {"SKEP_HOME": str(home), "TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from skep.cli import main; main()", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # The tests themselves may run where hang-ups are ignored, and that is inherited.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        os.close(slave)
        self.seen = ""

    def read_until(self, pattern: str) -> str:
        start = len(self.seen)
        while not re.search(pattern, self.seen[start:]):
            ready, _, _ = select.select([self.master], [], [], 60)
            assert ready, f"{pattern!r} did not appear in {self.seen[start:]!r}"
            text = os.read(self.master, 65536).decode("utf-8", "replace")
            self.seen += text
            if "\x1b[6n" in text:  # the terminal is asked where its cursor is
                os.write(self.master, b"\x1b[1;1R")
        return self.seen[start:]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.mark.medium
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_a_lost_terminal_loses_no_game(tmp_path: Path, end: signal.Signals) -> None:
    terminal = Terminal(tmp_path, "--set", "Base")
    try:
        terminal.read_until("white>")
        terminal.type("wS1\r")
        terminal.read_until("black to move")
        terminal.type("bG1 wS1-\r")
        terminal.read_until("white to move")
        terminal.type("wQ -w")
        terminal.process.send_signal(end)
        terminal.process.wait(timeout=60)
    finally:
        terminal.close()
    again = Terminal(tmp_path, "--resume")
    try:
        shown = again.read_until("white>")
        assert "turn 2, white to move" in shown
        again.type("quit\r")
        again.read_until("--resume")
        assert again.process.wait(timeout=60) == 0
    finally:
        again.close()
    (path,) = (tmp_path / "games").iterdir()
    assert load_game(path).end.ply == 2
