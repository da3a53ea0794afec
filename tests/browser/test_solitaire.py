"""The solitaire through its pages. The tests wait on state, never on time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skep.geometry import Cell
from skep.laruche.daily import number_of
from skep.laruche.solver import standing
from skep.laruche.tiles import Placement
from skep.server.games.solitaire.questions import LEAST_MS_A_TILE
from tests.browser.conftest import Visitors
from tests.browser.solitaire_player import READY, Solo, key_of, open_solitaire
from tests.browser.test_accessibility import check
from tests.browser.test_layout import box_of

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 640), (390, 664), (390, 844), (844, 390), (768, 1024), (1440, 900)]
UTC_HERE = {"timezone_id": "UTC"}


def open_today(page: Page, query: str = "") -> None:
    page.goto(f"/today{query}")
    page.wait_for_selector("#today[data-state=ready]")


def solve(solo: Solo) -> None:
    for wanted in solo.solution():
        solo.lay_by_list(wanted)
    solo.page.wait_for_selector("#game[data-over=solved]")


def test_solved_by_hints_alone(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    for laid in range(8):
        assert solo.read()["status"]["hints"] == laid
        solo.lay_hint()
    page.wait_for_selector("#game[data-over=solved]")
    expect(page.locator("[data-part=result-title]")).to_have_text(re.compile("Solved!|Gold!"))
    assert page.locator("[data-part=symbols] [data-symbol=hint]").count() == 8
    assert solo.read()["status"]["share"].endswith("💡" * 8)


def test_solved_by_mouse_and_tiles_turn_by_themselves(page: Page) -> None:
    solo = open_solitaire(page, size=7)
    wanted = solo.solution()
    for one in wanted:
        solo.lay(one)
    page.wait_for_selector("#game[data-over=solved]")
    assert solo.placed() == wanted


def test_solved_by_touch(visitors: Visitors) -> None:
    solo = open_solitaire(visitors.new(**PHONE), size=7)
    for n, wanted in enumerate(solo.solution()):
        solo.wait_in_sight(wanted.cell)
        solo.tile(wanted).tap()
        if n % 2:
            solo.page.locator(f'[data-part=spots] button[data-spot="{key_of(wanted)}"]').tap()
        else:
            solo.page.touchscreen.tap(*solo.middle(wanted.cell))
        solo.wait(n + 1)
    solo.page.wait_for_selector("#game[data-over=solved]")


def test_a_tile_is_dragged_to_its_spot(page: Page) -> None:
    solo = open_solitaire(page, size=7)
    for n, wanted in enumerate(solo.solution()[:3]):
        box = box_of(solo.tile(wanted))
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*solo.middle(wanted.cell), steps=5)
        page.mouse.up()
        solo.wait(n + 1)
    assert len(solo.placed()) == 3


def test_solved_by_keyboard_and_names_alone(page: Page) -> None:
    solo = open_solitaire(page, size=6)
    hand = page.get_by_role("list", name="Your hand")
    spots = page.get_by_role("list", name="Spots")
    for n, wanted in enumerate(solo.solution()):
        number = solo.tile(wanted).get_attribute("aria-label").split()[1]
        hand.get_by_role("button").and_(page.locator("[tabindex='0']")).focus()
        page.keyboard.press(number)
        expect(hand.get_by_role("button", name=re.compile(f"^tile {number} bee: "))).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#game[data-held="{wanted.pose.tile.name}"]')
        spot = page.locator(f'[data-part=spots] button[data-spot="{key_of(wanted)}"]')
        digit = spot.get_attribute("data-number") or ""
        page.keyboard.press(digit)
        expect(spots.get_by_role("button", name=re.compile(f"^spot {digit}: "))).to_be_focused()
        page.keyboard.press("Enter")
        solo.wait(n + 1)
        if n == 2:
            page.keyboard.press("u")
            solo.wait(2)
            laid = page.get_by_role("list", name="On the table").get_by_role("button")
            laid.nth(0).focus()
            page.keyboard.press("ArrowDown")
            expect(laid.nth(1)).to_be_focused()
            page.keyboard.press("Enter")
            solo.wait(1)
            page.keyboard.press("u")
            solo.wait(2)
            solo.lay_by_list(wanted)
    page.wait_for_selector("#game[data-over=solved]")
    assert solo.read()["status"]["undos"] == 2


def stuck_line(solo: Solo) -> list[Placement]:
    """Tiles after which nothing fits any more, though some are left."""
    view = solo.read()
    puzzle = solo.puzzle(view)

    def deeper(placed: tuple[Placement, ...]) -> tuple[Placement, ...] | None:
        ways = fitting(puzzle, placed)
        if not ways:
            return placed if len(placed) < len(puzzle.tiles) else None
        for way in ways:
            found = deeper((*placed, way))
            if found is not None:
                return found
        return None

    start = solo.solution()[0]
    found = deeper((start,))
    assert found is not None
    return list(found)


def fitting(puzzle: Any, placed: tuple[Placement, ...]) -> list[Placement]:
    """Every way to lay one more tile, bee up."""
    at = {one.cell: one.pose for one in placed}
    needed = 1 if len(placed) < puzzle.options.loose else 2
    laid = {one.pose.tile for one in placed}
    cells = {near for cell in at for near in cell.neighbours()} - set(at)
    ways = []
    for cell in sorted(cells):
        around = [(n, at[near]) for n, near in enumerate(cell.neighbours()) if near in at]
        if len(around) < needed:
            continue
        for tile in puzzle.tiles:
            if tile in laid:
                continue
            ways += [
                Placement(cell, pose)
                for pose in tile.poses
                if pose.has_bee
                and all(pose.colors[n] == other.colors[(n + 3) % 6] for n, other in around)
            ]
    return ways


def test_strict_takes_nothing_back_and_fails_in_sight(page: Page) -> None:
    solo = open_solitaire(page, size=8, strict=True)
    line = stuck_line(solo)
    for wanted in line[:2]:
        solo.lay_by_list(wanted)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.mouse.click(*solo.middle(line[0].cell))
    expect(page.locator("[data-part=notice]")).to_contain_text("what lies, lies")
    for wanted in line[2:]:
        solo.lay_by_list(wanted)
    page.wait_for_selector("#game[data-over=unsolved]")
    expect(page.locator("[data-part=result-title]")).to_have_text(f"{len(line)} of 8")
    expect(page.locator("[data-part=result-reason]")).to_contain_text("Nothing fits any more")
    assert solo.read()["status"]["outcome"]["reason"] == "given up"


def test_a_silhouette_is_drawn_and_filled(page: Page) -> None:
    solo = open_solitaire(page, silhouette="fox")
    expect(page.locator(".outline polygon")).to_have_count(12)
    first, *others = solo.rest()
    solo.tile(first).click()
    for _ in range(first.pose.rotation):
        page.keyboard.press("Shift+R")
    page.mouse.click(*solo.middle(first.cell))
    solo.wait(1)
    assert solo.placed() == (first,)
    expect(page.locator(".outline polygon")).to_have_count(11)
    shape = {tuple(cell) for cell in solo.read()["shape"]}
    for spot in page.locator("[data-part=spots] button").all():
        assert tuple(map(int, (spot.get_attribute("data-spot") or "").split(","))) in shape
    for wanted in others:
        solo.lay_by_list(wanted)
    page.wait_for_selector("#game[data-over=solved][data-gold]")
    expect(page.locator("[data-part=result-title]")).to_have_text("Gold!")


def test_a_tap_takes_a_tile_back_with_those_that_cannot_stand_and_one_undo_lays_them_again(
    page: Page,
) -> None:
    solo = open_solitaire(page, size=9)
    for wanted in solo.solution()[:7]:
        solo.lay_by_list(wanted)
    placed = solo.placed()
    cells = [one.cell for one in placed]

    def left_without(cell: Cell) -> int:
        return len(standing([one for one in cells if one != cell]))

    tapped = min(cells, key=left_without)
    left = left_without(tapped)
    assert left < 6, "no tile carries another one: another deal would be needed"
    page.mouse.click(*solo.middle(tapped))
    solo.wait(left)
    assert solo.read()["status"]["undos"] == 1
    expect(page.locator("[data-part=undos]")).to_have_text("1")
    page.get_by_role("button", name="Undo").click()
    solo.wait(7)
    assert set(solo.placed()) == set(placed)
    assert solo.read()["status"]["undos"] == 1
    page.get_by_role("button", name="Undo").click()
    solo.wait(6)


def test_what_does_not_fit_shakes_and_says_why(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    for wanted in solo.solution()[:4]:
        solo.lay_by_list(wanted)
    ways = fitting(solo.puzzle(solo.read()), solo.placed())
    fits = {(way.pose.tile.name, key_of(way)) for way in ways}
    spot = next(iter({key for _, key in fits}))
    other = next(t for t in solo.read()["status"]["hand"] if (t, spot) not in fits)
    page.locator(f'[data-part=hand] button[data-tile="{other}"]').click()
    page.mouse.click(*solo.middle(Cell(*map(int, spot.split(",")))))
    expect(page.locator("[data-part=notice]")).to_contain_text("It does not fit: ")
    assert len(solo.placed()) == 4


def test_a_pause_hides_the_tiles_and_stops_the_clock(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    solo.lay_hint()
    page.get_by_role("button", name="Pause").click()
    page.wait_for_selector("#game[data-paused]:not([data-pending])")
    expect(page.locator("[data-part=hand] button").first).to_be_hidden()
    expect(page.locator(".tiles-laid .comb").first).to_be_hidden()
    status = solo.read()["status"]
    assert status["running_since_ms"] is None
    shown = page.locator("[data-part=time]").inner_text()
    page.reload()
    page.wait_for_selector(f"{READY}[data-paused]")
    expect(page.locator("[data-part=hand] button").first).to_be_hidden()
    assert page.locator("[data-part=time]").inner_text() == shown
    page.get_by_role("button", name="Go on").click()
    solo.wait(1)
    expect(page.locator("[data-part=hand] button").first).to_be_visible()


def test_the_clock_stands_while_the_page_is_not_shown(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    hide = """(isHidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.wait_for_selector("#game[data-pending]", state="detached")
    assert solo.read()["status"]["running_since_ms"] is None
    page.evaluate(hide, False)
    solo.wait(0)
    page.wait_for_selector("#game:not([data-pending])")
    assert solo.read()["status"]["running_since_ms"] is not None


def test_leaving_and_coming_back_loses_nothing(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    for wanted in solo.solution()[:4]:
        solo.lay_by_list(wanted)
    page.keyboard.press("h")
    page.wait_for_selector("#game[data-hinted]")
    hinted = page.get_attribute("#game", "data-hinted")
    placed = solo.placed()
    game = solo.game
    open_today(page)
    page.goto(f"/g/{game}")
    solo.wait(4)
    assert solo.placed() == placed
    assert page.get_attribute("#game", "data-hinted") == hinted
    page.keyboard.press("h")
    solo.wait(5)
    assert solo.read()["status"]["hints"] == 1


def test_the_lamp_is_off_at_first_and_tells_whether_it_can_be_solved(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    expect(page.get_by_role("button", name="Lamp", pressed=False)).to_be_enabled()
    line = stuck_line(solo)
    solo.lay_by_list(line[0])
    page.get_by_role("button", name="Lamp").click()
    page.wait_for_selector("[data-part=lamp][data-lamp=yes]")
    for wanted in line[1:]:
        solo.lay_by_list(wanted)
    page.wait_for_selector("[data-part=lamp][data-lamp=no]")
    expect(page.locator("[data-part=lamp]")).to_have_text("dead end")
    page.reload()
    page.wait_for_selector("[data-part=lamp][data-lamp=no]")


def test_an_unfinished_one_says_how_far_it_came(page: Page) -> None:
    solo = open_solitaire(page, size=8)
    for wanted in solo.solution()[:7]:
        solo.lay_by_list(wanted)
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("button", name="End it").click()
    page.wait_for_selector("#game[data-over=unsolved]")
    expect(page.locator("[data-part=result-title]")).to_have_text("7 of 8")


def test_the_daily_on_two_contexts_and_the_list_hidden_before_playing(visitors: Visitors) -> None:
    day = datetime.now(UTC).date()
    ann, ben = visitors.new(**UTC_HERE), visitors.new(**UTC_HERE)
    for page, name in ((ann, "Ann of today"), (ben, "Ben of today")):
        assert page.request.post("/api/me", data={"name": name}).ok
    open_today(ann)
    expect(ann.locator("[data-part=day-yours]")).to_contain_text("Best today: ")
    ann.get_by_role("button", name="Play", exact=True).click()
    solo = Solo(ann)
    solo.wait()
    ann.wait_for_timeout(12 * LEAST_MS_A_TILE)  # who is faster than people are is not in the list
    solve(solo)
    expect(ann.locator("[data-part=standings] li")).not_to_have_count(0)
    open_today(ben)
    expect(ben.locator("[data-part=standings]")).to_contain_text("Play first")
    expect(ben.get_by_text("Ann of today")).to_have_count(0)
    ben.get_by_role("button", name="Play", exact=True).click()
    other = Solo(ben)
    other.wait()
    assert other.read()["tiles"] == solo.read()["tiles"]
    assert other.read()["number"] == number_of(day)
    open_today(ben)
    expect(ben.get_by_role("button", name="Go on")).to_be_visible()
    ben.get_by_role("button", name="Go on").click()
    other.wait()
    ben.wait_for_timeout(12 * LEAST_MS_A_TILE)
    other.lay_hint()
    for wanted in other.rest():
        other.lay_by_list(wanted)
    ben.wait_for_selector("#game[data-over=solved]")
    for page, mine in ((ben, "Ben of today"), (ann, "Ann of today")):
        open_today(page)
        without = page.get_by_role("list", name="Without hints")
        with_hints = page.get_by_role("list", name="With hints")
        expect(without.locator("li", has_text="Ann of today")).to_have_count(1)
        expect(with_hints.locator("li", has_text="Ben of today")).to_have_count(1)
        expect(page.locator("[data-part=standings] [data-you]")).to_contain_text(mine)
        expect(page.locator("[data-part=streak]")).to_have_text("1 day in a row")
        state = page.locator(f'[data-part=month] li:has(a[href$="{day.isoformat()}"])')
        expect(state).to_have_attribute("data-state", re.compile("solved|gold"))


def test_the_day_is_that_of_the_players_own_calendar(visitors: Visitors) -> None:
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        page = visitors.new(timezone_id=zone)
        open_today(page)
        here: str = page.evaluate(
            """() => { const d = new Date(), two = (n) => String(n).padStart(2, "0");
                return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`; }"""
        )
        expect(page.locator("[data-part=day]")).to_have_attribute("data-day", here)


def test_an_older_day_fills_the_calendar_and_not_the_streak(visitors: Visitors) -> None:
    day = datetime.now(UTC).date().isoformat()
    page = visitors.new(timezone_id="Pacific/Kiritimati")  # where the next day may have begun
    open_today(page, f"?day={day}")
    if page.locator("[data-part=day-title]").inner_text() == "Today":
        pytest.skip("it is the same day everywhere at this hour")
    expect(page.locator("[data-part=day-late]")).to_contain_text("not your streak")
    page.get_by_role("button", name="Play", exact=True).click()
    solo = Solo(page)
    solo.wait()
    solve(solo)
    open_today(page, f"?day={day}")
    expect(page.locator("[data-part=streak]")).to_contain_text("begin a streak")
    state = page.locator(f'[data-part=month] li:has(a[href$="{day}"])')
    expect(state).to_have_attribute("data-state", re.compile("solved|gold"))
    expect(state).not_to_have_attribute("data-on-time", "yes")


def test_the_text_to_share_and_a_link_to_that_day(visitors: Visitors) -> None:
    page = visitors.new(**UTC_HERE, permissions=["clipboard-read", "clipboard-write"])
    day = datetime.now(UTC).date()
    solo = open_solitaire(page, day=day.isoformat())
    wanted = solo.solution()
    solo.lay_by_list(wanted[0])
    page.keyboard.press("u")
    solo.wait(0)
    solve(solo)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-part=notice]")).to_contain_text("Copied")
    text: str = page.evaluate("navigator.clipboard.readText()")
    view = solo.read()
    title, symbols, link = text.split("\n")
    joins = f"{view['status']['joins']}/{view['best']}"
    assert re.fullmatch(rf"La Ruche #{number_of(day)} · {joins} · \d+:\d\d · ↩1", title)
    laid: set[Cell] = set()
    for one, symbol in zip(solo.placed(), symbols, strict=True):
        touched = sum(near in laid for near in one.cell.neighbours())
        assert symbol == ("🟥" if touched >= 4 else "🟧" if touched == 3 else "🟨")
        laid.add(one.cell)
    assert link.endswith(f"/today?day={day.isoformat()}")
    page.goto(link)
    page.wait_for_selector(f'#today[data-state=ready] [data-day="{day.isoformat()}"]')


def test_beat_my_hive_leads_to_the_same_deal(visitors: Visitors) -> None:
    ann = visitors.new(permissions=["clipboard-read", "clipboard-write"])
    assert ann.request.post("/api/me", data={"name": "Ann"}).ok
    solo = open_solitaire(ann, size=6, reading="fourth")
    solve(solo)
    ann.get_by_role("button", name="Beat my hive").click()
    expect(ann.locator("[data-part=notice]")).to_contain_text("Link copied")
    link: str = ann.evaluate("navigator.clipboard.readText()")
    ben = visitors.new()
    ben.goto(link)
    expect(ben.get_by_role("heading", name="Beat the hive of Ann")).to_be_visible()
    ben.get_by_role("button", name="Take it on").click()
    other = Solo(ben)
    other.wait()
    assert other.read()["tiles"] == solo.read()["tiles"]
    assert other.read()["reading"] == "fourth"


def test_whoever_has_the_link_can_watch(visitors: Visitors) -> None:
    ann, ben = visitors.new(), visitors.new()
    solo = open_solitaire(ann, size=6)
    ben.goto(ann.url)
    ben.wait_for_selector("#game[data-watching][data-ready=yes][data-connection=open]")
    solve(solo)
    ben.wait_for_selector('#game[data-laid="6"][data-over=solved]')
    expect(ben.locator("[data-part=result-title]")).to_have_text(re.compile("Solved!|Gold!"))
    expect(ben.get_by_role("button", name="Hint")).to_have_count(0)
    expect(ben.locator("[data-part=hand] button").first).to_be_hidden()


def test_free_deals_by_size_grade_shape_reading_and_strict(page: Page) -> None:
    open_today(page)
    page.get_by_role("slider").fill("9")
    page.get_by_role("radio", name="from the fourth, as the English rules read").check()
    page.get_by_role("radio", name="easy").check()
    page.get_by_label("Strict: nothing is taken back").check()
    page.get_by_role("button", name="Deal").click()
    solo = Solo(page)
    solo.wait()
    view = solo.read()
    assert (len(view["tiles"]), view["reading"], view["strict"]) == (9, "fourth", True)
    assert view["grade"] == "easy"
    open_today(page)
    page.get_by_role("slider").fill("9")
    page.get_by_role("radio", name="tower").check()
    expect(page.locator("[data-part=deal-size]")).to_have_text("12")
    page.get_by_role("button", name="Deal").click()
    solo.wait()
    assert solo.read()["silhouette"] == "tower"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "colorblind"])
def test_axe_on_both_pages(page: Page, theme: str, base_url: str) -> None:
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    open_today(page)
    check(page)
    solo = open_solitaire(page, size=6)
    solo.lay_hint()
    check(page)
    page.keyboard.press("p")
    page.wait_for_selector("#game[data-paused]")
    check(page)
    page.keyboard.press("p")
    solo.wait(1)
    for wanted in solo.rest():
        solo.lay_by_list(wanted)
    page.wait_for_selector("#game[data-over]")
    check(page)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_moves_and_all_is_in_reach(visitors: Visitors, width: int, height: int) -> None:
    page = visitors.new(viewport={"width": width, "height": height}, has_touch=width < 600)
    page.context.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    open_today(page)
    assert page.evaluate("window.shift") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    solo = open_solitaire(page)
    for _ in range(3):
        solo.lay_hint()
    assert page.evaluate("window.shift") == 0
    assert box_of(page.locator(".board__table"))["height"] >= 0.45 * height - 1
    for button in page.locator(".actions button:visible, .actions a:visible").all():
        there = box_of(button)
        assert min(there["width"], there["height"]) >= 43.9
        assert there["y"] + there["height"] <= height
    for tile in page.locator("[data-part=hand] button").all():
        there = box_of(tile)
        assert there["width"] >= 40
        assert there["x"] >= 0
        assert there["x"] + there["width"] <= width
        assert there["y"] + there["height"] <= height
