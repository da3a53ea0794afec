"""The pages around the games: first contact, replay, settings, errors, weight."""

from __future__ import annotations

import json
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from skep.server.development.gallery import gallery_data
from skep.words import CODES
from tests.browser.conftest import Visitors
from tests.browser.player import Player, prepare, start_game

SGF = """(;GM[27]VV[1]SU[hive]P0[id "Ann"]P1[id "Ben"]
;P0[1 Start P0];P0[2 dropb wS1 N 13 .];P0[3 done];P1[4 dropb bS1 O 13 wS1-];P1[5 done]
;P0[6 dropb wQ M 13 -wS1];P0[7 done];P1[8 dropb bQ P 13 bS1-];P1[9 done])"""


def test_two_clicks_from_home_to_a_running_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Play Hive").click()
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector("#game[data-my-turn=yes][data-look=yes][data-connection=open]")
    Player(page, "Base").click_through("wS1")
    page.wait_for_selector('#game[data-ply="2"]')


def test_first_visit_is_light_and_stays_here(page: Page) -> None:
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/", wait_until="networkidle")
    page.get_by_role("link", name="Play Hive").click()
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector(".board[data-ready=yes]")
    page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < 150_000


def test_no_layout_shift_on_the_game_page(page: Page) -> None:
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    player = prepare(page, ["wS1", "bS1 wS1-"])
    player.play("wQ -wS1")
    assert page.evaluate("window.shift") == 0


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_the_game_page_never_scrolls(visitors: Visitors, width: int) -> None:
    height = {390: 844, 768: 1024, 1440: 900}[width]
    page = visitors.new(viewport={"width": width, "height": height})
    start_game(page, "Play the computer")
    sizes = page.evaluate(
        """() => {
            const box = (s) => document.querySelector(s).getBoundingClientRect();
            return { page: document.documentElement.scrollHeight, table: box('.board__table'),
                own: box('.board__reserve--own').height, top: box('[data-part=top]').height,
                bottom: box('[data-part=bottom]').height, actions: box('.actions').height };
        }"""
    )
    assert sizes["page"] <= height
    table = sizes["table"]
    if width == 390:
        assert table["height"] >= 0.55 * height
        assert sizes["own"] <= 112
        assert (sizes["top"], sizes["bottom"], sizes["actions"]) == (44, 48, 48)
    if width == 1440:
        assert table["width"] * table["height"] >= 0.6 * width * height


def test_touch_targets_are_large(visitors: Visitors) -> None:
    page = visitors.new(viewport={"width": 390, "height": 844}, has_touch=True)
    for path in ("/", "/tables", "/start/hive", "/start/laruche", "/settings", "/replay", "/mine"):
        page.goto(path)
        assert small_targets(page) == []
    start_game(page, "Play the computer")
    assert small_targets(page) == []


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
                'button, a, input:not([type=hidden]), select, summary')]
            .filter((node) => node.checkVisibility() && !node.closest('.skip'))
            .map((node) => [node, node.getBoundingClientRect()])
            .map(([node, box]) => [node, box, node.closest('.levels, .check') ? 44 : box.width])
            .filter(([node]) => !node.closest('.check'))
            .filter(([node, box, width]) => Math.min(box.height, width) < 44)
            .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


def test_pages_are_readable_without_javascript(visitors: Visitors) -> None:
    page = visitors.new(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Play Hive").click()
    page.get_by_role("radio", name="Two here").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="A game of Hive")).to_be_attached()
    expect(page.get_by_text("No move yet.")).to_be_visible()
    page.goto("/mine")
    expect(page.get_by_role("link", name="Hive, two at this screen")).to_be_visible()


def test_a_replay_names_the_computer_as_its_game_does(page: Page) -> None:
    start_game(page, "Play the computer")
    seats = [page.locator(f"[data-part={part}] .player__name") for part in ("top", "bottom")]
    names = [seat.inner_text() for seat in seats]
    assert any(name.startswith("Computer, level") for name in names)
    page.goto(f"{page.url.split('?')[0]}/replay")
    page.wait_for_selector("#replay[data-ready=yes]")
    assert [seat.inner_text() for seat in seats] == names


def test_replay_of_a_pasted_sgf(page: Page) -> None:
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill(SGF)
    page.get_by_role("button", name="Show the game").click()
    page.wait_for_selector('#replay[data-ply="0"]')
    expect(page.get_by_text("Ann")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector('#replay[data-ply="4"]')
    expect(page.get_by_role("button", name="black queen", exact=True)).to_be_attached()
    page.locator("body").press("ArrowLeft")
    page.wait_for_selector('#replay[data-ply="3"]')
    assert page.url.endswith("#3")
    href = page.get_by_role("link", name="PGN").get_attribute("href") or ""
    assert '[White "Ann"]' in page.request.get(href).text()
    href = page.get_by_role("link", name="SVG").get_attribute("href") or ""
    assert page.request.get(href).text().startswith("<svg")
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG").click()
    assert saved.value.suggested_filename == "hive-3.png"
    picture = Image.open(saved.value.path())
    assert picture.format == "PNG"
    assert min(picture.size) > 200
    assert len(picture.convert("L").getcolors() or []) > 8


def test_a_finished_game_is_shown_as_it_ended(page: Page) -> None:
    moves = gallery_data()["sample"]["moves"]
    record = "Base+MLP;WhiteWins;White[1];" + ";".join(moves)
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill(record)
    page.get_by_role("button", name="Show the game").click()
    page.wait_for_selector(f'#replay[data-ply="{len(moves)}"]')
    page.get_by_role("button", name="To the start").click()
    page.wait_for_selector('#replay[data-ply="0"]')
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_url(lambda url: "ply=0" in url)
    page.reload()
    page.wait_for_selector('#replay[data-ply="0"]')


def test_a_link_leads_to_a_ply(page: Page) -> None:
    moves = ";".join(gallery_data()["sample"]["moves"])
    page.goto(f"/replay?game=Base%2BMLP;InProgress;White[1];{moves}#7".replace("\\", "%5C"))
    page.wait_for_selector('#replay[data-ply="7"]')


def test_a_game_that_cannot_be_read_is_kept_and_explained(page: Page) -> None:
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill("Base;InProgress;White[1];wS1;bS1 wS9-")
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("alert")).to_contain_text("This could not be read")
    assert "wS9" in page.get_by_label("A GameString, PGN or SGF").input_value()


def test_settings_are_kept(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("dark", exact=True).check()
    page.get_by_label("Your name at the table").fill("Ada & <Co>")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert page.get_attribute("html", "data-theme") == "dark"
    expect(page.get_by_label("Your name at the table")).to_have_value("Ada & <Co>")


def test_my_games_show_those_where_i_am_to_move_first(page: Page) -> None:
    page.goto("/mine")
    expect(page.get_by_text("You have not played yet.")).to_be_visible()
    start_game(page, "Play the computer")
    page.goto("/mine")
    expect(page).to_have_title("(1) My games · skep")
    expect(page.get_by_role("link", name="Your move")).to_be_visible()


def test_errors_say_what_to_do_next(page: Page, watcher: object) -> None:
    watcher.allowed = ("404", "400")  # type: ignore[attr-defined]
    page.goto("/g/nosuchgame12")
    expect(page.get_by_role("heading", name="There is no such game here")).to_be_visible()
    page.goto("/")
    page.get_by_label("I have a code").fill("ZZZZ")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="No game waits with this code")).to_be_visible()
    field = page.get_by_label("Try a code")
    expect(field).to_have_value("ZZZZ")
    field.fill("YYYY")
    page.get_by_role("button", name="Join").click()
    expect(field).to_have_value("YYYY")
    page.goto("/no/such/page")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()


def test_mounting_and_destroying_leaves_nothing(page: Page) -> None:
    page.goto("/gallery")
    page.wait_for_selector("#gallery[data-ready=yes]")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def counts() -> dict[str, float]:
        session.send("HeapProfiler.collectGarbage")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return {
            m["name"]: m["value"] for m in metrics if m["name"] in ("Nodes", "JSEventListeners")
        }

    cycle = """(times) => {
        const root = document.createElement("div");
        document.body.append(root);
        for (let n = 0; n < times; n += 1) mountBoard(root, galleryProps).destroy();
        root.remove();
    }"""
    page.evaluate(cycle, 5)
    before = counts()
    page.evaluate(cycle, 100)
    after = counts()
    assert after["JSEventListeners"] <= before["JSEventListeners"]
    assert after["Nodes"] <= before["Nodes"] + 10


def test_the_manifest_and_its_icons_exist(page: Page) -> None:
    page.goto("/")
    address = page.get_attribute("link[rel=manifest]", "href") or ""
    manifest = json.loads(page.request.get(address).text())
    for icon in manifest["icons"]:
        answer = page.request.get(address.replace("site.webmanifest", icon["src"]))
        assert answer.status == 200


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hive", "laruche"])
def test_a_rule_book_fits_four_sheets_in_every_language(page: Page, game: str) -> None:
    for code in CODES:
        page.goto(f"/rules/{code}/{game}")
        # Pictures that nobody has scrolled to yet are printed too.
        page.evaluate(
            """() => Promise.all([...document.images].map((image) => {
                image.loading = "eager";
                return image.decode();
            }))"""
        )
        sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
        assert 1 <= len(sheets) <= 4, code
