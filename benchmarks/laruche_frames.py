"""Frames of a page at a full table: 4 people, 2 tiles a second each, 2 bots, 4 times slower.

One person is a page, whose frames are looked at; the other three are programs. Of each frame the
processor time of all tasks of the page's main thread is summed, slowed down with it, as Chromium's
trace tells it: other work of the machine is not in it.

    python -m benchmarks.laruche_frames [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import contextlib
import json
import random
import statistics
import threading
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, ViewportSize, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.laruche_player import READY, Seat, open_match
from tests.browser.screenshots import running_server
from tests.faults.players import _placement

from skep.client import Person
from skep.errors import CommandRefusedError
from skep.hive.arena.turns import alone
from skep.server.games.laruche.messages import Lay

SLOWER = 4
BAR_MS = 32
LAY_SECONDS = 0.5
PROGRAMS = 3
BOTS = (5, 5)

# Straight to the browser: the wrapping of page.evaluate is script too. Taps come in frames of their
# own, as quick as any fingers are.
_LAY = """(async () => {{
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    document.querySelector('[data-part=hand] button[data-tile="{tile}"]')?.click();
    await frame();
    if ({flips}) document.querySelector(".held:not([hidden]) .held__tile")?.click();
    if ({flips}) await frame();
    document.querySelector('[data-part=spots] button[data-spot="{key}"]')?.click();
}})()"""


async def lay_on(person: Person, game: str, key: str) -> None:
    """Two tiles a second, until the match is over."""
    chance = random.Random(key)
    async with person.sit(game, key=key) as session:
        while session.mirror.outcome is None:
            await asyncio.sleep(LAY_SECONDS)
            status = session.mirror.status
            placement = _placement(session, session.seats[0], chance) if status.hand else None
            if placement is None:
                continue
            cell = (placement.cell.q, placement.cell.r)
            with contextlib.suppress(CommandRefusedError):
                await session.do(Lay(round=status.round, cell=cell, pose=placement.pose.name))


async def sit_and_lay(url: str, game: str, key: str) -> None:
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(url)) for _ in range(PROGRAMS)]
        for person in people:
            await person.join(game, key)
        await asyncio.gather(*(lay_on(person, game, key) for person in people))


@contextlib.contextmanager
def programs(url: str, game: str, key: str) -> Iterator[threading.Thread]:
    thread = threading.Thread(target=lambda: asyncio.run(sit_and_lay(url, game, key)), daemon=True)
    thread.start()
    yield thread


def play_round(page: Page, url: str) -> int:
    """How many tiles were laid in all."""
    seats = [{"who": "invited"}] * PROGRAMS + [{"who": "bot", "level": n} for n in BOTS]
    link = open_match(page, seats, rounds=1, setup_ms=2000, stall_ms=5000)
    game, key = link.removeprefix("/g/").split("?key=")
    session = page.context.new_cdp_session(page)
    with programs(url, game, key):
        page.wait_for_selector(READY)
        page.wait_for_selector("#game:not([data-phase=waiting])")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        # A frame for every sixtieth of a second, whether something changes or not.
        page.evaluate(
            """() => {
                performance.mark("begun");
                const on = () => requestAnimationFrame(on);
                on();
            }"""
        )
        # Nothing may be asked of the page itself: the question would be a task of its frames.
        one = Seat(page)
        first = page.request.get(f"/api/games/{game}").json()
        me, view = first["you"][0], first["view"]
        while (status := view["status"])["phase"] in ("setup", "play"):
            if status["turn"] in (None, me) and (wishes := one.wishes(view)):
                wish = wishes[0]
                flips = str(not wish.placement.pose.has_bee).lower()
                script = _LAY.format(tile=wish.tile, key=wish.key, flips=flips)
                session.send("Runtime.evaluate", {"expression": script})
            time.sleep(LAY_SECONDS)
            view = page.request.get(f"/api/games/{game}").json()["view"]
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return len(view["table"])


def frames_of(trace: bytes) -> list[float]:
    """Processor time of each frame in ms: of the tasks up to the one that draws it."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    begun = min(event["ts"] for event in events if event.get("name") == "begun")
    draws = [event for event in events if event.get("name") == "FireAnimationFrame"]
    threads = {(event["pid"], event["tid"]) for event in draws}
    assert len(threads) == 1, "one page, one main thread"
    tasks = sorted(
        (event["ts"], event["dur"], event.get("tdur", 0) / 1000)
        for event in events
        if event.get("name") == "ThreadControllerImpl::RunTask"
        and "dur" in event  # the recording may end within a task
        and (event["pid"], event["tid"]) in threads
        and event["ts"] > begun  # the page is there, and play begins
    )
    drawn = sorted(event["ts"] for event in draws)
    frames = []
    busy_ms = 0.0
    for start, lasted, task_ms in tasks:
        busy_ms += task_ms
        first = bisect.bisect(drawn, start)
        if first < len(drawn) and drawn[first] < start + lasted:
            frames.append(busy_ms)
            busy_ms = 0.0
    return frames


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    for _ in range(rounds):
        with running_server() as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, headless=True, args=FLAGS
            )
            size: ViewportSize = {"width": 390, "height": 664}
            page = browser.new_context(base_url=url, viewport=size).new_page()
            page.goto("/settings")
            browser.start_tracing(
                page=page,
                # No more than is needed: what is written down is slowed down with the page.
                categories=["toplevel", "blink.user_timing", "devtools.timeline"],
            )
            laid = play_round(page, url)
            frames = frames_of(browser.stop_tracing())
            browser.close()
        late = sum(frame > BAR_MS for frame in frames)
        frames.sort()
        print(
            f"{laid} tiles, {len(frames)} frames, {SLOWER}x slower: median"
            f" {statistics.median(frames):.1f} ms, p99 {frames[int(len(frames) * 0.99)]:.1f} ms,"
            f" most {frames[-1]:.1f} ms; {late} over {BAR_MS} ms (bar 0)"
        )


if __name__ == "__main__":
    with alone():
        main()
