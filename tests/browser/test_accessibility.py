"""axe-core on every page, in every theme that could change a contrast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from skep.server.page_gallery import gallery_data
from tests.browser.player import prepare

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

# What axe cannot judge by itself, and why it is fine:
# - color-contrast over gradients and SVG: the table's tones are checked by tests/web/contrast
KNOWN_INCOMPLETE = {"color-contrast", "aria-hidden-focus"}


def check(page: Page) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install")
    # The content policy allows no inline script, so it is evaluated, not added to the page.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "axe.run(document, { resultTypes: ['violations', 'incomplete'] })"
    )
    problems = [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
    assert problems == []
    unknown = {rule["id"] for rule in found["incomplete"]} - KNOWN_INCOMPLETE
    assert unknown == set()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "colorblind"])
@pytest.mark.parametrize("path", ["/", "/settings", "/replay", "/mine", "/g/nosuchgame12"])
def test_pages(page: Page, path: str, theme: str, watcher: Any, base_url: str) -> None:
    watcher.allowed = ("404",)
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    page.goto(path)
    check(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_game(page: Page, theme: str, base_url: str) -> None:
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    player = prepare(page, gallery_data()["sample"]["moves"][:20])
    check(page)
    player.pick(player.position.parse_move("wB1 -wA1"))
    check(page)
    page.get_by_role("button", name="More").click()
    check(page)


def test_result(page: Page) -> None:
    prepare(page, gallery_data()["sample"]["moves"])
    page.wait_for_selector("#game[data-over]")
    check(page)
