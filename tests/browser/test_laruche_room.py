"""Nothing that lies over the table of a match hides a spot that can be tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, play_to, seat_people

SIZES = [(390, 664), (360, 640), (844, 390), (1280, 800)]
HIDDEN = """() => {
    const m = document.getElementById("ruche-world").getScreenCTM();
    const table = document.querySelector(".match__table").getBoundingClientRect();
    const over = ["[data-part=held]", "[data-part=notice]", "[data-part=headline]", ".board__tool"]
        .map((one) => document.querySelector(one).getBoundingClientRect())
        .filter(({ width }) => width > 0);
    return [...document.querySelectorAll("[data-part=spots] button")].flatMap((button) => {
        const [q, r] = button.dataset.spot.split(",").map(Number);
        const x = m.a * 100 * Math.sqrt(3) * (q + r / 2) + m.e, y = m.d * 150 * r + m.f;
        const half = 60 * m.a;
        const isIn = x - half >= table.left && x + half <= table.right
            && y - half >= table.top && y + half <= table.bottom;
        const isUnder = over.some(({ left, right, top, bottom }) =>
            x + half > left && x - half < right && y + half > top && y - half < bottom);
        return isIn && !isUnder ? [] : [button.dataset.number];
    });
}"""


def step(page: Page) -> None:
    """The view may step once no hand has moved for a while."""
    page.wait_for_function(f"() => ({HIDDEN})().length === 0", timeout=5000)


@pytest.mark.parametrize("size", SIZES)
def test_notes_and_the_tile_held_hide_no_spot(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.new(viewport={"width": size[0], "height": size[1]})
    seats = seat_people([page, visitors.new()], miss_ms=0)
    for count in (4, 16, 28):
        play_to(seats, count)
        page.wait_for_selector(f'#game[data-laid="{count}"]')
        step(page)
        wish = seats[0].misfits()[0]
        seats[0].tile(wish[0]).click()
        page.wait_for_selector(f'#game[data-held="{wish[0]}"]')
        assert page.evaluate(HIDDEN) == [], f"{count} tiles, one held"
        page.wait_for_timeout(
            200
        )  # a tap within 150 ms of a step of the view counts by the old one
        page.mouse.click(*Seat(page).spot(wish[1]))
        expect(page.locator("[data-part=notice-text]")).to_contain_text("It does not fit: ")
        assert page.evaluate(HIDDEN) == [], f"{count} tiles, a note"
        assert page.get_attribute("#game", "data-laid") == str(count)
