"""A piece in the hand: lifted, carried, snapped, dropped, brought back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.board_stand import Stand, piece, way
from tests.browser.conftest import Visitors

CARRY = "#stand .board__carry"


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


@pytest.fixture
def phone(visitors: Visitors) -> Page:
    return visitors.new(viewport={"width": 390, "height": 844}, has_touch=True)


def test_a_lifted_piece_is_larger_and_leaves_a_ghost(page: Page) -> None:
    stand = Stand(page)
    stand.lift(0, 0)
    expect(page.locator(CARRY)).to_be_visible()
    ratio = stand.tile_width(".board__carry") / stand.tile_width('.tiles [data-key="wA1"]')
    assert ratio == pytest.approx(1.08, abs=0.02)
    ghost = page.locator('#stand .tiles [data-key="wA1"]')
    expect(ghost).to_have_css("opacity", "0.35")
    x, y = stand.spot(0, 0)
    stand.wait_for_carried(x + 12, y + 12)


@pytest.mark.parametrize(
    ("scale", "beside_px", "snaps"),
    [(0.5, -4, True), (0.5, 6, True), (0.5, 16, False), (0.12, 1.5, True), (0.12, 6, False)],
)
def test_a_drop_counts_for_the_cell_under_the_finger(
    page: Page, scale: float, beside_px: float, snaps: bool
) -> None:
    """Or for the next one if the finger just misses it; where cells are small, by less."""
    stand = Stand(page)
    page.evaluate("(factor) => stand.board.zoom(factor)", scale / stand.scale())
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(4.5 + beside_px / stand.scale() / 173.2, 0), steps=3)
    assert (page.get_attribute("#stand .mark--snapped", "d") is not None) is snaps
    page.mouse.up()
    if snaps:
        assert stand.sent() == [["move", "wA1 4,0"]]
    else:
        assert stand.sent()[0][:2] == ["refuse", "wA1"]
    expect(page.locator(CARRY)).to_be_hidden()


def test_a_piece_put_back_on_its_cell_stays(page: Page) -> None:
    """However near the next target is."""
    stand = Stand(page)
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(-0.15, 0.47), steps=3)  # the lower edge, beside (0, 1) and (-1, 1)
    page.mouse.up()
    assert stand.sent() == []


def test_it_returns_in_120_ms_and_only_then_the_hand_is_empty(page: Page) -> None:
    stand = Stand(page, still=False)
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(1.5, 2), steps=2)
    page.mouse.up()
    timing = page.evaluate(
        "stand.root.querySelector('.board__carry').getAnimations().map("
        "(one) => one.effect.getTiming().duration)"
    )
    assert timing in ([120], [])  # [] where the page was slower than the animation
    expect(page.locator(CARRY)).to_be_hidden()
    assert [event[0] for event in stand.sent()] == ["refuse"]


@pytest.mark.parametrize("how", ["escape", "pointercancel"])
def test_escape_and_a_lost_pointer_put_it_back(page: Page, how: str) -> None:
    stand = Stand(page)
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(4, 0), steps=2)
    if how == "escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))")
    expect(page.locator(CARRY)).to_be_hidden()
    page.mouse.up()
    assert stand.sent() == []
    assert page.get_attribute("#stand .board__table", "data-chosen") is None


def test_a_finger_sees_the_piece_above_itself_and_a_second_one_cancels(phone: Page) -> None:
    stand = Stand(phone)
    session = phone.context.new_cdp_session(phone)
    x, y = stand.spot(0, 0)
    touch(session, "touchStart", (x, y))
    touch(session, "touchMove", (x + 10, y + 20))
    touch(session, "touchMove", (x + 30, y + 60))
    expect(phone.locator(CARRY)).to_be_visible()
    stand.wait_for_carried(x + 30, y + 60 - 90 * stand.scale())
    phone.evaluate("stand.board.zoom(1.5)")
    touch(session, "touchMove", (x + 30, y + 61))
    stand.wait_for_carried(x + 30, y + 61 - 90 * stand.scale())
    touch(session, "touchStart", (x + 30, y + 60), (x + 100, y + 100))
    expect(phone.locator(CARRY)).to_be_hidden()
    touch(session, "touchEnd")
    assert stand.sent() == []


RING = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (2, 1),
    (4, 0),
    (4, -1),
    (3, -1),
    (2, -1),
    (1, -1),
    (0, -1),
]


@pytest.mark.parametrize("drops", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_a_piece_falls_on_the_cell_under_the_finger(phone: Page, drops: int) -> None:
    """Anywhere in a cell, at any size of the cells, from the table and from the reserve."""
    chance = Random(7)
    ways = [way(name, q, r) for name in ("wA1", "wG1") for q, r in RING]
    stand = Stand(phone, targets=ways)
    session = phone.context.new_cdp_session(phone)
    for n in range(drops):
        phone.evaluate("stand.board.fit()")
        phone.evaluate("(factor) => stand.board.zoom(factor)", chance.uniform(0.75, 1.15))
        name = chance.choice(["wA1", "wG1"])
        start = stand.spot(0, 0) if name == "wA1" else stand.middle('button[data-piece="wG1"]')
        q, r = chance.choice(RING)
        dq, dr = within_a_cell(chance)
        x, y = stand.spot(q + dq, r + dr)
        touch(session, "touchStart", start)
        touch(session, "touchMove", ((start[0] + x) / 2, (start[1] + y) / 2))
        touch(session, "touchMove", (x, y))
        touch(session, "touchEnd")
        phone.wait_for_function(
            "(n) => stand.events.filter((one) => one[0] !== 'select').length > n", arg=n
        )
        assert stand.sent()[-1] == ["move", f"{name} {q},{r}"]
    assert len(stand.sent()) == drops


def test_what_is_dropped_on_the_top_of_a_stack_climbs_it(phone: Page) -> None:
    """The top of a stack is drawn above its cell, and what is seen counts."""
    stand = Stand(phone, targets=[way("wA1", 3, 0, "climb"), way("wA1", 3, -1), way("wA1", 4, -1)])
    session = phone.context.new_cdp_session(phone)
    x, y = stand.spot(3, 0)
    touch(session, "touchStart", stand.spot(0, 0))
    touch(session, "touchMove", (x, y))
    touch(session, "touchMove", (x, y - (34 + 50) * stand.scale()))
    touch(session, "touchEnd")
    phone.wait_for_function("stand.events.some((one) => one[0] === 'move')")
    assert stand.sent() == [["move", "wA1 3,0"]]


def within_a_cell(chance: Random) -> tuple[float, float]:
    """A random point of the hexagon around (0, 0), a little away from its border."""
    while True:
        q, r = chance.uniform(-0.7, 0.7), chance.uniform(-0.7, 0.7)
        s = -q - r
        if max(abs(q - r), abs(r - s), abs(s - q)) < 0.96:
            return q, r


def test_a_carried_piece_does_not_walk_again_but_a_clicked_one_does(page: Page) -> None:
    stand = Stand(page, still=False)
    moved = [piece("wA1", 4, 0), *Stand.PIECES[1:]]
    last: dict[str, Any] = {
        "piece": "wA1", "from": {"q": 0, "r": 0}, "to": {"q": 4, "r": 0},
        "path": [], "kind": "slide", "by": None,
    }  # fmt: skip
    goes_where = """(props) => {
        stand.set(props);
        return stand.root.querySelector('.tiles [data-key="wA1"]').style.transform;
    }"""
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(4, 0), steps=3)
    page.mouse.up()
    assert stand.sent() == [["move", "wA1 4,0"]]
    assert "(692.8px" in page.evaluate(goes_where, {"pieces": moved, "last": last})
    stand.set(pieces=list(Stand.PIECES), last=None)
    assert "(0px" in page.evaluate(goes_where, {"pieces": moved, "last": last})
    page.wait_for_selector('.tiles [data-key="wA1"][style*="(692.8px"]')


def test_a_state_that_comes_while_a_piece_is_carried_leaves_it_in_the_hand(page: Page) -> None:
    stand = Stand(page)
    stand.lift(0, 0)
    page.mouse.move(*stand.spot(4, 0), steps=3)
    stand.set(active=False, targets=[])
    expect(page.locator(CARRY)).to_be_visible()
    page.mouse.up()
    assert [event[0] for event in stand.sent()] == ["refuse"]


def test_a_small_cell_comes_closer_on_the_first_tap(phone: Page) -> None:
    stand = Stand(phone)
    while stand.scale() * 173.2 >= 36:
        phone.evaluate("stand.board.zoom(0.7)")
    phone.touchscreen.tap(*stand.spot(0, 0))
    assert stand.scale() * 173.2 == pytest.approx(48, abs=1)
    assert stand.events == []
    phone.touchscreen.tap(*stand.spot(0, 0))
    assert stand.events == [["select", "wA1"]]


def test_a_piece_is_carried_from_the_reserve(page: Page) -> None:
    stand = Stand(page)
    page.mouse.move(*stand.middle('button[data-piece="wG1"]'))
    page.mouse.down()
    page.mouse.move(*stand.spot(-1, 0), steps=4)
    page.mouse.up()
    assert stand.sent() == [["move", "wG1 -1,0"]]
