"""Whole rounds of La Ruche, from the set-up to the end: by touch, by keyboard, by names alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, Wish, play_to, seat_people
from tests.browser.test_laruche import PHONE
from tests.browser.test_laruche_drops import touch

LONG_MS = 1200  # longer than the press after which browsers give no click
RUNNING = ("setup", "play")
SHORT: dict[str, Any] = {"rounds": 1, "deal": "10"}


def play_in_turns(seats: list[Seat], lays: list[Any]) -> None:
    """Each lays in its own way whatever fits first, until the round is over."""
    while (status := seats[0].read()["status"])["phase"] in RUNNING:
        laid = False
        for seat, lay in zip(seats, lays, strict=True):
            view = seat.read()
            turn = view["status"]["turn"]
            if view["status"]["phase"] not in RUNNING or (turn is not None and turn != seat.seat()):
                continue
            wishes = seat.wishes(view)
            if not wishes:
                continue
            count = len(view["table"])
            seat.page.wait_for_selector(f'#game[data-laid="{count}"]:not([data-pending])')
            # A last tile of the set-up that would leave nothing to lay is refused: try another.
            lay(seat, wishes[-1 if status["phase"] == "setup" else 0])
            seat.settle()
            laid = True
        assert laid, "nobody could lay, and the round went on"
    for seat in seats:
        expect(seat.page.locator("[data-part=podium] li")).to_have_count(len(seats))


def tap_or_drag(seat: Seat, wish: Wish) -> None:
    """By turns: the row at the thumb, the table itself, a drag."""
    page = seat.page
    way = len(seat.read()["table"]) % 3
    seat.stand_still()
    if not wish.placement.pose.has_bee:
        seat.tile(wish.tile).tap()
        page.locator(".held__tile").tap()
    if way == 2:
        drag(seat, wish)
        return
    if wish.placement.pose.has_bee:
        seat.tile(wish.tile).tap()
    page.wait_for_selector(f'#game[data-held="{wish.tile}"]')
    if way:
        page.touchscreen.tap(*seat.spot(wish.key))
    else:
        page.locator(f'[data-part=spots] button[data-spot="{wish.key}"]').tap()


def drag(seat: Seat, wish: Wish) -> None:
    box = seat.tile(wish.tile).bounding_box()
    assert box is not None
    target = seat.spot(wish.key)
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    session = seat.page.context.new_cdp_session(seat.page)
    touch(session, "touchStart", start)
    touch(session, "touchMove", (start[0], start[1] - 20))
    touch(session, "touchMove", target)
    touch(session, "touchEnd")
    session.detach()


def test_a_round_by_touch(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(**PHONE), visitors.new(**PHONE)], **SHORT)
    play_in_turns(seats, [tap_or_drag, tap_or_drag])


def click_or_drag(seat: Seat, wish: Wish) -> None:
    """By turns: tile then spot, spot then tile, a drag; the right button turns a tile over."""
    page = seat.page
    way = len(seat.read()["table"]) % 3
    seat.stand_still()
    target = seat.spot(wish.key)
    if not wish.placement.pose.has_bee:
        seat.tile(wish.tile).click()
        page.wait_for_selector(f'#game[data-held="{wish.tile}"]')
        page.mouse.click(*target, button="right")
        page.keyboard.press("Escape")
        page.wait_for_selector("#game:not([data-held])")
    if way == 2:
        seat.tile(wish.tile).hover()
        page.mouse.down()
        page.mouse.move(*target, steps=4)
        page.mouse.up()
    elif way == 1:
        page.mouse.click(*target)
        seat.tile(wish.tile).click()
    else:
        seat.tile(wish.tile).click()
        page.mouse.click(*target)


def test_a_round_by_mouse(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], **SHORT)
    play_in_turns(seats, [click_or_drag, click_or_drag])


def test_a_finger_that_rests_on_tile_and_spot_lays_too(visitors: Visitors) -> None:
    """Phones give no click after a long press, other browsers do: either way it counts once."""
    phone = visitors.new(**PHONE)
    seats = seat_people([phone, visitors.new()], deal="15")
    play_to(seats, 4)
    one = seats[0]
    phone.wait_for_selector('#game[data-laid="4"]')
    wish = next(wish for wish in one.wishes() if wish.placement.pose.has_bee)
    session = phone.context.new_cdp_session(phone)
    spot = phone.locator(f'[data-part=spots] button[data-spot="{wish.key}"]')
    for node in (one.tile(wish.tile), spot):
        box = node.bounding_box()
        assert box is not None
        touch(session, "touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        pressed = phone.evaluate("performance.now()")
        phone.wait_for_function("(ms) => performance.now() > ms", arg=pressed + LONG_MS)
        touch(session, "touchEnd")
    phone.wait_for_selector('#game[data-laid="5"]:not([data-pending])')


def focus_hand(page: Page) -> None:
    """By Tab alone: the hand is one stop."""
    for _ in range(40):
        if page.evaluate("document.activeElement.closest('[data-part=hand]') !== null"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the hand")


def lay_by_keys(seat: Seat, wish: Wish) -> None:
    page = seat.page
    focus_hand(page)
    page.keyboard.press("Home")
    tile = "document.activeElement.dataset.tile"
    while page.evaluate(tile) != wish.tile:
        page.keyboard.press("ArrowRight")
    if not wish.placement.pose.has_bee:
        page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#game[data-held="{wish.tile}"]')
    # Numbers are stable: the lowest need not be one.
    lowest = page.locator("[data-part=spots] button").first.get_attribute("data-number")
    assert lowest is not None
    page.keyboard.press(lowest)
    spot = "document.activeElement.dataset.spot"
    for key in ("ArrowLeft", "ArrowRight"):
        for _ in range(30):
            if page.evaluate(spot) == wish.key:
                page.keyboard.press("Enter")
                return
            page.keyboard.press(key)
    raise AssertionError(f"keys do not lead to {wish.key}")


def test_a_round_by_keyboard_alone(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new(**PHONE)], **SHORT)
    play_in_turns(seats, [lay_by_keys, lambda seat, wish: seat.lay_by_socket(wish)])


COLORS = ("red", "orange", "yellow", "green", "blue", "violet")
AROUND = ("north-east", "east", "south-east", "south-west", "west", "north-west")
TILE = re.compile(r"tile (\d+)( bee)?: ([a-z ]+)")
SPOT = re.compile(r"spot (\d+): ([a-z, -]+)")


def names_in(page: Page, listed: str) -> list[str]:
    """The names of a list's buttons, as a screen reader hears them."""
    told = page.get_by_role("list", name=listed).aria_snapshot()
    return re.findall(r'button "([^"]+)"', told)


def can_lie(colors: list[str], asked: dict[str, str]) -> bool:
    """Is there a turn by which every edge that is asked for has its colour?"""
    return any(
        all(colors[(AROUND.index(where) + by) % 6] == color for where, color in asked.items())
        for by in range(6)
    )


def heard_fit(page: Page) -> tuple[str, str, bool] | None:
    """A tile, a spot and whether the tile is turned over first, from names alone."""
    tiles = [TILE.fullmatch(name) for name in names_in(page, "Your hand")]
    for name in names_in(page, "Spots"):
        spot = SPOT.fullmatch(name)
        assert spot is not None, name
        asked = {}
        if spot[2] != "anything fits":
            asked = {part.split()[1]: part.split()[0] for part in spot[2].split(", ")}
        for tile in tiles:
            assert tile is not None
            colors = tile[3].split()
            assert sorted(colors) == sorted(COLORS)
            for flips in (False, True):
                # Turned over, the same colours are met the other way round.
                if can_lie(colors[::-1] if flips else colors, asked):
                    return f"tile {tile[1]}", f"spot {spot[1]}", flips
    return None


def lay_what_was_heard(page: Page) -> bool:
    heard = heard_fit(page)
    if heard is None:
        return False
    tile, spot, flips = heard
    hand = page.get_by_role("list", name="Your hand")
    hand.get_by_role("button", name=re.compile(rf"^{tile}\b")).press("Enter")
    if flips:
        page.get_by_role("button", name="The tile you hold: turn it over").press("Enter")
    spots = page.get_by_role("list", name="Spots")
    spots.get_by_role("button", name=re.compile(rf"^{spot}:")).press("Enter")
    page.wait_for_selector("#game:not([data-pending])")
    return True


def test_a_round_by_roles_and_names_alone(visitors: Visitors) -> None:
    pages = [seat.page for seat in seat_people([visitors.new(), visitors.new()], **SHORT)]
    ended = re.compile("win", re.IGNORECASE)
    for _ in range(60):
        laid = []
        for page, other in (pages, pages[::-1]):
            laid.append(lay_what_was_heard(page))
            # Spots are numbered anew with every tile: nobody is told of the one before.
            seq = int(page.get_attribute("#game", "data-seq") or 0)
            other.wait_for_function(
                "seq => +document.getElementById('game').dataset.seq >= seq", arg=seq
            )
        over = [page.get_by_role("heading", name=ended).is_visible() for page in pages]
        if any(over):
            break
        if not any(laid):  # the last tile of one is on its way to the other
            expect(pages[0].get_by_role("heading", name=ended)).to_be_visible()
    for page in pages:
        expect(page.get_by_role("heading", name=ended)).to_be_visible()
        expect(page.get_by_role("button", name="Rematch")).to_be_enabled()


def test_the_set_up_goes_in_turn_and_the_table_lays_for_who_waits(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], setup_ms=6000)
    by_number = {seat.seat(): seat for seat in seats}
    first = by_number[seats[0].read()["status"]["turn"]]
    other = next(seat for seat in seats if seat is not first)
    chip = f'[data-part=strip] [data-seat="{first.seat()}"][data-turn][data-ring]'
    for seat in seats:
        expect(seat.page.locator(f"{chip} .chip__gifts")).to_have_text(re.compile(r"^[1-6] s$"))
    expect(first.page.locator("[data-part=headline]")).to_contain_text("your turn")
    assert other.page.locator("[data-part=spots] button").count() == 0
    first.page.wait_for_selector('#game[data-laid="2"]')  # nobody laid in time
    for seat in seats:
        seat.page.wait_for_selector('#game[data-phase=play][data-laid="2"]')
        expect(seat.page.locator("[data-part=live]")).to_contain_text(
            re.compile("laid for you|laid for|Go!")
        )
        assert seat.page.locator("[data-part=hand] button").count() == 29


def test_a_stall_is_counted_down_and_ends_the_round(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], setup_ms=50, stall_ms=12_000, rounds=2)
    for seat in seats:
        expect(seat.page.locator("[data-part=countdown-words]")).to_contain_text(
            "Nothing is laid: the round ends in"
        )
    for seat in seats:
        expect(seat.page.locator("[data-part=round-reason]")).to_have_text(
            "Nothing was laid for too long: the fewest tiles win.", timeout=30_000
        )
        expect(seat.page.locator("[data-part=notice]")).to_be_hidden()
