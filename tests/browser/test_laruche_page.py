"""The pages of La Ruche as such: what axe finds, and how much a first visit weighs."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import open_match, play_to, seat_people
from tests.browser.test_accessibility import check
from tests.browser.test_laruche import PHONE
from tests.browser.test_laruche_replay import finished, open_replay

THEMES = ["light", "dark", "contrast", "colorblind"]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_at_a_match(visitors: Visitors, theme: str, base_url: str) -> None:
    page = visitors.new()
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    seats = seat_people([page, visitors.new()], deal="15", bee_gift=True, miss_ms=5000)
    play_to(seats, 6)
    page.wait_for_selector('#game[data-laid="6"]')
    check(page)
    tile, key = seats[0].misfits()[0]
    seats[0].tile(tile).click()
    check(page)
    page.mouse.click(*seats[0].spot(key))
    page.wait_for_selector("[data-part=hand-ring][data-ring]")
    check(page)
    page.set_viewport_size({"width": 390, "height": 664})
    page.get_by_role("button", name="More").click()
    check(page)


def test_axe_at_the_end_and_in_the_replay(visitors: Visitors) -> None:
    page = finished(visitors).page
    check(page)
    open_replay(page)
    check(page)
    page.set_viewport_size({"width": 390, "height": 664})
    check(page)


def test_a_first_visit_to_a_match_is_light(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new(**PHONE)
    link = open_match(host, [{"who": "invited"}])
    sizes: list[int] = []
    guest.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    guest.goto(link, wait_until="networkidle")
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_selector("#game[data-ready=yes][data-connection=open]:not([data-waiting])")
    guest.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < 150_000
