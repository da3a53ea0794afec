"""Where things lie: on phones upright and on their side, with large text, at the end of a game."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from skep.server.development.gallery import gallery_data
from tests.browser.conftest import Visitors
from tests.browser.player import Player, Watcher, prepare, start_game

LINE = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-"]
SAMPLE: list[str] = gallery_data()["sample"]["moves"]
SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "side": (844, 390),
    "tablet": (768, 1024),
    "desk": (1440, 900),
}


def at(visitors: Visitors, size: str, **options: Any) -> Page:
    width, height = SIZES[size]
    return visitors.new(viewport={"width": width, "height": height}, **options)


def state(page: Page, name: str) -> None:
    page.goto(f"/gallery/{name}")
    page.wait_for_selector("#game[data-state=ready]")


def box(page: Page, selector: str) -> dict[str, float]:
    return box_of(page.locator(selector).first)


def box_of(node: Locator) -> dict[str, float]:
    found = node.bounding_box()
    assert found is not None
    return {name: float(value) for name, value in found.items() if isinstance(value, (int, float))}


def overlap(a: dict[str, float], b: dict[str, float]) -> float:
    """The area that two boxes share."""
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return max(0.0, wide) * max(0.0, high)


def test_on_its_side_a_phone_has_columns_beside_the_board(visitors: Visitors) -> None:
    page = at(visitors, "side", has_touch=True)
    start_game(page, "Play the computer")
    table = box(page, ".board__table")
    assert table["height"] == 390
    assert table["width"] >= 500
    for part in ("[data-part=top]", "[data-part=bottom]", ".board__reserve--own", ".actions"):
        there = box(page, part)
        assert overlap(there, table) == 0
        assert there["y"] >= 0
        assert there["y"] + there["height"] <= 390
    for button in page.locator(".actions button, .board__reserve--own button").all():
        size = box_of(button)
        assert min(size["width"], size["height"]) >= 43.9
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    player = Player(page)
    player.wait_for_turn()
    player.click_through("wS1")
    page.wait_for_selector('#game[data-ply="2"]')


@pytest.mark.parametrize("size", ["phone", "small", "side"])
def test_the_list_of_moves_leaves_the_board_visible(visitors: Visitors, size: str) -> None:
    page = at(visitors, size, has_touch=True)
    prepare(page, LINE)
    page.get_by_role("button", name="Moves").click()
    expect(page.locator(".side")).to_be_visible()
    page.wait_for_function("document.querySelector('.board__surface').clientHeight > 0")
    table, side = box(page, ".board__table"), box(page, ".side")
    assert overlap(table, side) == 0
    assert table["height"] >= 0.33 * SIZES[size][1]
    page.locator(".move").nth(2).click()
    page.wait_for_selector('#game[data-shown="3"]')
    for tile in page.locator(".tiles > .tile").all():
        assert overlap(box_of(tile), table) > 0
    page.locator(".side__close").click()
    expect(page.locator(".side")).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "small", "side", "desk"])
def test_a_note_covers_neither_what_it_speaks_of_nor_the_actions(
    visitors: Visitors, size: str
) -> None:
    page = at(visitors, size)
    player = prepare(page, SAMPLE[:34])
    marks = ".marks-reasons > *"
    page.locator('.cells [data-key="0,0"]').dispatch_event(
        "click"
    )  # pinned: all of the hive is named
    page.wait_for_selector("#game[data-why=ONE_HIVE]")
    assert page.locator(marks).count() > 15
    clear_of(page, marks)
    # Nor where the only cell that is named lies at the lower edge, under the usual place.
    page.get_by_role("button", name="Close", exact=True).first.click()
    x, y = player.spot(0, 0)
    page.mouse.move(x, y)
    for _ in range(40):
        note = box(page, ".board__table")
        if player.spot(1, 2)[1] > note["y"] + note["height"] - 40:
            break
        page.mouse.down()
        page.mouse.move(x, y + 12)
        page.mouse.up()
        page.mouse.move(x, y)
    page.locator('button.reserve__piece[data-piece^="wG"]').click()
    player.click(1, 2)
    page.wait_for_selector("#game[data-why]:not([data-why=ONE_HIVE])")
    clear_of(page, ".marks-reasons > .mark--bad")


def clear_of(page: Page, marks: str) -> None:
    note = box(page, "[data-part=notice]")
    for mark in page.locator(marks).all():
        assert overlap(note, box_of(mark)) == 0
    assert overlap(note, box(page, ".actions")) == 0


def test_on_its_side_names_and_actions_are_whole(visitors: Visitors) -> None:
    page = at(visitors, "side", has_touch=True)
    start_game(page, "Play the computer")
    name = page.locator("[data-part=top] .player__name")
    expect(name).to_have_text(re.compile(r"^Computer, level \d$"))
    assert name.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    assert words_broken(name) == 0
    for action in ("Back", "Forward", "Undo", "Hint", "Moves", "More"):
        label = page.locator(".actions").get_by_text(action, exact=True)
        assert box_of(label)["height"] >= 10
        assert label.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
    page.get_by_role("button", name="More").click()
    more = page.get_by_role("dialog", name="More")
    assert more.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    # What is longer keeps its last line in view, under which the rest fades.
    more.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    assert settings.evaluate("(node) => node.scrollHeight > node.clientHeight")
    done = box_of(settings.get_by_role("button", name="Done"))
    assert done["y"] + done["height"] <= 390
    assert rows_cut(settings) == 0


def rows_cut(settings: Locator) -> int:
    """Choices of which a part, but less than most, stands out above the fade over the last line."""
    cut: int = settings.evaluate(
        """(node) => {
            const last = node.lastElementChild;
            const edge = last.getBoundingClientRect().top;
            const fade = parseFloat(getComputedStyle(last).paddingTop);
            return [...node.querySelectorAll("label")]
                .map((label) => label.getBoundingClientRect())
                .filter(({ top, bottom }) => top < edge && bottom > edge + fade).length;
        }"""
    )
    return cut


def test_a_long_name_leaves_room_for_whose_turn_it_is(visitors: Visitors) -> None:
    for size in ("small", "phone", "tablet"):
        page = at(visitors, size)
        state(page, "long-names")
        turn = page.locator("[data-turn=yes] .player__turn")
        assert turn.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
        assert box_of(turn)["width"] > 40


@pytest.mark.parametrize("size", SIZES)
def test_the_result_never_lies_on_the_board(visitors: Visitors, size: str) -> None:
    page = at(visitors, size)
    player = prepare(page, LINE)
    before = box(page, ".board__table")
    page.evaluate("document.querySelector('[data-action=resign-yes]').click()")
    page.wait_for_selector("#game[data-over]")
    panel = page.locator("[data-part=result]")
    expect(panel).to_be_visible()
    there = box(page, "[data-part=result]")
    assert overlap(there, box(page, ".board__table")) == 0
    if size != "small":  # nor where it was a moment ago
        assert overlap(there, before) == 0
    assert overlap(there, box(page, ".actions")) == 0
    for button in panel.locator(".button:visible").all():
        inside = box_of(button)
        assert overlap(inside, there) == pytest.approx(inside["width"] * inside["height"])
    page.get_by_role("button", name="One move back").click()
    page.wait_for_selector(f'#game[data-shown="{len(LINE) - 1}"]')
    page.get_by_role("button", name="One move forward").click()
    panel.get_by_role("button", name="See the board").click()
    expect(page.locator(".actions")).to_be_visible()
    player.click(0, 0)


@pytest.mark.parametrize("size", ["phone", "side", "desk"])
def test_with_text_of_twice_the_size_numbers_do_not_cover_bugs(
    visitors: Visitors, size: str
) -> None:
    page = at(visitors, size)
    prepare(page, LINE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    covered: list[float] = page.evaluate(
        """() => [...document.querySelectorAll(".reserve__piece")]
            .filter((piece) => piece.checkVisibility() && piece.lastElementChild.textContent)
            .map((piece) => {
                const [bug, count] = [".tile__drawing", ".reserve__count"]
                    .map((part) => piece.querySelector(part).getBoundingClientRect());
                const wide = Math.min(bug.right, count.right) - Math.max(bug.left, count.left);
                const high = Math.min(bug.bottom, count.bottom) - Math.max(bug.top, count.top);
                return Math.max(0, wide) * Math.max(0, high) / (bug.width * bug.height);
            })"""
    )
    assert len(covered) >= 5
    assert max(covered) < 0.12


def test_on_a_desk_long_names_are_not_cut(visitors: Visitors) -> None:
    page = at(visitors, "desk")
    state(page, "long-names")
    for part in ("top", "bottom"):
        name = page.locator(f"[data-part={part}] .player__name")
        assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
        assert name.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
        clock = box(page, f"[data-part={part}] .player__clock")
        assert overlap(box_of(name), clock) == 0


@pytest.mark.parametrize("size", ["small", "desk"])
def test_names_in_my_games_are_whole(visitors: Visitors, size: str) -> None:
    page = at(visitors, size)
    start_game(page, "Play the computer")
    page.goto("/mine")
    assert words_broken(page.locator(".line__names").last) == 0


def words_broken(node: Locator) -> int:
    """How many words of a text stand on two lines."""
    broken: int = node.evaluate(
        """(node) => {
            const words = [...node.textContent.matchAll(/\\S+/g)];
            const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode();
            return words.filter(({ index, 0: word }) => {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                return range.getClientRects().length > 1;
            }).length;
        }"""
    )
    return broken


@pytest.mark.parametrize("size", ["small", "side", "desk"])
def test_the_bugs_of_an_error_page_lie_side_by_side(
    visitors: Visitors, size: str, watcher: Watcher
) -> None:
    watcher.allowed = ("404",)
    page = at(visitors, size)
    page.goto("/nowhere")
    faces = [box_of(face) for face in page.locator(".error__art .tile__face").all()]
    assert len(faces) == 3
    middles = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in faces]
    gaps = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)]
    tile = box_of(page.locator(".error__art .loose-tile").first)
    assert gaps == pytest.approx([tile["width"] * 0.866] * 3, rel=0.03)  # as cells touch
    heading = box_of(page.get_by_role("heading", name="There is no such page"))
    for face in faces:
        assert overlap(face, heading) == 0
        assert face["x"] >= 0
        assert face["x"] + face["width"] <= SIZES[size][0]


def test_the_settings_of_a_game_are_a_panel(visitors: Visitors) -> None:
    page = at(visitors, "phone")
    prepare(page, LINE)
    address = page.url
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Settings").click()
    panel = page.get_by_role("dialog", name="Settings")
    assert rows_cut(panel) == 0
    panel.get_by_label("dark", exact=True).check()
    panel.get_by_label("a side", exact=True).check()
    assert page.get_attribute("html", "data-theme") == "dark"
    expect(page.locator(".tiles .tile[data-flat]")).to_have_count(len(LINE))
    panel.get_by_role("button", name="Done").click()
    assert page.url == address
    page.reload()
    page.wait_for_selector("#game[data-ready=yes]")
    assert page.get_attribute("html", "data-theme") == "dark"
    expect(page.locator(".tiles .tile[data-flat]")).to_have_count(len(LINE))
