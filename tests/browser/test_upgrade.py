"""A tab that was open while the site was upgraded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors, wait_until_ready
from tests.browser.laruche_player import play_to, seat_people
from tests.browser.player import Player, Watcher, seat_two
from tests.server.live import free_port


class Upgraded:
    """A server that is stopped and started again at the same address, as the same or the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, program: str) -> None:
        environment = {
            **os.environ,
            "SKEP_DATA_DIR": str(self.folder),
            "SKEP_PORT": str(self.port),
            "SKEP_REQUESTS_PER_SECOND": "100000",
        }
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", program, "serve"], env=environment, stdout=log, stderr=log
            )
        wait_until_ready(self.url, self.process)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


@pytest.fixture
def site(tmp_path: Path, watcher: Watcher) -> Iterator[Upgraded]:
    server = Upgraded(tmp_path)
    server.start("skep.cli")
    watcher.allowed = ("ERR_CONNECTION_REFUSED", "WebSocket")
    yield server
    server.stop()


def build_of(page: Page) -> str:
    sources: list[str] = page.evaluate("() => [...document.scripts].map((one) => one.src)")
    return next(source.split("/")[4] for source in sources if "/static/" in source)


def test_a_tab_of_the_build_before_loads_itself_again_and_keeps_its_move(
    site: Upgraded, visitors: Visitors
) -> None:
    pages = seat_two(visitors.new(base_url=site.url), visitors.new(base_url=site.url))
    white, black = (Player(page) for page in pages)
    white.play("wS1")
    black.follow("wS1")
    black.wait(1)
    before = build_of(black.page)
    site.stop()
    expect(black.page.locator("[data-connection=open]")).to_have_count(0)
    black.click_through("bS1 wS1-")  # drawn, and waiting for a server
    expect(black.page.locator("[data-pending='1']")).to_be_visible()
    site.start("tests.server.next_release")
    for player in (black, white):
        player.wait(2)
        expect(player.page.locator("[data-connection=open]")).to_be_visible()
        assert build_of(player.page) != before
        assert player.page.locator("[data-pending]").count() == 0


def test_a_tab_goes_back_with_the_site(site: Upgraded, visitors: Visitors) -> None:
    page = visitors.new(base_url=site.url)
    created = page.request.post(
        "/api/games", data={"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}
    ).json()
    page.goto(created["link"])
    expect(page.locator("[data-connection=open]")).to_be_visible()
    before = build_of(page)
    site.stop()
    site.start("tests.server.next_release")
    expect(page.locator(f"script[src*='{before}']")).to_have_count(0, timeout=30_000)
    expect(page.locator("[data-connection=open]")).to_be_visible(timeout=30_000)  # it is whole
    after = build_of(page)
    site.stop()
    site.start("skep.cli")
    expect(page.locator(f"script[src*='{after}']")).to_have_count(0, timeout=30_000)
    assert build_of(page) == before


def test_a_tile_that_was_laid_while_the_site_was_upgraded_lies(
    site: Upgraded, visitors: Visitors
) -> None:
    seats = seat_people([visitors.new(base_url=site.url) for _ in range(2)])
    play_to(seats, 5)
    one = seats[0]
    one.page.wait_for_selector('#game[data-laid="5"]')
    wish = one.wishes()[0]
    before = build_of(one.page)
    site.stop()
    expect(one.page.locator("[data-connection=open]")).to_have_count(0)
    one.lay(wish)
    one.page.wait_for_selector("#game[data-pending='1']")
    site.start("tests.server.next_release")
    for seat in seats:
        seat.page.wait_for_selector('#game[data-laid="6"]:not([data-pending])')
        expect(seat.page.locator("[data-connection=open]")).to_be_visible()
        assert build_of(seat.page) != before
    assert one.table().tiles[wish.placement.cell] == wish.placement.pose


def test_a_list_of_tables_is_of_the_newest_build_too(site: Upgraded, visitors: Visitors) -> None:
    page = visitors.new(base_url=site.url)
    page.goto("/tables")
    page.wait_for_selector("#tables[data-live=yes]")
    before = build_of(page)
    site.stop()
    site.start("tests.server.next_release")
    expect(page.locator(f"script[src*='{before}']")).to_have_count(0, timeout=30_000)
    page.wait_for_selector("#tables[data-live=yes]")
