"""Waiting for somebody: first moves, absences, answers to offers, lines of chat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visitors
from tests.browser.player import Player, by_color, seat_two

TEN_MINUTES = {"pace": "timed", "base_ms": 600_000, "increment_ms": 10_000}
PHONE = {"width": 390, "height": 844}


def seat_by_wish(first: Page, second: Page, **wish: Any) -> tuple[Page, Page]:
    """White's page and black's, in a game of this wish."""
    seats = [{"who": "me"}, {"who": "invited"}]
    answer = first.request.post("/api/games", data={"game": "hive", "seats": seats, **wish})
    link = answer.json()["link"]
    first.goto(link)
    second.goto(link)
    second.get_by_role("button", name="Take the seat").click()
    return by_color(first, second)


def bar(page: Page, part: str) -> Any:
    return page.locator(f"[data-part={part}]")


# --- first moves


def test_both_see_how_long_a_timed_game_waits_for_its_first_moves(visitors: Visitors) -> None:
    pages = seat_by_wish(visitors.new(), visitors.new(viewport=PHONE), time=TEN_MINUTES)
    white, black = (Player(page) for page in pages)
    left = r"(1:00|0:[0-5]\d)"
    expect(bar(white.page, "countdown")).to_contain_text(
        re.compile(f"Make your first move within {left}, or the game is called off")
    )
    expect(bar(black.page, "countdown")).to_contain_text(
        re.compile(f"White has {left} for the first move")
    )
    for page in pages:
        expect(bar(page, "countdown")).to_contain_text("10 min + 10 s")
        for clock in page.locator("[data-part=clock]").all():
            expect(clock).to_have_text("10:00")
    white.play("wS1")
    black.follow("wS1")
    black.wait(1)
    expect(bar(white.page, "countdown")).to_contain_text(re.compile(f"Black has {left}"))
    expect(bar(black.page, "countdown")).to_contain_text("Make your first move within")
    black.play("bS1 wS1-")
    for page in pages:
        expect(bar(page, "countdown")).to_be_hidden()


def test_the_countdown_runs(visitors: Visitors) -> None:
    white, _ = seat_by_wish(visitors.new(), visitors.new(), time=TEN_MINUTES)
    words = bar(white, "countdown-words")
    first = words.inner_text()
    expect(words).not_to_have_text(first)
    expect(words).to_have_text(re.compile(r"within 0:\d\d,"))


def test_a_game_without_a_clock_says_so_and_waits(visitors: Visitors) -> None:
    white, _ = seat_two(visitors.new(), visitors.new())
    expect(bar(white, "countdown")).to_be_hidden()
    expect(bar(white, "terms")).to_contain_text("no clock · Base+MLP")


# --- absence


def test_a_claim_is_announced_long_before(visitors: Visitors, patient_url: str) -> None:
    first, second = visitors.new(base_url=patient_url), visitors.new(base_url=patient_url)
    white, black = seat_two(first, second)
    player = Player(white)
    player.wait(0)
    player.play("wS1")
    black.close()
    claim = bar(white, "claim")
    expect(claim).to_contain_text(
        re.compile(r"away on their turn. You can claim the win in (10:00|9:\d\d)\.")
    )
    expect(claim.get_by_role("button")).to_be_hidden()


def test_who_is_cut_off_on_their_turn_sees_how_long_they_have(
    visitors: Visitors, patient_url: str
) -> None:
    first, second = visitors.new(base_url=patient_url), visitors.new(base_url=patient_url)
    line: dict[str, Any] = {"up": True, "sockets": []}

    def through(socket: WebSocketRoute) -> None:
        if not line["up"]:
            socket.close()
            return
        socket.connect_to_server()
        line["sockets"].append(socket)

    for page in (first, second):
        page.route_web_socket(re.compile("/ws/game/"), through)
    white, black = seat_by_wish(first, second, time={**TEN_MINUTES, "base_ms": 300_000})
    for page in (white, black):
        expect(bar(page, "absence")).to_be_hidden()
    line["up"] = False
    for socket in line["sockets"]:
        socket.close()
    expect(bar(white, "absence")).to_have_text(
        re.compile(r"It is your turn: in (1:00|0:5\d) your opponent can claim the win.")
    )
    expect(black.get_by_text("No connection.")).to_be_visible()
    expect(bar(black, "absence")).to_be_hidden()  # it is not their turn
    line["up"] = True
    for page in (white, black):
        page.wait_for_selector("#game[data-connection=open]")  # it tries again by itself
        expect(bar(page, "absence")).to_be_hidden()


# --- offers


@pytest.fixture
def begun(visitors: Visitors) -> tuple[Player, Player]:
    """White and black after a move of each; black is at a phone."""
    white, black = (Player(p) for p in seat_by_wish(visitors.new(), visitors.new(viewport=PHONE)))
    for ply, text in enumerate(["wS1", "bS1 wS1-"]):
        mover, other = ((white, black), (black, white))[ply]
        mover.play(text)
        other.follow(text)
        other.wait(ply + 1)
    return white, black


def offer_draw(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Offer a draw").click()


def test_a_draw_is_asked_and_declined(begun: tuple[Player, Player]) -> None:
    white, black = begun
    offer_draw(white.page)
    expect(bar(white.page, "asked-draw")).to_contain_text("You offered a draw.")
    expect(white.page.locator("[data-action=draw]")).to_be_disabled()
    bar(black.page, "offer-draw").get_by_role("button", name="Play on").click()
    white.shows("Your opponent declined the draw.")
    black.shows("You declined the draw.")
    for page in (white.page, black.page):
        expect(page.locator(".offer:visible")).to_have_count(0)


def test_a_draw_is_withdrawn(begun: tuple[Player, Player]) -> None:
    white, black = begun
    offer_draw(white.page)
    expect(bar(black.page, "offer-draw")).to_be_visible()
    white.page.get_by_role("button", name="Withdraw").click()
    white.shows("You withdrew your offer of a draw.")
    black.shows("Your opponent withdrew the offer of a draw.")
    expect(bar(black.page, "offer-draw")).to_be_hidden()
    offer_draw(white.page)  # and asked again
    expect(bar(black.page, "offer-draw")).to_be_visible()


def test_whoever_plays_on_has_answered(begun: tuple[Player, Player]) -> None:
    white, black = begun
    offer_draw(black.page)
    expect(bar(white.page, "offer-draw")).to_be_visible()
    white.play("wQ -wS1")
    white.shows("You played on: no draw.")
    black.shows("Your opponent played on: no draw.")


def test_a_takeback_is_declined_and_withdrawn(begun: tuple[Player, Player]) -> None:
    white, black = begun
    black.page.get_by_role("button", name="Undo").click()
    expect(bar(black.page, "asked-takeback")).to_contain_text("You asked to take your move back.")
    bar(white.page, "offer-takeback").get_by_role("button", name="No").click()
    white.shows("You said no: the move stands.")
    black.shows("Your opponent said no: the move stands.")
    black.page.get_by_role("button", name="Undo").click()
    expect(bar(white.page, "offer-takeback")).to_be_visible()
    black.page.get_by_role("button", name="Withdraw").click()
    white.shows("Your opponent asks no longer: the move stands.")
    black.shows("You ask no longer: the move stands.")
    assert black.ply == 2


def test_a_rematch_is_declined_withdrawn_and_played(begun: tuple[Player, Player]) -> None:
    white, black = (player.page for player in begun)
    white.get_by_role("button", name="More").click()
    white.get_by_role("dialog", name="More").get_by_role("button", name="Give up").click()
    white.get_by_role("dialog", name="Give up").get_by_role("button", name="Give up").click()
    result = [page.locator("[data-part=result]") for page in (white, black)]
    result[0].get_by_role("button", name="Rematch").click()
    expect(result[0]).to_contain_text("You offered a rematch.")
    expect(result[1]).to_contain_text("Your opponent offers a rematch.")
    result[1].get_by_role("button", name="No, thanks").click()
    expect(result[0]).to_contain_text("Your opponent declined the rematch.")
    expect(result[1]).to_contain_text("You declined the rematch.")
    result[0].get_by_role("button", name="Rematch").click()
    result[0].get_by_role("button", name="Withdraw").click()
    expect(result[1]).to_contain_text("Your opponent withdrew the offer of a rematch.")
    result[1].get_by_role("button", name="See the board").click()
    result[0].get_by_role("button", name="Rematch").click()
    over_the_board = bar(black, "offer-rematch")
    expect(over_the_board).to_contain_text("Your opponent offers a rematch.")
    black.reload()  # an offer that stands is told again
    expect(result[1]).to_contain_text("Your opponent offers a rematch.")
    result[1].get_by_role("button", name="Accept the rematch").click()
    for page in (white, black):
        page.wait_for_selector('#game[data-ply="0"][data-ready=yes]')


# --- chat


def say(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_unread_lines_are_counted_where_the_chat_is_behind_a_button(
    begun: tuple[Player, Player],
) -> None:
    white, black = (player.page for player in begun)
    badge = bar(black, "unread")
    expect(badge).to_be_hidden()
    say(white, "good luck")
    expect(black.get_by_role("button", name="Moves 1 new message")).to_be_visible()
    expect(black.locator("[data-part=live]")).to_contain_text("says: good luck")
    say(white, "have fun")
    expect(badge).to_contain_text("2")
    black.reload()
    expect(badge).to_contain_text("2")
    black.get_by_role("button", name="Moves").click()
    expect(black.get_by_role("log")).to_contain_text("have fun")
    expect(badge).to_be_hidden()
    black.get_by_role("button", name="Close", exact=True).click()
    say(white, "still there?")
    expect(badge).to_contain_text("1")
    expect(bar(white, "unread")).to_be_hidden()  # one's own lines are read


def test_nothing_is_unread_where_the_chat_is_seen(begun: tuple[Player, Player]) -> None:
    white, black = (player.page for player in begun)
    black.get_by_role("button", name="Moves").click()
    say(black, "hello")
    expect(white.get_by_role("log")).to_contain_text("hello")
    expect(bar(white, "unread")).to_be_hidden()
