"""The command line: what it prints, where errors go, and that help needs no game."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from skep import _core, cli
from skep.hive import Position

SKEP = Path(sys.executable).parent / "skep"
OPENING = "Base;InProgress;White[2];wS1;bS1 wS1-"
WON = (
    "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;"
    "wA1 bG1\\"
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, arguments)


def test_help_names_every_command_as_the_command_itself_does() -> None:
    text = " ".join(run("--help").output.split())
    for name, (module, line) in cli._COMMANDS.items():
        command = importlib.import_module(module).command
        assert isinstance(command, click.Command)
        assert command.help is not None
        assert command.help.partition("\n\n")[0].replace("\n", " ") == line
        assert f"{name} {line}" in text


def test_help_and_import_load_no_game() -> None:
    script = (
        "import sys, skep, skep.cli\n"
        "try: skep.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'skep._core', 'skep.hive', 'rich', 'json', 'importlib.metadata'}\n"
        "sys.exit(f'loaded: {heavy & set(sys.modules)}' if heavy & set(sys.modules) else 0)"
    )
    child = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert child.returncode == 0, child.stderr


def test_perft_prints_a_line_per_depth() -> None:
    result = run("perft", "Base", "4")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[:4] for line in lines] == [
        ["depth", str(depth), leaves, "leaves"]
        for depth, leaves in ((1, "4"), (2, "96"), (3, "1,440"), (4, "21,600"))
    ]
    checksum = Position("Base")._perft(4, "list", 1)[1]
    assert lines[-1].endswith(f"checksum {checksum:016x}")


@pytest.mark.parametrize("mode", ["count", "full"])
def test_perft_without_lists_has_no_checksum(mode: str) -> None:
    result = run("perft", "Base+MLP", "3", "--mode", mode, "--threads", "2")
    assert result.exit_code == 0
    assert "6,678 leaves" in result.output
    assert "checksum" not in result.output


def test_perft_as_json() -> None:
    result = run("perft", "Base", "3", "--json", "--opening-queen", "allowed")
    rows = json.loads(result.output)
    assert [set(row) for row in rows] == [{"depth", "leaves", "cpu_seconds", "checksum"}] * 3
    assert [(row["depth"], row["leaves"]) for row in rows] == [(1, 5), (2, 150), (3, 2220)]
    assert all(row["cpu_seconds"] >= 0 for row in rows)


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "Base", "0"),
        ("perft", "Base", "two"),
        ("perft", "Base", "2", "--threads", "0"),
        ("perft", "Base", "2", "--mode", "fast"),
        ("perft", "Bass", "2"),
        ("perft", "Base;White[2];wS1@0,0;bS1@3,0", "2"),
        ("moves", "Base;InProgress;White[1];wQ -bA1"),
        ("moves", ""),
        ("why", OPENING, "wZ1 bS1-"),
        ("why", OPENING, "wA bS1-"),
        ("why", "Base;InProgress;White[2];wS1;bS1 wA1-", "wA1 bS1-"),
        ("nothing",),
    ],
)
def test_what_cannot_be_answered_ends_with_two_and_a_message(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr
    assert isinstance(result.exception, SystemExit)


def test_moves_are_listed_as_uhp_writes_them() -> None:
    result = run("moves", "Base")
    assert sorted(result.stdout.split()) == ["wA1", "wB1", "wG1", "wS1"]
    position = Position.from_game_string(OPENING)
    listed = run("moves", OPENING).stdout.splitlines()
    assert len(listed) == len(position.legal_moves)
    assert {position.parse_move(text) for text in listed} == set(position.legal_moves)


def test_moves_of_a_set_up() -> None:
    listed = run("moves", "Base;White[2];wS1@5,5;bS1@6,5").stdout.splitlines()
    assert sorted(listed) == sorted(run("moves", OPENING).stdout.splitlines())


def test_moves_of_a_finished_game() -> None:
    result = run("moves", WON)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "The game is over: white wins: the black queen is surrounded.\n"


def test_why() -> None:
    legal = run("why", OPENING, "wA1 -wS1")
    assert (legal.exit_code, legal.stdout) == (0, "wA1 -wS1 is allowed.\n")
    illegal = run("why", OPENING, "wS1 bS1-")
    assert illegal.exit_code == 1
    assert illegal.stdout == "white may not move before its queen is in play (QUEEN_NOT_PLACED)\n"


def test_version_says_which_path_is_in_use() -> None:
    import skep

    result = run("version")
    assert result.output == f"skep {skep.__version__} (core: {_core.cpu()})\n"
    short = run("--version")
    assert (short.exit_code, short.output) == (0, f"skep {skep.__version__}\n")


@pytest.mark.parametrize("command", [(), *((name,) for name in cli._COMMANDS), ("laruche", "play")])
def test_h_is_help(command: tuple[str, ...]) -> None:
    short, long = run(*command, "-h"), run(*command, "--help")
    assert (short.exit_code, long.exit_code) == (0, 0)
    assert short.output == long.output
    assert short.output.lower().startswith("usage: ")


def test_demo_promises_only_what_there_is() -> None:
    result = run("demo")
    assert result.exit_code == 0
    assert "white wins: the black queen is surrounded" in result.output
    assert "5,427,108" in result.output
    promised = [line.split() for line in result.output.splitlines() if line.startswith("  skep ")]
    assert len(promised) > 3
    for _, name, *more in promised:
        if name == "--help":
            continue
        options = [word for word in more if word.startswith("--")]
        names = [name, "play"] if name == "laruche" else [name]
        found = run(*names, "--help")
        assert found.exit_code == 0
        assert all(option in found.output for option in options)


@pytest.mark.parametrize("arguments", [("version",), ("perft", "Base", "1"), ("demo",)])
def test_unknown_cpu_path_is_a_clear_error(arguments: tuple[str, ...]) -> None:
    child = subprocess.run(
        [SKEP, *arguments],
        env={**os.environ, "SKEP_CPU": "abacus"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 2
    assert child.stderr == "Error: SKEP_CPU is baseline or avx2, not 'abacus'\n"


def test_cpu_path_can_be_chosen() -> None:
    child = subprocess.run(
        [SKEP, "version"],
        env={**os.environ, "SKEP_CPU": "baseline"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "(core: baseline)" in child.stdout
