from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError
from skep.laruche.options import MatchOptions, Seat


@given(
    st.builds(
        MatchOptions,
        rounds=st.integers(1, 20),
        bee_gift=st.booleans(),
        triple_gift=st.sampled_from(["off", "split", "one"]),
        unblock=st.booleans(),
        stall_ms=st.integers(0, 3_600_000),
        break_ms=st.integers(1, 3_600_000),
    )
)
def test_options_round_trip(options: MatchOptions) -> None:
    assert MatchOptions.parse(str(options)) == options


def test_both_gifts_and_the_house_rule_are_off_unless_chosen() -> None:
    options = MatchOptions.parse("")
    assert (options.bee_gift, options.triple_gift, options.unblock) == (False, "off", False)
    assert (options.rounds, options.stall_ms) == (3, 60_000)


@pytest.mark.parametrize(
    "text",
    ["rounds=0", "rounds=21", "rounds=-1", "rounds=x", "rounds", "bee_gift=yes", "triple_gift=two",
     "stall_ms=3600001", "setup_ms=0", "speed=9", "rounds=²"],
)  # fmt: skip
def test_impossible_options_are_refused(text: str) -> None:
    with pytest.raises(InvalidOptionsError):
        MatchOptions.parse(text)


@pytest.mark.parametrize(
    ("name", "bot", "handicap_ms"),
    [("", None, 0), ("x" * 61, None, 0), (" Ann", None, 0), ("A\nB", None, 0), ("A\x07", None, 0),
     ("Ann", 0, 0), ("Ann", 6, 0), ("Ann", None, -1), ("Ann", None, 60_001)],
)  # fmt: skip
def test_impossible_seats_are_refused(name: str, bot: int | None, handicap_ms: int) -> None:
    with pytest.raises(InvalidOptionsError):
        Seat(name=name, bot=bot, handicap_ms=handicap_ms)


def test_gifts_last_longer_when_there_may_be_three() -> None:
    assert [MatchOptions(triple_gift=kind).gift_ms for kind in ("off", "split", "one")] == [
        5_000,
        8_000,
        8_000,
    ]
    assert MatchOptions(triple_gift="one", gift_ms=5_000).gift_ms == 5_000
    assert MatchOptions(gift_ms=12_000).gift_ms == 12_000


def test_what_was_stored_before_misses_is_read_as_it_was_meant() -> None:
    """Both are option sets as version 1 stored them: some with all their defaults, some without."""
    whole = {
        "rounds": 2, "bee_gift": True, "triple_gift": "split", "unblock": False, "stall_ms": 60_000,
        "setup_ms": 50, "gift_ms": 777, "absent_ms": 20_000, "break_ms": 30_000,
    }  # fmt: skip
    options = MatchOptions.stored(whole)
    assert (options.rules_version, options.miss_ms, options.gift_ms) == (1, 0, 777)
    assert (options.help, options.deal) == ("turn", "full")
    few = MatchOptions.stored({"triple_gift": "one"})
    assert (few.miss_ms, few.gift_ms, few.rules_version) == (0, 5_000, 1)
    assert MatchOptions.parse_stored("triple_gift=one") == few


@given(
    st.builds(
        MatchOptions,
        triple_gift=st.sampled_from(["off", "split", "one"]),
        gift_ms=st.sampled_from([0, 5_000, 8_000, 12_000]),
        deal=st.sampled_from(["full", "8", "10", "15"]),
        help=st.sampled_from(["turn", "none", "show"]),
        miss_ms=st.integers(0, 5_000),
        rules_version=st.sampled_from([1, 2, 3]),
    )
)
def test_what_is_stored_now_comes_back(options: MatchOptions) -> None:
    assert MatchOptions.stored(asdict(options)) == options
    assert MatchOptions.parse_stored(str(options)) == options


@pytest.mark.parametrize(
    "values",
    [
        {"speed": 9}, {"rules_version": 1}, {"gift_ms": 6_000}, {"gift_ms": True},
        {"miss_ms": 5_001}, {"miss_ms": -1}, {"miss_ms": "0"}, {"help": "much"}, {"deal": 10},
        {"deal": "12"}, {"rounds": None}, {"help": []}, {7: 7},
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError):
        MatchOptions.chosen(values)


def test_a_seat_is_shown_what_fits_or_not() -> None:
    with pytest.raises(InvalidOptionsError):
        Seat(name="Ann", show=1)  # type: ignore[arg-type]


def test_switches_are_on_and_off_or_true_and_false() -> None:
    options = MatchOptions.parse("bee_gift=true unblock=false")
    assert options == MatchOptions.parse("bee_gift=on unblock=off")
    assert (options.bee_gift, options.unblock) == (True, False)
    with pytest.raises(InvalidOptionsError, match=r"bee_gift is true or false \(on or off\)"):
        MatchOptions.parse("bee_gift=yes")
