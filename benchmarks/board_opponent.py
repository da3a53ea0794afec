"""How soon a move is seen at the opponent's screen: two browsers' contexts, one server, loopback.

Run `python -m benchmarks.board_opponent`. A page plays by mouse; measured is from the task of its
pointer-up to the first frame of the other page that shows the piece, by the clock that both share.
"""

from __future__ import annotations

import random
import statistics
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.player import Player
from tests.browser.screenshots import running_server

from skep.hive import Position
from skep.hive.notation import format_move

MOVES = 120
BAR_MS = 50

# The times of the pointer-up that plays, and of the frame that shows a new ply.
_WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.times = { up: 0, frames: {} };
    addEventListener("pointerup", () => { window.times.up = now(); }, { capture: true });
    const game = document.getElementById("game");
    new MutationObserver(() => {
        const ply = game.dataset.ply;
        if (ply in window.times.frames) return;
        window.times.frames[ply] = 0;
        // The page draws when the message comes. A task of this kind, sent at the beginning of the
        // next frame, runs when that frame is done.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { window.times.frames[ply] = now(); };
        requestAnimationFrame(() => port2.postMessage(0));
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
    first, second = pages
    first.goto("/")
    first.get_by_role("button", name="Play a friend").click()
    second.goto(first.get_by_label("Link").input_value())
    second.get_by_role("button", name="Take the seat").click()
    for page in pages:
        page.wait_for_selector("#game[data-ready=yes][data-look=yes][data-connection=open]")
        page.wait_for_selector(".invite", state="detached")
        page.evaluate(_WATCH)
    if first.get_attribute("#game", "data-my-turn") != "yes":
        first, second = second, first
    return Player(first), Player(second)


def main() -> None:
    times = []
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        players = meet(browser, url)
        for ply, text in enumerate(long_line(7), start=1):
            mover, other = players[(ply - 1) % 2], players[ply % 2]
            mover.page.evaluate("document.querySelector('.board__tool').click()")
            mover.click_through(text)
            other.follow(text)
            # Seldom, so that to ask does not keep the processors busy meanwhile.
            other.page.wait_for_function(
                "(ply) => window.times.frames[ply] > 0", arg=ply, polling=200
            )
            mover.wait(ply)
            other.wait(ply)
            up = float(mover.page.evaluate("window.times.up"))
            times.append(float(other.page.evaluate(f"window.times.frames[{ply}]")) - up)
        browser.close()
    times.sort()
    p99 = times[int(len(times) * 0.99)]
    print(f"opponent's screen, {len(times)} moves, from the pointer-up to the next frame there")
    print(
        f"  median {statistics.median(times):.1f} ms, p95 {times[int(len(times) * 0.95)]:.1f} ms,"
        f" p99 {p99:.1f} ms (bar {BAR_MS}), most {times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
