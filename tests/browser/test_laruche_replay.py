"""A finished match of La Ruche, looked through on its page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from skep.laruche.palette import PALETTE
from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, play_to, seat_people
from tests.browser.test_laruche import PHONE, finish_round

SVG = "{http://www.w3.org/2000/svg}"


def finished(visitors: Visitors, **options: object) -> Seat:
    """A match of two rounds against a bot, with a miss in its first round."""
    one = seat_people(
        [visitors.new(**options)], bots=(3,), rounds=2, deal="10", miss_ms=100, stall_ms=5000
    )[0]
    page = one.page
    play_to([one], 3)
    page.wait_for_selector("#game[data-phase=play]")
    tile, key = one.misfits()[0]
    one.tile(tile).click()
    page.locator(f'[data-part=spots] button[data-spot="{key}"]').dispatch_event("click")
    one.settle()
    finish_round([one])
    page.get_by_role("button", name="Ready for the next round").click()
    page.wait_for_selector('#game[data-round="2"]')
    finish_round([one])
    page.wait_for_selector("#game[data-phase=over]")
    return one


def open_replay(page: Page) -> None:
    page.locator("[data-part=result]").get_by_role("link", name="Replay").click()
    page.wait_for_selector("#replay[data-ready=yes]")


def moment(page: Page) -> int:
    return int(page.get_attribute("#replay", "data-moment") or -1)


def counts(page: Page) -> list[int]:
    found: list[int] = page.evaluate(
        "[...document.querySelectorAll('.open-hand__tiles')].map((hand) => hand.children.length)"
    )
    return found


def test_a_match_looked_through_from_its_end(visitors: Visitors) -> None:
    one = finished(visitors)
    page = one.page
    end = one.read()["status"]["results"]
    open_replay(page)
    assert counts(page) == [10, 10]
    expect(page.locator(".open-hand__name", has_text="You · ")).to_have_count(1)
    expect(page.locator(".graph__line")).to_have_count(2)
    expect(page.locator(".graph__mark--miss")).not_to_have_count(0)
    page.get_by_role("button", name="One step forward").click()
    assert moment(page) == 1
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.get_by_role("button", name="One step back").click()
    assert moment(page) == 1
    page.keyboard.press("End")
    assert counts(page) == list(end[1]["counts"])
    page.get_by_role("button", name="Round 1").click()
    assert counts(page) == [10, 10]
    slider = page.get_by_label("Time", exact=True)
    slider.evaluate(
        "(s) => { s.value = s.max; s.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    assert page.get_attribute("#replay", "data-round") == "1"
    assert counts(page) == list(end[0]["counts"])
    page.get_by_role("button", name="Round 1").click()
    page.get_by_role("button", name="Play four times as fast").click()
    page.wait_for_selector('#replay:not([data-moment="0"]):not([data-moment="1"])')
    page.get_by_role("button", name="Play four times as fast").click()
    page.wait_for_selector("#replay:not([data-speed])")


def test_a_miss_is_marked_and_told(visitors: Visitors) -> None:
    page = finished(visitors).page
    open_replay(page)
    words = page.locator("[data-part=words]")
    for _ in range(200):
        if words.get_attribute("data-kind") == "miss":
            break
        page.keyboard.press("ArrowRight")
    expect(words).to_contain_text(re.compile("missed.*It does not fit: "))
    expect(page.locator(".ghost .comb")).to_have_count(1)
    expect(page.locator(".open-hand[data-acts=missed]")).to_have_count(1)


def test_a_link_opens_the_same_moment_elsewhere(visitors: Visitors) -> None:
    page = finished(visitors, **PHONE).page
    open_replay(page)
    page.get_by_role("button", name="Round 2").click()
    for _ in range(4):
        page.get_by_role("button", name="One step forward").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen = page.evaluate("({ ...document.querySelector('#replay').dataset })")
    other = visitors.new()
    other.goto(page.url)
    other.wait_for_selector("#replay[data-ready=yes]")
    there = other.evaluate("({ ...document.querySelector('#replay').dataset })")
    for name in ("t", "moment", "round", "laid"):
        assert there[name] == seen[name], name


def test_a_match_is_shared(visitors: Visitors) -> None:
    page = finished(visitors, permissions=["clipboard-read", "clipboard-write"]).page
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    other = visitors.new()
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    other.wait_for_selector("#replay[data-ready=yes]")


def test_record_and_picture(visitors: Visitors) -> None:
    page = finished(visitors).page
    open_replay(page)
    page.keyboard.press("End")
    laid = int(page.get_attribute("#replay", "data-laid") or 0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture").click()
    picture = ElementTree.parse(download.value.path()).getroot()
    assert len(picture.findall(f"{SVG}g")) == laid
    fills = {part.get("fill") for part in picture.iter()}
    assert {paint.fill for paint in PALETTE.values()} <= fills
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.path().read_text().strip()


@pytest.mark.parametrize("path", ["replay", "export?format=json"])
def test_nobody_looks_through_a_match_that_goes_on(visitors: Visitors, path: str) -> None:
    one = seat_people([visitors.new()], bots=(1,), deal="10")[0]
    before = "/g" if path == "replay" else "/api/games"
    answer = one.page.request.get(f"{before}/{one.game}/{path}")
    assert answer.status >= 400
    for hand in one.read()["status"]["hand"]:
        assert hand not in answer.text()
