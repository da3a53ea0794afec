"""How La Ruche's table is looked at, and what is seen to come and to be wrong on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from skep.geometry import Cell
from skep.laruche import Pose, Table
from skep.laruche.fit import Wanted, best_turn, mismatches
from tests.browser.conftest import Visitors
from tests.browser.laruche_player import play_to, seat_people
from tests.browser.test_laruche import PHONE
from tests.browser.test_laruche_drops import touch

LOOK = """() => {
    const m = document.getElementById("ruche-world").getScreenCTM();
    return { scale: m.a, x: m.e, y: m.f };
}"""
# Where tiles that are laid appear first, and where the players stand then.
COMING = """() => {
    window.came = [];
    const middle = (node) => {
        const box = node.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    new MutationObserver((changes) => {
        for (const tile of changes.flatMap((change) => [...change.addedNodes])) {
            const seats = [...document.querySelectorAll("[data-part=strip] [data-seat]")];
            window.came.push({ key: tile.dataset.key, from: middle(tile),
                seats: Object.fromEntries(seats.map((one) => [one.dataset.seat, middle(one)])) });
        }
    }).observe(document.querySelector(".tiles-laid"), { childList: true });
}"""


def world_at(look: dict[str, float], x: float, y: float) -> tuple[float, float]:
    return (x - look["x"]) / look["scale"], (y - look["y"]) / look["scale"]


def pan(page: Page, from_: tuple[float, float], dx: float, dy: float) -> None:
    page.mouse.move(*from_)
    page.mouse.down()
    page.mouse.move(from_[0] + dx, from_[1] + dy)
    page.mouse.up()


def test_pan_wheel_and_pinch_and_tiles_that_come_from_their_place(visitors: Visitors) -> None:
    phone = visitors.new(**PHONE, reduced_motion="no-preference")
    seats = seat_people([phone, visitors.new()], deal="15")
    play_to(seats, 5)
    one, other = seats
    phone.wait_for_selector('#game[data-laid="5"]')

    phone.evaluate(COMING)
    wish = other.wishes()[0]
    other.lay_by_socket(wish)
    phone.wait_for_selector('#game[data-laid="6"]')
    (came,) = phone.evaluate("window.came")
    assert came["key"] == wish.key
    assert came["from"] == pytest.approx(came["seats"][str(other.seat())], abs=2)
    phone.wait_for_function(  # and it comes to rest in its cell
        """([key, x, y]) => {
            const node = document.querySelector(`.tiles-laid [data-key="${key}"]`);
            const box = node.getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) < 2;
        }""",
        arg=[wish.key, *one.spot(wish.key)],
    )

    spot = one.spot(one.wishes()[0].key)  # a drag that begins on a live spot pans too
    before = phone.evaluate(LOOK)
    pan(phone, spot, 34, -21)
    look = phone.evaluate(LOOK)
    assert look == pytest.approx({**before, "x": before["x"] + 34, "y": before["y"] - 21}, abs=0.1)

    point = (200.0, 150.0)
    phone.mouse.move(*point)
    phone.mouse.wheel(0, -120)
    phone.wait_for_function("(scale) => (" + LOOK + ")().scale > scale", arg=look["scale"])
    nearer = phone.evaluate(LOOK)
    assert world_at(nearer, *point) == pytest.approx(world_at(look, *point), abs=0.5)

    session = phone.context.new_cdp_session(phone)
    touch(session, "touchStart", (160, 150), (240, 150))
    touch(session, "touchMove", (180, 150), (220, 150))
    touch(session, "touchEnd")
    farther = phone.evaluate(LOOK)
    assert farther["scale"] == pytest.approx(nearer["scale"] / 2, rel=0.01)
    assert world_at(farther, *point) == pytest.approx(world_at(nearer, *point), abs=2)

    assert len(one.read()["table"]) == 6
    assert phone.locator(".spots [data-chosen]").count() == 0, "none of it was a tap"


def test_a_miss_marks_the_edges_and_names_both_colours(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15", miss_ms=5000)
    play_to(seats, 6)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="6"]')
    tile, key = one.misfits()[0]
    wanted = wanted_at(one.table(), key)
    edges = mismatches(best_turn(Pose.parse(tile), wanted), wanted)
    assert edges
    one.tile(tile).click()
    one.page.mouse.click(*one.spot(key))
    note = one.page.locator("[data-part=notice-text]")
    for edge in edges:
        where = edge.direction.name.lower().replace("_", "-")
        said = f"{where} {edge.own.name.lower()} meets {edge.theirs.name.lower()}"
        expect(note).to_contain_text(said)
    marks = one.page.locator(".wrong > g > g")
    expect(marks).to_have_count(len(edges))
    turned = [mark.get_attribute("transform") for mark in marks.all()]
    assert turned == [f"rotate({-60 * edge.direction})" for edge in edges]
    expect(one.page.locator(f'.spots [data-key="{key}"]')).to_have_attribute(
        "data-shaken", re.compile(r"\d")
    )


def wanted_at(table: Table, key: str) -> Wanted:
    q, r = map(int, key.split(","))
    return next(spot.wanted for spot in table.live_spots() if spot.cell == Cell(q, r))
