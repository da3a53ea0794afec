"""Commands for people speak the terminal's language; what programs read stays English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.words.english import is_english

from skep.cli import main
from skep.cli.play_session import COMMANDS
from skep.words import CODES

LINE = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
GAME = [
    "help", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wS1 bQ-", "why wS1 bQ-", "why wA1 -wQ", "why",
    "moves bA", "flip", "undo x", "undo 99", "undo 1", "save", "load", "draw", "n",
    "resign", "n", "new", "n", "draw", "y", "wA1 -wQ", "draw", "undo", "resign", "y",
]  # fmt: skip
SOLITAIRE = ["", "banana", "99 a", "1 zz", "u", "u 9", "1 a", "2 a", "3 b", "h", "?", "u", "g", "y"]


def skep(home: Path, *arguments: str, lines: list[str], **environment: str) -> str:
    runner = CliRunner(env={"SKEP_HOME": str(home), **environment})
    return runner.invoke(main, list(arguments), input="\n".join([*lines, ""])).output


def english_in(output: str, *, leaving: str = "$^") -> list[str]:
    """Plain words outside of brackets, which may span lines, without what was typed at prompts."""
    answers = re.sub(r"^\[?[^\n\]]*\]?> [^\n]*$|\[y/N\]: ?[yn]?", "", output, flags=re.MULTILINE)
    depth, outside = 0, ""
    for char in answers:
        depth += (char == "[") - (char == "]")
        outside += char if depth == 0 and char != "]" else ""
    lines = [line for line in outside.splitlines() if not re.match(leaving, line)]
    return [line for line in lines if is_english(line)]


def test_why(tmp_path: Path) -> None:
    said = skep(tmp_path, "why", LINE, "wS1 bQ-", "--language", "xx", lines=[])
    assert said.startswith("[wíthóút wS1 thé hívé")
    assert said.endswith("(ONE_HIVE)\n")
    allowed = skep(tmp_path, "why", LINE, "wA1 -wQ", "--language", "xx", lines=[])
    assert english_in(allowed) == []


def test_a_game_of_hive(tmp_path: Path) -> None:
    said = skep(tmp_path, "play", "--set", "Base", "--language", "xx", lines=GAME)
    # The list of commands, and the code of a rule.
    assert english_in(said, leaving=rf"  (?:{'|'.join(COMMANDS)})\b|.*\(ONE_HIVE\)") == []


def test_a_solitaire(tmp_path: Path) -> None:
    said = skep(
        tmp_path,
        "laruche",
        "play",
        "--seed",
        "7",
        "--size",
        "6",
        "--language",
        "xx",
        lines=SOLITAIRE,
    )
    assert "[Gívéñ úp." in said
    assert english_in(said) == []


@pytest.mark.parametrize("code", CODES)
def test_the_environment_chooses(tmp_path: Path, code: str) -> None:
    wished = skep(tmp_path, "why", LINE, "wS1 bQ-", lines=[], LC_ALL=f"{code}_XX.UTF-8")
    asked = skep(tmp_path, "why", LINE, "wS1 bQ-", "--language", code, lines=[], LC_ALL="C")
    assert wished == asked
    assert wished.startswith("without wS1") == (code == "en")


def test_what_programs_read_stays_english(tmp_path: Path) -> None:
    german = {"LC_ALL": "de_DE.UTF-8"}
    assert skep(tmp_path, "moves", "Base", lines=[], **german) == skep(
        tmp_path, "moves", "Base", lines=[], LC_ALL="C"
    )
    shown = skep(tmp_path, "show", LINE, lines=[], **german)
    assert "white to move" in shown
