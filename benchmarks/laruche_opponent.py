"""How soon a tile laid on one screen is seen on another, on loopback.

A page lays by mouse; measured is from the task of its pointer-up to the first frame of the other
page that shows the tile, to its beginning and to its end, by the clock that both share.

    python -m benchmarks.laruche_opponent [--tiles 100]
"""

from __future__ import annotations

import argparse
import statistics
import time

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.laruche_player import Seat, Wish, play_to, seat_people
from tests.browser.screenshots import running_server

from skep.hive.arena.turns import alone

BAR_MS = 50
# To ask a page anything keeps its thread busy; so nothing is asked until the tile is long there.
UNDISTURBED_SECONDS = 0.3

_WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.times = { up: 0, frames: {} };
    addEventListener("pointerup", () => { window.times.up = now(); }, { capture: true });
    const tiles = document.querySelector(".tiles-laid");
    new MutationObserver(() => {
        const laid = tiles.childElementCount;
        if (laid in window.times.frames) return;
        // Tiles are drawn at the beginning of a frame; such a task, sent from there, is the first
        // to run when that frame is done.
        const frame = { begun: now(), done: 0 };
        window.times.frames[laid] = frame;
        scheduler.postTask(() => { frame.done = now(); }, { priority: "user-blocking" });
    }).observe(tiles, { childList: true });
}"""


def sit_down(browser: Browser, url: str) -> list[Seat]:
    size: ViewportSize = {"width": 1280, "height": 800}
    pages = [browser.new_context(base_url=url, viewport=size).new_page() for _ in range(2)]
    seats = seat_people(pages, miss_ms=0)
    play_to(seats, 4)
    for page in pages:
        page.wait_for_selector('#game[data-laid="4"]')
        page.evaluate(_WATCH)
    return seats


def openest(seat: Seat) -> Wish | None:
    """What this seat can lay so that the most can be laid beside it."""
    return max(
        seat.wishes(), key=lambda wish: seat.table().contacts(wish.placement.cell) < 3, default=None
    )


def play(seats: list[Seat], most: int) -> list[dict[str, float]]:
    """Milliseconds from each pointer-up to the other's frame, until the round is over."""
    times: list[dict[str, float]] = []
    laid = 4
    while len(times) < most and seats[0].phase == "play":
        mover, other = seats if laid % 2 else seats[::-1]
        wish = openest(mover)
        if wish is None:
            break
        laid += 1
        mover.hold(wish)
        mover.page.evaluate("document.querySelector('.board__tool').click()")
        mover.page.mouse.click(*mover.spot(wish.key))
        time.sleep(UNDISTURBED_SECONDS)
        for seat in seats:
            seat.page.wait_for_selector(f'#game[data-laid="{laid}"]:not([data-pending])')
        other.page.wait_for_function("(laid) => window.times.frames[laid].done > 0", arg=laid)
        up = float(mover.page.evaluate("window.times.up"))
        frame = other.page.evaluate(f"window.times.frames[{laid}]")
        times.append({name: at - up for name, at in frame.items()})
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, default=100, help="how many are laid")
    wanted = parser.parse_args().tiles
    times: list[dict[str, float]] = []
    with running_server() as url, sync_playwright() as playwright:
        while len(times) < wanted:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, headless=True, args=FLAGS
            )
            times += play(sit_down(browser, url), wanted - len(times))
            browser.close()
    print(f"{len(times)} tiles, from the pointer-up to the other screen")
    for name in ("begun", "done"):
        values = sorted(one[name] for one in times)
        p95, p99 = (values[int(len(values) * share)] for share in (0.95, 0.99))
        print(
            f"  {name}: median {statistics.median(values):.1f} ms, p95 {p95:.1f} ms,"
            f" p99 {p99:.1f} ms (bar {BAR_MS}), most {values[-1]:.1f} ms"
        )


if __name__ == "__main__":
    with alone():
        main()
