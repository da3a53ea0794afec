"""One exit code for one thing, whatever the command."""

from __future__ import annotations

import json
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
@pytest.mark.medium
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


# The same, with a word once it has worked for so long that something must be done.
PARTLY_DONE = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from skep.cli import main
def tell():
    while time.process_time() < 2.0:
        time.sleep(0.01)
    print("at work", file=sys.stderr, flush=True)
threading.Thread(target=tell, daemon=True).start()
main(prog_name="skep")
"""


def interrupted(*arguments: str) -> tuple[str, str]:
    """What a command that is interrupted in its work has written and told."""
    with subprocess.Popen(
        [sys.executable, "-c", PARTLY_DONE, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stderr is not None
        told = []
        for line in child.stderr:
            if line == "at work\n":
                child.send_signal(signal.SIGINT)
            else:
                told.append(line)
        assert child.stdout is not None
        written = child.stdout.read()
        assert child.wait(timeout=60) == INTERRUPTED, told
    assert "Traceback" not in "".join(told)
    return written, "".join(told)


@pytest.mark.medium
def test_an_interrupted_perft_keeps_the_depths_that_are_counted() -> None:
    written, _ = interrupted("perft", "Base+MLP", "20", "--json")
    counts = json.loads(written)
    assert [count["leaves"] for count in counts[:3]] == [7, 294, 6678]
    assert counts[0]["checksum"]


@pytest.mark.medium
def test_an_interrupted_analysis_ends_with_130_and_what_was_found() -> None:
    written, _ = interrupted("analyse", "Base", "--depth", "200", "--json")
    assert json.loads(written)["lines"]


@pytest.mark.medium
def test_interrupted_statistics_keep_what_is_counted(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("Base;InProgress;White[2];wS1;bS1 wS1-\n" * 200_000)
    written, told = interrupted("stats", "--json", str(games))
    counted = json.loads(written)["games"]
    assert 0 < counted < 200_000
    assert f"Interrupted: {counted} games counted by then." in told


@pytest.mark.medium
def test_interrupted_matches_keep_those_that_were_played(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    written, told = interrupted(
        "laruche", "simulate", "--games", "100000", "--records", str(folder)
    )
    played = len(list(folder.glob("match-*.txt")))
    assert f"{played} matches" in written or f"{played - 1} matches" in written
    assert "of 100000 matches were played" in told


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
