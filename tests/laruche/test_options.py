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
