"""axe-core on every page, in every theme that could change a contrast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from skep.server.development.gallery import gallery_data
from tests.browser.player import prepare

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

# What axe cannot judge by itself: the rule, where that is so, and why it is fine there.
JUDGED = {
    "color-contrast": (
        "svg *, .reserve *, .board *, .level *, .chip *, .panel *, .score *, .move *, .player *,"
        " .headline, .action *, .notice *, .graph-key *, .lesson-card__stars, .lesson__stars,"
        " .look-card *, kbd",
        "Stars, SVG, tiles, gradients, what lies over the board: axe sees no plain background. "
        "The tones of table, tiles and insects are held to 3:1 by tests/web/contrast; panels "
        "use ink on paper, which axe measures on the other pages.",
    ),
    "aria-hidden-focus": (
        "svg, svg *",
        "Drawings are hidden from screen readers, and none of them can be focused.",
    ),
}


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
    unjudged = []
    for rule in found["incomplete"]:
        selector = JUDGED[rule["id"]][0] if rule["id"] in JUDGED else ":not(*)"
        for node in rule["nodes"]:
            inside = page.evaluate(
                "([target, selector]) => document.querySelector(target)?.matches(selector)",
                [node["target"][-1], selector],
            )
            if not inside:
                unjudged.append(f"{rule['id']}: {node['html'][:160]}")
    assert unjudged == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "colorblind"])
@pytest.mark.parametrize(
    "path", ["/", "/tables", "/start/laruche", "/settings", "/replay", "/mine", "/g/nosuchgame12"]
)
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


@pytest.mark.parametrize("state", ["thinking", "chat", "long-names", "read-only", "offline"])
def test_states_of_the_game_page(page: Page, state: str) -> None:
    page.goto(f"/gallery/{state}")
    page.wait_for_selector("#game[data-state=ready][data-look=yes]")
    check(page)


def test_result(page: Page) -> None:
    prepare(page, gallery_data()["sample"]["moves"])
    page.wait_for_selector("#game[data-over]")
    check(page)
