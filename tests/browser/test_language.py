"""No page overflows in a longer language; no word is beyond a translator's reach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from skep.server.development.page_states import ERROR_STATES, GAME_STATES
from tests.browser.conftest import Visitors
from tests.browser.player import Watcher

PHONE = {"width": 390, "height": 844}
PATHS = [
    "/",
    "/tables",
    "/start/hive",
    "/start/laruche",
    "/mine",
    "/replay",
    "/settings",
    "/replay?game=Base;InProgress;White[2];wS1;bS1 wS1-",
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

# What is no language: our name, those of the games, people, pieces and moves, sets of bugs.
NAMES = re.compile(
    r"\b(skep|Hive|La Ruche|XX|Ada|Ben|Guest \d+|Maximiliane \w+|\w+ enailimixaM|"
    r"Base(\+[MLP]+)?|PGN|pass|"
    r"[wb]?[QSBGAMLP][1-3]?|ms|s|d|ok)\b"
)
WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility())
    .filter((node) => !node.closest("svg, .visually-hidden, .moves, .skip, .player__name"))
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => node.outerHTML.slice(0, 120))"""


def visit(page: Page, path: str) -> None:
    page.goto(path)
    if path.startswith("/gallery/") and path.removeprefix("/gallery/") in GAME_STATES:
        if GAME_STATES[path.removeprefix("/gallery/")].is_alive:
            page.wait_for_selector("#game[data-state=ready]")
    elif "game=" in path:
        page.wait_for_selector("#replay[data-ready=yes]")


@pytest.mark.parametrize("path", [*PATHS, *STATES])
def test_a_longer_language(visitors: Visitors, base_url: str, watcher: Watcher, path: str) -> None:
    watcher.allowed = ("status of 4", "status of 503")  # the pages that show errors are errors
    page = visitors.new(viewport=PHONE)
    page.context.add_cookies([{"name": "skep_settings", "value": "language=xx", "url": base_url}])
    visit(page, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(WIDE) == []
    english = [text for text in page.evaluate(SAID) if is_english(text)]
    assert english == []


def is_english(text: str) -> bool:
    """Is there a word outside of the brackets that the pseudo-language sets?

    >>> is_english("[Pláý ~]"), is_english("Play"), is_english("[{n}] wA1"), is_english("[a [b] c]")
    (False, True, False, False)
    """
    depth, outside = 0, ""
    for char in text:
        depth += (char == "[") - (char == "]")
        outside += char if depth == 0 and char != "]" else ""
    return bool(re.search(r"[A-Za-z]{2,}", NAMES.sub("", outside)))
