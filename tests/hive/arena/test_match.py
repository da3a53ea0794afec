"""Whole matches between small engines: scripts, and our own server."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from skep.errors import UnreadableError
from skep.hive import HIVE_SETS, Color
from skep.hive.arena.contestants import Contestant, Seat
from skep.hive.arena.log import MatchLog
from skep.hive.arena.match import MOST_REPLAYS, Match, Plan
from skep.hive.arena.openings import fingerprint, load_openings, shipped_openings
from skep.hive.arena.play import Conditions, Ending
from skep.hive.arena.schedule import schedule
from skep.hive.arena.statistics import Sprt
from skep.hive.arena.turns import alone
from skep.hive.engine import Limit
from skep.hive.position import Position
from skep.hive.records import load_games

SKEP = (sys.executable, "-m", "skep", "uhp")
# A whole engine on our rules: plays the last of its moves, and misbehaves when told to.
ENGINE = Path(__file__).parent / "wayward_engine.py"
FAST = Conditions(limit=Limit(depth=1), max_plies=24)


def wayward(fault: str = "none", ply: int = 12) -> Contestant:
    return Contestant(f"wayward {fault}", (sys.executable, str(ENGINE), fault, str(ply)))


def plan(*contestants: Contestant, games: int = 2, conditions: Conditions = FAST) -> Plan:
    openings = load_openings(shipped_openings("Base"), "Base")[:5]
    return Plan(
        contestants=contestants,
        openings=openings,
        fixtures=schedule(len(contestants), games, len(openings)),
        conditions=conditions,
    )


def match_of(made: Plan, path: Path) -> Match:
    names = {number: one.name for number, one in enumerate(made.contestants)}
    return Match(made, MatchLog(path, "test", names, " | ".join(map(str, made.contestants))))


def records(path: Path) -> list[dict[str, dict[str, str]]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_match_is_logged_with_both_colours(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    match = match_of(plan(wayward(), Contestant("skep", SKEP), games=4), path)
    match.run()
    logged = records(path)
    assert match.standings.finished == len(logged) == 4
    assert [game["headers"]["White"] for game in logged] == ["wayward none", "skep"] * 2
    assert len({game["headers"]["Round"] for game in logged}) == 4
    for game in logged:
        position = Position("Base")
        for move in game["moves"]:
            position.play(move["move"])  # type: ignore[index]


@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("crash", Ending.CRASH),
        ("illegal", Ending.ILLEGAL),
        ("garbage", Ending.ILLEGAL),
        ("refuse", Ending.ILLEGAL),
    ],
)
def test_a_failing_engine_loses_and_is_counted(fault: str, ending: Ending, tmp_path: Path) -> None:
    match = match_of(plan(wayward(), wayward(fault)), tmp_path / "log.jsonl")
    match.run()
    assert match.standings.meetings[(0, 1)].wins == 2
    assert match.standings.failures[1][ending] == 2
    assert not match.standings.failures[0]


def test_a_log_that_names_no_engines_is_continued_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    made = plan(wayward(), wayward())
    match_of(made, path).run()
    lines = []
    for record in records(path):
        del record["headers"]["Engines"]
        lines.append(json.dumps(record) + "\n")
    path.write_text("".join(lines))
    log = MatchLog(path, "test", {0: "a", 1: "b"}, "x | y")
    assert Match(made, log).standings.finished == 2
    assert log.names_no_engines


@pytest.mark.medium
def test_records_of_a_match_say_how_games_ended(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    match_of(plan(wayward("crash"), wayward()), path).run()
    match_of(plan(wayward(), wayward()), tmp_path / "long.jsonl").run()
    stated = {game.stated for one in (path, tmp_path / "long.jsonl") for game in load_games(one)}
    assert {result.ending.value for result in stated if result} == {"forfeit", "repetition"}


@pytest.mark.medium
def test_a_hanging_engine_does_not_hang_the_match(tmp_path: Path) -> None:
    conditions = Conditions(limit=Limit(seconds=0.1), margin=1.0, hang=0.5, max_plies=24)
    made = plan(wayward(), wayward("hang"), conditions=conditions)
    match = match_of(made, tmp_path / "log.jsonl")
    match.run()
    assert match.standings.failures[1][Ending.OVERTIME] == 2


@pytest.mark.medium
def test_failures_are_replayed_when_asked_for(tmp_path: Path) -> None:
    made = plan(wayward(), wayward("crash"))
    match = match_of(replace(made, replay_failures=True), tmp_path / "log.jsonl")
    match.run()
    assert match.standings.replayed == 2 * MOST_REPLAYS
    assert match.standings.finished == 2


@pytest.mark.medium
@pytest.mark.parametrize(
    ("limit", "replays"), [(Limit(seconds=0.01), 2 * MOST_REPLAYS), (Limit(depth=1), 0)]
)
def test_only_games_by_time_need_their_processor(
    limit: Limit, replays: int, tmp_path: Path
) -> None:
    conditions = Conditions(limit=limit, max_plies=24, margin=60.0)
    match = match_of(
        plan(wayward(), wayward("idle"), conditions=conditions), tmp_path / "log.jsonl"
    )
    match.run()
    assert match.standings.replayed == replays
    assert match.standings.finished == 2


def test_an_engine_is_asked_in_its_own_way_by_nodes_too() -> None:
    twice = Seat(Contestant("skep", ("skep", "uhp"), search="bestmove nodes 200"))
    assert twice.search_command(by_time=False) == "bestmove nodes 200"
    by_seconds = Seat(Contestant("skep", ("skep", "uhp"), search="bestmove seconds {seconds}"))
    assert by_seconds.search_command(by_time=False) == "bestmove {limit}"


@pytest.mark.medium
def test_a_log_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    match_of(plan(wayward(), wayward(), games=2), path).run()
    with path.open("a") as stream:
        stream.write('{"format": "skep-hi')  # the process was ended while it wrote
    match = match_of(plan(wayward(), wayward(), games=6), path)
    assert match.standings.finished == 2
    match.run()
    rounds = [game["headers"]["Round"] for game in records(path)]
    assert rounds == ["1-2.1.1", "1-2.1.2", "1-2.2.1", "1-2.2.2", "1-2.3.1", "1-2.3.2"]


def test_a_log_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    match_of(plan(wayward(), wayward()), path).run()
    made = plan(wayward(), wayward())
    with pytest.raises(UnreadableError, match="another match"):
        Match(made, MatchLog(path, "different", {0: "a", 1: "b"}))
    with pytest.raises(UnreadableError, match=r"other engines: expected .* \[Level=2\]"):
        match_of(plan(wayward(), replace(wayward(), options=(("Level", "2"),))), path)
    path.write_text("nonsense\n")
    with pytest.raises(UnreadableError, match="line 1"):
        match_of(made, path)


@pytest.mark.medium
def test_a_stopped_match_leaves_a_log_to_continue(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    match = match_of(plan(wayward(), wayward(), games=400), path)
    threading.Timer(2.0, match.stop).start()
    match.run()
    logged = len(records(path)) if path.exists() else 0
    assert match.standings.finished == logged < 400


def test_a_second_judge_that_objects_is_heard(tmp_path: Path) -> None:
    made = plan(wayward(), wayward())
    match = match_of(replace(made, second_judge=wayward("refuse-games")), tmp_path / "log.jsonl")
    match.run()
    assert len(match.standings.disputes) == 2
    assert match.standings.finished == 2


@pytest.mark.medium
def test_games_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    made = plan(wayward(), wayward("crash"), games=6)
    match = match_of(replace(made, concurrency=3), path)
    match.run()
    assert match.standings.meetings[(0, 1)].wins == 6
    assert len({game["headers"]["Round"] for game in records(path)}) == 6


@pytest.mark.medium
def test_a_decided_test_ends_the_match(tmp_path: Path) -> None:
    made = plan(wayward(), wayward("illegal"), games=1000)
    match = match_of(replace(made, sprt=Sprt(-200.0, 200.0)), tmp_path / "log.jsonl")
    match.run()
    assert match.is_decided()
    assert 32 <= match.standings.finished < 100


def test_three_engines_meet_each_other(tmp_path: Path) -> None:
    match = match_of(plan(wayward(), wayward(), wayward()), tmp_path / "log.jsonl")
    match.run()
    assert {meeting: m.games for meeting, m in match.standings.meetings.items()} == {
        (0, 1): 2,
        (0, 2): 2,
        (1, 2): 2,
    }


@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_shipped_openings_are_whole_and_different(game_type: str) -> None:
    openings = load_openings(shipped_openings(game_type), game_type)
    assert len(openings) >= 100
    used = {piece.bug for opening in openings for piece in opening.pieces}
    assert used == {piece.bug for piece in Position(game_type).reserve(Color.WHITE)}
    assert len({opening.canonical_key() for opening in openings}) == len(openings)
    assert all(opening.ply == 8 and opening.outcome() is None for opening in openings)
    assert len(fingerprint(openings)) == 12


def test_a_bad_opening_is_named(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(
        "# nothing\nBase;InProgress;White[2];wS1;bS1 wS1-\nBase;InProgress;White[1];x\n"
    )
    with pytest.raises(UnreadableError, match=r"openings.txt, line 3"):
        load_openings(path, "Base")
    path.write_text("# nothing\n")
    with pytest.raises(UnreadableError, match="no opening"):
        load_openings(path, "Base")


def test_openings_of_another_set_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    base, more = (
        f"{game_type};InProgress;White[2];wS1;bS1 wS1-\n" for game_type in ("Base", "Base+M")
    )
    path.write_text(base + base)
    assert {opening.options.game_type for opening in load_openings(path)} == {"Base"}
    with pytest.raises(UnreadableError, match=r"line 1: expected the set Base\+MLP, found Base$"):
        load_openings(path, "Base+MLP")
    path.write_text(base + more)
    with pytest.raises(UnreadableError, match=r"line 2: expected the set Base, found Base\+M$"):
        load_openings(path)


@pytest.mark.parametrize("limit", [Limit(seconds=0.01), Limit(nodes=100), Limit(depth=1)], ids=str)
@pytest.mark.medium
def test_no_game_begins_while_a_benchmark_is_at_work(tmp_path: Path, limit: Limit) -> None:
    conditions = Conditions(limit=limit, max_plies=24, margin=60.0)
    with alone():
        match = match_of(plan(wayward(), wayward(), conditions=conditions), tmp_path / "log.jsonl")
        player = threading.Thread(target=match.run, daemon=True)
        player.start()
        player.join(1.0)
        assert match.standings.finished == 0
    player.join(60.0)
    assert match.standings.finished == 2
