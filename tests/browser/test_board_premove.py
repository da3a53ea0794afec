"""A move chosen ahead, and the news of a move: sounds and notifications."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player, confirmed_moves, seat_two, start_game

RECORD = """
window.heard = [];
window.told = [];
class Ctx extends AudioContext {
    createOscillator() { window.heard.push("tone"); return super.createOscillator(); }
}
window.AudioContext = Ctx;
window.Notification = class {
    static permission = "granted";
    constructor(title, options) { window.told.push([title, options.body]); }
};
"""


def two_friends(visitors: Visitors, settings: str = "") -> tuple[Player, Player]:
    """White invites, black joins by the link; both see the empty board."""
    first, second = visitors.new(), visitors.new()
    for page in (first, second):
        page.add_init_script(RECORD)
        if settings:
            address = str(visitors._base_url)
            cookie: Any = {"name": "skep_settings", "value": settings, "url": address}
            page.context.add_cookies([cookie])
    white, black = map(Player, seat_two(first, second))
    white.wait_for_turn()
    return white, black


def together(white: Player, black: Player, *moves: str) -> None:
    for text in moves:
        mover, other = (white, black) if white.position.ply % 2 == 0 else (black, white)
        mover.play(text)
        other.follow(text)
        other.wait(other.position.ply)


def ahead(player: Player) -> None:
    player.page.wait_for_selector(".board__table[data-ahead]", state="attached")


def test_a_move_chosen_ahead_is_played_at_once(visitors: Visitors) -> None:
    white, black = two_friends(visitors)
    together(white, black, "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
    ahead(black)
    # Black chooses while white thinks: the queen one step on.
    black.click(2, 0)
    black.page.wait_for_selector(".marks-targets .mark", state="attached")
    black.click(2, -1)
    expect(black.page.locator(".arrow--premove")).to_have_count(1)
    expect(black.page.locator(".ghost .tile--black[data-bug=Q]")).to_have_count(1)
    assert len(confirmed_moves(black.page)) == 4
    white.click_through("wA1 -wQ")
    black.page.wait_for_selector('#game[data-ply="6"]:not([data-pending])')
    assert confirmed_moves(black.page)[5] == "bQ bS1/"
    expect(black.page.locator(".arrow--premove")).to_have_count(0)


def test_escape_takes_it_back_and_an_impossible_one_is_dropped(visitors: Visitors) -> None:
    white, black = two_friends(visitors)
    together(white, black, "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
    ahead(black)
    black.click(3, 0)
    black.page.wait_for_selector(".marks-targets .mark", state="attached")
    black.click(2, -1)
    expect(black.page.locator(".arrow--premove")).to_have_count(1)
    black.page.keyboard.press("Escape")
    expect(black.page.locator(".arrow--premove")).to_have_count(0)
    # An ant beside the black spider; but white's ant comes to the cell next to it.
    black.page.locator('button.reserve__piece[data-piece^="bA"]').click()
    black.page.wait_for_selector(".marks-targets .mark", state="attached")
    black.click(1, 1)
    expect(black.page.locator(".ghost [data-bug=A]")).to_have_count(1)
    white.play("wA1 /bS1")
    expect(black.page.locator("[data-part=notice-text]")).to_contain_text("no longer possible")
    assert len(confirmed_moves(black.page)) == 7
    expect(black.page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("on", [True, False])
def test_sounds_and_notifications_only_if_wanted(visitors: Visitors, on: bool) -> None:
    wish = "yes" if on else "no"
    white, black = two_friends(visitors, f"sound={wish}&notify={wish}")
    black.page.evaluate(
        "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
    )
    together(white, black, "wS1")
    heard: list[str] = white.page.evaluate("window.heard")
    told: list[list[str]] = black.page.evaluate("window.told")
    assert bool(heard) is on
    assert bool(black.page.evaluate("window.heard")) is on
    assert told == ([["Your move", "The white spider 1 opens the game."]] if on else [])
    assert white.page.evaluate("window.told") == []


def test_the_computer_is_waited_for_in_the_same_way(page: Page) -> None:
    start_game(page, "Play the computer")
    page.wait_for_selector("#game[data-my-turn=yes][data-look=yes][data-connection=open]")
    assert page.get_attribute(".board__table", "data-ahead") is None
