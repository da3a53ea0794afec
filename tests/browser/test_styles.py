"""A page loads the style sheets it uses, and no other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.player import Watcher, prepare

# Sheets of which no rule fits anything on the page.
UNUSED = """() => [...document.styleSheets]
    .filter((sheet) => sheet.href)
    .filter((sheet) => {
        const fits = (rule) => rule.selectorText !== undefined
            ? document.querySelector(rule.selectorText)
            : [...(rule.cssRules ?? [])].some(fits);
        return ![...sheet.cssRules].some(fits);
    })
    .map((sheet) => sheet.href.split("/").at(-1))"""
LOADED = """() => [...document.querySelectorAll("link[rel=stylesheet]")]
    .map((link) => link.href.split("/").at(-1).replace(".css", ""))"""

PATHS = {
    "/": {"tiles", "cards", "start", "home"},
    "/tables": {"tiles", "cards", "text"},
    "/start/hive": {"tiles", "text", "start"},
    "/mine": {"tiles", "cards", "text"},
    "/settings": {"text"},
    "/replay": {"text"},
    "/replay?game=Base;InProgress;White[2];wS1;bS1 wS1-": {
        "tiles", "hexes", "hive", "play", "tree", "hive_game", "help",
    },
    "/g/nosuchgame12": {"tiles", "text"},
    "/gallery": {"tiles", "hexes", "hive", "cards", "gallery"},
}  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_only_what_is_used(page: Page, path: str, watcher: Watcher) -> None:
    watcher.allowed = ("404",)
    page.goto(path)
    page.wait_for_load_state("load")
    assert page.evaluate(LOADED)[:2] == ["tokens", "base"]
    outside = set() if path.startswith("/replay?") else {"bar"}
    assert set(page.evaluate(LOADED)) == {"tokens", "base", *outside, *PATHS[path]}
    assert page.evaluate(UNUSED) == []


def test_a_game(page: Page) -> None:
    prepare(page, ["wS1", "bS1 wS1-"])
    assert page.evaluate(UNUSED) == []
    address = page.evaluate("document.querySelector('link[href$=\"hive_game.css\"]').href")
    page.evaluate(
        """(href) => new Promise((done) => document.head.append(Object.assign(
            document.createElement("link"), { rel: "stylesheet", href, onload: done })))""",
        address.replace("hive_game", "text"),
    )
    assert page.evaluate(UNUSED) == ["text.css"]
