"""On a small phone a tile that is dropped goes to the spot under the finger, and nowhere else."""

from __future__ import annotations

import json
import math
import random

import pytest
from playwright.sync_api import CDPSession, WebSocket

from tests.browser.conftest import Visitors
from tests.browser.laruche_player import Seat, play_to, seat_people

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MARKS = """() => {
    const m = document.getElementById("ruche-world").getScreenCTM();
    const table = document.querySelector(".match__table").getBoundingClientRect();
    const spots = [...document.querySelectorAll("[data-part=spots] button")].map((button) => {
        const [q, r] = button.dataset.spot.split(",").map(Number);
        return [q, r, m.a * 100 * Math.sqrt(3) * (q + r / 2) + m.e, m.d * 150 * r + m.f];
    });
    const tiles = Object.fromEntries([...document.querySelectorAll(".hand__tile")].map((tile) => {
        const box = tile.getBoundingClientRect();
        return [tile.dataset.tile, [box.left + box.width / 2, box.top + box.height / 2]];
    }));
    return { spots, tiles, radius: 100 * m.a, height: table.height };
}"""


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y} for x, y in points]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def within(random_: random.Random, radius: float) -> tuple[float, float]:
    """A point of a hexagon that stands on a corner, a hair inside of it."""
    while True:
        x, y = random_.uniform(-radius, radius), random_.uniform(-radius, radius)
        if abs(x) < radius * math.sqrt(3) / 2 - 1 and abs(y) < radius - abs(x) / math.sqrt(3) - 1:
            return x, y


def drop(count: int, visitors: Visitors, tiles: int) -> None:
    phone = visitors.new(**PHONE)
    sent: list[tuple[int, int]] = []

    def listen(socket: WebSocket) -> None:
        def read(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "do" and frame["command"]["kind"] == "lay":
                q, r = frame["command"]["cell"]
                sent.append((q, r))

        socket.on("framesent", read)

    # Tiles that do not fit, where that costs nothing: the table stays as it is.
    seats = seat_people([phone, visitors.new()], miss_ms=0)
    play_to(seats, tiles)
    pairs = seats[0].misfits()
    phone.on("websocket", listen)
    phone.reload()
    phone.wait_for_selector(f'#game[data-ready=yes][data-connection=open][data-laid="{tiles}"]')
    session = phone.context.new_cdp_session(phone)
    random_ = random.Random(13)
    for number in range(count):
        seats[0].settle()
        seen = phone.evaluate(MARKS)
        spots = {f"{q},{r}": (q, r, x, y) for q, r, x, y in seen["spots"]}
        tile, key = random_.choice(pairs)
        q, r, x, y = spots[key]
        dx, dy = within(random_, seen["radius"])
        start = tuple(seen["tiles"][tile])
        touch(session, "touchStart", (start[0], start[1]))
        touch(session, "touchMove", (start[0], start[1] - 20))
        touch(session, "touchMove", (x + dx, y + dy))
        touch(session, "touchEnd")
        phone.wait_for_function("() => document.querySelector('.carried').hidden")
        assert sent[number:] == [(q, r)]
    assert len(sent) == count
    assert len(seats[0].read()["table"]) == tiles


def test_drops_on_a_young_table(visitors: Visitors) -> None:
    drop(12, visitors, 10)


@pytest.mark.slow
def test_three_hundred_drops_on_a_table_of_forty(visitors: Visitors) -> None:
    drop(300, visitors, 40)


def test_a_touch_beside_every_spot_lays_nothing(visitors: Visitors) -> None:
    phone = visitors.new(**PHONE)
    seats = seat_people([phone, visitors.new()])
    play_to(seats, 6)
    phone.wait_for_selector('#game[data-laid="6"]')
    name = seats[0].read()["status"]["hand"][0]
    seats[0].tile(name).tap()
    phone.wait_for_selector(f'#game[data-held="{name}"]')
    seen = phone.evaluate(MARKS)
    corners = [(4.0, 60.0), (386.0, 60.0), (386.0, seen["height"] - 70), (195.0, 60.0)]
    far = [
        (x, y)
        for x, y in corners
        if all(
            math.hypot(x - sx, y - sy) > max(40, seen["radius"] + 4)
            for _, _, sx, sy in seen["spots"]
        )
    ]
    phone.touchscreen.tap(*far[0])
    phone.wait_for_selector("#game:not([data-held]):not([data-pending])")
    assert len(Seat(phone).read()["table"]) == 6
    assert seats[0].read()["status"]["players"][seats[0].seat()]["count"] == len(
        seats[0].read()["status"]["hand"]
    )
