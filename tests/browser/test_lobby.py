"""The list of open tables, forms for new games, and what one knows before one joins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.player import by_color, game_id, open_sheet
from tests.browser.test_accessibility import check

PHONE = {"width": 390, "height": 844}


def named(page: Page, name: str) -> Page:
    page.goto("/settings")
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    return page


def choose(form: Locator, pace: str, **fields: str) -> None:
    """Choose a clock in a form."""
    form.get_by_role("radio", name=pace).check()
    for label, value in fields.items():
        form.get_by_role("spinbutton", name=re.compile(f"^{label}")).fill(value)


def table_form(page: Page) -> Locator:
    form = open_sheet(page, "Hive")
    form.get_by_role("radio", name="Anyone").check()
    return form


def row(page: Page, name: str) -> Locator:
    return page.locator("#tables .card").filter(has_text=name)


def test_a_table_is_opened_with_any_clock_set_and_opening(visitors: Visitors) -> None:
    ann, ben = named(visitors.new(), "Ann Lobby"), visitors.new(viewport=PHONE)
    ben.goto("/")
    ben.get_by_role("link", name="Open tables (").click()
    form = table_form(ann)
    choose(form, "Minutes", Minutes="7", Seconds="3")
    form.get_by_role("radio", name="White").check()
    form.get_by_role("checkbox", name="Pillbug").check()
    form.get_by_label("Tournament opening").check()
    form.get_by_role("button", name="Open the table").click()
    ann.wait_for_selector("#game[data-ready=yes]")
    invitation = ann.get_by_role("region", name="Waiting for an opponent")
    expect(invitation).to_contain_text("You play White · 7 min + 3 s")
    expect(invitation).to_contain_text("Base+P · no queen first")
    # The list of the other comes to have it without being loaded again.
    line = row(ben, "Ann Lobby")
    expect(line).to_contain_text("Black is free")
    expect(line).to_contain_text("Hive · 7 min + 3 s · Base+P · no queen first")
    expect(line).to_contain_text("Join")
    line.click()
    panel = ben.get_by_role("region", name="A seat is free for you")
    expect(panel).to_contain_text("You play Black · 7 min + 3 s")
    expect(panel).to_contain_text("Base+P · no queen first")
    ben.get_by_role("button", name="Take the seat").click()
    white, black = by_color(ann, ben)
    assert (white, black) == (ann, ben)
    expect(black.locator("[data-part=terms]")).to_contain_text(
        "7 min + 3 s · Base+P · no queen first"
    )
    expect(white.get_by_role("button", name="queen, 1 left, not now")).to_be_attached()


def test_a_table_goes_with_its_owner_and_stays_while_they_look_at_the_list(
    visitors: Visitors,
) -> None:
    ann, ben = named(visitors.new(), "Gone Ann"), visitors.new()
    table_form(ann).get_by_role("button", name="Open the table").click()
    ann.wait_for_selector("#game[data-ready=yes]")
    game = game_id(ann)
    ben.goto("/")
    expect(row(ben, "Gone Ann")).to_be_visible()
    ann.goto("/")
    own = row(ann, "Gone Ann")
    expect(own).to_contain_text("your table")
    ann.wait_for_selector("[data-live=yes]")
    expect(own).to_contain_text("your table")
    expect(row(ben, "Gone Ann")).to_be_visible()
    expect(own).to_contain_text("You (Gone Ann)")
    expect(ann.get_by_role("link", name="Play Hive")).to_be_visible()  # another one
    ann.goto("/replay")
    expect(row(ben, "Gone Ann")).to_have_count(0)
    ann.goto("/")
    expect(row(ben, "Gone Ann")).to_be_visible()
    ben.goto(f"/g/{game}")
    ben.get_by_role("button", name="Take the seat").click()
    taken = ann.get_by_text("Somebody sat down at your table.")
    expect(taken).to_be_visible()
    ann.get_by_role("alert").get_by_role("link", name="Play").click()
    by_color(ann, ben)


def test_a_table_is_closed(visitors: Visitors) -> None:
    ann, ben = named(visitors.new(), "Closing Ann"), visitors.new()
    for _ in range(2):
        table_form(ann).get_by_role("button", name="Open the table").click()
        ann.wait_for_selector("#game[data-ready=yes]")
    ben.goto("/")
    expect(row(ben, "Closing Ann")).not_to_have_count(0)
    ann.get_by_role("button", name="Close the table").click()
    expect(row(ann, "Closing Ann")).to_have_count(1)
    ann.get_by_role("button", name="Close the table").click()
    expect(row(ann, "Closing Ann")).to_have_count(0)
    expect(row(ben, "Closing Ann")).to_have_count(0)


def test_a_daily_table_waits_for_its_absent_owner_and_says_so(visitors: Visitors) -> None:
    ann, ben = named(visitors.new(), "Daily Ann"), visitors.new()
    form = table_form(ann)
    choose(form, "Days", Days="5")
    form.get_by_role("button", name="Open the table").click()
    ann.wait_for_selector("#game[data-ready=yes]")
    ben.goto("/")
    expect(row(ben, "Daily Ann")).to_contain_text("5 days a move")
    expect(row(ben, "Daily Ann")).not_to_contain_text("away")
    ann.goto("/replay")
    expect(row(ben, "Daily Ann")).to_contain_text("away")


def test_the_sliders_and_the_fields_of_a_clock_follow_each_other(page: Page) -> None:
    form = table_form(page)
    choose(form, "Minutes")
    field = form.get_by_role("spinbutton", name="Minutes for each")
    slider = form.get_by_role("slider", name="Minutes for each")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("12")
    page.keyboard.press("Home")
    expect(field).to_have_value("0.5")
    field.fill("59")
    expect(slider).to_have_attribute("aria-valuetext", "59")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")  # from the nearest of the usual ones
    expect(field).to_have_value("75")


def test_a_form_is_filled_without_a_mouse(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("main[data-ready=yes]")
    page.get_by_role("link", name="Play Hive").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play the computer")).to_be_focused()
    for _ in range(7):  # back over opening, colour, three bugs and level
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")  # from the computer to a friend
    page.keyboard.press("ArrowRight")  # and to anyone
    for _ in range(4):  # past three bugs to the clock
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # from minutes to days
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # from 3 to 4
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#game[data-ready=yes]")
    expect(page.locator(".invite__terms")).to_contain_text("4 days a move")


@pytest.mark.parametrize("way", ["link", "code"])
def test_an_invitation_names_clock_set_and_colour_before_one_joins(
    visitors: Visitors, way: str
) -> None:
    ann, ben = named(visitors.new(), "Inviting Ann"), visitors.new(viewport=PHONE)
    form = open_sheet(ann, "Hive")
    form.get_by_role("radio", name="A friend").check()
    choose(form, "Minutes", Minutes="2.5", Seconds="0")
    form.get_by_role("radio", name="Black").check()
    form.get_by_role("button", name="Make a link").click()
    invitation = ann.get_by_role("region", name="Waiting for your friend")
    expect(invitation).to_contain_text("You play Black · 2.5 min")
    if way == "link":
        ben.goto(ann.get_by_label("Link").input_value())
    else:
        ben.goto("/")
        ben.get_by_label("I have a code").fill(ann.locator(".invite__code").inner_text())
        ben.get_by_role("button", name="Join").click()
    panel = ben.get_by_role("region", name="A seat is free for you")
    expect(panel).to_contain_text("Inviting Ann waits for an opponent.")
    expect(panel).to_contain_text("You play White · 2.5 min")
    expect(panel).to_contain_text("Base")
    assert ann.get_attribute("#game", "data-seq") == "0"  # nobody has joined by looking
    ben.get_by_role("button", name="Take the seat").click()
    assert by_color(ann, ben) == (ben, ann)


def test_the_computer_plays_the_tournament_opening(page: Page) -> None:
    form = open_sheet(page, "Hive")
    form.get_by_label("Tournament opening").check()
    form.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector("#game[data-ready=yes][data-look=yes]")
    expect(page.get_by_role("button", name="queen, 1 left, not now")).to_be_attached()
    expect(page.locator("[data-part=terms]")).to_contain_text("no queen first")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_lobby_is_for_everybody(visitors: Visitors, theme: str, base_url: str) -> None:
    ann, ben = named(visitors.new(), f"Open {theme}"), visitors.new(viewport=PHONE)
    table_form(ann).get_by_role("button", name="Open the table").click()
    ann.wait_for_selector("#game[data-ready=yes]")
    for page in (ann, ben):
        page.context.add_cookies(
            [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
        )
    ann.reload()
    ann.wait_for_selector("#game[data-ready=yes]")
    check(ann)
    ben.goto("/tables")
    expect(row(ben, f"Open {theme}")).to_be_visible()
    check(ben)
    choose(table_form(ben), "Minutes")
    check(ben)
    for summary in open_sheet(ben, "La Ruche").locator("summary").all():
        summary.click()
    check(ben)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390), (1440, 900)])
def test_the_lobby_fits_every_screen(visitors: Visitors, width: int, height: int) -> None:
    page = visitors.new(viewport={"width": width, "height": height}, has_touch=True)
    for game in ("La Ruche", "Hive"):
        sheet = open_sheet(page, game)
        for summary in sheet.locator("summary").all():
            summary.click()
        for way in sheet.get_by_role("radio", name="Anyone").all():
            way.check()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        small = page.evaluate(
            """() => [...document.querySelectorAll('main :is(button, a, input, select, summary)')]
                .filter((node) => node.checkVisibility() && !node.matches('.check *'))
                .filter((node) => node.getBoundingClientRect().height < 44)
                .map((node) => node.outerHTML.slice(0, 80))"""
        )
        assert small == []
        inside = sheet.evaluate(
            """(dialog) => [...dialog.querySelectorAll('*')]
                .filter((node) => node.checkVisibility() && !node.closest('svg'))
                .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1)
                .map((node) => node.outerHTML.slice(0, 120))"""
        )
        assert inside == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#game[data-ready=yes]")
    box = page.locator(".invite").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") == width
