"""What happens around the moves: thoughts, claims, results, lists, focus, no https."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from skep.server.development.gallery import gallery_data
from tests.browser.conftest import LAN_NAME, Visitors
from tests.browser.player import (
    Player,
    Watcher,
    new_game,
    open_sheet,
    prepare,
    seat_two,
    start_game,
)

SAMPLE: list[str] = gallery_data()["sample"]["moves"]
PGN = """[GameType "Base+MLP"]
[White "Ann"]
[Black "Ben"]
[Result "*"]

1. wS1 {A quiet start.}
2. bS1 wS1-
3. wQ -wS1
4. bQ bS1-
"""


def pair(visitors: Visitors) -> tuple[Page, Page]:
    """White's page and black's, in one game by link."""
    return seat_two(visitors.new(), visitors.new())


def test_the_engine_scores_a_shown_position_of_a_replay(page: Page) -> None:
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill(PGN)
    page.get_by_role("button", name="Show the game").click()
    page.wait_for_selector('#replay[data-ply="0"]')
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("[data-part=note]")).to_have_text("A quiet start.")
    expect(page.locator("[data-part=score]")).to_be_hidden()
    button = page.get_by_role("button", name="Score")
    button.click()
    page.wait_for_selector('#replay[data-ply="1"][data-score]')
    expect(page.locator("[data-part=score-text]")).to_contain_text("(")
    page.get_by_role("button", name="One move forward").click()
    page.wait_for_selector('#replay[data-ply="2"][data-score]')
    button.click()
    expect(page.locator("[data-part=score]")).to_be_hidden()


def test_hint_and_what_the_computer_thinks(page: Page) -> None:
    start_game(page, "Play the computer")
    player = Player(page)
    player.wait_for_turn()
    page.get_by_role("button", name="Hint").click()
    player.shows("Begin with a")
    expect(page.locator(".arrow")).not_to_have_count(0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("checkbox", name="What the computer thinks").check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("[data-part=score-line]")).to_contain_text("depth")
    player.click_through("wS1")
    page.wait_for_selector('#game[data-ply="2"][data-my-turn=yes]')
    expect(page.locator("[data-part=score-line]")).to_contain_text("depth")


def test_a_win_is_claimed_from_somebody_who_went_away(visitors: Visitors) -> None:
    white, black = pair(visitors)
    player = Player(white)
    player.wait(0)
    player.play("wS1")  # now it is the turn of the one who goes away
    black.close()
    expect(white.locator("[data-part=top]").get_by_text("away")).to_be_visible()
    white.get_by_role("button", name="Claim the win").click()
    expect(white.get_by_role("heading", name="You win!")).to_be_visible()
    expect(white.get_by_text("The other player was away for too long.", exact=True)).to_be_visible()


def test_the_result_leads_on(page: Page) -> None:
    prepare(page, SAMPLE)
    result = page.locator("[data-part=result]")
    expect(result.get_by_role("heading", name="White wins")).to_be_visible()
    href = result.get_by_role("link", name="PGN").get_attribute("href") or ""
    assert "[Result" in page.request.get(href).text()
    result.get_by_role("button", name="See the board").click()
    expect(result).to_be_hidden()
    page.reload()
    result.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#replay[data-ready=yes]")
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(f'#replay[data-ply="{len(SAMPLE)}"]')


def test_my_games_order_and_count(page: Page) -> None:
    prepare(page, SAMPLE)  # finished
    new_game(page, "Play a friend")  # waits for somebody
    start_game(page, "Play the computer")
    Player(page).wait_for_turn()
    page.goto("/mine")
    expect(page).to_have_title("(1) My games · skep")
    states = page.locator(".line").all_inner_texts()
    assert ["Your move" in states[0], "waiting" in states[1], "finished" in states[2]] == [True] * 3


AREAS = {
    "skip": ".skip",
    "header": ".site-header *",
    "board": ".board__table *",
    "reserve": ".reserve *",
    "actions": ".actions *",
    "moves": ".moves *",
    "chat": ".chat *",
}


def test_focus_goes_through_the_page_in_order(visitors: Visitors) -> None:
    white, _ = pair(visitors)
    Player(white).play("wS1")
    white.reload()  # the focus starts at the top again
    white.wait_for_selector("#game[data-ready=yes][data-look=yes][data-connection=open]")
    seen: list[str] = []
    for _ in range(60):
        white.keyboard.press("Tab")
        area = white.evaluate(
            """(areas) => Object.keys(areas).find((name) =>
                document.activeElement.matches(areas[name])) ?? "none" """,
            AREAS,
        )
        if seen[-1:] != [area]:
            seen.append(area)
        if area == "chat":
            break
    assert seen == list(AREAS)


@pytest.fixture
def lan(visitors: Visitors, base_url: str, watcher: Watcher) -> Page:
    """A page as others on the local network see it: by name and without https."""
    watcher.allowed = ("Cross-Origin-Opener-Policy",)  # a header that counts with https only
    page = visitors.new(base_url=f"http://{LAN_NAME}:{urlsplit(base_url).port}")
    page.goto("/")
    assert not page.evaluate("window.isSecureContext")
    return page


def test_without_https_a_link_can_be_copied(lan: Page) -> None:
    sheet = open_sheet(lan, "Hive")
    sheet.get_by_role("radio", name="A friend").check()
    sheet.get_by_role("button", name="Make a link").click()
    lan.wait_for_selector("#game[data-ready=yes]")
    link = lan.get_by_label("Link").input_value()
    assert LAN_NAME in link
    expect(lan.get_by_role("button", name="Share")).to_be_hidden()
    lan.evaluate(
        "addEventListener('copy', () => { window.copied = document.activeElement.value; })"
    )
    lan.get_by_role("button", name="Copy").click()
    expect(lan.get_by_text("Link copied.")).to_be_visible()
    assert lan.evaluate("window.copied") == link


def test_without_https_settings_say_that_notices_do_not_work(lan: Page) -> None:
    lan.goto("/settings")
    expect(lan.get_by_text("Browsers allow such notices over https only.")).to_be_visible()
    lan.get_by_role("group", name="Tell me when it is my move").get_by_label("yes").check()
    lan.get_by_role("button", name="Save").click()
    expect(lan.get_by_text("Saved.")).to_be_visible()


def test_a_refusal_is_explained_with_its_seconds(page: Page) -> None:
    page.goto("/gallery/refused")
    page.wait_for_selector("#game[data-state=ready]")
    Player(page).shows("Try again in 8 seconds.")


def test_a_spectator_may_only_look(page: Page) -> None:
    page.goto("/gallery/read-only")
    page.wait_for_selector("#game[data-state=ready]")
    expect(page.locator(".actions").get_by_text("You are watching")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
