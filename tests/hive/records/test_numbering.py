"""Free piece numbers: records load with ours and a note; what is typed keeps the order."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.hive.random_positions import random_game

from skep.errors import IllegalMoveError, RecordError
from skep.hive import HIVE_SETS, HiveOptions, Position, RuleCode
from skep.hive.pieces import Bug, Color, Piece
from skep.hive.records import Format, Game, format_record, load_games, parse_record
from skep.hive.uhp.server import UhpServer

CASES = Path(__file__).parents[2] / "cases/hive/records/free_numbers.txt"
FIRST = "pieces renumbered in the order of their appearance: "


@dataclass
class Case:
    title: str
    read: str
    expect: str
    renamed: str


def read_cases() -> list[Case]:
    cases = []
    for block in CASES.read_text("utf-8").split("\n= ")[1:]:
        title, *lines = block.strip().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        cases.append(Case(title, *(fields[key].strip() for key in ("read", "expect", "renamed"))))
    return cases


each_case = pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.title)


def as_pgn(game_string: str) -> str:
    game_type, state, _, *moves = game_string.split(";")
    lines = [f'[GameType "{game_type}"]', f'[Result "{state}"]', ""]
    return "\n".join(lines + [f"{ply}. {move}" for ply, move in enumerate(moves, start=1)])


@each_case
def test_a_gamestring_loads_in_our_numbers(case: Case) -> None:
    game = parse_record(case.read)
    assert format_record(game, Format.GAMESTRING).strip() == case.expect
    assert game.notes == ([FIRST + case.renamed] if case.renamed else [])


@each_case
def test_pgn_loads_in_our_numbers(case: Case) -> None:
    game = parse_record(as_pgn(case.read))
    assert game == parse_record(as_pgn(case.expect))
    assert game.notes == ([FIRST + case.renamed] if case.renamed else [])


@each_case
def test_what_was_loaded_is_written_in_our_numbers(case: Case) -> None:
    game = parse_record(case.read)
    for file_format in (Format.PGN, Format.JSON):
        again = parse_record(format_record(game, file_format))
        assert again == game
        assert again.notes == []


@each_case
def test_uhp_and_positions_keep_the_order(case: Case) -> None:
    if not case.renamed:
        assert Position.from_game_string(case.read).game_string == case.expect
        return
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_game_string(case.read)
    assert caught.value.reason.code is RuleCode.NUMBER_ORDER
    reply = list(UhpServer().handle(f"newgame {case.read}"))
    assert reply[0].startswith("err move ")
    assert "NUMBER_ORDER" in reply[0]


def test_playing_on_keeps_the_order() -> None:
    game = parse_record("Base;InProgress;White[2];wG3;bS2 wG3-")
    with pytest.raises(IllegalMoveError, match="NUMBER_ORDER"):
        game.play("wA2 -wG1")
    game.play("wG2 -wG1")
    reason = game.position_at().why_illegal("bG2 bS1-")
    assert reason is not None
    assert reason.code is RuleCode.NUMBER_ORDER


def scrambled(game_string: str, chance: random.Random) -> str:
    """The same game with its pieces numbered anyhow."""
    names: dict[str, str] = {}
    for color in Color:
        for bug in Bug:
            numbers = list(range(1, bug.count + 1))
            for number, other in zip(numbers, chance.sample(numbers, len(numbers)), strict=True):
                names[Piece(color, bug, number).name] = Piece(color, bug, other).name
    head, moves = game_string.split(";")[:3], game_string.split(";")[3:]
    return ";".join(
        [*head, *(re.sub(r"[wb][QSBGAMLP]\d?", lambda m: names[m[0]], move) for move in moves)]
    )


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_any_numbering_of_any_game_loads(game_type: str) -> None:
    chance = random.Random(game_type)
    for _ in range(6):
        text = random_game(HiveOptions.parse(game_type), chance, 70).game_string
        game = parse_record(scrambled(text, chance))
        assert format_record(game, Format.GAMESTRING).strip() == text
        assert parse_record(as_pgn(scrambled(text, chance))).position_at() == game.position_at()


def test_each_variation_has_its_own_order() -> None:
    text = "\n".join(
        [
            '[GameType "Base"]',
            "",
            "1. wA2",
            "2. bA1 wA2-",
            "{[%var 2. bA3 wA2/; 3. wA3 -wA2; 4. bA1 bA3/]}",
            "3. wA1 -wA2",
            "{[%var 3. wA3 /wA2; 4. bA2 bA1-]}",
            "4. bA3 bA1/",
            "5. wQ -wA1",
        ]
    )
    game = parse_record(text)
    ours = Game("Base")
    first = ours.play("wA1")
    for move in ("bA1 wA1-", "wA2 -wA1", "bA2 bA1/", "wQ -wA2"):
        ours.play(move)
    aside = first
    for move in ("bA1 wA1/", "wA2 -wA1", "bA2 bA1/"):
        aside = ours.play(move, after=aside)
    assert first.next is not None
    aside = first.next
    for move in ("wA2 /wA1", "bA2 bA1-"):
        aside = ours.play(move, after=aside)
    assert game == ours
    (note,) = game.notes
    assert note.startswith(FIRST + "wA2 is wA1, ")


def test_damage_after_new_numbers_is_told_in_the_words_of_the_record() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("Base;InProgress;White[2];wG3;bS1 wG3-;wA1 -wG1")
    assert "'wA1 -wG1' places wA1 by wG1, which is not in play" in str(caught.value)
    assert (caught.value.ply, caught.value.game.notes) == (3, [FIRST + "wG3 is wG1"])


def test_a_collection_of_free_numbers_loads_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    cases = read_cases()
    path.write_text("\n".join(case.read for case in cases), encoding="utf-8")
    games = list(load_games(path))
    assert [format_record(game, Format.GAMESTRING).strip() for game in games] == [
        case.expect for case in cases
    ]
