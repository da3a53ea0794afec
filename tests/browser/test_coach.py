"""A first game beside the coach, and where it begins."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as NothingYet

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, play_to, seat_people
from tests.browser.player import Player, confirmed_moves
from tests.browser.test_accessibility import check


def first_game(page: Page) -> Player:
    page.goto("/learn")
    page.get_by_role("button", name="A first game, with a coach beside you").click()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    return Player(page, "Base")


def follow(player: Player) -> None:
    """The first move of the computer, as soon as it is there."""
    player.page.wait_for_selector('#game[data-my-turn=yes]:not([data-ply="0"])')
    for text in confirmed_moves(player.page)[player.position.ply :]:
        player.follow(text)


def test_the_coach_speaks_at_the_first_move_then_keeps_silent_and_sums_up(page: Page) -> None:
    player = first_game(page)
    coach = page.locator("[data-part=coach]")
    expect(coach).to_contain_text("Put it in the middle.")
    check(page)
    player.click_through("wS1")
    follow(player)
    expect(coach).not_to_have_attribute("data-says", "yes")
    with page.expect_response("**/api/school/coach") as answer:
        page.reload()
    assert answer.value.json()["remark"] is None
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Give up").last.click()
    end = page.locator("[data-part=coach-end]")
    expect(end).to_contain_text("You played a whole game of Hive.")
    expect(end).to_contain_text(re.compile("Only 1 of your bugs"))
    check(page)


def test_the_coach_can_be_switched_off_and_on(page: Page) -> None:
    first_game(page)
    coach = page.locator("[data-part=coach]")
    page.get_by_role("button", name="No coach").click()
    expect(coach).to_be_hidden()
    page.reload()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    expect(coach).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Settings").click()
    group = page.get_by_role("group", name="A coach beside games against the computer")
    group.get_by_role("radio", name="always").check()
    page.get_by_role("button", name="Done").click()
    expect(coach).to_contain_text("It is best to keep your queen for later")


@pytest.mark.parametrize("size", [(390, 664), (844, 390)])
def test_the_coach_leaves_the_first_cell_free(visitors: Visitors, size: tuple[int, int]) -> None:
    page = visitors.new(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    player = first_game(page)
    expect(page.locator("[data-part=coach]")).to_be_visible()
    player.click_through("wS1")
    follow(player)


PINNING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wG1 /wQ", "bA1 -wA1"]


def test_the_bug_that_the_coach_calls_pinned_is_marked(page: Page) -> None:
    """Level 1 pins nobody on demand: the coach is asked about another game, and answers of that."""

    def of_another_game(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if asked["moves"]:
            asked["moves"] = PINNING
        route.continue_(post_data=json.dumps(asked))

    page.route("**/api/school/coach", of_another_game)
    player = first_game(page)
    player.click_through("wA1")
    follow(player)
    expect(page.locator("[data-part=coach]")).to_contain_text("Your ant is pinned now.")
    mark, ant = page.locator(".mark--bad").bounding_box(), player.spot(0, 0)
    assert mark is not None
    assert mark["x"] < ant[0] < mark["x"] + mark["width"]
    assert mark["y"] < ant[1] < mark["y"] + mark["height"]


def test_home_offers_the_lessons_of_each_game(page: Page) -> None:
    page.goto("/")
    page.locator(".game-card--hive").get_by_role("link", name="Learn: 5 min").click()
    page.wait_for_url("**/learn/hive-first/win")
    page.goto("/")
    page.locator(".game-card--laruche").get_by_role("link", name="Learn: 5 min").click()
    page.wait_for_url("**/learn/laruche-first/*")


def test_a_level_says_how_it_plays(page: Page) -> None:
    page.goto("/start/hive")
    expect(page.get_by_text("Level 1, First steps: moves almost at random")).to_be_visible()
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.get_by_text("overlooks every second one of yours")).to_be_visible()


def test_the_coach_of_la_ruche_shows_where_to_begin_and_sums_up(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("button", name="Eight tiles against a slow bot").click()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    seat = Seat(page)
    assert len(seat.read()["status"]["hand"]) in (7, 8)
    coach = page.locator("[data-part=coach]")
    play_to([seat], 2)
    expect(coach).to_contain_text("Begin with the ones that glow.")
    tile = page.locator(".hand__tile[data-glowing]").first.get_attribute("data-tile")
    spot = page.locator(".spot-button[data-glowing]").first.get_attribute("data-spot")
    assert (tile, spot) in {(wish.tile, wish.key) for wish in seat.wishes()}
    check(page)
    board, strip = page.locator(".match__board").bounding_box(), coach.bounding_box()
    assert board is not None
    assert strip is not None
    apart = strip["y"] + strip["height"] <= board["y"] or strip["x"] >= board["x"] + board["width"]
    assert apart, (board, strip)

    remarks = {coach.inner_text()}
    while not page.get_attribute("#game", "data-over"):
        laid = page.get_attribute("#game", "data-laid")
        if wishes := seat.wishes():
            seat.lay_by_socket(wishes[0])
        # It may have been taken a moment before, or be a miss that takes its time: once more then.
        with contextlib.suppress(NothingYet):
            page.wait_for_selector(
                f'#game:not([data-laid="{laid}"]), #game[data-over]', timeout=3_000
            )
        if coach.get_attribute("data-says"):
            remarks.add(coach.inner_text())
    assert len(remarks) <= 3  # seven tiles of one's own in play
    page.wait_for_selector("#game[data-over]")
    end = page.locator("[data-part=coach-end]")
    expect(end).to_be_visible()
    assert (end.locator("b").text_content() or "").strip()
    assert (end.locator("span").text_content() or "").strip()
    check(page)


def test_the_coach_of_la_ruche_can_be_switched_off(page: Page) -> None:
    seat_people([page], bots=(1,), deal="8")
    coach = page.locator("[data-part=coach]")
    page.get_by_role("button", name="No coach").click()
    expect(coach).to_be_hidden()
    page.reload()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    expect(coach).to_be_hidden()


def listening(seat: Seat, *said: str) -> Locator:
    """The coach of a match that has said all this already, long ago."""
    page = seat.page
    seen: dict[str, Any] = {"saidAt": -1, "said": said}
    page.evaluate(
        "([game, seen]) => sessionStorage.setItem(`skep_coach_${game}`, JSON.stringify(seen))",
        [seat.game, seen],
    )
    page.reload()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    return page.locator("[data-part=coach][data-says]")


def test_the_coach_of_la_ruche_speaks_of_gifts(page: Page) -> None:
    bee_up = None
    while bee_up is None:  # hands are dealt by chance
        (seat,) = seat_people([page], bots=(1,), deal="10", bee_gift=True, gift_ms=12_000)
        play_to([seat], 2)
        coach = listening(seat, "begin", "dead")  # a spot may be dead from the beginning
        bee_up = next((wish for wish in seat.wishes() if wish.placement.pose.has_bee), None)
    seat.lay_by_socket(bee_up)
    expect(coach).to_contain_text("You may give a tile away")


def test_the_coach_of_la_ruche_speaks_of_a_dead_spot(page: Page) -> None:
    (seat,) = seat_people([page], bots=(1,), deal="full")
    play_to([seat], 2)
    while not any(spot.is_dead for spot in seat.table().dead_spots()):
        seat.lay_by_socket(seat.wishes()[0])
    coach = listening(seat, "begin")
    expect(coach).to_contain_text("A striped spot is dead")
    expect(page.locator(".spot[data-live=no]").first).to_be_visible()


def test_who_lays_nothing_for_long_is_shown_a_tile_and_its_spot(page: Page) -> None:
    page.clock.install()
    (seat,) = seat_people([page], bots=(1,), deal="15")
    play_to([seat], 2)
    coach = page.locator("[data-part=coach]")
    expect(coach).to_have_attribute("data-says", "yes")
    seat.lay_by_socket(seat.wishes()[0])
    expect(coach).not_to_have_attribute("data-says", "yes")  # and not for two more tiles
    expect(page.locator("[data-glowing]")).to_have_count(0)
    page.clock.fast_forward(20_000)
    expect(coach).to_have_attribute("data-helps", "yes")
    expect(coach).not_to_have_attribute("data-says", "yes")  # a mark is no remark
    if seat.wishes():
        tile = page.locator(".hand__tile[data-glowing]").first.get_attribute("data-tile")
        spot = page.locator(".spot-button[data-glowing]").first.get_attribute("data-spot")
        assert (tile, spot) in {(wish.tile, wish.key) for wish in seat.wishes()}
        seat.lay_by_socket(seat.wishes()[0])
        expect(coach).not_to_have_attribute("data-helps", "yes")
