"""No page overflows in a longer language, no word is cut, none is beyond a translator's reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from skep.server.development.page_states import ERROR_STATES, GAME_STATES
from skep.words import CODES, PSEUDO
from tests.browser.conftest import Visitors
from tests.browser.laruche_scenes import SCENES
from tests.browser.player import Watcher
from tests.words.english import is_english

PHONE = {"width": 390, "height": 844}
PATHS = [
    "/",
    "/tables",
    "/start/hive",
    "/start/laruche",
    "/mine",
    "/replay",
    "/settings",
    "/today",
    "/laruche/tiles",
    "/better-word",
    "/better-word?thanks",
    "/replay?game=Base;InProgress;White[2];wS1;bS1 wS1-",
]
# What is written in files of the school: the pseudo-language is made from the catalogue alone.
FILED = [
    "/learn",
    "/learn/hive-first",
    "/learn/hive-first/win",
    "/learn/laruche-first/one-edge",
    "/learn/practice",
    "/rules/hive",
    "/rules/laruche",
]
STATES = [f"/gallery/{name}" for name in (*GAME_STATES, *ERROR_STATES)]

# Texts that a reader sees or hears, without those marked as not for translation.
SAID = """() => {
    const found = [];
    const skipped = "[translate=no], [lang]:not(html), .chat__lines, script, noscript, .art, "
        + ".tile__label";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.closest(skipped)) continue;
        for (const name of ["aria-label", "placeholder", "title", "alt"]) {
            if (node.hasAttribute(name)) found.push(node.getAttribute(name));
        }
        for (const child of node.childNodes) {
            if (child.nodeType === 3) found.push(child.textContent);
        }
    }
    found.push(document.title);
    return found.map((text) => text.trim()).filter(Boolean);
}"""

WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility())
    .filter((node) => !node.closest("svg, .visually-hidden, .moves, .skip, .player__name"))
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => node.outerHTML.slice(0, 120))"""


# Our own words that end in dots for want of room; names that people choose may.
CUT = """() => [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility() && getComputedStyle(node).textOverflow === "ellipsis")
    .filter((node) => !node.closest(".badge, .player__name, .chip__name, .podium b, "
        + ".standings__name, .move__text, .go-on__with"))
    .filter((node) => {
        const text = document.createRange();
        text.selectNodeContents(node);
        const width = (one) => one.getBoundingClientRect().width;
        return width(text) > width(node) + 0.1;
    })
    .map((node) => node.textContent)"""


def visit(page: Page, path: str) -> None:
    page.goto(path)
    if path.startswith("/gallery/") and path.removeprefix("/gallery/") in GAME_STATES:
        if GAME_STATES[path.removeprefix("/gallery/")].is_alive:
            page.wait_for_selector("#game[data-state=ready]")
    elif "game=" in path:
        page.wait_for_selector("#replay[data-ready=yes]")


def choose(page: Page, base_url: str, code: str) -> None:
    cookie = {"name": "skep_settings", "value": f"language={code}", "url": base_url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]


def check_it_fits(page: Page, code: str) -> None:
    """Nothing is wider than the phone; what has to fit in the pseudo-language has dots."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(WIDE) == []
    assert code == PSEUDO or page.evaluate(CUT) == []


def see_in(visitors: Visitors, base_url: str, path: str, code: str) -> Page:
    """A page on a phone, nothing of which is wider than the phone."""
    page = visitors.new(viewport=PHONE)
    choose(page, base_url, code)
    visit(page, path)
    check_it_fits(page, code)
    return page


@pytest.mark.parametrize("path", [*PATHS, *STATES])
def test_a_longer_language(visitors: Visitors, base_url: str, watcher: Watcher, path: str) -> None:
    watcher.allowed = ("status of 4", "status of 503")  # the pages that show errors are errors
    page = see_in(visitors, base_url, path, PSEUDO)
    english = [text for text in page.evaluate(SAID) if is_english(text)]
    assert english == []


# German is the longest; the others are looked at by `make test-full`.
SLOW = [pytest.param(code, marks=pytest.mark.slow) for code in CODES if code != "de"]


@pytest.mark.parametrize("code", ["de", *SLOW])
@pytest.mark.parametrize("path", [*PATHS, *FILED, *STATES])
def test_no_text_is_wider_than_a_phone(
    visitors: Visitors, base_url: str, watcher: Watcher, path: str, code: str
) -> None:
    watcher.allowed = ("status of 4", "status of 503")
    page = see_in(visitors, base_url, path, code)
    expect(page.locator("html")).to_have_attribute("lang", code)


# What it takes to get there is done once, then the page is loaded again in each language.
MOMENTS = [
    name if name in ("match-gift", "solitaire") else pytest.param(name, marks=pytest.mark.slow)
    for name in SCENES
]


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_of_la_ruche_in_every_language(
    visitors: Visitors, base_url: str, name: str
) -> None:
    page, again = SCENES[name](lambda: visitors.new(viewport=PHONE))
    for code in (PSEUDO, *CODES):
        choose(page, base_url, code)
        page.reload()
        page.wait_for_selector("[data-ready=yes], #today[data-state=ready]")
        again()
        page.wait_for_selector("body:not(:has([data-stepping]))")
        expect(page.locator("html")).to_have_attribute("lang", code)
        check_it_fits(page, code)
        if code == PSEUDO:
            assert [text for text in page.evaluate(SAID) if is_english(text)] == []
