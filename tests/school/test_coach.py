"""The coach: what it says and when, from games and positions."""

from __future__ import annotations

import random
import string
from itertools import pairwise

import pytest

from skep.hive import Color, Position, Setup
from skep.school.coach import (
    Advice,
    Praise,
    RemarkKey,
    advice_after,
    coach_words,
    praise_after,
    remark_now,
    remarks_in,
)

FACTS = {
    **dict.fromkeys((*RemarkKey, *Praise, *Advice), frozenset()),
    RemarkKey.WIN_THERE: frozenset({"free"}),
    RemarkKey.SHUT_IN_SOON: frozenset({"sides"}),
    RemarkKey.PINNED: frozenset({"bug"}),
    Praise.WON: frozenset({"turns"}),
    Praise.NEARLY: frozenset({"sides"}),
    Praise.HELD_DOWN: frozenset({"bugs"}),
    Praise.BUSY: frozenset({"bugs"}),
    Advice.MISSED_WIN: frozenset({"turn"}),
    Advice.QUEEN_STAYED: frozenset({"turns"}),
    Advice.OWN_PINS: frozenset({"bugs"}),
    Advice.FEW_BUGS: frozenset({"bugs"}),
    Advice.FASTER: frozenset({"turns"}),
}


def random_game(seed: int, plies: int = 80) -> Position:
    chance = random.Random(seed)
    game = Position("Base")
    while game.outcome() is None and game.ply < plies:
        game.play_unchecked(chance.choice(list(game.legal_moves)))
    return game


def set_up(text: str) -> Position:
    return Position.from_setup(Setup.parse(text))


def key_now(text: str, pupil: Color = Color.WHITE) -> str | None:
    remark = remark_now(set_up(text), pupil)
    return None if remark is None else remark.key


def test_the_first_move_gets_a_word() -> None:
    assert remark_now(Position("Base"), Color.WHITE).key == RemarkKey.FIRST_MOVE  # type: ignore[union-attr]
    assert remark_now(Position("Base"), Color.BLACK) is None


def test_the_queen_is_due_on_the_fourth_turn() -> None:
    game = Position("Base")
    for text in ("wS1", "bS1 wS1-", "wG1 -wS1", "bQ bS1-", "wA1 -wG1", "bA1 bQ-"):
        game.play(text)
    remark = remark_now(game, Color.WHITE)
    assert remark is not None
    assert remark.key == RemarkKey.QUEEN_DUE


RING_OF_FIVE = "Base;White[8];bQ@0,0;wS1@1,0;bS1@1,-1;wG1@0,-1;bG1@-1,0;wQ@-1,1"


def test_a_win_is_announced() -> None:
    assert key_now(RING_OF_FIVE + ";wA1@-2,1") == RemarkKey.WIN_THERE


def test_a_queen_with_five_sides_taken_is_in_danger() -> None:
    black_to_move = RING_OF_FIVE.replace("White[8]", "Black[8]") + ";wA1@-2,1"
    remark = remark_now(set_up(black_to_move), Color.BLACK)
    assert remark is not None
    assert remark.key == RemarkKey.SHUT_IN_SOON
    assert remark.facts == {"sides": 5}


def test_four_sides_are_a_danger_only_with_a_free_attacker() -> None:
    four = "Base;Black[8];bQ@0,0;wS1@1,-1;bS1@0,-1;wG1@-1,0;wQ@-1,1"
    assert key_now(four + ";wA1@-2,1", Color.BLACK) == RemarkKey.SHUT_IN_SOON
    # The same with the ant under a beetle: nobody can come.
    assert key_now(four + ";wA1@-2,1;bB1@-2,1", Color.BLACK) != RemarkKey.SHUT_IN_SOON


def test_a_bug_that_has_just_been_pinned_is_named() -> None:
    game = set_up("Base;Black[6];wQ@0,0;bQ@1,0;wA1@-1,0;wS1@0,-1;bA1@2,0")
    assert remark_now(game, Color.WHITE) is None
    game.play("bA1 -wA1")
    remark = remark_now(game, Color.WHITE)
    assert remark is not None
    assert (remark.key, remark.facts) == (RemarkKey.PINNED, {"bug": "ant", "piece": "wA1"})


@pytest.mark.parametrize("seed", range(12))
def test_never_more_than_one_remark_in_three_turns(seed: int) -> None:
    for pupil in Color:
        turns = [said.turn for said in remarks_in(random_game(seed), pupil)]
        assert all(later - earlier >= 3 for earlier, later in pairwise(turns))


@pytest.mark.parametrize("seed", range(6))
def test_what_was_said_does_not_change_as_the_game_goes_on(seed: int) -> None:
    game = random_game(seed, plies=40)
    whole = dict(remarks_in(game, Color.WHITE))
    replay = Position("Base")
    for move in game.moves:
        if replay.turn is Color.WHITE:
            assert remark_now(replay, Color.WHITE) == whole.get(1 + replay.ply // 2)
        replay.play(move)


@pytest.mark.parametrize("seed", range(12))
def test_every_game_ends_with_praise_and_advice(seed: int) -> None:
    game = random_game(seed)
    for pupil in Color:
        for remark, said in (
            (praise_after(game, pupil), coach_words().praise),
            (advice_after(game, pupil), coach_words().advice),
        ):
            assert "{" not in said[remark.key].format_map(remark.facts)  # type: ignore[index]


def test_a_missed_win_is_what_the_advice_is_about() -> None:
    game = set_up(RING_OF_FIVE + ";wA1@-2,1;bA1@2,0")
    game.play("wA1 -wG1")
    advice = advice_after(game, Color.WHITE)
    assert (advice.key, advice.facts) == (Advice.MISSED_WIN, {"turn": 8})


def test_a_win_is_praised() -> None:
    game = set_up(RING_OF_FIVE + ";wA1@-2,1")
    game.play("wA1 /wS1")
    praise = praise_after(game, Color.WHITE)
    assert (praise.key, praise.facts) == (Praise.WON, {"turns": 1})
    assert advice_after(game, Color.WHITE).key == Advice.NEXT_LEVEL


def test_every_key_has_words_that_use_its_facts_only() -> None:
    words = coach_words()
    said = {
        str(key): sentence
        for table in (words.remarks, words.praise, words.advice)
        for key, sentence in table.items()
    }
    assert set(said) == set(FACTS)
    for key, sentence in said.items():
        used = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
        assert used <= FACTS[key], key


def test_who_answers_is_not_sent_to_the_middle() -> None:
    game = Position("Base")
    game.play("wS1")
    remark = remark_now(game, Color.BLACK)
    assert remark is not None
    assert remark.key == RemarkKey.FIRST_REPLY
