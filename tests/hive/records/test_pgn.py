"""PGN as others write it, and what is refused."""

from __future__ import annotations

import pytest

from skep.errors import RecordError
from skep.hive import HiveOptions
from skep.hive.notation import GameState
from skep.hive.records import (
    Ending,
    Format,
    Game,
    Mark,
    Result,
    format_record,
    parse_record,
    parse_records,
)
from skep.hive.records.pgn_comments import DEEPEST

MZINGA = """\
[GameType "Base+PLM"]
[Date "2021.03.05"]
[Event ""]
[Site ""]
[Round ""]
[White "Anna"]
[Black "Bert"]
[Result "WhiteWins"]
[Annotator "C. "the ant" D."]

{an opening
over two lines}
1. wS1
2. bS1 wS1-
{and a reply}
3. wQ -wS1
4. bQ bS1-

WhiteWins
"""


def played(text: str) -> list[str]:
    moves = format_record(parse_record(text), Format.GAMESTRING).strip().split(";")
    return moves[3:]


def test_a_file_as_mzinga_writes_it() -> None:
    game = parse_record(MZINGA)
    assert game.options.game_type == "Base+MLP"
    assert game.headers["White"] == "Anna"
    assert game.headers["Annotator"] == 'C. "the ant" D.'
    assert game.root.comment == "an opening\nover two lines"
    assert [node.comment for node in game.main_line()] == ["", "and a reply", "", ""]
    assert game.stated == Result(GameState.WHITE_WINS, Ending.UNKNOWN)
    assert game.state_at() is GameState.IN_PROGRESS


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ("WhiteWins", GameState.WHITE_WINS),
        ("blackwins", GameState.BLACK_WINS),
        ("Draw", GameState.DRAW),
        ("1-0", GameState.WHITE_WINS),
        ("0-1", GameState.BLACK_WINS),
        ("1/2-1/2", GameState.DRAW),
        ("½-½", GameState.DRAW),
        ("*", GameState.IN_PROGRESS),
        ("InProgress", GameState.IN_PROGRESS),
        ("NotStarted", GameState.IN_PROGRESS),
    ],
)
@pytest.mark.parametrize("place", ["tag", "end", "same line"])
def test_results_in_every_way_of_writing(written: str, state: GameState, place: str) -> None:
    text = {
        "tag": f'[Result "{written}"]\n\n1. wS1\n',
        "end": f"1. wS1\n\n{written}\n",
        "same line": f"1. wS1 {written}",
    }[place]
    game = parse_record(text, file_format=Format.PGN)
    assert game.state is state
    assert game.end.ply == 1


@pytest.mark.parametrize(
    "text",
    [
        "1. wS1 2. bS1 wS1- 3. wQ -wS1",
        "1.wS1 2.bS1 wS1-  3... wQ -wS1",
        "1. wS1! {x} 2. bS1 wS1-?! 3. wQ -wS1",
        "wS1\nbS1 wS1-\nwQ -wS1",
        "1. wS1\r\n2. bS1 wS1-\r\n\r\n\r\n3. wQ -wS1",
        '[White "A"]\n% an escaped line\n1. ws1 2. BS1 ws1- {a} {b} 3. wq1 -ws1 *',
    ],
)
def test_moves_in_every_way_of_writing(text: str) -> None:
    assert played(text) == ["wS1", "bS1 wS1-", "wQ -wS1"]


def test_glyphs_after_moves() -> None:
    game = parse_record("1. wS1!? 2. bS1 wS1-??")
    assert [node.glyph for node in game.main_line()] == ["!?", "??"]


def test_words_of_other_programs_are_kept() -> None:
    game = parse_record("1. wS1 {[%csl Ra1] fine [%clk x] [%clk 0:00:05]}")
    assert game.end.comment == "[%csl Ra1] fine [%clk x]"
    assert game.end.clock_ms == 5000
    assert parse_record(format_record(game, Format.PGN)) == game


def test_how_a_variation_is_written() -> None:
    game = Game("Base")
    first = game.play("wS1")
    game.play("bS1 wS1-")
    aside = game.play("bG1 wS1/", after=first)
    aside.comment = "or this; why not"
    aside.spent_ms = 61_500
    aside.marks = (Mark(first.move.target, None),) if first.move and first.move.target else ()
    game.play("wQ -wS1", after=aside).glyph = "!"
    lines = format_record(game, Format.PGN).splitlines()
    assert lines[lines.index("2. bS1 wS1-") + 1] == (
        "{[%var 2. bG1 wS1/ [%emt 0:01:01.500] [%mark 0,0] [%say or this; why not];"
        " 3. wQ -wS1 [%glyph !]]}"
    )


@pytest.mark.parametrize(
    ("text", "line", "ply", "kept"),
    [
        ('[White "A"]\n\n1. wS1\n2. bS1 bS1-\n3. wQ -wS1\n', 4, 2, 1),
        ('[White "A"]\n\n1. wS1\n2. bS1 wS1-\n3. foo\n', 5, 3, 2),
        ('[White "A\n\n1. wS1\n', 1, None, 1),
        ('[White "A"]\n\n1. wS1\n{never\nclosed\n', 4, None, 1),
        ('[GameType "Chess"]\n\n1. wS1\n', 1, None, None),
        ('[White "A"]\n\n1. wS1\n{[%var 1. wQ; 2. bX]}\n', 4, 2, 1),
        ("{[%var 1. wS1]}\n1. wS1", 1, 1, 0),
    ],
)
def test_damage_is_told_by_line_and_ply(
    text: str, line: int, ply: int | None, kept: int | None
) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text, file_format=Format.PGN)
    assert (caught.value.line, caught.value.ply) == (line, ply)
    if kept is None:
        assert caught.value.game is None
    else:
        assert caught.value.game.end.ply == kept


def test_reading_goes_on_after_a_damaged_game() -> None:
    text = f'{MZINGA}\n[White "C"]\n\n1. wS1\n2. nonsense\n\n{MZINGA}'
    games = list(parse_records(text, damaged="keep"))
    assert [game.end.ply for game in games] == [4, 1, 4]
    assert [game.damage is None for game in games] == [True, False, True]
    assert len(list(parse_records(text, damaged="skip"))) == 2


@pytest.mark.parametrize("name", ["Game Type", "", "Result", "GameType", "a]"])
def test_a_header_that_pgn_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(RecordError):
        format_record(Game(headers={name: "x"}), Format.PGN)


def test_another_program_s_termination_is_kept() -> None:
    game = parse_record('[Result "1-0"]\n[Termination "adjudication"]\n\n1. wS1\n')
    assert game.headers["SourceTermination"] == "adjudication"
    assert game.stated == Result(GameState.WHITE_WINS)


def test_deep_nesting_is_an_error_of_ours() -> None:
    for depth in (300, 10_000):
        deep = "{" + "[%var 1. wA1 " * depth + "]" * depth + "}"
        with pytest.raises(RecordError, match="nested"):
            parse_record(f"1. wS1\n{deep}")


def test_a_deep_tree_is_written_or_refused() -> None:
    game = parse_record("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    game.options = HiveOptions(repetition="offer")
    node = game.end
    shuffle = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")
    for ply in range(2 * DEEPEST + 20):
        # A variation inside the variation before it at every second ply.
        node = game.play(shuffle[ply % 4], after=node)
        if ply % 2:
            game.play(next(iter(game.position_at(node).legal_moves)), after=node)
            game.play(shuffle[(ply + 1) % 4], after=node)
    with pytest.raises(RecordError, match="nested"):
        format_record(game, Format.PGN)
    while not node.is_main_line and node.parent is not None and node.ply > 300:
        node = node.parent
    for child in list(node.children):
        child.delete()
    assert parse_record(format_record(game, Format.PGN)) == game
