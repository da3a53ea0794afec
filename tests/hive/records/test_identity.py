"""Whatever can be written reads back the same, and whatever is read gives games or our errors."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skep.errors import RecordError
from skep.geometry import Cell
from skep.hive import HIVE_SETS, HiveOptions
from skep.hive.notation import GameState
from skep.hive.position import Position
from skep.hive.records import (
    Ending,
    Evaluation,
    Format,
    Game,
    Mark,
    Node,
    Result,
    format_record,
    parse_record,
    parse_records,
)
from skep.hive.records.result import FINAL_STATES
from skep.hive.records.tree import GLYPHS

PROFILE = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))

words = st.one_of(
    st.just(""),
    st.text(st.characters(), max_size=12),
    st.lists(
        st.sampled_from(
            [
                *(
                    "[%eval 0.3]",
                    "[%clk 0:00:01]",
                    "[%var 1. wS1]",
                    "[%",
                    "{",
                    "}",
                    "]",
                    "[",
                    ";",
                    "&#125;",
                ),
                *("&#", "\\", "\n", " ", "\t", '"', "wA1 -bQ", "*", "½", "é", "\u2028", "\x00"),
            ]
        ),
        max_size=6,
    ).map("".join),
)
header_names = st.one_of(
    st.sampled_from(["White", "Black", "Event", "Site", "Round", "Date", "Annotator"]),
    st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,8}\Z").filter(
        lambda name: (
            name not in ("GameType", "SetUp", "Result", "Termination", "OpeningQueen", "Repetition")
        )
    ),
)
times = st.none() | st.integers(0, 10_000_000)
evaluations = (
    st.none()
    | st.builds(Evaluation, st.integers(-9999, 9999))
    | st.builds(lambda plies: Evaluation(win_in=plies), st.integers(-99, 99).filter(bool))
)
cells = st.builds(Cell, st.integers(-30, 30), st.integers(-30, 30))
marks = st.lists(st.builds(Mark, cells, st.none() | cells), max_size=3).map(tuple)


def annotate(node: Node, data: st.DataObject) -> None:
    node.comment = data.draw(words)
    node.glyph = data.draw(st.sampled_from(GLYPHS))
    node.marks = data.draw(marks)
    node.clock_ms = data.draw(times)
    node.spent_ms = data.draw(times)
    node.evaluation = data.draw(evaluations)


@st.composite
def games(draw: st.DrawFn, *, words_too: bool = True) -> Game:
    """A random tree: moves from a seed, words drawn one by one so that they shrink well."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    options = HiveOptions.parse(
        draw(st.sampled_from(HIVE_SETS)),
        opening_queen=draw(st.sampled_from(["allowed", "forbidden"])),
        repetition=draw(st.sampled_from(["draw", "offer"])),
    )
    game = Game(options, headers=draw(st.dictionaries(header_names, words, max_size=3)))
    game.stated = draw(
        st.none() | st.builds(Result, st.sampled_from(FINAL_STATES), st.sampled_from(list(Ending)))
    )
    data = draw(st.data())
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 25))):
        # Mostly on from the latest node, sometimes aside from any.
        node = nodes[-1] if chance.random() < 0.7 else chance.choice(nodes)
        moves = game.position_at(node).legal_moves
        if len(moves) > 0:
            nodes.append(node.add(chance.choice(list(moves))))
    if words_too:
        annotate(game.root, data)
        for node in chance.sample(nodes, min(len(nodes), 4)):
            annotate(node, data)
    return game


@PROFILE
@given(games())
@pytest.mark.parametrize("file_format", [Format.PGN, Format.JSON])
@pytest.mark.medium
def test_any_tree_reads_back_the_same(file_format: Format, game: Game) -> None:
    # A game that opens with a Queen was played by that rule.
    game.allow_opening_queen_if_played()
    text = format_record(game, file_format)
    assert parse_record(text) == game
    assert format_record(parse_record(text), file_format) == text


@PROFILE
@given(games(words_too=False))
def test_a_main_line_reads_back_the_same_from_a_gamestring(game: Game) -> None:
    text = format_record(game, Format.GAMESTRING)
    again = parse_record(text)
    assert [node.move for node in again.main_line()] == [node.move for node in game.main_line()]
    assert again.options.game_type == game.options.game_type
    assert again.state is game.state or again.state_at() in FINAL_STATES
    assert format_record(again, Format.GAMESTRING) == text or again.state_at() in FINAL_STATES


@PROFILE
@given(games())
def test_the_main_line_of_a_pgn_loads_line_by_line(game: Game) -> None:
    """A reader like MzingaViewer: a line is a tag, a comment, a state, or else a move."""
    position = Position(replace(game.options, opening_queen="allowed", repetition="offer"))
    played = []
    in_comment = False
    states = {state.value for state in GameState}
    for line in format_record(game, Format.PGN).split("\n"):
        line = line.strip()
        if in_comment or line.startswith("{"):
            in_comment = not line.endswith("}")
        elif line and not (line.startswith("[") and line.endswith("]")) and line not in states:
            before = position.ply
            position.play(line.lstrip(".0123456789"))
            assert position.ply == before + 1
            played.append(line)
    assert not in_comment
    assert len(played) == game.end.ply


@pytest.mark.medium
@PROFILE
@given(st.lists(games(), min_size=1, max_size=4))
@pytest.mark.parametrize("file_format", [Format.PGN, Format.JSON])
def test_collections_read_back_the_same(file_format: Format, collection: list[Game]) -> None:
    for game in collection:
        game.allow_opening_queen_if_played()
    text = "".join(format_record(game, file_format) for game in collection)
    assert list(parse_records(text)) == collection


def test_games_without_a_move_stay_apart() -> None:
    collection = [Game("Base"), Game("Base", headers={"White": "Anna"}), Game("Base+M")]
    text = "".join(format_record(game, Format.PGN) for game in collection)
    assert list(parse_records(text)) == collection


PGN_PARTS = [
    "[",
    "]",
    '[White "A"]',
    "{",
    "}",
    "1. ",
    "wS1",
    "bS1 wS1-",
    "wQ -wS1",
    "\n",
    " ",
    "!?",
]
PGN_PARTS += ["[%var 1. wG1]", "[%var ", "[%clk 1]", "½-½", "*", "WhiteWins", '"', "%", "&#125;"]
SGF_PARTS = ["(", ")", ";", "[", "]", "SU[hive]", "SU[hive-plm]", "P0[1 dropb wS1 N 13 .]", "P0["]
SGF_PARTS += ["P1[5 dropb bG1 O 13 wS1-]", "P0[2 done]", "P1[6 Done]", "P0[resign]", "RE[", "\\"]
SGF_PARTS += ['P0[id "a"]', "P1[7 pass]", "P0[3 move W wA1 N 12 .]", "P0[4 passdone]", "\n", "x"]
JSON_PARTS = ["{", "}", "[", "]", ",", ":", "1", "null", '"move"', '"wS1"', '"moves"', "\n"]
JSON_PARTS += ['"format":"skep-hive","version":1', '"variations"', '"clock_ms"', "1e999", "-1"]
STRING_PARTS = ["Base", "+MLP", ";", "InProgress", "White[1]", "wS1", "bS1 wS1-", "pass", "\n", "Q"]

fuzzed = st.one_of(
    st.text(st.characters(), max_size=60),
    *(
        st.lists(st.sampled_from(parts), max_size=25).map("".join)
        for parts in (PGN_PARTS, SGF_PARTS, JSON_PARTS, STRING_PARTS)
    ),
)


@settings(deadline=None, max_examples=400, suppress_health_check=list(HealthCheck))
@given(fuzzed)
@pytest.mark.parametrize("file_format", [None, *Format])
@pytest.mark.medium
def test_any_text_gives_games_or_the_declared_error(file_format: Format | None, text: str) -> None:
    with contextlib.suppress(RecordError):
        for game in parse_records(text, file_format=file_format):
            format_record(game, Format.JSON)


@pytest.mark.medium
@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
@given(games(), st.data())
@pytest.mark.parametrize("file_format", [Format.PGN, Format.JSON, Format.GAMESTRING])
def test_a_damaged_record_keeps_what_was_readable(
    file_format: Format, game: Game, data: st.DataObject
) -> None:
    text = format_record(game, file_format)
    cut = data.draw(st.integers(0, len(text)))
    damaged = text[:cut] + data.draw(st.sampled_from(["", "x", "}", "]", '"', "wA1"]))
    damaged += text[data.draw(st.integers(cut, len(text))) :]
    for found in parse_records(damaged, file_format=file_format, damaged="keep"):
        assert found.damage is None or isinstance(found.damage, RecordError)
        # Every kept move is legal in its place.
        for node in found.main_line():
            assert node.move is not None
        found.position_at()
