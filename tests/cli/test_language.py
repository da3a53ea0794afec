"""Commands for people speak the terminal's language; what programs read stays English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.words.english import is_english

from skep.cli import main
from skep.cli.play_session import COMMANDS
from skep.words import CODES, words_in

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


def every_command(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name)


# What is typed as it stands: names of commands and options, what stands for a value, choices.
TYPED = re.compile(
    r"^  [a-z]+(?=  )|-{1,2}[a-z][a-z-]*|\b[A-Z][A-Z0-9]+\b|\[[a-z0-9|+]+\]|%[YmdHM]", re.MULTILINE
)
CLICK = re.compile(r"\b(?:Usage|Options|Commands|Show this|default|required|Error|Try)\b")


@pytest.mark.parametrize("path", list(every_command(main)), ids=" ".join)
def test_help(tmp_path: Path, path: tuple[str, ...]) -> None:
    """Nothing of it is English, but for UHP, which programs read."""
    said = skep(tmp_path, *path, "--language", "xx", "--help", lines=[], COLUMNS="80")
    if path == ("uhp",):
        assert said.startswith("usage: skep uhp")
        return
    first, _, rest = TYPED.sub("", said).partition("\n")
    assert first.startswith(f"[Úságé: ~] {' '.join(('main', *path))}")
    assert not CLICK.search(rest)
    assert english_in(rest) == []
    assert len(rest) > 100


@pytest.mark.parametrize("code", CODES)
def test_help_in_the_terminal_s_language(tmp_path: Path, code: str) -> None:
    said = skep(tmp_path, "why", "-h", lines=[], LC_ALL=f"{code}_XX.UTF-8", COLUMNS="200")
    assert words_in(code).gettext("Say why a move is not allowed after a game.") in said
    listed = skep(tmp_path, "-h", lines=[], LC_ALL=f"{code}_XX.UTF-8", COLUMNS="200")
    assert words_in(code).gettext("Say why a move is not allowed after a game.") in listed


UNREADABLE = [
    "Bose", "Base;Won;White[1]", "Base;InProgress;Red[1]", "Base;InProgress;White[1];wS1;bS1",
    "Base;InProgress;White[1];wS1;bS1 wS9-", "Base;InProgress;White[1];wS1;wS2 wS1-",
    "Base;White[5];wA1@0", "Base;White[2];wA1@0,0;wA2@5,5", "Base;White[9];wS1@0,0;bS1@1,0",
    "Base;White[2];wL@0,0;bS1@1,0", "nowhere.pgn",
]  # fmt: skip
MOVES = ["w", "wS", "wS9", "wA1 -wQ-", "wA1 bA3-", "wA1 wA1-", "wS1", "wA1 x", "-", "wA1"]


@pytest.mark.parametrize("game", UNREADABLE)
def test_a_game_that_cannot_be_read(tmp_path: Path, game: str) -> None:
    said = skep(tmp_path, "why", game, "wA1", "--language", "xx", lines=[])
    assert said.startswith("[Érrór: [")
    english = skep(tmp_path, "why", game, "wA1", lines=[], LC_ALL="C")
    assert english.startswith("Error: ")
    # What stands inside of brackets was given to translators, down to the innermost.
    inner = re.findall(r"\[[^][]*\]", re.sub(r"'[^']*'|\[[1-9]\]", "", said))
    assert inner
    assert not [one for one in inner if "~" not in one]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_that_cannot_be_read(tmp_path: Path, move: str) -> None:
    said = skep(tmp_path, "play", "--set", "Base", "--language", "xx", lines=["wS1", move])
    answer = said.split(f"> {move}\n")[-1]
    assert answer.startswith("[") or f"{move}: [" in answer
    asked = skep(tmp_path, "why", LINE, move, "--language", "xx", lines=[])
    assert english_in(asked, leaving=r".*\([A-Z_]+\)$") == []


def test_wrong_options(tmp_path: Path) -> None:
    for wrong in (["--levl", "3"], ["--level", "77"], ["--level", "x"], ["--level"], ["more"],
                  ["--color", "red"], ["--resume", "--level", "3"]):  # fmt: skip
        said = skep(tmp_path, "play", *wrong, "--language", "xx", lines=[])
        assert "[Érrór: [" in said, wrong
        assert not CLICK.search(said), wrong


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
