"""Help where one is: bugs, rules behind refusals, the list of keys, hints that speak."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import play_to, seat_people
from tests.browser.player import Player, prepare, start_game
from tests.browser.test_accessibility import check

OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]


def card(page: Page) -> Locator:
    return page.get_by_role("note")


def test_a_bug_of_the_reserve_is_explained_to_who_rests_on_it(page: Page) -> None:
    start_game(page, "Two at this screen")
    page.locator('.reserve__piece[data-piece^="wG"]').hover()
    expect(card(page)).to_contain_text("Grasshopper. Jumps in a straight line")
    picture = card(page).locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("(img) => img.naturalWidth") > 0
    link = card(page).get_by_role("link")
    expect(link).to_have_attribute("href", "/rules/hive#grasshopper")
    link.hover()  # one can go over to it
    expect(card(page)).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()


def test_a_bug_of_the_board_by_pointer_and_by_focus(page: Page) -> None:
    player = prepare(page, OPENING)
    page.mouse.move(*player.spot(2, 0))
    expect(card(page)).to_contain_text("Queen. Moves one step.")
    page.mouse.move(*player.spot(1, 0))
    expect(card(page)).to_contain_text("Spider. Moves exactly three steps")
    player.click(-2, 0)  # whoever chooses a bug wants to see the cells
    expect(card(page)).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator('.cells [data-key="3,0"]').focus()
    expect(card(page)).to_contain_text("Ant. Moves around the hive")


def test_a_bug_of_the_list_of_moves(page: Page) -> None:
    prepare(page, OPENING)
    page.locator(".move").nth(4).hover()
    expect(card(page)).to_contain_text("Ant.")


def test_a_long_press_explains_and_a_short_one_does_not(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 664}, has_touch=True)
    start_game(page, "Two at this screen")
    tile = page.locator('.reserve__piece[data-piece^="wB"]')
    tile.tap()
    expect(tile).to_have_attribute("aria-pressed", "true")
    tile.tap()
    box = tile.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 20, "y": box["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(card(page)).to_contain_text("Beetle.")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(card(page)).to_be_visible()
    page.touchscreen.tap(200, 100)
    expect(card(page)).to_be_hidden()


def test_a_refusal_leads_to_its_rule(page: Page) -> None:
    player = prepare(page, OPENING)
    player.click(0, 0)
    player.shows("the hive would fall apart")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="The rule").click()
    rule = opened.value
    rule.wait_for_load_state()
    assert rule.url.endswith("/rules/hive#rule-one-hive")
    expect(rule.locator("#rule-one-hive")).to_be_in_viewport()
    player.play("wA1 bA1-")
    expect(page.get_by_role("link", name="The rule")).to_be_hidden()


@pytest.mark.parametrize("where", ["game", "lesson"])
def test_the_question_mark_opens_the_keys(page: Page, where: str) -> None:
    if where == "game":
        start_game(page, "Two at this screen")
    else:
        page.goto("/learn/hive-first/win")
        page.wait_for_selector("#lesson[data-ready=yes]")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("walk over the cells")
    check(page)
    keys.get_by_role("button", name="Done").click()
    expect(keys).to_be_hidden()


def test_a_click_into_the_empty_middle_is_answered(page: Page) -> None:
    start_game(page, "Two at this screen")
    player = Player(page)
    player.click(0, 0)
    player.shows("Choose a bug first")


def test_a_hint_speaks_and_marks_what_it_is_about(page: Page) -> None:
    start_game(page, "Two at this screen")
    page.get_by_role("button", name="Hint").click()
    notice = page.locator("[data-part=notice-text]")
    expect(notice).to_contain_text(re.compile(r"Begin with an? \w+\."), timeout=30_000)
    expect(page.locator(".reserve__piece[data-advised]")).to_have_count(1)


def test_the_rule_book_moves_for_who_wants_it(visitors: Visitors) -> None:
    still, moving = visitors.new(), visitors.new(reduced_motion="no-preference")
    for page, address in ((still, "/rules/hive/ant.svg"), (moving, "/rules/hive/moving/ant.svg")):
        page.goto("/rules/hive#ant")
        picture = page.locator("#ant img")
        expect(picture).to_have_attribute("src", address)
        expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_a_bug_of_a_replay(page: Page) -> None:
    game = "Base;InProgress;White[4];" + ";".join(OPENING)
    page.goto(f"/replay?{urlencode({'game': game})}")
    page.locator('.reserve__piece[data-piece^="wG"]').hover()
    expect(card(page)).to_contain_text("Grasshopper. Jumps in a straight line")


def test_what_lies_at_a_match_of_la_ruche(page: Page) -> None:
    seat = seat_people([page], bots=(1,), deal="8", setup_ms=60_000)[0]
    page.locator(".hand__tile").first.hover()
    expect(card(page)).to_contain_text("Tile. It has six colours and two faces.")
    expect(card(page).get_by_role("link")).to_have_attribute("href", "/rules/laruche#tiles")
    check(page)
    page.locator(".strip > li").first.hover()
    expect(card(page)).to_contain_text("Who has no tile left wins the round.")
    play_to([seat], 2)
    page.mouse.move(*seat.spot(seat.wishes()[0].key))
    expect(card(page)).to_contain_text("Spot. A tile fits if every edge that touches")
    page.locator(".hand__tile").first.focus()
    expect(card(page)).to_contain_text("Tile.")
    page.keyboard.press("Escape")
    expect(card(page)).to_be_hidden()


def test_what_lies_at_a_lesson_of_la_ruche(page: Page) -> None:
    page.goto("/learn/laruche-first/one-edge")
    page.wait_for_selector("#lesson[data-ready=yes]")
    page.locator(".hand__tile").hover()
    expect(card(page)).to_contain_text("Tile. It has six colours and two faces.")
    check(page)
    page.mouse.move(*Player(page).spot(1, 0))
    expect(card(page)).to_contain_text("Spot. A tile fits if every edge that touches")
    page.locator(".hand__tile").click()  # whoever takes a tile wants to see the spots
    expect(card(page)).to_be_hidden()


def test_the_rule_behind_a_miss_in_a_lesson_opens_in_a_new_tab(page: Page) -> None:
    page.goto("/learn/hive-first/placing")
    page.wait_for_selector("#lesson[data-ready=yes]")
    player = Player(page)
    page.locator('.reserve__piece[data-piece^="wA"]').click()
    page.mouse.click(*player.spot(2, 0))  # beside the black spider
    link = page.get_by_role("link", name="The rule")
    arrow = "(node) => getComputedStyle(node, '::after').content"
    assert "↗" in link.evaluate(arrow)
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_url("**/rules/hive#rule-touches-enemy")
    expect(page.locator("#lesson")).to_be_visible()  # the lesson waits where it was


def test_a_tile_of_a_solitaire(page: Page) -> None:
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": {}}
    made = page.request.post("/api/games", data=wish).json()
    page.goto(f"/g/{made['game']['id']}")
    page.wait_for_selector("#game[data-ready=yes]")
    page.locator(".hand__tile").first.hover()
    expect(card(page)).to_contain_text("Tile.")
    page.locator(".figures__joins").hover()
    expect(card(page)).to_contain_text("Joins. So many edges touch")


def test_a_hint_can_be_followed_by_a_tap_on_it(page: Page) -> None:
    player = prepare(page, OPENING)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".ghost", state="attached")
    advised = page.locator(".reserve__piece[data-advised]")
    if advised.count():  # marked, but not as if it were chosen
        expect(advised).to_have_attribute("aria-pressed", "false")
    box = page.locator(".ghost").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(f'#game:not([data-ply="{player.position.ply}"])')


def test_a_replay_plays_by_itself(page: Page) -> None:
    game = "Base;InProgress;White[4];" + ";".join(OPENING)
    page.goto(f"/replay?{urlencode({'game': game})}")
    expect(page.get_by_text("Move 0 of 6")).to_be_visible()
    button = page.get_by_role("button", name="Play the game move by move")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Move 2 of 6")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    expect(button).to_have_attribute("aria-pressed", "false")  # who steps by hand stops it


def test_the_language_changes_without_leaving_the_game(page: Page) -> None:
    prepare(page, OPENING)
    address = page.url.split("?")[0]
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("html[lang=de] #game[data-ready=yes]")
    assert page.url.split("?")[0] == address


def test_a_tap_that_closes_a_menu_presses_nothing(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 664}, has_touch=True)
    page.goto("/learn")
    card_box = page.locator(".lesson-card").first.bounding_box()
    assert card_box is not None
    page.get_by_role("button", name="Language").tap()
    expect(page.locator("#languages")).to_be_visible()
    page.touchscreen.tap(card_box["x"] + 40, card_box["y"] + 20)
    expect(page.locator("#languages")).to_be_hidden()
    page.get_by_role("button", name="Language").tap()  # the page is still there, and listens again
    expect(page.locator("#languages")).to_be_visible()
    assert page.url.endswith("/learn")


def test_who_has_tapped_is_told_nothing_afterwards(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 664}, has_touch=True)
    page.clock.install()
    start_game(page, "Two at this screen")
    page.locator('.reserve__piece[data-piece^="wG"]').tap()
    expect(page.locator('.reserve__piece[aria-pressed="true"]')).to_have_count(1)
    page.clock.fast_forward(3000)
    expect(card(page)).to_be_hidden()
