"""A real server and a real Chromium for the tests of the pages."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.player import Watcher
from tests.server.live import free_port

CHROMIUM = os.environ.get("SKEP_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
LAN_NAME = "table.lan"  # a name without https, as on a local network
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.medium)


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that answers one very busy visitor."""
    at_once = {"SKEP_CLAIM_SECONDS": "0", "SKEP_CLAIM_UNTIMED_SECONDS": "0"}
    with running_server(tmp_path_factory.mktemp("server"), at_once) as url:
        yield url


@pytest.fixture(scope="session")
def patient_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """As above, where absence has the time that it has by default."""
    with running_server(tmp_path_factory.mktemp("patient"), {}) as url:
        yield url


@contextlib.contextmanager
def running_server(folder: Path, settings: dict[str, str]) -> Iterator[str]:
    port = free_port()
    environment = {
        **os.environ,
        "SKEP_DATA_DIR": str(folder),
        "SKEP_PORT": str(port),
        "SKEP_DEVELOPMENT": "true",
        "SKEP_REQUESTS_PER_SECOND": "100000",
        "SKEP_CREATIONS_PER_MINUTE": "600000",
        "SKEP_COMMANDS_PER_SECOND": "10000",
        "SKEP_ORIGINS": f"http://{LAN_NAME}:{port}",
        **settings,
    }
    log = (folder / "log").open("w")
    command = [sys.executable, "-m", "skep.cli", "serve"]
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_ready(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(20)
        log.close()


def wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(1200):  # a machine with much else to do takes its time
        if process.poll() is not None:
            raise RuntimeError("the server stopped at once; its log says why")
        try:
            with urllib.request.urlopen(f"{url}/ready", timeout=1) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not become ready")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        reason = "no Chromium here; install one or name it by SKEP_CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    """Whatever a page says to the console fails the test."""
    watcher = Watcher()
    yield watcher
    assert watcher.said == []


class Visitors:
    """Makes contexts, each a person of their own."""

    def __init__(self, browser: Browser, base_url: str, watcher: Watcher) -> None:
        self._browser = browser
        self._base_url = base_url
        self._watcher = watcher
        self._contexts: list[BrowserContext] = []

    def new(self, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("base_url", self._base_url)
        context = self._browser.new_context(**options)
        context.set_default_timeout(30_000)
        self._contexts.append(context)
        page = context.new_page()
        self._watcher.watch(page)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitors(browser: Browser, base_url: str, watcher: Watcher) -> Iterator[Visitors]:
    visitors = Visitors(browser, base_url, watcher)
    yield visitors
    visitors.close()


@pytest.fixture
def page(visitors: Visitors) -> Page:
    return visitors.new()
