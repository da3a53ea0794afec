"""Matches of La Ruche through the page. They wait on state, never on time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, Wish, play_to, seat_at_a_block, seat_people

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}


def finish_round(seats: list[Seat]) -> None:
    """Everybody lays what they can until the round is over, or nobody can lay anything."""
    while seats[0].phase in ("setup", "play", "unblock"):
        for seat in seats:
            view = seat.read()
            status = view["status"]
            if status["phase"] not in ("setup", "play", "unblock"):
                break
            if status["turn"] is not None and status["turn"] != seat.seat():
                continue
            wishes = seat.wishes(view)
            if wishes:
                seat.page.wait_for_selector(f'#game[data-hand="{len(status["hand"])}"]')
                lay_if_still_there(seat, wishes[0])


def lay_if_still_there(seat: Seat, wish: Wish) -> None:
    seat.page.evaluate(
        """async ([tile, key, flips]) => {
            document.querySelector(`[data-part=hand] button[data-tile="${tile}"]`)?.click();
            await new Promise(requestAnimationFrame); // what was tapped is drawn with a frame
            const isHeld = !document.querySelector(".held").hidden;
            if (flips && isHeld) document.querySelector(".held__tile").click();
            document.querySelector(`[data-part=spots] button[data-spot="${key}"]`)?.click();
        }""",
        [wish.tile, wish.key, not wish.placement.pose.has_bee],
    )
    seat.settle()


def test_two_people_and_two_bots_to_the_podium(visitors: Visitors) -> None:
    seats = seat_people(
        [visitors.new(), visitors.new()], bots=(1, 1), rounds=2, deal="10", setup_ms=3000
    )
    for round_ in (1, 2):
        for seat in seats:
            seat.page.wait_for_selector(f'#game[data-round="{round_}"]')
        finish_round(seats)
        if round_ == 1:
            for seat in seats:
                expect(seat.page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
                assert seat.page.locator("[data-part=round-lines] tr").count() == 4
                seat.page.get_by_role("button", name="Ready for the next round").click()
    for seat in seats:
        seat.page.wait_for_selector("#game[data-phase=over]")
        expect(seat.page.locator("[data-part=podium] li")).to_have_count(4)
        expect(seat.page.get_by_role("button", name="Rematch")).to_be_visible()
        expect(seat.page.locator("[data-part=podium] [data-own] b")).to_have_text("You")
    one, other = seats
    names = other.page.request.get(f"/api/games/{one.game}").json()["game"]["seats"]
    one.page.get_by_role("button", name="Rematch").click()
    expect(other.page.locator("[data-part=rematch-words]")).to_have_text(
        f"{names[one.seat()]['name']} offers a rematch."
    )


def test_tile_then_spot_and_spot_then_tile_by_mouse(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15")
    play_to(seats, 5)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="5"]')
    one.lay(one.wishes()[0])
    one.page.wait_for_selector('#game[data-laid="6"]:not([data-pending])')
    wish = next(w for w in one.wishes() if w.placement.pose.has_bee)
    one.page.mouse.click(*one.spot(wish.key))
    expect(one.page.locator(f'.spots [data-key="{wish.key}"][data-chosen]')).to_be_attached()
    one.tile(wish.tile).click()
    one.page.wait_for_selector('#game[data-laid="7"]:not([data-pending])')
    assert one.table().tiles[wish.placement.cell] == wish.placement.pose
    seats[1].page.wait_for_selector('#game[data-laid="7"]')


def test_on_a_phone_by_touch(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(**PHONE), visitors.new()], deal="15")
    play_to(seats, 4)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="4"]')
    wish = one.wishes()[0]
    one.tile(wish.tile).tap()
    if not wish.placement.pose.has_bee:
        one.page.locator(".held__tile").tap()
    one.page.locator(f'[data-part=spots] button[data-spot="{wish.key}"]').tap()
    one.page.wait_for_selector('#game[data-laid="5"]:not([data-pending])')
    wish = one.wishes()[0]
    one.tile(wish.tile).tap()
    if not wish.placement.pose.has_bee:
        one.page.locator(".held__other").tap()
    one.page.touchscreen.tap(*one.spot(wish.key))
    one.page.wait_for_selector('#game[data-laid="6"]:not([data-pending])')


def test_by_keyboard_and_names_alone(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15")
    play_to(seats, 4)
    page = seats[0].page
    page.wait_for_selector('#game[data-laid="4"]')
    for laid in (5, 6):
        wish = seats[0].wishes()[0]
        hand = page.get_by_role("list", name="Your hand")
        number = page.evaluate(
            """(tile) => document.querySelector(`button[data-tile="${tile}"]`)
                .getAttribute("aria-label").match(/\\d+/)[0]""",
            wish.tile,
        )
        hand.get_by_role("button").and_(page.locator("[tabindex='0']")).focus()
        for digit in number:
            page.keyboard.press(digit)
        expect(hand.get_by_role("button", name=re.compile(f"^tile {number}\\b"))).to_be_focused()
        if not wish.placement.pose.has_bee:
            page.keyboard.press("f")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#game[data-held="{wish.tile}"]')
        spot = page.evaluate(
            """(key) => document.querySelector(`button[data-spot="${key}"]`).dataset.number""",
            wish.key,
        )
        page.keyboard.press(spot)
        expect(
            page.get_by_role("list", name="Spots").get_by_role(
                "button", name=re.compile(f"^spot {spot}: ")
            )
        ).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#game[data-laid="{laid}"]:not([data-pending])')


def test_a_miss_its_ring_and_what_others_see(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15", miss_ms=5000)
    play_to(seats, 4)
    one, other = seats
    one.page.wait_for_selector('#game[data-laid="4"]')
    tile, key = one.misfits()[0]
    one.tile(tile).click()
    one.page.mouse.click(*one.spot(key))
    note = one.page.locator("[data-part=notice-text]")
    expect(note).to_contain_text("It does not fit: ")
    expect(note).to_contain_text("A miss: you may lay again in 5.0 s.")
    one.page.wait_for_selector("[data-part=hand-ring][data-ring]")
    seconds = one.page.locator("[data-part=strip] [data-own] .chip__gifts")
    expect(seconds).to_have_text(re.compile(r"^[1-4]\.\d s$"))
    expect(one.tile(tile)).to_be_visible()
    other.page.wait_for_selector(
        f'[data-part=strip] [data-seat="{one.seat()}"][data-missed][data-ring]'
    )
    assert one.page.get_attribute("#game", "data-laid") == "4"
    other.lay(other.wishes()[0])
    other.page.wait_for_selector('#game[data-laid="5"]:not([data-pending])')


def test_a_pending_tile_outlives_a_lost_connection(visitors: Visitors) -> None:
    first, second = visitors.new(), visitors.new()
    sockets: list[WebSocketRoute] = []
    cut = {"now": False}

    def through(socket: WebSocketRoute) -> None:
        if cut["now"]:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    first.route_web_socket(re.compile("/ws/game/"), through)
    seats = seat_people([first, second], deal="15")
    play_to(seats, 4)
    first.wait_for_selector('#game[data-laid="4"]')
    slots = first.evaluate(
        "[...document.querySelectorAll('.hand__tile')].map((b) => b.dataset.tile)"
    )
    cut["now"] = True
    for socket in sockets:  # of the page that waited, of the one that plays, and of preparing
        socket.close()
    first.wait_for_selector("#game:not([data-connection=open])")
    wish = seats[0].wishes()[0]
    seats[0].lay(wish)
    first.wait_for_selector('#game[data-pending][data-laid="5"]')
    cut["now"] = False
    first.wait_for_selector('#game[data-connection=open][data-laid="5"]:not([data-pending])')
    second.wait_for_selector('#game[data-laid="5"]')
    left = first.evaluate(
        "[...document.querySelectorAll('.hand__tile')].map((b) => b.dataset.tile)"
    )
    assert left == [tile for tile in slots if tile != wish.tile]


def test_six_who_claim_one_spot(visitors: Visitors) -> None:
    pages = [visitors.new(viewport={"width": 600, "height": 500}) for _ in range(6)]
    held: dict[str, bool] = {"now": False}
    kept: list[tuple[WebSocketRoute, str | bytes]] = []

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            if held["now"]:
                kept.append((socket, text))
            else:
                socket.send(text)

        server.on_message(hear)

    for page in pages:
        page.route_web_socket(re.compile("/ws/game/"), through)
    common: set[str] = set()
    while not common:  # until a spot is for everybody
        seats = seat_people(pages)
        for laid in range(6, 18):
            play_to(seats, laid)
            wishes = [{wish.key: wish for wish in seat.wishes()} for seat in seats]
            if common := set.intersection(*(set(found) for found in wishes)):
                break
    key = min(common)
    left = {seat.seat(): len(seat.read()["status"]["hand"]) for seat in seats}
    for page in pages:
        page.wait_for_selector(f'#game[data-laid="{laid}"][data-phase=play]')
    held["now"] = True  # nobody hears of the others before all have laid
    for seat, found in zip(seats, wishes, strict=True):
        seat.lay(found[key])
        seat.page.wait_for_selector(f'#game[data-laid="{laid + 1}"][data-pending]')
    held["now"] = False
    for socket, text in kept:
        socket.send(text)
    for seat in seats:
        seat.page.wait_for_selector(f'#game[data-laid="{laid + 1}"]:not([data-pending])')
    view = seats[0].read()
    assert len(view["table"]) == laid + 1
    counts = {n: player["count"] for n, player in enumerate(view["status"]["players"])}
    (winner,) = (seat for seat, count in counts.items() if count == left[seat] - 1)
    names = seats[0].page.request.get(f"/api/games/{seats[0].game}").json()["game"]["seats"]
    for seat in seats:
        if seat.seat() == winner:
            continue
        expect(seat.page.locator("[data-part=notice-text]")).to_have_text(
            f"{names[winner]['name']} was first. Your tile is back."
        )
        assert seat.page.get_attribute("#game", "data-hand") == str(left[seat.seat()])
    assert all(
        p["missed_until_ms"] <= view["status"]["now_ms"] - 1 for p in view["status"]["players"]
    )
    assert {p["missed_until_ms"] for p in view["status"]["players"]} == {
        view["status"]["players"][0]["missed_until_ms"]
    }


def test_a_blocked_table_ends_the_round(visitors: Visitors) -> None:
    seats = seat_at_a_block([visitors.new(), visitors.new()], rounds=2)
    for seat in seats:
        expect(seat.page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
        expect(seat.page.locator("[data-part=round-reason]")).to_have_text(
            "No tile fits anywhere: the fewest tiles win."
        )


def test_a_blocked_table_is_opened_by_one_edge(visitors: Visitors) -> None:
    seats = seat_at_a_block([visitors.new(), visitors.new()], unblock=True)
    turn = seats[0].read()["status"]["turn"]
    opener = next(seat for seat in seats if seat.seat() == turn)
    for seat in seats:
        seat.page.wait_for_selector("#game[data-phase=unblock]")
    other = next(seat for seat in seats if seat is not opener)
    expect(opener.page.locator("[data-part=headline]")).to_contain_text("unblock: lay a tile")
    assert other.page.locator("[data-part=spots] button").count() == 0
    wish = opener.wishes()[0]
    opener.page.locator("[data-part=spots] button").first.wait_for(state="attached")
    lay_if_still_there(opener, wish)
    assert wish.placement.cell in opener.table().tiles


def test_who_is_away_is_played_for_and_comes_back(visitors: Visitors) -> None:
    first, second = visitors.new(), visitors.new()
    seats = seat_people([first, second], deal="15", absent_ms=1)
    play_to(seats, 3)
    away, address = seats[1].seat(), second.url
    second.goto("about:blank")
    chip = first.locator(f'[data-part=strip] [data-seat="{away}"]')
    expect(chip).to_contain_text("bot plays")
    second.goto(address)
    second.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    expect(chip).not_to_contain_text("bot plays")
    expect(second.locator("[data-part=notice-text]")).to_have_text(
        "You were away: a bot played for you. Now you play again."
    )


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640)])
def test_the_table_keeps_its_share_and_nothing_shifts(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    width, height = size
    phone = visitors.new(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    )
    phone.add_init_script(
        """window.shifts = [];
        new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) {
                window.shifts.push([value, ...sources.map((source) => source.node?.className)]);
            }
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    seats = seat_people([phone, visitors.new()], bee_gift=True)
    play_to(seats, 8)
    phone.wait_for_selector('#game[data-laid="8"]')
    share = phone.evaluate("document.querySelector('.match__table').clientHeight / innerHeight")
    assert share >= 0.45
    boxes = phone.evaluate(
        """[...document.querySelectorAll(".hand__tile")].map((tile) => {
            const { left, right, top, bottom } = tile.getBoundingClientRect();
            return [left >= 0, right <= innerWidth, top >= 0, bottom <= innerHeight];
        })"""
    )
    assert len(boxes) == len(seats[0].read()["status"]["hand"])
    assert all(all(box) for box in boxes), "the whole hand is seen"
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wish = next(w for w in seats[0].wishes() if w.placement.pose.has_bee)
    seats[0].tile(wish.tile).tap()
    phone.locator(f'[data-part=spots] button[data-spot="{wish.key}"]').tap()
    phone.wait_for_selector("[data-part=strip] [data-gift]")
    tile, key = seats[0].misfits()[0]
    seats[0].tile(tile).tap()
    phone.locator(f'[data-part=spots] button[data-spot="{key}"]').tap()
    phone.wait_for_selector("[data-part=hand-ring][data-ring]")
    phone.wait_for_selector("[data-part=hand-ring]:not([data-ring])", state="attached")
    assert phone.evaluate("window.shifts") == []


def test_a_gift_lights_the_players_up_and_arrives_with_its_giver(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], bee_gift=True, gift_ms=12_000)
    play_to(seats, 6)
    giver, other = seats
    giver.page.wait_for_selector('#game[data-laid="6"]')
    wish = next(w for w in giver.wishes() if w.placement.pose.has_bee)
    giver.lay(wish)
    chip = giver.page.locator(
        f'[data-part=strip] [data-seat="{other.seat()}"][data-gift][data-ring]'
    )
    expect(chip).to_be_visible()
    status = giver.read()["status"]
    tile, due = status["hand"][0], sum(gift["left"] for gift in status["gifts"])
    giver.tile(tile).click()
    giver.page.get_by_role("button", name=re.compile("^Give to ")).click()
    giver.settle()
    expect(giver.tile(tile)).to_have_count(0)
    expect(other.tile(tile)).to_be_visible()
    name = other.page.request.get(f"/api/games/{other.game}").json()["game"]["seats"][giver.seat()][
        "name"
    ]
    expect(other.page.locator("[data-part=notice-text]")).to_have_text(f"{name} gave you a tile.")
    # Tiles laid while this was prepared may have earned gifts too.
    assert sum(gift["left"] for gift in giver.read()["status"]["gifts"]) < due


def test_a_pause_by_all_and_its_end(visitors: Visitors) -> None:
    seats = seat_people([visitors.new(), visitors.new()], deal="15")
    play_to(seats, 3)
    one, other = (seat.page for seat in seats)
    one.get_by_role("button", name="Ask for a pause").click()
    other.get_by_role("button", name="Agree").click()
    for page in (one, other):
        page.wait_for_selector("#game[data-phase=paused]")
        assert page.locator("[data-part=spots] button").count() == 0
        expect(page.locator("[data-part=hand] button").first).to_be_hidden()
        expect(page.locator("[data-part=board] .board__table > *").first).to_be_hidden()
    one.get_by_role("button", name="Go on").click()
    for page in (one, other):  # all look for three seconds, and nobody lays
        page.wait_for_selector("#game[data-phase=paused][data-resuming]")
        expect(page.locator("[data-part=countdown-words]")).to_contain_text("The match goes on in")
        expect(page.locator("[data-part=hand] button").first).to_be_visible()
    for page in (one, other):
        page.wait_for_selector("#game[data-phase=play]")


def test_watching_shows_counts_and_no_hand_and_so_does_the_screen(visitors: Visitors) -> None:
    first, second, watcher, screen = (visitors.new() for _ in range(4))
    seats = seat_people([first, second], deal="15")
    play_to(seats, 4)
    key = first.evaluate("fetch(location.pathname + '/screen').then((answer) => answer.text())")
    found = re.search(r"qr\.svg\?key=([\w-]+)", key)
    assert found
    watcher.goto(f"/g/{seats[0].game}?key={found[1]}")
    screen.goto(f"/g/{seats[0].game}/screen?key={found[1]}")
    watcher.wait_for_selector('#game[data-ready=yes][data-laid="4"]')
    screen.wait_for_selector('main[data-ready=yes][data-laid="4"][data-connection=open]')
    seats[0].lay(seats[0].wishes()[0])
    watcher.wait_for_selector('#game[data-laid="5"]')
    screen.wait_for_selector('main[data-laid="5"]')
    for page in (watcher, screen):
        assert page.locator(".hand__tile").count() == 0
        expect(page.locator("[data-part=strip] li")).to_have_count(2)
    assert (
        screen.get_by_role("button").and_(screen.locator(":enabled")).count() <= 1
    )  # behind the table
