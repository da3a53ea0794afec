"""`make screenshots`: every page and state, five sizes, light and dark, into a folder.

Matches and solitaires are shown in all four themes.

Nothing is compared: the pictures are for eyes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from skep.server.development.gallery import gallery_data
from skep.server.development.page_states import ERROR_STATES, GAME_STATES
from tests.browser.conftest import CHROMIUM, FLAGS, wait_until_ready
from tests.browser.laruche_scenes import SCENES
from tests.browser.player import new_game, open_sheet, prepare, start_game
from tests.server.live import free_port

SIZES = {
    width: height
    for width, height in {390: 844, 844: 390, 360: 640, 768: 1024, 1440: 900}.items()
    if os.environ.get("SIZE", str(width)) == str(width)
}
THEMES = os.environ.get("THEME", "light dark contrast colorblind").split()
WHOLE = ("gallery", "settings", "today")  # longer than a screen, and worth seeing
SAMPLE: list[str] = gallery_data()["sample"]["moves"]


@contextlib.contextmanager
def running_server() -> Iterator[str]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "SKEP_DATA_DIR": folder,
            "SKEP_PORT": str(port),
            "SKEP_DEVELOPMENT": "true",
            "SKEP_REQUESTS_PER_SECOND": "100000",
            "SKEP_CREATIONS_PER_MINUTE": "600000",
            "SKEP_COMMANDS_PER_SECOND": "10000",
        }
        command = [sys.executable, "-m", "skep.cli", "serve"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_ready(url, process)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def home(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("#today[data-state=ready]")


def sheet(game: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        open_sheet(page, game)

    return go


def tables(page: Page) -> None:
    new_game(page, "Open a table")
    page.goto("/tables")


def opening(page: Page) -> None:
    start_game(page, "Play the computer")


def middle(page: Page) -> None:
    player = prepare(page, SAMPLE[:34])
    origin = player.position.parse_move(SAMPLE[34]).origin
    assert origin is not None
    press(page, origin.q, origin.r)
    page.wait_for_selector(".marks-targets .mark", state="attached")


def why_not(page: Page) -> None:
    prepare(page, SAMPLE[:34])
    press(page, 0, 0)
    page.wait_for_selector("#game[data-why]")


def press(page: Page, q: int, r: int) -> None:
    """As a screen reader does it: however small the board is, the cell is met."""
    page.locator(f'.cells [data-key="{q},{r}"]').dispatch_event("click")


def invitation(page: Page) -> None:
    new_game(page, "Play a friend")


def free_seat(page: Page) -> None:
    invitation(page)
    link = page.get_by_label("Link").input_value()
    page.context.clear_cookies()
    page.goto(link)


def keyboard_focus(page: Page) -> None:
    prepare(page, SAMPLE[:12])
    page.locator(".cells [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")


def visit(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)

    return go


def pasted(page: Page) -> None:
    text = "Base+MLP;InProgress;White[1];" + ";".join(SAMPLE)
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill(text)
    page.get_by_role("button", name="Show the game").click()
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(f'#replay[data-ply="{len(SAMPLE)}"]')


def unreadable(page: Page) -> None:
    page.goto("/replay")
    page.get_by_label("A GameString, PGN or SGF").fill("Base;InProgress;White[1];wS1;bS1 wS9-")
    page.get_by_role("button", name="Show the game").click()


def gallery(page: Page) -> None:
    page.goto("/gallery")
    page.wait_for_selector("#gallery[data-ready=yes]")


def game_state(name: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/gallery/{name}")
        if not GAME_STATES[name].is_alive:
            # The skeleton breathes: take it at its fullest.
            page.evaluate("document.getAnimations().forEach((one) => { one.currentTime = 1400; })")
            return
        page.wait_for_selector("#game[data-state=ready][data-look=yes]")
        if name == "offline":
            page.wait_for_selector("[data-part=offline]:not([hidden])")

    return go


def scored(page: Page) -> None:
    pasted(page)
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Score").click()
    page.wait_for_selector("#replay[data-score]")


def played(page: Page) -> None:
    prepare(page, SAMPLE[:2])
    start_game(page, "Play the computer")
    page.goto("/mine")


STATES: dict[str, Callable[[Page], None]] = {
    "home": home,
    "start-hive": sheet("Hive"),
    "start-laruche": sheet("La Ruche"),
    "tables": tables,
    "opening": opening,
    "middle": middle,
    "why-not": why_not,
    "invitation": invitation,
    "free-seat": free_seat,
    "keyboard": keyboard_focus,
    "my-games-empty": visit("/mine"),
    "my-games": played,
    "replay-empty": visit("/replay"),
    "replay": pasted,
    "replay-score": scored,
    "replay-unreadable": unreadable,
    "settings": visit("/settings"),
    "gallery": gallery,
    **{f"game-{name}": game_state(name) for name in GAME_STATES},
    **{f"error-{name}": visit(f"/gallery/{name}") for name in ERROR_STATES},
}


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    wanted = sys.argv[2:] or [*STATES, *SCENES]
    folder.mkdir(exist_ok=True)
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        take_states(browser, url, folder, [name for name in wanted if name in STATES])
        for name in wanted:
            if name in SCENES:
                take_scene(browser, url, folder, name)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def take_states(browser: Browser, url: str, folder: Path, wanted: list[str]) -> None:
    for width, height in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                base_url=url,
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            for name in wanted:
                context.clear_cookies()
                STATES[name](page)
                take(page, folder / f"{name}-{width}-{scheme}.png", name in WHOLE)
            context.close()


def take_scene(browser: Browser, url: str, folder: Path, name: str) -> None:
    """One page at all sizes and in all themes: what it took to get there is not done again."""
    contexts: list[BrowserContext] = []

    def visit() -> Page:
        contexts.append(browser.new_context(base_url=url, reduced_motion="reduce"))
        return contexts[-1].new_page()

    page, again = SCENES[name](visit)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            again()
            page.wait_for_selector("body:not(:has([data-stepping]))")
            take(page, folder / f"{name}-{width}-{theme}.png", name in WHOLE)
    for context in contexts:
        context.close()


def take(page: Page, path: Path, whole: bool) -> None:
    try:
        page.screenshot(path=path, full_page=whole)
    except Error:  # a busy machine sometimes cannot capture at the first try
        page.screenshot(path=path, full_page=whole)


if __name__ == "__main__":
    main()
