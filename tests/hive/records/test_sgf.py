"""Boardspace SGF: cases with their expected GameStrings, and damaged forms of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skep.errors import RecordError
from skep.hive.records import Format, Game, format_record, parse_record, parse_records
from skep.hive.records.sgf_times import iso_date

CASES = Path(__file__).parents[2] / "cases" / "hive" / "sgf" / "boardspace.txt"


@dataclass
class Case:
    title: str
    text: str = ""
    expected: dict[str, list[str]] = field(default_factory=dict)


def read_cases() -> list[Case]:
    cases = []
    for block in CASES.read_text(encoding="utf-8").split("\n== ")[1:]:
        title, _, rest = block.partition("\n")
        case = Case(title)
        head, _, text = rest.partition("\n(")
        case.text = f"({text}"
        for line in head.splitlines():
            if line and not line.startswith("#"):
                key, _, value = line.partition(" ")
                case.expected.setdefault(key, []).append(value)
        cases.append(case)
    return cases


SGF_CASES = read_cases()
each_case = pytest.mark.parametrize("case", SGF_CASES, ids=lambda case: case.title)
each_played_case = pytest.mark.parametrize(
    "case", [case for case in SGF_CASES if "done" in case.text.lower()], ids=lambda case: case.title
)


def game_string(game: Game) -> str:
    return format_record(game, Format.GAMESTRING).strip()


def test_there_are_many_cases() -> None:
    assert len(SGF_CASES) >= 20


@each_case
def test_case(case: Case) -> None:
    games = list(parse_records(case.text))
    assert [game_string(game) for game in games] == case.expected["expect"]
    game = games[-1]
    for header in case.expected.get("header", []):
        key, _, value = header.partition(" ")
        assert game.headers[key] == value
    for option in case.expected.get("option", []):
        name, value = option.split()
        assert getattr(game.options, name) == value
    for stated in case.expected.get("stated", []):
        found = game.stated
        text = "none" if found is None else f"{found.state.value} {found.ending.value}"
        assert text == stated
    for comment in case.expected.get("comment", []):
        ply, _, words = comment.partition(" ")
        assert [game.root, *game.main_line()][int(ply)].comment == words
    for spent in case.expected.get("spent", []):
        ply, words = spent.split()
        time_ms = [game.root, *game.main_line()][int(ply)].spent_ms
        assert str(time_ms).lower() == words
    assert game.notes == case.expected.get("note", [])


# Damage: a pattern, found for the last time in a text, and what takes its place.
ACTION = r"(?i)(?<= )(?:drop|pdrop|move|pmove)\w* (?:[WB] )?(\w+) ([A-Za-z]+) (-?\d+)"


def damage_last(pattern: str, change: Callable[[re.Match[str]], str], text: str) -> tuple[str, int]:
    """The text with the last match changed, and the line it stands in."""
    *_, match = re.finditer(pattern, text)
    changed = text[: match.start()] + change(match) + text[match.end() :]
    return changed, text.count("\n", 0, match.start()) + 1


DAMAGES: dict[str, tuple[str, Callable[[re.Match[str]], str]]] = {
    "far off": (ACTION, lambda m: m[0][: -len(m[3])] + "99"),
    "unknown piece": (ACTION, lambda m: re.sub(rf"\b{m[1]}\b", "wX7", m[0])),
    "column of digits": (ACTION, lambda m: m[0].replace(f" {m[2]} ", " 12 ")),
    "row of letters": (ACTION, lambda m: m[0][: -len(m[3])] + "x"),
    "unknown verb": (r"(?i)done", lambda m: "dune"),
}


@each_played_case
@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_action(case: Case, name: str) -> None:
    pattern, change = DAMAGES[name]
    text, line = damage_last(pattern, change, case.text)
    with pytest.raises(RecordError) as caught:
        list(parse_records(text))
    error = caught.value
    assert error.ply is not None
    # The trouble shows where the action stands, or where the turn ends that it belongs to.
    assert error.line is not None
    assert line <= error.line <= line + 2
    assert str(error).startswith(f"line {error.line}, ply {error.ply}: ")
    assert isinstance(error.game, Game)
    # What was readable stays: the moves before, and no others.
    whole = case.expected["expect"][-1].split(";")[3:]
    kept = game_string(error.game).split(";")[3:]
    assert kept == whole[: error.ply - 1]


@each_case
@pytest.mark.parametrize(
    ("pattern", "change"),
    [
        (r"SU\[", "SU[chess "),
        (r"SU\[[^]]*\]", ""),
        (r"\)$", ""),
        (r"\]\s*\)$", ""),
        (r"\)$", "((;)"),
        (r"\)$", ") rest"),
    ],
    ids=["other game", "no set", "not closed", "bracket not closed", "nested", "rest"],
)
def test_damaged_text(case: Case, pattern: str, change: str) -> None:
    text, line = damage_last(pattern, lambda match: change, case.text.rstrip())
    with pytest.raises(RecordError) as caught:
        list(parse_records(text))
    assert caught.value.line is not None
    assert caught.value.line <= line
    assert list(parse_records(text, damaged="keep"))[-1].damage is not None


@each_played_case
def test_a_damaged_game_does_not_spoil_the_next(case: Case) -> None:
    damaged = re.sub(r"(?i)done", "dune", case.text)
    found = list(parse_records(f"{damaged}\n{case.text}", damaged="skip"))
    assert [game_string(game) for game in found] == case.expected["expect"]


@each_case
def test_a_game_read_from_sgf_can_be_written(case: Case) -> None:
    for game in parse_records(case.text):
        for file_format in (Format.PGN, Format.JSON):
            assert parse_record(format_record(game, file_format)) == game


GOOD = "(;SU[hive]; P0[1 movedone W wS1 N 13 .])"
BROKEN = {
    "a stray character": "(;SU[hive]\n; P0[1 pass]\n; § P1[2 done]\n; P0[3 done]\n; P1[4 done]\n)",
    "nested": "(;SU[hive]\n; P0[1 movedone W wS1 N 13 .]\n(;P1[2 pass]\n)\n)",
    "bracket not closed": "(;SU[hive]\n; P0[1 movedone W wS1 N 13 .\n; P1[2 done\n)",
    "not closed": "(;SU[hive]\n; P0[1 movedone W wS1 N 13 .]",
    "words before": "some words\nand (more) of them\n; P0[3 done]",
    "another game": "(;SU[chess]\n; P0[1 e4]\n; P1[2 e5]\n)",
    "no game at all": "(;\n)",
    "illegal": "(;SU[hive]\n; P0[1 movedone W wQ N 13 .]\n; P1[2 movedone B bG1 Z 99 .]\n)",
}


@pytest.mark.parametrize("name", BROKEN)
def test_after_an_error_reading_goes_on_at_the_next_game(name: str) -> None:
    text = "\n".join([GOOD, BROKEN[name], GOOD, GOOD])
    found = list(parse_records(text, damaged="keep"))
    whole = [game for game in found if game.damage is None]
    assert [game_string(game) for game in whole] == ["Base;InProgress;Black[1];wS1"] * 3
    # One error for one broken game, not one for each of its lines.
    assert len(found) - len(whole) == (2 if name == "nested" else 1)
    assert [game.damage is None for game in found][-2:] == [True, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sat Aug 20 22:38:21 CEST 2011", "2011-08-20"),
        ("Thu Nov 25 12:25:41 PST 2010", "2010-11-25"),
        ("Wed Aug 04 19:13:16 GMT+01:00 2004", "2004-08-04"),
        ("2016-07-09", "2016-07-09"),
        ("2016.7.9", "2016-07-09"),
        ("2016/07/09 12:00", "2016-07-09"),
        ("9.7.2016", "2016-07-09"),
        ("9 July 2016", "2016-07-09"),
        ("July 9, 2016", "2016-07-09"),
        ("7/9/16", None),
        ("2016-13-40", None),
        ("Feb 30, 2016", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_become_iso(text: str, expected: str | None) -> None:
    assert iso_date(text) == expected


def test_sgf_is_not_written() -> None:
    with pytest.raises(RecordError, match="only read"):
        format_record(Game(), Format.SGF)
