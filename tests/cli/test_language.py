"""Commands for people speak the terminal's language; what programs read stays English."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.words.english import is_english

from skep._core import evaluation_terms
from skep.cli import main
from skep.cli.eval import TERMS
from skep.cli.play_session import COMMANDS
from skep.hive.position import Position
from skep.laruche.silhouettes import SILHOUETTES
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
    assert said.startswith("[[wíthóút wS1 thé hívé")
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


def games_in(folder: Path, *games: str) -> Path:
    file = folder / "games.txt"
    file.write_text("\n".join(games) + "\n", encoding="utf-8")
    return file


DRAW = LINE.replace("InProgress", "Draw")
MATCH_LINES = {
    "no heading": "skep la ruche match 9",
    "nothing in it": "skep la ruche match 1",
    "a wrong option": "skep la ruche match 1\noptions rounds=99",
    "an unknown option": "skep la ruche match 1\noptions roundz=3",
    "a wrong seat": "skep la ruche match 1\nseat bot=-",
    "a wrong bot": "skep la ruche match 1\nseat bot=9 name=Ann",
    "no number": "skep la ruche match 1\nstart soon",
    "no command": "skep la ruche match 1\nbanana",
    "no tile": "skep la ruche match 1\ndeal first=0 ROYGBX",
    "too few tiles": "skep la ruche match 1\ndeal first=0 ROYGBV",
    "a wrong end": "skep la ruche match 1\nend total=3",
    "an empty solitaire": "skep la ruche solitaire 1",
    "a wrong solitaire": "skep la ruche solitaire 1\noptions size=6\ntiles ROYGBV",
}
OVER = (
    "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;bQ /bG1;"
    "wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;"
    "wA1 bG1\\"
)
ENGINE = f"{sys.executable} -m skep uhp"
MATCH = (ENGINE, ENGINE, "--games", "2", "--depth", "1", "--max-plies", "1")
# Of each command what it says to people; bugs and pieces stand as letters in the notation.
SAID_TO_PEOPLE = [
    ("show", LINE), ("show", DRAW), ("show", "Base"), ("demo",),
    ("moves", "Base;White[9];wQ@0,0;bS1@1,0"), ("review", LINE, "--nodes", "60"),
    ("analyse", LINE, "--nodes", "200"), ("review", "Base"), ("review", LINE, "--out", "x.sgf"),
    ("convert", "games.txt", "out.pgn"), ("convert", "games.txt", "-"),
    ("convert", "games.txt", "games.txt"), ("convert", "games.txt", "kept.pgn", "--damaged=keep"),
    ("convert", "games.txt", "left.pgn", "--damaged=skip"), ("stats", "games.txt"),
    ("laruche", "solve", "--size", "7", "--count", "--best"),
    ("laruche", "solve", "--size", "30", "--best", "--count", "--states", "5"),
    ("laruche", "solve", "--size", "25", "--grade", "easy"),
    ("laruche", "solve", "--silhouette", "fox", "--size", "7"),
    ("laruche", "solve", "--tiles", "ROYGBV ROYGBV ROYGBV ROYGBV ROYGBV ROYGBV"),
    ("laruche", "simulate", "--games", "1", "--options", "rounds=1", "--records", "matches"),
    ("laruche", "replay", "matches/match-0001.txt"), ("laruche", "draw", "--svg", "tiles.svg"),
    ("laruche", "sheets", "--html", "tiles.html", "--svg", "pages"),
    *(("laruche", "simulate", "--options", wrong) for wrong in
      ("rounds=99", "roundz=3", "bee_gift=7", "deal=3", "gift_ms=7", "miss_ms=x")),
    ("perft", "Base", "2"), ("perft", "Base", "1", "--mode", "count"), ("perft", "Base", "-1"),
    ("bench", "--depth", "1"), ("eval", LINE), ("eval", OVER), ("analyse", OVER), ("solve", OVER),
    ("version",), ("db", "backup"), ("db", "restore", "games.txt"), ("db", "chat", "abcd"),
    ("db", "suggestions"),
    ("serve", "--check"), ("serve", "--config", "binary.toml"), ("serve", "--config", "wrong.toml"),
    ("worker",), ("bot", "--engine", "", "--server", "http://127.0.0.1:9", "--game", "abcd"),
    ("arena", "one"), ("arena", "one", "two", "--set", "Bose"), ("arena", "", "two"),
    ("arena", "one", "two", "--time", "1", "--depth", "1"),
    ("arena", "--resume", "nothing.json", ENGINE, ENGINE),
    ("arena", "--name", "3=third", ENGINE, ENGINE), ("arena", "--option", "1:x", ENGINE, ENGINE),
    ("arena", "--threads", "1=x", ENGINE, ENGINE), ("arena", "--search", "1={x}", ENGINE, ENGINE),
    ("arena", "--sprt", "5", "0", ENGINE, ENGINE), ("arena", "--openings", "games.txt", *MATCH),
    ("arena", "--openings", "empty.txt", *MATCH), ("arena", "--log", "games.txt", *MATCH),
    ("arena", "--log", "match.json", "--sprt", "0", "5", *MATCH),
    ("arena", "--resume", "match.json", "--seed", "5", *MATCH),
]  # fmt: skip


@pytest.mark.medium
def test_what_commands_say_to_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No plain English, in what they answer and in what they complain of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKEP_DATA_DIR", "data")
    games_in(tmp_path, LINE, DRAW, LINE + ";wA1 -wZ1")
    Path("binary.toml").write_bytes(b"\xff")
    Path("wrong.toml").write_text("prot = 1\n", encoding="utf-8")
    Path("empty.txt").touch()
    found = {}
    for asked in SAID_TO_PEOPLE:
        said = skep(tmp_path, *asked, "--language", "xx", lines=[], COLUMNS="120")
        typed = set(re.findall(r"\w+", " ".join(asked)))
        if "~" not in said or plain_words(said) - typed:
            found[asked] = said
    assert found == {}


@pytest.mark.parametrize("text", MATCH_LINES.values(), ids=MATCH_LINES)
def test_a_record_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    record = tmp_path / "match.txt"
    record.write_text(text + "\n", encoding="utf-8")
    said = skep(tmp_path, "laruche", "replay", str(record), "--language", "xx", lines=[])
    assert re.match(r"\[Érrór: .*\[.*~", said), said
    assert plain_words(said.replace(str(record), "")) == set()


# Names of files, sets, options with their values, commands, fields of a record, formats.
NOT_SAID = re.compile(
    r"'[^'\n]*'|\S+\.(?:txt|pgn|jsonl?|svg|html|sgf|toml|db)\b|\S+=\S+|\bBase\S*|\b\w+_\w+\b|--[a-z]+"
    r"|^  skep [-a-z ]+|La Ruche|\b(?:skep|Elo|port|prot|data)\b"
    r"|\b(?:main|Bot|full|txt|pgn|json|rounds|deal|unblock|help)\b"
    rf"|\b(?:{'|'.join(['none', 'shadow', *SILHOUETTES])})\b|\b(?:true|false|third|fourth)\b",
    re.MULTILINE,
)


def plain_words(said: str) -> set[str]:
    """What no translator was given, inside of brackets or not: the pseudo-language leaves no vowel
    as it was."""
    words = re.findall(r"\b[A-Za-z]{3,}\b", NOT_SAID.sub("", said))
    return {word for word in words if re.search("[aeiou]", word)}


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


def test_every_term_of_the_evaluation_is_given_to_translators() -> None:
    assert [name for name, _, _ in evaluation_terms(Position("Base+MLP"))] == list(TERMS)


def test_an_unknown_language_is_told_the_six(tmp_path: Path) -> None:
    said = skep(tmp_path, "why", LINE, "wA1 -wQ", "--language", "qq", lines=[], LC_ALL="C")
    assert said.splitlines()[-1].endswith(f"is not one of {', '.join(map(repr, CODES))}.")


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
    for asked in (["stats", "--json"], ["review", "--nodes", "50", "--json"], ["moves", "--json"],
                  ["eval", "--json"]):  # fmt: skip
        name, *options = asked
        game = str(games_in(tmp_path, LINE)) if name == "stats" else LINE
        there, here = (
            skep(tmp_path, name, game, *options, lines=[], **environment)
            for environment in (german, {"LC_ALL": "C"})
        )
        assert there == here
