"""`skep uhp` as a process: greeting, end of input, interruption, garbage."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.hive.uhp.server import UhpServer

COMMAND = [sys.executable, "-m", "skep", "uhp"]
GARBAGE = (
    "newgame play pass validmoves bestmove undo perft options info get set time depth Base Base+MLP"
    " wS1 bS1 wQ wA1 bQ- /wS1 -wA1 Threads Level -1 0 3 99999999999 00:00:00 Base;InProgress ; \\"
    " é \x00 \u2028 {limit} %s"
)
GAME = r"Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def converse(text: bytes) -> list[str]:
    done = subprocess.run(COMMAND, input=text, stdout=subprocess.PIPE, check=True, timeout=60)
    return done.stdout.decode().splitlines()


def test_end_of_input_finishes_the_queued_commands() -> None:
    lines = converse(b"newgame Base\nbestmove depth 1\nplay wS1\nundo")
    assert lines[:3][-1] == "ok"
    assert lines[3] == "Base;NotStarted;White[1]"
    assert lines[-2:] == ["Base;NotStarted;White[1]", "ok"]
    assert lines.count("ok") == 5


def test_exit_ends_before_the_rest() -> None:
    assert converse(b"exit\nnewgame Base\n").count("ok") == 2


@contextmanager
def server() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        try:
            assert reply(process)[0].startswith("id skep")
            yield process
        finally:
            process.kill()


def reply(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        if line.rstrip("\n") == "ok":
            return lines
        lines.append(line.rstrip("\n"))
    raise AssertionError(f"no ok after {lines}")


def ask(process: subprocess.Popen[str], command: str) -> list[str]:
    assert process.stdin is not None
    process.stdin.write(command + "\n")
    process.stdin.flush()
    return reply(process)


def test_an_interruption_ends_the_search_with_the_best_move_so_far() -> None:
    with server() as process:
        ask(process, f"newgame {GAME}")
        moves = ask(process, "validmoves")[0].split(";")
        assert process.stdin is not None
        process.stdin.write("bestmove time 10:00:00\n")
        process.stdin.flush()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert reply(process)[0] in moves
        process.send_signal(signal.SIGINT)  # late, between two commands: no harm
        assert ask(process, "undo 4") == ["Base+MLP;NotStarted;White[1]"]


def garbage(count: int, seed: int) -> Iterator[bytes]:
    chance = random.Random(seed)
    words = GARBAGE.split(" ")
    for _ in range(count):
        kind = chance.randrange(4)
        if kind == 0:
            yield bytes(chance.choices([*range(10), *range(11, 256)], k=chance.randrange(60)))
        elif kind == 1:
            yield GAME[: chance.randrange(len(GAME))].encode()
        elif kind == 2:
            yield f"newgame {GAME}"[: chance.randrange(60)].encode()
        else:
            line = " ".join(chance.choices(words, k=chance.randrange(1, 5)))
            # These two would take their time, rightly.
            yield b"perft 99" if line.startswith(("perft", "bestmove")) else line.encode()


@pytest.mark.medium
def test_ten_thousand_lines_of_garbage() -> None:
    lines = list(garbage(10_000, seed=4))
    out = converse(b"\n".join([b"newgame " + GAME.encode(), *lines, b"exit"]))
    assert out.count("ok") == len(lines) + 3
    assert not any("unexpected" in line for line in out)


def test_what_is_refused_changes_nothing() -> None:
    talk = UhpServer()
    for raw in [b"newgame " + GAME.encode(), *garbage(2000, seed=5)]:
        before = talk.game_string
        answer = list(talk.handle(raw.decode("utf-8", "replace")))
        assert answer[-1] == "ok"
        if answer[0].startswith(("err", "invalidmove")):
            assert talk.game_string == before


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_answered(text: str) -> None:
    talk = UhpServer()
    list(talk.handle("options set HashMiB 1"))
    list(talk.handle("newgame Base"))
    for command in (text, f"play {text}", f"newgame {text}", f"options {text}"):
        answer = list(talk.handle(command))
        assert answer[-1] == "ok"
        assert not any("\n" in line or "unexpected" in line for line in answer)
