from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import SkepError, UnreadableError
from skep.laruche.events import Lay
from skep.laruche.options import MatchOptions
from skep.laruche.records import MatchRecord, SolitaireRecord, parse_record
from skep.laruche.simulate import simulate
from skep.laruche.solitaire import Puzzle, Solitaire, SolitaireOptions
from skep.laruche.solo_events import AskHint, Put, SoloCommand, StartClock, StopClock, TakeBack

CASES = Path(__file__).parents[1] / "cases" / "laruche"


def short_match() -> str:
    end = simulate(MatchOptions(rounds=1, bee_gift=True), [4, 4], 11)
    return str(MatchRecord.of(end.match, end.commands, seed=11))


TEXT = short_match()


def test_the_frozen_record_of_version_one_replays() -> None:
    text = (CASES / "match_v1.txt").read_text(encoding="utf-8")
    record = parse_record(text)
    assert isinstance(record, MatchRecord)
    assert record.matches_seed()
    outcome = record.replay().outcome()
    assert outcome is not None
    assert outcome.totals == (4, 9, 4, 6)
    # Written as version 1 wrote it, so that its code can read it; `pause_ms` came a little later.
    assert str(record) == text.replace("break_ms=30000", "break_ms=30000 pause_ms=600000", 1)


def test_the_frozen_record_of_version_two_replays_with_its_misses() -> None:
    text = (CASES / "match_v2.txt").read_text(encoding="utf-8")
    record = parse_record(text)
    assert isinstance(record, MatchRecord)
    assert record.matches_seed()
    assert str(record) == text
    match = record.replay()
    laid = sum(isinstance(command, Lay) for _, command in record.commands)
    assert laid - len(match.table) == 26
    assert match.results[0].counts == (0, 9)


def test_a_record_of_version_one_of_a_solitaire_replays() -> None:
    text = (CASES / "solitaire_v1.txt").read_text(encoding="utf-8")
    record = parse_record(text)
    assert isinstance(record, SolitaireRecord)
    score = record.replay().outcome()
    assert score is not None
    assert (score.solved, score.time_ms, score.undos, score.hints) == (True, 19_000, 1, 2)
    assert str(record).rstrip() == text.rstrip()


def test_comments_and_empty_lines_do_not_count() -> None:
    spread = "\n# a match\n" + TEXT.replace("\n", "\n\n# …\n")
    assert MatchRecord.parse(spread) == MatchRecord.parse(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("skep la ruche match 1", "skep la ruche match 9", "begins with"),
        ("rounds=1", "rounds=0", "line 3"),
        ("options", "optoins", "line 3"),
        ("seat bot=4", "seat bot=7", "line 4"),
        ("handicap_ms=0 ", "handicap=0 ", "line 4"),
        ("deal first=", "deal last=", "line 7"),
        (" pose=", " posture=", "line 8"),
        ("totals=2,3", "totals=3,2", "leads to"),
        (" lay seat=", " lay seat=5 seat=", "each name once"),
    ],
)
def test_broken_records_say_where(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(UnreadableError, match=message):
        parse_record(TEXT.replace(old, new, 1)).replay()


def test_a_command_that_the_rules_refuse_is_named() -> None:
    lines = TEXT.splitlines()
    at = next(number for number, line in enumerate(lines) if " lay " in line)
    del lines[at]
    with pytest.raises(UnreadableError, match="command 1"):
        parse_record("\n".join(lines)).replay()


def test_deals_count_even_if_they_are_not_those_of_the_seed() -> None:
    record = MatchRecord.parse(TEXT.replace("seed 0000", "seed 1000"))
    assert record.matches_seed() is False
    assert record.replay().outcome() is not None
    assert MatchRecord.parse(TEXT.replace("seed", "# seed")).matches_seed() is None


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_damaged_records_are_refused_cleanly(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(len(TEXT), start + 20)))
    text = TEXT[:start] + data.draw(st.text(max_size=6)) + TEXT[end:]
    try:
        record = parse_record(text)
        record.replay()
    except SkepError:
        return
    assert parse_record(str(record)) == record


@pytest.mark.parametrize("silhouette", ["none", "shadow", "pot"])
def test_a_solitaire_replays(silhouette: str) -> None:
    puzzle = Puzzle.deal(SolitaireOptions(silhouette=silhouette), seed=5)
    commands: list[tuple[int, SoloCommand]] = [
        (number * 1000, Put.of(placement)) for number, placement in enumerate(puzzle.solution)
    ]
    third = puzzle.solution[2]
    commands[3:3] = [
        (2100, StopClock()),
        (2400, StartClock()),
        (2500, TakeBack()),
        (2600, AskHint.of(third)),
        (2650, Put.of(third)),
        (2680, TakeBack(third.cell)),
        (2700, commands[2][1]),
    ]
    solitaire = Solitaire(puzzle)
    for at_ms, command in commands:
        solitaire.apply(command, at_ms)
    record = SolitaireRecord(puzzle=puzzle, commands=tuple(commands))
    again = parse_record(str(record))
    assert again == record
    assert again.replay().view() == solitaire.view()
    score = solitaire.outcome()
    assert score is not None
    assert (score.solved, score.time_ms, score.undos, score.hints) == (True, 10_700, 2, 1)
