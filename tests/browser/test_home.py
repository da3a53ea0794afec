"""The first page: both games as equals on one screen, and sheets that keep what was chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.player import game_id, new_game, open_sheet
from tests.browser.test_accessibility import check

PHONES = [(390, 664), (360, 640), (390, 844)]
SHIFT = """window.shift = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });"""


def settle(page: Page) -> None:
    page.wait_for_selector("main[data-ready=yes][data-live=yes]")
    page.wait_for_selector("#today[data-state=ready]")


@pytest.mark.parametrize("going", [False, True])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_home_is_one_screen_of_a_phone(
    visitors: Visitors, width: int, height: int, going: bool
) -> None:
    page = visitors.new(viewport={"width": width, "height": height}, has_touch=True)
    if going:
        new_game(page, "Play the computer")
    page.add_init_script(SHIFT)
    page.goto("/")
    settle(page)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    assert page.evaluate("document.documentElement.scrollWidth") == width
    bar = page.locator(".places").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == height
    assert page.get_by_role("link", name="Your move").count() == going
    cards = [page.locator(".game-card").nth(n).bounding_box() for n in (0, 1)]
    assert [box["width"] for box in cards if box] == [cards[0]["width"]] * 2  # type: ignore[index]
    assert [box["height"] for box in cards if box] == [cards[0]["height"]] * 2  # type: ignore[index]
    for part in (".game-card", "#today", "#code", ".home__tables"):
        for node in page.locator(part).all():
            box = node.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bar["y"]
    assert page.evaluate("window.shift") == 0


@pytest.mark.parametrize("size", [(768, 1024), (1440, 900), (844, 390)])
def test_nothing_moves_while_home_comes_to_life(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.new(viewport={"width": size[0], "height": size[1]})
    page.add_init_script(SHIFT)
    page.goto("/")
    settle(page)
    assert page.evaluate("window.shift") == 0


def test_home_weighs_little(page: Page) -> None:
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/", wait_until="networkidle")
    settle(page)
    assert 10_000 < sum(sizes) < 150_000


def test_the_bar_leads_everywhere(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 664}, has_touch=True)
    page.goto("/")
    for place, heading in (
        ("Today", "Today"),
        ("Learn", "Learn by doing"),
        ("Study", "Replay a game"),
        ("Me", "My games"),
        ("Play", "Two games of hexagons."),
    ):
        bar = page.get_by_role("navigation", name="Pages")
        bar.get_by_role("link", name=place).click()
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_attached()
        expect(bar.get_by_role("link", name=place)).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    new_game(page, "Play the computer")
    expect(page.get_by_role("navigation", name="Pages")).to_be_hidden()


def test_the_day_is_drawn_and_leads_on(page: Page) -> None:
    page.goto("/")
    settle(page)
    told = page.request.get("/api/solitaire/day").json()
    card = page.get_by_role("link", name="Today").and_(page.locator("#today"))
    expect(card).to_contain_text(f"Solitaire, {told['grade']}")
    expect(card.locator("[data-look]")).to_have_count(12)
    card.click()
    page.wait_for_url("**/today")


def test_two_presses_to_three_bots(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Play La Ruche").click()
    page.get_by_role("button", name="Play three bots now").click()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    seats = page.request.get(f"/api/games/{game_id(page)}").json()["game"]["seats"]
    assert [seat["who"] for seat in seats] == ["person", "bot", "bot", "bot"]
    assert {seat["level"] for seat in seats[1:]} == {2}


def test_the_sheet_of_hive_keeps_the_last_choice(page: Page) -> None:
    sheet = open_sheet(page, "Hive")
    expect(sheet.get_by_role("radio", name="1", exact=True)).to_be_checked()
    expect(sheet.get_by_role("checkbox", name="Mosquito")).not_to_be_checked()
    sheet.get_by_role("radio", name="4", exact=True).check()
    sheet.get_by_role("checkbox", name="Ladybug").check()
    sheet.get_by_role("radio", name="Black").check()
    sheet.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector("#game[data-ready=yes]")
    made = page.request.get(f"/api/games/{game_id(page)}").json()["game"]
    assert made["options"]["game_type"] == "Base+L"
    assert [(seat["who"], seat["level"]) for seat in made["seats"]] == [
        ("engine", 4),
        ("person", 0),
    ]
    sheet = open_sheet(page, "Hive")
    for radio in ("4", "Black", "Computer"):
        expect(sheet.get_by_role("radio", name=radio, exact=radio == "4")).to_be_checked()
    expect(sheet.get_by_role("checkbox", name="Ladybug")).to_be_checked()
    # What was chosen by hand stays, the clock is that of an open table.
    sheet.get_by_role("radio", name="Anyone").check()
    expect(sheet.get_by_role("radio", name="Black")).to_be_checked()
    expect(sheet.get_by_role("radio", name="Minutes")).to_be_checked()


def test_the_sheet_of_la_ruche_keeps_the_last_choice(page: Page) -> None:
    sheet = open_sheet(page, "La Ruche")
    expect(sheet.get_by_text("Drone: Takes its time")).to_be_visible()
    sheet.get_by_label("Seat 3", exact=True).select_option("bot5")
    expect(sheet.get_by_text("shuts the table once it is ahead")).to_be_visible()
    sheet.get_by_label("Seat 4", exact=True).select_option("none")
    sheet.get_by_text("Rules of this match").click()
    sheet.get_by_label("Rounds").select_option("1")
    sheet.get_by_label("Triple gift").select_option("one")
    sheet.get_by_text("Handicaps").click()
    sheet.get_by_label("Your handicap").select_option("show")
    sheet.get_by_label("Handicap of seat 3").select_option("2000")
    sheet.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("#game[data-ready=yes]")
    made = page.request.get(f"/api/games/{game_id(page)}").json()["game"]
    assert (made["options"]["rounds"], made["options"]["triple_gift"]) == (1, "one")
    assert [(s["who"], s["level"], s["handicap_ms"], s["show"]) for s in made["seats"]] == [
        ("person", 0, 0, True),
        ("bot", 2, 0, False),
        ("bot", 5, 2000, False),
    ]
    sheet = open_sheet(page, "La Ruche")
    expect(sheet.get_by_label("Seat 3", exact=True)).to_have_value("bot5")
    expect(sheet.get_by_role("button", name="Three bots")).to_have_attribute(
        "aria-pressed", "false"
    )
    sheet.get_by_role("button", name="Friends").click()
    expect(sheet.get_by_label("Seat 3", exact=True)).to_have_value("friend")
    sheet.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Link")).to_be_visible()
    expect(page.locator(".invite__code")).to_be_visible()


@pytest.mark.parametrize("game", ["Hive", "La Ruche"])
def test_an_open_table_has_a_code_too(visitors: Visitors, game: str) -> None:
    ann, ben = visitors.new(), visitors.new()
    sheet = open_sheet(ann, game)
    if game == "Hive":
        sheet.get_by_role("radio", name="Anyone").check()
    else:
        sheet.get_by_role("button", name="Anyone").click()
    sheet.get_by_role("button", name="Open the table").click()
    code = ann.locator(".invite__code").inner_text()
    ben.goto("/")
    ben.get_by_label("I have a code").fill(code)
    ben.get_by_role("button", name="Join").click()
    expect(ben.get_by_role("button", name="Take the seat")).to_be_visible()
    ben.wait_for_selector("#game[data-connection=open]")
    assert game_id(ben) == game_id(ann)


def test_the_line_to_go_on_names_the_game_that_waits(page: Page) -> None:
    new_game(page, "Play the computer")
    first = game_id(page)
    page.goto("/")
    page.get_by_role("link", name="Your move Hive against Computer, level 3").click()
    page.wait_for_selector("#game[data-ready=yes]")
    assert game_id(page) == first


def test_a_sheet_is_put_away_and_gives_the_focus_back(page: Page) -> None:
    for put_away in ("cross", "key"):
        sheet = open_sheet(page, "La Ruche")
        expect(sheet.get_by_role("button", name="Play three bots now")).to_be_focused()
        if put_away == "cross":
            sheet.get_by_role("button", name="Close").click()
        else:
            page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(page.get_by_role("link", name="Play La Ruche")).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_sheets_are_for_everybody(page: Page, theme: str, base_url: str) -> None:
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    new_game(page, "Play the computer")  # so that there is a line to go on
    for game in ("Hive", "La Ruche"):
        sheet = open_sheet(page, game)
        for summary in sheet.locator("summary").all():
            summary.click()
        check(page)


def test_the_bugs_of_the_picture_have_their_colours(page: Page) -> None:
    page.goto("/")
    fills = page.evaluate(
        """[...document.querySelectorAll('.tile[data-bug] .tile__drawing')].map((drawing) => {
            const bug = drawing.closest('.tile').dataset.bug.toLowerCase();
            const probe = document.createElement('i');
            probe.style.color = `var(--bug-${bug})`;
            document.body.append(probe);
            return [getComputedStyle(drawing).fill, getComputedStyle(probe).color];
        })"""
    )
    assert len(fills) >= 9
    assert all(fill == token for fill, token in fills), fills
