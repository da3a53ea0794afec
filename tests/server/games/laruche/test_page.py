"""The form for a match, and the pages of one."""

from __future__ import annotations

import pytest

from skep import protocol
from skep.errors import CommandRefusedError
from skep.laruche.options import MatchOptions
from skep.server.games.laruche.kind import LaRucheKind
from skep.server.games.laruche.page import TILE_NAMES, match_page, wish_of
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import SeatTerms, Terms


def test_without_seats_it_is_a_match_against_three_bots_of_level_two() -> None:
    wish = wish_of({"game": "laruche", "csrf": "x"})
    assert wish.seats == [protocol.Me(), *[protocol.Bot(2)] * 3]
    assert wish.options == {}
    assert not wish.listed


def test_seats_and_options_of_the_form() -> None:
    form = {
        "seat2": "friend", "seat3": "bot5", "seat4": "none", "seat5": "none", "seat6": "bot1",
        "rounds": "5", "deal": "15", "help": "none", "miss_ms": "0", "bee_gift": "on",
        "triple_gift": "one", "gift_ms": "12000", "unblock": "off", "stall_ms": "0",
    }  # fmt: skip
    wish = wish_of(form)
    assert wish.seats == [protocol.Me(), protocol.Invited(), protocol.Bot(5), protocol.Bot(1)]
    options = MatchOptions.chosen(wish.options)
    assert (options.rounds, options.deal, options.help, options.miss_ms) == (5, "15", "none", 0)
    assert (options.bee_gift, options.triple_gift, options.unblock) == (True, "one", False)
    assert (options.gift_ms, options.stall_ms) == (12_000, 0)


def test_each_seat_may_have_a_handicap_or_be_shown_what_fits() -> None:
    seats = {"seat2": "friend", "seat3": "bot4", "seat4": "none"}
    asked = {"handicap1": "show", "handicap2": "1000", "handicap3": "4000", "handicap4": "2000"}
    assert wish_of({**seats, **asked}).seats == [
        protocol.Me(show=True),
        protocol.Invited(handicap_ms=1000),
        protocol.Bot(4, handicap_ms=4000),
    ]
    for wrong in ("much", "-1", "60001", "٣"):
        with pytest.raises(CommandRefusedError):
            wish_of({"handicap1": wrong})


def test_a_seat_for_anyone_is_listed() -> None:
    wish = wish_of({"seat2": "anyone", "seat3": "bot2"})
    assert wish.seats == [protocol.Me(), protocol.Anyone(), protocol.Bot(2)]
    assert wish.listed


@pytest.mark.parametrize("form", [{"seat2": "bot6"}, {"seat2": "me"}, {"rounds": "many"}])
def test_what_the_form_does_not_offer_is_refused(form: dict[str, str]) -> None:
    with pytest.raises(CommandRefusedError):
        wish_of(form)


def test_a_page_names_every_tile_by_its_bee_face_and_no_hand() -> None:
    terms = Terms(
        "laruche", {}, protocol.Untimed(), (SeatTerms("person", user=1), SeatTerms("bot", level=2)),
        b"0" * 16, 2,
    )  # fmt: skip
    info = protocol.GameInfo(
        id="g", game="laruche", status="live", options=LaRucheRules(terms).all_options(),
        time=protocol.Untimed(), speed="untimed", rated=False, rules_version=2, listed=False,
        seats=[protocol.SeatInfo("person"), protocol.SeatInfo("bot", level=2)], created_ms=0,
    )  # fmt: skip
    page = match_page(info, [0])
    assert page.data == {"tiles": TILE_NAMES}
    assert len(set(TILE_NAMES)) == 60
    assert page.values == {"people": 1}


def test_the_tiles_to_print_use_the_symbols_of_the_page() -> None:
    (place,) = LaRucheKind().places()
    assert place.path == "/laruche/tiles"
    sheets = place.page.values["sheets"]
    assert [(number, side) for number, side, _ in sheets] == [
        (number, side) for number in (1, 2, 3) for side in ("front", "back")
    ]
    assert not any("<symbol" in picture for _, _, picture in sheets)
