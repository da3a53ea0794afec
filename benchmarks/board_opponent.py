"""How soon a move is seen and can be answered at the opponent's screen, on loopback.

A page plays by mouse; measured is from the task of its pointer-up to the first frame of the other
page that shows the piece, to its beginning and to its end, and to the moment when that page's board
accepts a move, by the clock that both share. Another checkout takes turns with this one.

    python -m benchmarks.board_opponent [--before PATH_OF_OTHER_CHECKOUT]
"""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import time
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.player import Player, seat_two

from benchmarks.checkouts import sides
from skep.hive import Position
from skep.hive.arena.turns import alone
from skep.hive.notation import format_move

MOVES = 120
BARS_MS = {"begun": 50, "done": 50, "accepts": 60}
# To ask a page anything keeps its thread busy; so nothing is asked until the move is long there.
UNDISTURBED_SECONDS = 0.3

# The times of the pointer-up that plays, of the frame that shows a new ply, and of the moment from
# which the board takes a move for now, not ahead: its targets are there then.
_WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.times = { up: 0, frames: {}, accepts: {} };
    addEventListener("pointerup", () => { window.times.up = now(); }, { capture: true });
    const game = document.getElementById("game");
    const board = game.querySelector(".board__table");
    new MutationObserver(() => {
        const { ply, myTurn } = game.dataset;
        const accepts = board.dataset.active === "yes" && !("ahead" in board.dataset);
        if (accepts && myTurn === "yes") window.times.accepts[ply] ??= now();
    }).observe(game, {
        subtree: true,
        attributeFilter: ["data-ply", "data-my-turn", "data-active", "data-ahead"],
    });
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


def play(players: tuple[Player, Player], line: list[str]) -> dict[str, list[float]]:
    """Milliseconds from each pointer-up to what it brings about at the other page."""
    times: dict[str, list[float]] = {name: [] for name in BARS_MS}
    for ply, text in enumerate(line, start=1):
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
        accepts = float(other.page.evaluate(f"window.times.accepts[{ply}]"))
        for name, at in {**frame, "accepts": accepts}.items():
            times[name].append(at - up)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="another checkout, set up by `make setup`")
    parser.add_argument("--rounds", type=int, default=1, help="games at each checkout")
    chosen = parser.parse_args()
    found: dict[str, dict[str, list[float]]] = {}
    with contextlib.ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        servers = [
            (side.name, stack.enter_context(side.serving())) for side in sides(chosen.before)
        ]
        for seed in range(7, 7 + chosen.rounds):
            for name, served in servers:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM, headless=True, args=FLAGS
                )
                times = play(meet(browser, served.url), long_line(seed))
                browser.close()
                for what, values in times.items():
                    found.setdefault(name, {}).setdefault(what, []).extend(values)
    for name, times in found.items():
        count = len(times["begun"])
        print(f"{name}: {count} moves, from the pointer-up to the opponent's screen")
        for what, values in times.items():
            values.sort()
            p95, p99 = values[int(count * 0.95)], values[int(count * 0.99)]
            print(
                f"  {what}: median {statistics.median(values):.1f} ms, p95 {p95:.1f} ms,"
                f" p99 {p99:.1f} ms (bar {BARS_MS[what]}), most {values[-1]:.1f} ms"
            )


if __name__ == "__main__":
    with alone():
        main()
