"""Looking at the board: following, turning, mirroring, spreading stacks, arrows and rings."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_stand import Stand, piece, way


def place_of(page: Page, name: str) -> list[float]:
    found: list[float] = page.evaluate(
        """(name) => {
            const box = stand.root.querySelector(`.tiles [data-key="${name}"] .tile__face`)
                .getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
        }""",
        name,
    )
    return found


def test_the_view_follows_only_a_piece_that_would_leave_it(page: Page) -> None:
    stand = Stand(page)
    page.mouse.move(*stand.spot(1, 3))
    page.mouse.wheel(0, -200)
    page.mouse.wheel(0, 150)
    before = stand.transform()
    stand.set(pieces=[*Stand.PIECES, piece("bA1", 2, -1)])
    assert stand.transform() == before
    stand.set(pieces=[*Stand.PIECES, piece("bA1", 2, -1), *(piece(f"wG{n}", n, 6) for n in (1, 2))])
    assert stand.transform() != before
    table = page.locator("#stand .board__table").bounding_box()
    assert table is not None
    x, y = place_of(page, "wG1")
    assert table["x"] < x < table["x"] + table["width"]
    assert table["y"] < y < table["y"] + table["height"]


def test_the_mirror_swaps_left_and_right_and_clicks_follow(page: Page) -> None:
    stand = Stand(page)
    (ant, queen) = (place_of(page, "wA1"), place_of(page, "wQ"))
    assert ant[0] < queen[0]
    stand.set(mirror=True)
    (ant, queen) = (place_of(page, "wA1"), place_of(page, "wQ"))
    assert ant[0] > queen[0]
    page.mouse.click(*ant)
    assert stand.events == [["select", "wA1"]]
    # Cells are read from left to right on the screen, whatever their numbers are.
    keys = page.evaluate(
        "[...stand.root.querySelectorAll('.cell:not([aria-hidden])')].map((c) => c.dataset.key)"
    )
    cells = [tuple(map(int, key.split(","))) for key in keys]
    assert len(cells) > 6
    assert cells == sorted(cells, key=lambda cell: (cell[1], -cell[0] - cell[1] / 2))


def test_a_stack_spreads_out_on_hover_long_press_and_focus(page: Page) -> None:
    stand = Stand(page)

    def apart() -> bool:
        (x1, y1), (x2, y2) = place_of(page, "bB1"), place_of(page, "wB1")
        return abs(x1 - x2) > 20 and abs(y1 - y2) > 20

    def wait(spread: bool) -> None:
        page.wait_for_function(
            """(spread) => {
                const [a, b] = ["bB1", "wB1"].map((name) =>
                    stand.root.querySelector(`.tiles [data-key="${name}"] .tile__face`)
                        .getBoundingClientRect());
                return (Math.abs(a.x - b.x) > 20) === spread;
            }""",
            arg=spread,
        )

    assert not apart()
    page.mouse.move(*stand.spot(3, -0.1), steps=3)
    wait(True)
    page.mouse.move(*stand.spot(1, 2), steps=3)
    wait(False)
    page.mouse.move(*stand.spot(3, -0.1))
    page.mouse.down()
    wait(True)
    page.mouse.up()
    page.mouse.move(*stand.spot(1, 2), steps=3)
    wait(False)
    page.evaluate("stand.root.querySelector('.cells [data-key=\"3,0\"]').focus()")
    wait(True)
    page.evaluate("document.activeElement.blur()")
    wait(False)
    label = page.get_attribute('#stand .cells [data-key="3,0"]', "aria-label")
    assert label == "white beetle 1, on the black beetle 1"


def test_arrows_and_rings_by_the_right_button(page: Page) -> None:
    stand = Stand(page)
    arrows = page.locator("#stand .arrow--drawn")

    def stroke(start: tuple[int, int], end: tuple[int, int]) -> None:
        page.mouse.move(*stand.spot(*start))
        page.mouse.down(button="right")
        page.mouse.move(*stand.spot(*end), steps=3)
        page.mouse.up(button="right")

    stroke((0, 0), (4, 0))
    stroke((1, 0), (1, 0))
    expect(arrows).to_have_count(2)
    assert stand.events == []
    stroke((0, 0), (4, 0))
    expect(arrows).to_have_count(1)
    assert "a88 88" in (arrows.locator("path").first.get_attribute("d") or "")
    stand.set(pieces=[*Stand.PIECES, piece("bA1", 2, -1)])
    expect(arrows).to_have_count(0)


def test_targets_are_marked_by_kind_and_go_away(page: Page) -> None:
    kinds = ["place", "slide", "climb", "jump", "throw"]
    ways = [way("wA1", n, 1, kind) for n, kind in enumerate(kinds)]
    stand = Stand(page, targets=ways)
    page.mouse.click(*stand.spot(0, 0))
    for kind in kinds:
        expect(page.locator(f"#stand .marks-targets .mark--{kind}")).to_have_count(1)
    names = page.get_by_role("button", name="throw here")
    expect(names).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#stand .marks-targets .mark")).to_have_count(0)
    expect(names).to_have_count(0)


def test_a_finished_walk_lies_in_its_place_among_the_others(page: Page) -> None:
    stand = Stand(page, still=False)
    moved = [piece("wA1", 1, -1), *Stand.PIECES[1:]]
    path = [{"q": 0, "r": 0}, {"q": 1, "r": -1}]
    last = {"piece": "wA1", "from": path[0], "to": path[1], "path": path, "kind": "slide"}
    stand.set(pieces=moved, last={**last, "by": None})
    # The ant now lies in the row above: behind the others, once it has arrived.
    page.wait_for_function(
        "() => stand.root.querySelector('.tiles').firstElementChild.dataset.key === 'wA1'"
    )


WALKS = {
    "told": [{"q": 0, "r": 0}, {"q": 0, "r": -1}, {"q": 1, "r": -1}, {"q": 2, "r": -1}],
    "never told": None,
}


@pytest.mark.parametrize("told", WALKS)
def test_a_move_waits_for_its_way_but_not_long(page: Page, told: str) -> None:
    stand = Stand(page, still=False)
    start = place_of(page, "wA1")
    moved = [piece("wA1", 2, -1), *Stand.PIECES[1:]]
    last = {"piece": "wA1", "from": {"q": 0, "r": 0}, "to": {"q": 2, "r": -1}, "by": None}
    stand.set(pieces=[*Stand.PIECES])  # a new list, as every move makes one
    first = page.evaluate(
        """(props) => {
            stand.set(props);
            return stand.root.querySelector('.tiles [data-key="wA1"]').style.transform;
        }""",
        {"pieces": moved, "last": {**last, "path": None, "kind": "slide"}},
    )
    assert first == "translate(0px, 0px)"
    if WALKS[told] is not None:
        stand.set(last={**last, "path": WALKS[told], "kind": "slide"})
    page.wait_for_function(
        """() => stand.root.querySelector('.tiles [data-key="wA1"]').style.transform
            === `translate(${(150 * Math.sqrt(3)).toFixed(1)}px, -150px)`"""
    )
    assert place_of(page, "wA1") != start
    assert stand.events == []
