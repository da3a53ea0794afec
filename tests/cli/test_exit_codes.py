"""One exit code for one thing, whatever the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from skep.cli import INTERRUPTED, PIPE_CLOSED, STOPPED_AT_LIMIT, main

UHP = f"{sys.executable} -m skep uhp"
# The command as it is, with a word once it is at work.
INTERRUPTIBLE = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started us may ignore it
from skep.cli import main
threading.Timer(1.0, lambda: print("at work", file=sys.stderr, flush=True)).start()
main(prog_name="skep")
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "Base+MLP", "20"],
        ["bench", "--depth", "20"],
        ["laruche", "solve", "--seed", "7", "--size", "40", "--count", "--states", str(10**15)],
        ["stats", "-"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_an_interrupted_command_ends_with_130(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stderr is not None
        assert child.stderr.readline() == "at work\n"
        child.send_signal(signal.SIGINT)
        told = child.stderr.read()
        assert child.wait(timeout=60) == INTERRUPTED, told
    assert told.endswith("Interrupted.\n")
    assert "Traceback" not in told


@pytest.mark.parametrize("command", ["laruche draw", "perft Base 4", "moves Base", "demo"])
def test_a_reader_that_has_had_enough_is_141(command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "skep", *command.split()],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (PIPE_CLOSED, "")


def test_a_search_that_stopped_is_no_usage_error() -> None:
    solve = ["laruche", "solve", "--seed", "7"]
    stopped = CliRunner().invoke(main, [*solve, "--count", "--states", "5"])
    assert stopped.exit_code == STOPPED_AT_LIMIT
    assert "stopped after" in stopped.output
    assert CliRunner().invoke(main, [*solve, "--nonsense"]).exit_code == 2


def test_the_same_file_is_not_converted_into_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("Base;InProgress;White[2];wG3;bS1 wG3-\n")
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    for target in (path, link):
        result = CliRunner().invoke(main, ["convert", str(path), str(target)])
        assert (result.exit_code, "same file" in result.output) == (2, True)
    assert path.read_text() == "Base;InProgress;White[2];wG3;bS1 wG3-\n"
