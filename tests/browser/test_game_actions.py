"""Single things one does at a game page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from skep.hive.notation import parse_move
from tests.browser.conftest import Visitors
from tests.browser.player import (
    Player,
    Watcher,
    by_color,
    confirmed_moves,
    new_game,
    prepare,
    seat_two,
    start_game,
)

BEFORE_THROW = ["wP", "bP wP-", "wQ -wP", "bQ bP\\", "wQ \\bP"]
BEFORE_PASS = [
    "wQ", "bB1 wQ-", "wQ /bB1", "bQ bB1/", "wQ bB1\\", "bA1 bQ/", "wQ bQ\\",
]  # fmt: skip
OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]


def test_a_pillbug_throws(page: Page) -> None:
    player = prepare(page, BEFORE_THROW)
    player.play("wP bQ/")
    expect(page.locator(".marks-last .mark--by")).to_have_count(1)
    assert confirmed_moves(page)[-1] == "wP bQ/"


def test_a_beetle_covers_and_a_pass_is_forced(page: Page) -> None:
    player = prepare(page, BEFORE_PASS)
    player.play("bB1 wQ")
    expect(page.get_by_role("button", name="black beetle 1, on the white queen")).to_be_attached()
    expect(page.locator(".mark--height")).to_have_count(1)
    player.play("pass")
    assert confirmed_moves(page)[-1] == "pass"


def test_takeback(page: Page) -> None:
    player = prepare(page, OPENING)
    page.get_by_role("button", name="Undo").click()
    player.wait(len(OPENING) - 1)
    expect(page.locator("[data-part=live]")).to_have_text("A move was taken back.")


def test_drag_and_drop(page: Page) -> None:
    player = prepare(page, OPENING)
    player.drag("wA1 bA1-")
    player.wait(len(OPENING) + 1)
    player.drag("bG1 bQ/")
    player.wait(len(OPENING) + 2)


def test_escape_puts_a_dragged_piece_back(page: Page) -> None:
    player = prepare(page, OPENING)
    page.mouse.move(*player.spot(-2, 0))
    page.mouse.down()
    page.mouse.move(*player.spot(2, 2), steps=4)
    expect(page.locator(".board__carry")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".board__carry")).to_be_hidden()
    page.mouse.up()
    assert player.ply == len(OPENING)


def test_confirmation(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("group", name="Ask before a move is played").get_by_label("yes").check()
    page.get_by_role("button", name="Save").click()
    player = prepare(page, OPENING)
    player.click_through("wA1 bA1-")
    assert player.ply == len(OPENING)
    page.get_by_role("button", name="Play it").click()
    player.wait(len(OPENING) + 1)


def test_moves_stand_at_once_though_the_server_is_slow(page: Page) -> None:
    """With answers held back, the piece stands on its target when the pointer-up task ends."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def back(message: str | bytes) -> None:
            if holding["now"]:
                held.append((socket, message))
            else:
                socket.send(message)

        server.on_message(back)

    page.route_web_socket(re.compile("/ws/game/"), through)
    start_game(page, "Two at this screen")
    player = Player(page)
    player.play("wS1")
    holding["now"] = True
    page.locator('button.reserve__piece[data-piece^="bA"]').click()
    x, y = player.spot(1, 0)
    page.evaluate(
        """() => window.addEventListener("pointerup", () => {
            const tile = document.querySelector('.tiles [data-key="bA1"]');
            window.stood = tile ? getComputedStyle(tile).transform : "nowhere";
        })"""
    )
    page.mouse.click(x, y)
    assert "173.2, 0" in page.evaluate("window.stood")
    assert page.locator('.tiles [data-key="bA1"]').get_attribute("data-pending") == "yes"
    holding["now"] = False
    for socket, message in held:
        socket.send(message)
    page.wait_for_selector('#game[data-ply="2"]:not([data-pending])')


def test_an_unanswered_question_is_asked_again_but_not_at_once(
    page: Page, watcher: Watcher
) -> None:
    watcher.allowed = ("503",)
    prepare(page, OPENING[:4])
    asked: list[str] = []

    def fail_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, json={"message": "try again"})
        else:
            route.continue_()

    page.route("**/api/hive/look", fail_once)
    page.get_by_role("button", name="More").click()
    with page.expect_response(lambda answer: answer.url.endswith("/look") and answer.ok):
        page.get_by_label("Gates").check()
    assert len(asked) == 2


def test_a_move_asks_nothing_but_what_is_to_be_seen(couple: tuple[Page, Page]) -> None:
    white, black = Player(couple[0]), Player(couple[1])
    asked: list[str] = []
    for page in couple:
        page.on("request", lambda request: asked.append(request.url))
    together(white, black, *OPENING)
    assert asked == []
    black.page.get_by_role("button", name="More").click()
    black.page.get_by_label("Pinned pieces").check()
    black.page.keyboard.press("Escape")
    expect(black.page.locator(".mark--pin")).to_have_count(4)
    assert asked == []  # the choices brought them
    black.page.get_by_role("button", name="More").click()
    with black.page.expect_response("**/api/hive/look"):
        black.page.get_by_label("Gates").check()
    black.page.keyboard.press("Escape")
    with black.page.expect_response("**/api/hive/look"):
        together(white, black, "wA1 bA1-")
    assert len(asked) == 2


def together(white: Player, black: Player, *moves: str) -> None:
    for text in moves:
        mover, other = (white, black) if white.position.ply % 2 == 0 else (black, white)
        mover.play(text)
        other.follow(text)
        other.wait(other.position.ply)


def test_stepping_back_and_forth_by_keys(page: Page) -> None:
    prepare(page, OPENING)
    page.locator("body").press("ArrowLeft")
    page.wait_for_selector(f'#game[data-shown="{len(OPENING) - 1}"]')
    expect(page.get_by_text("You are looking at an earlier move.")).to_be_visible()
    page.locator("body").press("ArrowUp")
    page.wait_for_selector('#game[data-shown="0"]')
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(f'#game[data-shown="{len(OPENING)}"]')


def test_focus_survives_redraws(page: Page) -> None:
    prepare(page, OPENING)
    page.locator(".cells [tabindex='0']").focus()
    before = page.evaluate("document.activeElement.getAttribute('data-key')")
    page.evaluate("document.querySelector('[data-action=flip]').click()")
    page.evaluate("document.querySelector('[data-action=takeback]').click()")
    page.wait_for_selector(f'#game[data-ply="{len(OPENING) - 1}"]')
    assert page.evaluate("document.activeElement.getAttribute('data-key')") == before


def test_dialogs_give_the_focus_back(page: Page) -> None:
    start_game(page, "Two at this screen")
    more = page.get_by_role("button", name="More")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="More")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_a_hint_says_which_bug_goes_where_and_shows_it(page: Page) -> None:
    player = prepare(page, OPENING)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".marks-ghosts .ghost")
    words = page.locator("[data-part=notice-text]")
    expect(words).to_contain_text(
        re.compile(r"(Place|Move) (a|an|your) [a-z]+ .*(of|onto) (the|your) ")
    )
    expect(page.locator(".arrow--hint")).to_have_count(1)
    assert player.ply == len(OPENING)


def test_moves_are_listed_in_words_or_in_notation(page: Page) -> None:
    prepare(page, OPENING)
    third = page.locator('.move[data-ply="3"]')
    expect(third).to_have_accessible_name(
        re.compile(r"^3 ?white queen west of the white spider 1$")
    )
    expect(third).to_contain_text("queenwest of")
    expect(third.locator(".loose-tile")).to_have_count(2)
    # As it is seen: on a board that is turned, west lies elsewhere.
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Turn the board").click()
    page.keyboard.press("Escape")
    expect(third).to_have_accessible_name(
        re.compile("white queen north-west of the white spider 1$")
    )
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Moves are written in").get_by_label("notation").check()
    expect(third).to_contain_text("Q -wS1")
    page.keyboard.press("Escape")
    page.reload()
    expect(third).to_contain_text("Q -wS1")


def test_the_result_offers_a_picture(page: Page) -> None:
    prepare(page, OPENING)
    page.evaluate("document.querySelector('[data-action=resign-yes]').click()")
    page.wait_for_selector("#game[data-over]")
    with page.expect_download() as saving:
        page.get_by_role("link", name="PNG").click()
    assert saving.value.suggested_filename == "hive.png"
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_letters_of_a_set_are_named(visitors: Visitors) -> None:
    page, guest = visitors.new(), visitors.new()
    new_game(page, "Play a friend")
    invitation = page.get_by_role("region", name="Waiting for your friend")
    guest.goto(page.get_by_label("Link").input_value())
    for panel in (invitation, guest.get_by_role("region", name="A seat is free for you")):
        for bug in ("mosquito", "ladybug", "pillbug"):
            expect(panel.get_by_text(bug, exact=True)).to_be_visible()
        expect(panel.locator(".bug .loose-tile")).to_have_count(3)
    terms = page.locator("[data-part=terms]")
    expect(terms).to_contain_text("pillbug")
    reserve = page.locator('.reserve__piece[data-piece$="P"]').first
    expect(reserve).to_have_attribute("aria-label", "pillbug, 1 left")


def test_a_grey_button_says_why(page: Page) -> None:
    player = prepare(page, [])
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("title", "There is no move of yours to take back.")
    undo.dispatch_event("click")
    player.shows("There is no move of yours to take back.")
    page.get_by_role("button", name="More").click()
    draw = page.get_by_role("button", name="Offer a draw")
    expect(draw).to_have_attribute("aria-disabled", "true")
    expect(draw).to_have_accessible_description("A draw can be offered when both have moved.")
    expect(page.locator("[data-part=no-draw]")).to_be_visible()


def test_one_dialog_at_a_time(page: Page) -> None:
    prepare(page, OPENING)
    more = page.get_by_role("button", name="More")
    more.click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Give up").click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(more).to_be_focused()


def test_resign(page: Page) -> None:
    prepare(page, OPENING)
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Give up").click()
    page.get_by_role("dialog", name="Give up this game?").get_by_role(
        "button", name="Give up"
    ).click()
    expect(page.get_by_text("White resigned.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/g/" in url)
    page.wait_for_selector('#game[data-ply="0"][data-ready=yes]')


def test_giving_up_says_what_happens_now(page: Page) -> None:
    player = prepare(page, OPENING[:1])
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Call it off").click()
    expect(page.get_by_role("dialog", name="Call off this game?")).to_contain_text("nobody wins")
    page.get_by_role("button", name="Play on").click()
    player.play(OPENING[1])
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog", name="Give up this game?")).to_contain_text("Black wins")


def test_after_a_rematch_the_address_can_be_handed_on(
    couple: tuple[Page, Page], visitors: Visitors
) -> None:
    for page in couple:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    first, second = couple
    white, black = Player(first), Player(second)
    white.play("wS1")
    black.follow("wS1")
    black.wait(1)
    black.play("bS1 wS1-")
    white.wait(2)
    first.get_by_role("button", name="More").click()
    first.get_by_role("dialog", name="More").get_by_role("button", name="Give up").click()
    first.get_by_role("dialog", name="Give up this game?").get_by_role(
        "button", name="Give up"
    ).click()
    before = first.url
    for page in couple:
        page.get_by_role("button", name="rematch").click()
    for page in couple:
        page.wait_for_url(lambda url: url != before and "?key=" in url)
        page.wait_for_selector('#game[data-ply="0"][data-connection=open]')
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Copy a link to watch").click()
        expect(page.get_by_text("Link copied: whoever opens it can watch.")).to_be_visible()
    assert first.url == second.url
    guest = visitors.new()
    guest.goto(first.evaluate("navigator.clipboard.readText()"))
    expect(guest.locator(".actions").get_by_text("You are watching")).to_be_visible()


def test_a_bug_chosen_by_key_takes_the_focus_to_the_board(page: Page) -> None:
    prepare(page, OPENING)
    bug = page.locator('button.reserve__piece[data-piece^="wG"]')
    bug.focus()
    page.keyboard.press("Enter")
    focused = page.locator(".cells :focus")
    expect(focused).to_have_accessible_name(re.compile("place here"))
    page.keyboard.press("Escape")
    expect(bug).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'#game[data-ply="{len(OPENING) + 1}"]:not([data-pending])')


@pytest.fixture
def couple(visitors: Visitors) -> tuple[Page, Page]:
    """White's page and black's, in one game."""
    first, second = visitors.new(), visitors.new()
    new_game(first, "Play a friend")
    code = first.locator(".invite__code").inner_text()
    second.goto("/")
    second.get_by_label("I have a code").fill(code.lower())
    second.get_by_role("button", name="Join").click()
    second.get_by_role("button", name="Take the seat").click()
    return by_color(first, second)


def test_draw_by_agreement(couple: tuple[Page, Page]) -> None:
    white, black = Player(couple[0]), Player(couple[1])
    for ply, text in enumerate(["wS1", "bS1 wS1-"]):
        (white, black)[ply % 2].play(text)
        (black, white)[ply % 2].follow(text)
        (black, white)[ply % 2].wait(ply + 1)
    white.page.get_by_role("button", name="More").click()
    white.page.get_by_role("button", name="Offer a draw").click()
    black.page.get_by_role("button", name="Accept").click()
    for page in couple:
        expect(page.get_by_role("heading", name="A draw")).to_be_visible()


def test_takeback_is_asked_of_the_other(couple: tuple[Page, Page]) -> None:
    white, black = Player(couple[0]), Player(couple[1])
    white.play("wS1")
    black.wait(1)
    white.page.get_by_role("button", name="Undo").click()
    black.page.get_by_role("button", name="Yes").click()
    white.wait(0)
    black.wait(0)


def test_chat(couple: tuple[Page, Page]) -> None:
    couple[0].get_by_label("Message").fill("good luck <b>you</b>")
    couple[0].get_by_role("button", name="Send").click()
    expect(couple[1].get_by_role("log")).to_contain_text("good luck <b>you</b>")
    expect(couple[1].get_by_role("button", name="Delete this line")).to_have_count(0)
    couple[0].get_by_role("button", name="Delete this line").click()
    for page in couple:
        expect(page.get_by_role("log")).not_to_contain_text("good luck")


def test_the_last_line_of_the_chat_stays_in_sight(couple: tuple[Page, Page]) -> None:
    page = couple[0]
    for text in ("a long line " * 23, "a longer one " * 21, "see below"):
        page.get_by_label("Message").fill(text)
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("log")).to_contain_text(text.strip())
    for height in (620, 900, 620):
        page.set_viewport_size({"width": 1280, "height": height})
        expect(page.get_by_text("see below")).to_be_in_viewport(ratio=0.9)


def test_flag_fall(page: Page) -> None:
    page.goto("/")
    answer = page.request.post(
        "/api/games",
        data={
            "game": "hive",
            "seats": [{"who": "me"}, {"who": "me"}],
            "options": {"game_type": "Base+MLP"},
            "time": {"pace": "timed", "base_ms": 1500, "increment_ms": 0},
        },
    )
    page.goto(f"/g/{answer.json()['game']['id']}")
    page.wait_for_selector("#game[data-ready=yes][data-look=yes]")
    player = Player(page)
    player.play("wS1")
    player.play("bS1 wS1-")
    expect(page.get_by_text("White ran out of time.", exact=True)).to_be_visible()


def test_a_spectator_watches(visitors: Visitors) -> None:
    first, second, watcher = visitors.new(), visitors.new(), visitors.new()
    mover, _ = seat_two(first, second)
    watcher.goto(first.url)
    watcher.wait_for_selector("#game[data-ready=yes]")
    expect(second.get_by_text("1 watching")).to_be_visible()
    Player(mover).play("wS1")
    watcher.wait_for_selector('#game[data-ply="1"]')
    assert watcher.get_attribute("#game", "data-my-turn") == "no"
    move = parse_move(Player(mover).position, "wS1")
    assert move.target is not None


def test_a_lost_network_is_noticed_at_once_and_found_again(page: Page, watcher: Watcher) -> None:
    watcher.allowed = ("ERR_INTERNET_DISCONNECTED",)
    player = prepare(page, OPENING[:2])
    page.context.set_offline(True)
    page.wait_for_selector("#game:not([data-connection=open])")
    player.click_through("wQ -wS1")
    page.wait_for_selector('#game[data-ply="3"][data-pending]')
    page.context.set_offline(False)
    page.wait_for_selector("#game[data-connection=open]:not([data-pending])")
    assert confirmed_moves(page) == ["wS1", "bS1 wS1-", "wQ -wS1"]


def test_a_silent_connection_is_replaced(page: Page) -> None:
    """The server's frames no longer come, and nobody says goodbye."""
    lines: list[WebSocketRoute] = []
    silent = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        lines.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda message: None if silent["now"] else socket.send(message))
        socket.on_close(lambda _code, _reason: None)  # nor does the goodbye arrive

    page.clock.install()
    page.route_web_socket(re.compile("/ws/game/"), through)
    start_game(page, "Two at this screen")
    page.wait_for_selector("#game[data-connection=open]")
    silent["now"] = True
    page.clock.fast_forward(11_500)
    page.wait_for_selector("#game:not([data-connection=open])")
    silent["now"] = False
    page.clock.fast_forward(1_000)
    page.wait_for_selector("#game[data-connection=open]")
    assert len(lines) >= 2
