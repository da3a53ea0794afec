"""What is done at a match of La Ruche: gestures, gifts of three, help, the loupe, newcomers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, Wish, open_match, play_to, seat_people
from tests.browser.test_laruche import PHONE
from tests.browser.test_laruche_drops import touch

COUNTING = """window.gestures = 0;
addEventListener("pointerdown", () => { window.gestures += 1; }, { capture: true });"""


def test_a_tile_lies_after_two_gestures_and_with_a_flip_after_three(visitors: Visitors) -> None:
    phone = visitors.new(**PHONE)
    phone.add_init_script(COUNTING)
    seats = seat_people([phone, visitors.new()], deal="15")
    play_to(seats, 5)
    one = seats[0]
    laid = 5
    for flips in (False, True):
        phone.wait_for_selector(f'#game[data-laid="{laid}"]')
        wish = next(w for w in one.wishes() if w.placement.pose.has_bee is not flips)
        phone.evaluate("window.gestures = 0")
        one.tile(wish.tile).tap()
        if flips:
            phone.locator(".held__tile").tap()
        phone.touchscreen.tap(*one.spot(wish.key))
        laid += 1
        phone.wait_for_selector(f'#game[data-laid="{laid}"]:not([data-pending])')
        assert phone.evaluate("window.gestures") == (3 if flips else 2)
        assert one.table().tiles[wish.placement.cell] == wish.placement.pose


def with_three_neighbours(seats: list[Seat], giver: Seat) -> Wish:
    """Play on until this seat can lay a tile beside three others."""
    for laid in range(6, 24):
        play_to(seats, laid)
        for wish in giver.wishes():
            if giver.table().contacts(wish.placement.cell) >= 3:
                giver.page.wait_for_selector(f'#game[data-laid="{laid}"]')
                return wish
    raise AssertionError("no spot beside three tiles came about")


def give(giver: Seat, to: Seat) -> None:
    tile = giver.read()["status"]["hand"][0]
    giver.tile(tile).click()
    giver.page.locator(f'[data-part=strip] [data-seat="{to.seat()}"]:enabled').click()
    giver.settle()
    expect(to.tile(tile)).to_be_visible()


def test_a_gift_of_three_to_whom_one_likes(visitors: Visitors) -> None:
    seats = seat_people(
        [visitors.new(), visitors.new(), visitors.new()], triple_gift="split", gift_ms=12_000
    )
    giver, one, other = seats
    giver.lay(with_three_neighbours(seats, giver))
    lit = giver.page.locator("[data-part=strip] [data-gift]")
    expect(lit).to_have_count(2)
    expect(lit.first).to_contain_text("+3")
    before = len(giver.read()["status"]["hand"])
    give(giver, one)
    expect(lit.first).to_contain_text("+2")
    give(giver, other)
    give(giver, one)
    expect(lit).to_have_count(0)
    assert len(giver.read()["status"]["hand"]) == before - 3


def test_who_presses_a_player_first_is_told_to_choose_a_tile(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], triple_gift="split", gift_ms=12_000)
    giver = seats[0]
    giver.lay(with_three_neighbours(seats, giver))
    note = giver.page.locator("[data-part=notice-text]")
    giver.page.locator("[data-part=strip] [data-gift]").click()
    expect(note).to_have_text("Choose a tile first, then the player.")
    give(giver, seats[1])
    expect(note).to_contain_text("You gave ")


def test_the_invitation_leaves_the_buttons_free_on_a_low_phone(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 664})
    seats: list[dict[str, Any]] = [{"who": "invited"}] * 2 + [{"who": "bot", "level": 1}]
    open_match(page, seats, deal="10", bee_gift=True, triple_gift="split")
    page.wait_for_selector("#game[data-connection=open]")
    expect(page.get_by_role("button", name="Begin with those who are here")).to_be_visible()
    ends = "(name) => document.querySelector(name).getBoundingClientRect()"
    assert page.evaluate(f"({ends})('.invite').bottom <= ({ends})('.actions').top")
    page.goto("/")
    waits = page.get_by_role("link", name="Your table waits")
    expect(waits).to_contain_text("La Ruche with Larva and 2 free seats")
    waits.click()
    page.wait_for_selector("#game[data-ready=yes]")
    address = page.url
    page.get_by_role("button", name="Close the table").click()
    expect(page).to_have_url("/")
    expect(waits).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("heading", name="Match called off")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()


def test_the_colours_to_align_by_go_with_the_next_touch(visitors: Visitors) -> None:
    page = visitors.new()
    seats = seat_people([page, visitors.new()], deal="15")
    play_to(seats, 3)
    page.get_by_role("button", name="Align").click()
    colors = page.get_by_role("group", name="One colour on top of every tile")
    expect(colors).to_be_visible()
    page.locator("[data-part=hand] button").first.click()
    expect(colors).to_be_hidden()


def test_who_lays_by_keys_is_at_the_hand_again(visitors: Visitors) -> None:
    page = visitors.new()
    seats = seat_people([page, visitors.new()], deal="15")
    play_to(seats, 4)
    page.wait_for_selector('#game[data-laid="4"]')
    wish = next(w for w in seats[0].wishes() if w.placement.pose.has_bee)
    seats[0].tile(wish.tile).focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-spot="{wish.key}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('#game[data-laid="5"]:not([data-pending])')
    expect(page.locator("[data-part=hand] button:focus")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_gift_of_three_to_one_alone(visitors: Visitors) -> None:
    seats = seat_people(
        [visitors.new(), visitors.new(), visitors.new()], triple_gift="one", gift_ms=12_000
    )
    giver, one, other = seats
    giver.lay(with_three_neighbours(seats, giver))
    lit = giver.page.locator("[data-part=strip] [data-gift]")
    expect(lit).to_have_count(2)
    give(giver, one)
    expect(lit).to_have_count(1)
    expect(giver.page.locator(f'[data-part=strip] [data-seat="{other.seat()}"]')).to_be_disabled()
    give(giver, one)
    give(giver, one)
    expect(lit).to_have_count(0)


def test_without_help_tiles_are_turned_by_hand(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15", help="none", miss_ms=0)
    play_to(seats, 5)
    one = seats[0]
    page = one.page
    page.wait_for_selector('#game[data-laid="5"][data-help=none]')
    for wish in one.wishes():
        turned = wish.placement.pose.name
        if wish.placement.pose.has_bee and turned != wish.tile:
            break
    else:
        raise AssertionError("every tile lies as it is held")
    one.tile(wish.tile).click()
    page.mouse.click(*one.spot(wish.key))
    expect(page.locator("[data-part=notice-text]")).to_contain_text("It does not fit: ")
    assert len(one.read()["table"]) == 5
    one.tile(wish.tile).click()
    turns = wish.tile.index(turned[0])
    for n in range(6 - turns):
        expect(page.locator(".held .comb").first).to_have_attribute(
            "data-look", re.compile(f"^{turn(wish.tile, -n)}")
        )
        page.locator(".held__tile").click()
    page.mouse.click(*one.spot(wish.key))
    page.wait_for_selector('#game[data-laid="6"]:not([data-pending])')
    assert one.table().tiles[wish.placement.cell] == wish.placement.pose


def turn(pose: str, sixths: int) -> str:
    by = sixths % 6
    return pose[by:] + pose[:by]


def test_help_shows_what_fits(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15", help="show")
    play_to(seats, 6)
    one = seats[0]
    page = one.page
    page.wait_for_selector('#game[data-laid="6"][data-help=show]')
    wishes = one.wishes()
    glowing = page.evaluate(
        "[...document.querySelectorAll('.hand__tile[data-glowing]')].map((t) => t.dataset.tile)"
    )
    assert set(glowing) == {wish.tile for wish in wishes}
    tile = wishes[0].tile
    one.tile(tile).click()
    page.wait_for_selector(f'#game[data-held="{tile}"]')
    spots = page.evaluate(
        """[...document.querySelectorAll('[data-part=spots] [data-glowing]')]
            .map((spot) => spot.dataset.spot)"""
    )
    by_this_face = {w.key for w in wishes if w.tile == tile and w.placement.pose.has_bee}
    assert set(spots) == by_this_face


def test_the_usual_help_never_tells_what_fits(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15")
    play_to(seats, 6)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="6"][data-help=turn]')
    one.tile(one.wishes()[0].tile).click()
    for key in {wish.key for wish in one.wishes()}:
        one.page.mouse.move(*one.spot(key))
        expect(one.page.locator(".ghost .comb")).to_have_count(1)
        assert one.page.locator("[data-glowing]").count() == 0


def test_the_loupe_above_a_finger(visitors: Visitors) -> None:
    phone = visitors.new(**PHONE)
    seats = seat_people([phone, visitors.new()], deal="15")
    play_to(seats, 6)
    phone.wait_for_selector('#game[data-laid="6"]')
    seats[0].stand_still()
    wish = seats[0].wishes()[0]
    box = seats[0].tile(wish.tile).bounding_box()
    assert box is not None
    x, y = seats[0].spot(wish.key)
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    session = phone.context.new_cdp_session(phone)
    touch(session, "touchStart", start)
    touch(session, "touchMove", (start[0], start[1] - 20))
    touch(session, "touchMove", (x + 3, y + 3))
    phone.wait_for_selector(".loupe:not([hidden])")
    seen = phone.evaluate(
        """() => {
            const { left, top, width, height } = document.querySelector(".loupe")
                .getBoundingClientRect();
            const view = document.querySelector(".loupe svg").getAttribute("viewBox");
            const table = document.querySelector(".match__table").getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2, width, height,
                view: view.split(" ").map(Number), left: table.left, top: table.top };
        }"""
    )
    assert (seen["width"], seen["height"]) == (120, 120)
    assert seen["x"] == pytest.approx(min(max(x + 3, 60), 330), abs=1)
    assert seen["y"] == pytest.approx(max(60, y + 3 - 90), abs=1)
    left, top, wide, high = seen["view"]
    assert (wide, high) == (60, 60), "at double size"
    assert left + 30 == pytest.approx(x - seen["left"], abs=1), "the spot is in its middle"
    assert top + 30 == pytest.approx(y - seen["top"], abs=1)
    expect(phone.locator(".ghost .comb")).to_have_count(1)
    touch(session, "touchEnd")
    phone.wait_for_selector(".loupe", state="hidden")


def test_a_newcomer_joins_between_rounds(visitors: Visitors) -> None:
    host, late = visitors.new(), visitors.new()
    one = seat_people(
        [host], bots=(1,), rounds=2, setup_ms=50, stall_ms=50, break_ms=60_000, absent_ms=60_000
    )[0]
    host.wait_for_selector("#game[data-phase=break]")
    screen = host.request.get(f"/g/{one.game}/screen").text()
    found = re.search(r"qr\.svg\?key=([\w-]+)", screen)
    assert found
    late.goto(f"/g/{one.game}?key={found[1]}")
    late.get_by_role("button", name="Play from the next round on").click()
    late.wait_for_selector("#game[data-ready=yes][data-connection=open]:not([data-watching])")
    expect(host.locator("[data-part=strip] li")).to_have_count(3)
    for page in (host, late):
        page.get_by_role("button", name="Ready for the next round").click()
    for page in (host, late):
        page.wait_for_selector('#game[data-round="2"]')
        expect(page.locator("[data-part=strip] li")).to_have_count(3)
    assert late.locator(".hand__tile").count() in (19, 20)


def test_settings_count_at_the_table_at_once(visitors: Visitors) -> None:
    phone = visitors.new(**PHONE)
    phone.add_init_script(
        "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"
    )
    seats = seat_people([phone, visitors.new()], deal="15")
    play_to(seats, 5)
    one = seats[0]
    phone.wait_for_selector('#game[data-laid="5"]')
    one.lay(next(w for w in one.wishes() if w.placement.pose.has_bee))
    phone.wait_for_selector('#game[data-laid="6"]:not([data-pending])')
    assert phone.evaluate("window.felt") == [], "off at first"
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("button", name="Settings").click()
    panel = phone.get_by_role("dialog")
    panel.get_by_role("radio", name="colour-blind").check()
    expect(phone.locator("html")).to_have_attribute("data-theme", "colorblind")
    group = panel.get_by_role("group", name=re.compile("^Vibration"))
    group.get_by_role("radio", name="on", exact=True).check()
    panel.get_by_role("button", name="Done").click()
    phone.locator(".side__close").click()
    one.lay(next(w for w in one.wishes() if w.placement.pose.has_bee))
    phone.wait_for_selector('#game[data-laid="7"]:not([data-pending])')
    assert phone.evaluate("window.felt") == [12]
    phone.reload()
    expect(phone.locator("html")).to_have_attribute("data-theme", "colorblind")


def test_a_match_begins_without_those_who_have_not_come(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    link = open_match(host, [{"who": "invited"}] * 3)
    host.wait_for_selector("#game[data-connection=open]")
    begin = host.get_by_role("button", name="Begin with those who are here")
    expect(begin).to_be_hidden()
    guest.goto(link)
    guest.get_by_role("button", name="Take the seat").click()
    expect(host.locator("[data-part=taken]")).to_have_text("2 of 4 seats are taken.")
    begin.click()
    expect(host.get_by_role("dialog")).to_contain_text("2 seats are still free.")
    host.get_by_role("button", name="Begin now").click()
    for page in (host, guest):
        page.wait_for_selector("#game[data-phase=setup][data-connection=open]")
        expect(page.locator("[data-part=strip] li")).to_have_count(2)
