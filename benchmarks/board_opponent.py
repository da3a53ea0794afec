"""How soon a move is seen at the opponent's screen: two browsers' contexts, one server, loopback.

Run `python -m benchmarks.board_opponent`. A page plays by mouse; measured is from the task of its
pointer-up to the first frame of the other page that shows the piece, to its beginning and to its
end, by the clock that both share.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.player import Player, seat_two
from tests.browser.screenshots import running_server

from skep.hive import Position
from skep.hive.notation import format_move

MOVES = 120
BAR_MS = 50
# To ask a page anything keeps its thread busy; so nothing is asked until the move is long there.
UNDISTURBED_SECONDS = 0.3

# The times of the pointer-up that plays, and of the frame that shows a new ply.
_WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.times = { up: 0, frames: {} };
    addEventListener("pointerup", () => { window.times.up = now(); }, { capture: true });
    const game = document.getElementById("game");
    new MutationObserver(() => {
        const ply = game.dataset.ply;
        if (ply in window.times.frames) return;
        window.times.frames[ply] = { begun: 0, done: 0 };
        // The page draws when the message comes; such a task, sent at the beginning of the next
        // frame, is the first to run when that frame is done.
        requestAnimationFrame(() => {
            const frame = window.times.frames[ply];
            frame.begun = now();
            scheduler.postTask(() => { frame.done = now(); }, { priority: "user-blocking" });
        });
    }).observe(game, { attributeFilter: ["data-ply"] });
}"""


def long_line(seed: int) -> list[str]:
    """A random game that lasts; its moves are never a pass."""
    chance = random.Random(seed)
    while True:
        position = Position("Base+MLP", opening_queen="allowed")
        line: list[str] = []
        while len(line) < MOVES and position.outcome() is None:
            moves = [move for move in position.legal_moves if move.piece is not None]
            if not moves:
                break
            move = chance.choice(moves)
            line.append(format_move(position, move))
            position.play_unchecked(move)
        if len(line) == MOVES:
            return line


def meet(browser: Any, url: str) -> tuple[Player, Player]:
    pages: list[Page] = []
    for _ in range(2):
        size = {"width": 1280, "height": 800}
        pages.append(browser.new_context(base_url=url, viewport=size).new_page())
    white, black = seat_two(*pages)
    for page in pages:
        page.evaluate(_WATCH)
    return Player(white), Player(black)


def main() -> None:
    times: dict[str, list[float]] = {"begun": [], "done": []}
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        players = meet(browser, url)
        for ply, text in enumerate(long_line(7), start=1):
            mover, other = players[(ply - 1) % 2], players[ply % 2]
            mover.page.evaluate("document.querySelector('.board__tool').click()")
            mover.click_through(text)
            other.follow(text)
            time.sleep(UNDISTURBED_SECONDS)
            other.page.wait_for_function("(ply) => window.times.frames[ply].done > 0", arg=ply)
            mover.wait(ply)
            other.wait(ply)
            up = float(mover.page.evaluate("window.times.up"))
            frame = other.page.evaluate(f"window.times.frames[{ply}]")
            for name, values in times.items():
                values.append(frame[name] - up)
        browser.close()
    print(f"opponent's screen, {MOVES} moves, from the pointer-up to the next frame there")
    for name, values in times.items():
        values.sort()
        p95, p99 = values[int(MOVES * 0.95)], values[int(MOVES * 0.99)]
        print(
            f"  {name}: median {statistics.median(values):.1f} ms, p95 {p95:.1f} ms,"
            f" p99 {p99:.1f} ms (bar {BAR_MS}), most {values[-1]:.1f} ms"
        )


if __name__ == "__main__":
    main()
