"""Whole games through the page. They wait on state, never on time."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from skep._core import Search
from skep.hive import Move
from skep.hive.notation import format_move, parse_move
from skep.server.development.gallery import gallery_data
from tests.browser.conftest import Visitors
from tests.browser.player import (
    Player,
    confirmed_moves,
    game_id,
    open_sheet,
    seat_two,
    start_game,
)

SAMPLE: list[str] = gallery_data()["sample"]["moves"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def expect_end(page: Page, title: str, reason: str) -> None:
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text(reason, exact=True)).to_be_visible()


def test_hotseat_to_a_win(page: Page) -> None:
    start_game(page, "Two at this screen")
    player = Player(page)
    for text in SAMPLE:
        player.play(text)
    expect_end(page, "White wins", "The black queen is surrounded.")
    assert confirmed_moves(page) == SAMPLE


def test_against_level_one(page: Page) -> None:
    sheet = open_sheet(page, "Hive")
    for bug in ("Mosquito", "Ladybug", "Pillbug"):
        sheet.get_by_role("checkbox", name=bug).check()
    sheet.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector("#game[data-ready=yes]")
    player, search = Player(page), Search(16)
    while page.get_attribute("#game", "data-over") is None and player.position.ply < 120:
        move = search.run(player.position, max_nodes=3000).lines[0].moves[0]
        player.click_through(format_move(player.position, move))
        assert player.ply >= player.position.ply
        page.wait_for_selector("#game:not([data-pending])")
        page.wait_for_selector("#game[data-my-turn=yes][data-look=yes], #game[data-over]")
        for text in confirmed_moves(page)[player.position.ply :]:
            player.follow(text)
    expect_end(page, "You win!", "The black queen is surrounded.")
    page.get_by_role("button", name="Play level 2").click()
    page.wait_for_selector('#game[data-ready=yes][data-ply="0"]')
    made = page.request.get(f"/api/games/{game_id(page)}").json()["game"]
    assert [seat["level"] for seat in made["seats"]] == [0, 2]
    assert made["options"]["game_type"] == "Base+MLP"  # the same bugs


def test_a_friend_who_sits_down_before_the_socket_is_open(visitors: Visitors) -> None:
    first, second = visitors.new(), visitors.new()
    early: list[tuple[WebSocketRoute, list[str | bytes]]] = []

    def hold_the_first(socket: WebSocketRoute) -> None:
        if early:
            socket.connect_to_server()
            return
        said: list[str | bytes] = []
        early.append((socket, said))
        socket.on_message(lambda text: said.append(text))

    first.route_web_socket(re.compile("/ws/game/"), hold_the_first)
    sheet = open_sheet(first, "Hive")
    sheet.get_by_role("radio", name="A friend").check()
    sheet.get_by_role("button", name="Make a link").click()
    second.goto(first.get_by_label("Link").input_value())
    first.wait_for_selector("#game[data-ready=yes]")
    second.get_by_role("button", name="Take the seat").click()
    second.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    ((socket, said),) = early
    server = socket.connect_to_server()

    def as_before_the_start(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "welcome":
            frame["game"]["status"] = "open"
        if frame["type"] != "game":  # it was sent before this socket listened
            socket.send(json.dumps(frame))

    server.on_message(as_before_the_start)
    socket.on_message(lambda text: server.send(text))
    for text in said:
        server.send(text)
    first.wait_for_selector(".invite", state="detached")
    first.wait_for_selector("#game[data-ready=yes][data-connection=open]")


def test_two_people_by_link_with_a_lost_connection(visitors: Visitors) -> None:
    first, second = visitors.new(), visitors.new()
    sockets: list[WebSocketRoute] = []
    cut = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        if cut["now"]:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    second.route_web_socket(re.compile("/ws/game/"), through)
    white, black = map(Player, seat_two(first, second))
    players = [white, black]
    lost_at = 9 if players[1].page is second else 10
    for ply, text in enumerate(SAMPLE):
        mover, other = players[ply % 2], players[1 - ply % 2]
        if ply == lost_at:
            cut["now"] = True
            sockets[-1].close()
            second.wait_for_selector("#game:not([data-connection=open])")
            mover.click_through(text)
            second.wait_for_selector("#game[data-pending]")
            expect(second.get_by_text("No connection.")).to_be_visible()
            cut["now"] = False  # the line is back: the kept move goes out by itself
            mover.wait(ply + 1)
        else:
            mover.play(text)
        other.follow(text)
        other.wait(ply + 1)
    expect_end(white.page, "You win!", "The black queen is surrounded.")
    expect_end(black.page, "You lose", "The black queen is surrounded.")


def test_a_game_by_touch_on_a_phone(visitors: Visitors) -> None:
    page = visitors.new(**PHONE)
    start_game(page, "Two at this screen")
    player = Player(page)
    for text in SAMPLE[:24]:
        move = parse_move(player.position, text)
        touch(player, move)
        player.position.play(move)
        player.wait(player.position.ply)
    assert confirmed_moves(page) == SAMPLE[:24]


def touch(player: Player, move: Move) -> None:
    page = player.page
    assert move.piece is not None
    assert move.target is not None
    for n, cell in enumerate((move.origin, move.target)):
        if cell is None:
            page.locator(f'button.reserve__piece[data-piece^="{move.piece.name[:2]}"]').tap()
        else:
            x, y = player.spot(cell.q, cell.r)
            height = len(player.position.stack_at(cell)) - (1 if n == 0 else 0)
            page.touchscreen.tap(x, y - 17 * height * player.scale)
        if n == 0:
            page.wait_for_selector(".marks-targets .mark", state="attached")


def test_a_game_by_keyboard_alone(page: Page) -> None:
    start_game(page, "Two at this screen")
    player = Player(page)
    for text in SAMPLE[:14]:
        move = parse_move(player.position, text)
        assert move.piece is not None
        assert move.target is not None
        if move.origin is None:
            page.locator(f'button.reserve__piece[data-piece^="{move.piece.name[:2]}"]').focus()
        else:
            walk(page, move.origin.q, move.origin.r)
        page.keyboard.press("Enter")
        page.wait_for_selector(".marks-targets .mark", state="attached")
        walk(page, move.target.q, move.target.r)
        page.keyboard.press("Enter")
        player.position.play(move)
        player.wait(player.position.ply)
    assert confirmed_moves(page) == SAMPLE[:14]


def walk(page: Page, q: int, r: int) -> None:
    """With the six keys from wherever the focus of the board is."""
    page.locator(".cells [tabindex='0']").focus()
    for _ in range(40):
        key = page.evaluate("document.activeElement.getAttribute('data-key')")
        at_q, at_r = map(int, key.split(","))
        dq, dr = q - at_q, r - at_r
        if not dq and not dr:
            return
        names = {
            (1, 0): "ArrowRight",
            (1, -1): "PageUp",
            (0, -1): "Home",
            (-1, 0): "ArrowLeft",
            (-1, 1): "End",
            (0, 1): "PageDown",
        }

        def rest(step: tuple[int, int], dq: int = dq, dr: int = dr) -> int:
            q, r = dq - step[0], dr - step[1]
            return max(abs(q), abs(r), abs(q + r))

        for step in sorted(names, key=rest):
            page.keyboard.press(names[step])
            if page.evaluate("document.activeElement.getAttribute('data-key')") != key:
                break
    raise AssertionError(f"the focus does not get to {q}, {r}")


def test_a_game_by_accessible_names_alone(page: Page) -> None:
    start_game(page, "Two at this screen")
    board = page.get_by_role("group", name="Board")
    reserve = {
        0: page.get_by_role("toolbar", name="White's reserve"),
        1: page.get_by_role("toolbar", name="Black's reserve"),
    }
    steps = [
        ("queen, 1 left", "empty cell, in the middle, place here"),
        ("ant, 3 left", "empty cell, east of the white queen, place here"),
        ("beetle, 2 left", "empty cell, west of the white queen, place here"),
        ("queen, 1 left", "empty cell, east of the black ant 1, place here"),
    ]
    for ply, (bug, where) in enumerate(steps):
        reserve[ply % 2].get_by_role("button", name=bug).press("Enter")
        board.get_by_role("button", name=where, exact=True).press("Enter")
        page.wait_for_selector(f'#game[data-ply="{ply + 1}"][data-look=yes]:not([data-pending])')
    board.get_by_role("button", name="white beetle 1", exact=True).press("Enter")
    board.get_by_role("button", name="white queen, pinned, climb here", exact=True).press("Enter")
    expect(board.get_by_role("button", name="white beetle 1, on the white queen")).to_be_attached()
    expect(page.locator("[data-part=live]")).to_have_text(
        "The white beetle 1 climbs onto the white queen."
    )
