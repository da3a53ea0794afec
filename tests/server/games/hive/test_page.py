"""The form for a game of Hive."""

from __future__ import annotations

import pytest

from skep import protocol
from skep.errors import CommandRefusedError
from skep.server.games.hive.page import wish_of


def test_by_itself_it_is_a_first_game_against_the_computer() -> None:
    wish = wish_of({"game": "hive", "csrf": "x"})
    assert wish.seats == [protocol.Me(), protocol.Engine(1)]
    assert wish.options == {"game_type": "Base", "opening_queen": "allowed"}
    assert (wish.time, wish.shuffle, wish.listed) == (protocol.Untimed(), False, False)


@pytest.mark.parametrize(
    ("bugs", "game_type"),
    [
        (["mosquito"], "Base+M"),
        (["pillbug", "ladybug"], "Base+LP"),
        (["pillbug", "mosquito", "ladybug"], "Base+MLP"),
    ],
)
def test_bugs_are_chosen_one_by_one(bugs: list[str], game_type: str) -> None:
    wish = wish_of({"against": "friend", **dict.fromkeys(bugs, "on")})
    assert wish.options["game_type"] == game_type


def test_a_clock_is_for_two_people_and_stays_out_of_other_games() -> None:
    clock = {"pace": "timed", "minutes": "5", "seconds": "0"}
    for against in ("friend", "anyone"):
        wish = wish_of({"against": against, "color": "black", **clock})
        assert wish.time == protocol.Timed(base_ms=300_000, increment_ms=0)
        assert wish.seats[1] == protocol.Me()
        assert wish.listed is (against == "anyone")
    for against in ("computer", "screen"):
        assert wish_of({"against": against, **clock}).time == protocol.Untimed()


def test_two_at_one_screen_draw_no_lots() -> None:
    wish = wish_of({"against": "screen", "color": "random"})
    assert wish.seats == [protocol.Me(), protocol.Me()]
    assert not wish.shuffle


def test_there_are_ten_levels() -> None:
    assert wish_of({"level": "10"}).seats[1] == protocol.Engine(10)
    with pytest.raises(CommandRefusedError):
        wish_of({"level": "11"})
