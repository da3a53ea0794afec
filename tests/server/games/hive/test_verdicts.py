"""What version 2 of the rules decides otherwise, and what version 1 still does: as plain values."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from skep import protocol
from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as m
from skep.server.games.hive.rules import FIRST_MOVE_MS, MOST_PLIES, HiveRules
from skep.server.rules.contract import Circumstances, SeatTerms, Terms

TIMED = protocol.Timed(base_ms=60_000)
# Two queens walk around two spiders for ever.
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def rules_of(
    time: protocol.TimeControl, version: int = 2, users: tuple[int, int] = (1, 2), **options: Any
) -> HiveRules:
    seats = tuple(SeatTerms("person", 0, user) for user in users)
    rules = HiveRules(Terms("hive", options, time, seats, b"", version))
    rules.apply(protocol.Started(), 0)
    return rules


def play(rules: HiveRules, *moves: str, at_ms: int = 0) -> None:
    for move in moves:
        rules.apply(m.Played(seat=rules.turn, move=move), at_ms)


# --- the limit of plies


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_has_an_end(version: int) -> None:
    rules = rules_of(protocol.Untimed(), version, repetition="offer")
    play(rules, *OPENING)
    walk(rules, MOST_PLIES - 21)
    assert rules.status(0).plies_left is UNSET
    walk(rules, MOST_PLIES - 20)
    assert rules.status(0).plies_left == (20 if version == 2 else UNSET)
    walk(rules, MOST_PLIES - 1)
    assert rules.outcome() is None
    walk(rules, MOST_PLIES)
    if version == 1:
        assert rules.outcome() is None
        walk(rules, MOST_PLIES + 10)
        assert rules.ply == MOST_PLIES + 10
    else:
        assert rules.outcome() == protocol.Ending(ranks=(1, 1), reason="ply_limit")
        assert rules.status(0).plies_left is UNSET
        assert rules.game_string.startswith("Base+MLP;Draw;")


def walk(rules: HiveRules, plies: int) -> None:
    """Each queen steps to and fro."""
    steps = (r"wQ \wS1", r"bQ bS1/", "wQ -wS1", "bQ bS1-")
    while rules.ply < plies:
        play(rules, steps[rules.ply % 4])


# --- the first moves and the clock


def test_the_countdown_to_the_first_move_and_the_clock_are_shown() -> None:
    rules = rules_of(TIMED)
    status = rules.status(1)
    assert status.first_move_due_ms == FIRST_MOVE_MS
    assert status.clock == protocol.Clock(left_ms=(60_000, 60_000), since_ms=0, running=None)
    play(rules, OPENING[0], at_ms=5_000)
    assert rules.status(None).first_move_due_ms == 5_000 + FIRST_MOVE_MS
    assert rules.status(None).clock is not None
    play(rules, OPENING[1], at_ms=9_000)
    status = rules.status(0)
    assert status.first_move_due_ms is UNSET
    assert status.clock == protocol.Clock(left_ms=(60_000, 60_000), since_ms=9_000, running=0)
    assert rules_of(protocol.Untimed()).status(0).clock is None
    assert rules_of(TIMED, version=1).status(0).clock is None


# --- lag


def test_the_quota_of_lag_grows_with_the_clock() -> None:
    def granted(time: protocol.Timed, version: int = 2) -> list[int]:
        rules = rules_of(time, version)
        play(rules, OPENING[0], OPENING[1])
        slow = Circumstances(at_ms=0, lag_before=lambda _: 9_000)
        found = []
        for _ in range(10):
            for seat in (0, 1):
                move = rules.legal_moves()[0]
                event = rules.check((seat,), m.Play(move=move, ply=rules.ply), slow)
                assert isinstance(event, m.Played)
                found.append(event.compensation_ms)
                rules.apply(event, 0)
        return found[::2]

    assert sum(granted(TIMED, version=1)) == 11_000
    assert sum(granted(TIMED)) == 4_400
    assert sum(granted(protocol.Timed(base_ms=600_000))) == 11_000


def test_lag_is_asked_for_as_of_the_others_move() -> None:
    rules = rules_of(TIMED)
    play(rules, OPENING[0], OPENING[1], at_ms=7_000)
    asked: list[int] = []

    def lag_before(before_ms: int) -> int:
        asked.append(before_ms)
        return 100

    now = Circumstances(at_ms=9_000, lag_before=lag_before)
    event = rules.check((0,), m.Play(move=OPENING[2], ply=2), now)
    assert (asked, event) == ([7_000], m.Played(seat=0, move=OPENING[2], compensation_ms=100))


# --- claims


def claim(rules: HiveRules, seat: int, at_ms: int, **away_since_ms: int) -> str:
    since = {int(name[1:]): ms for name, ms in away_since_ms.items()}
    now = Circumstances(at_ms=at_ms, away_since_ms=since, claim_after_ms=1_000)
    try:
        rules.check((seat,), m.Claim(), now)
    except CommandRefusedError as refusal:
        return refusal.code
    return ""


def test_a_win_is_claimed_only_on_the_absent_ones_turn() -> None:
    rules = rules_of(protocol.Untimed())
    assert claim(rules, 0, 99_000, s1=0) == "NOTHING_TO_CLAIM"  # it is one's own turn
    play(rules, OPENING[0], at_ms=100_000)
    assert claim(rules, 0, 100_999, s1=0) == "TOO_EARLY"  # it counts from the turn on
    assert rules.claim({1: 0}, 1_000) == protocol.ClaimDue(seat=0, from_ms=101_000)
    assert claim(rules, 0, 101_000, s1=0) == ""
    assert claim(rules, 0, 101_000, s1=100_500) == "TOO_EARLY"
    assert claim(rules, 1, 101_000, s0=0) == "NOTHING_TO_CLAIM"
    assert claim(rules, 0, 101_000) == "NOTHING_TO_CLAIM"
    rules.apply(protocol.Outage(from_ms=100_200, to_ms=100_900), 100_900)
    assert rules.claim({1: 0}, 1_000) == protocol.ClaimDue(seat=0, from_ms=101_900 - 200)


def test_nobody_claims_from_themselves_or_in_a_game_of_days() -> None:
    assert rules_of(protocol.Untimed(), users=(1, 1)).claim({0: 0}, 1_000) is None
    assert rules_of(protocol.Daily(days=1)).claim({0: 0}, 1_000) is None
