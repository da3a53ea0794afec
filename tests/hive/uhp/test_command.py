"""The arguments of `skep uhp`: options that hold from the first command on."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from skep.cli import main


def uhp(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "skep", "uhp", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_options_are_set_before_the_first_command() -> None:
    result = uhp(
        *("--level", "3", "--threads", "2", "--option", "HashMiB=32", "--option", "verbose = True"),
        text="options\nexit\n",
    )
    assert (result.returncode, result.stderr) == (0, "")
    fields = [line.split(";") for line in result.stdout.splitlines()]
    values = {name: more[1] for name, *more in fields if len(more) > 2}
    asked = {"Level": "3", "Threads": "2", "HashMiB": "32", "Verbose": "True"}
    assert {name: values[name] for name in asked} == asked


def test_what_was_set_takes_effect() -> None:
    opening = "newgame Base\nplay wQ\nexit\n"
    refused = uhp(text=opening).stdout.splitlines()
    allowed = uhp("--option", "OpeningQueen=Allowed", text=opening).stdout.splitlines()
    assert any(line.startswith("invalidmove") for line in refused)
    assert "Base;InProgress;Black[1];wQ" in allowed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--level", "11"), "Level is a whole number from 0 to 10, not '11'"),
        (("--threads", "many"), "Threads is a whole number from 1 to 256, not 'many'"),
        (("--option", "Level"), "--option: expected NAME=VALUE, found 'Level'"),
        (("--option", "Colour=red"), "there is no option 'Colour': expected one of Threads"),
        (("--network", __file__), "is no network: this is not a network of this version"),
        (("--network", "nowhere.bin"), "nowhere.bin is no network: No such file or directory"),
        (("--network", ""), "--network: expected the file of a network, found nothing"),
        (("--option",), "--option: expected one argument"),
        (("--lev", "3"), "unrecognized arguments: --lev 3"),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, ...], words: str) -> None:
    result = uhp(*arguments)
    assert result.returncode == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_help_names_the_options() -> None:
    for word in ("-h", "--help"):
        result = CliRunner().invoke(main, ["uhp", word])
        assert result.exit_code == 0
        for option in ("--level", "--threads", "--network FILE", "--option NAME=VALUE"):
            assert option in result.output
