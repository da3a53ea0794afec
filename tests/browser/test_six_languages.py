"""A whole game and the first lessons in German and French, by roles and names alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from skep.hive import Position
from skep.school import course_named
from skep.server.development.gallery import gallery_data
from skep.web.languages import browser_words
from skep.words import CODES, NAMES
from tests.browser.conftest import Visitors
from tests.browser.pupil import Pupil
from tests.browser.spoken import Spoken

SAMPLE: list[str] = gallery_data()["sample"]["moves"]
LOCALES = {"de": "de-DE", "fr": "fr-FR"}


@pytest.fixture(params=LOCALES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def native(visitors: Visitors, code: str) -> Page:
    """Somebody whose browser asks for the language."""
    return visitors.new(locale=LOCALES[code])


def test_a_whole_game(native: Page, code: str) -> None:
    page, said, position = native, Spoken(code), Position("Base+MLP")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.goto("/start/hive")
    page.get_by_role("radio", name=said("Two here")).check()
    for bug in ("Mosquito", "Ladybug", "Pillbug"):
        page.get_by_role("checkbox", name=said(bug)).check()
    page.get_by_role("button", name=said("Play at this screen")).click()
    page.wait_for_selector("#game[data-ready=yes]")
    board = page.get_by_role("group", name=said("Board"))
    for ply, text in enumerate(SAMPLE, 1):
        move = position.parse_move(text)
        assert move.piece is not None
        assert move.target is not None
        if move.origin is None:
            reserve = page.get_by_role("toolbar", name=said.reserve(move.piece.color))
            button = reserve.get_by_role(
                "button", name=said.in_hand(position, move.piece), exact=True
            )
        else:
            button = board.get_by_role("button", name=said.cell(position, move.origin), exact=True)
        button.press("Enter")
        goal = said.goal(position, move.piece, move.target)
        board.get_by_role("button", name=goal, exact=True).press("Enter")
        position.play(move)
        page.wait_for_selector(f'#game[data-ply="{ply}"]:not([data-pending])')
        page.wait_for_selector("#game[data-look=yes], #game[data-over]")
    expect(page.get_by_role("heading", name=said("White wins"))).to_be_visible()
    expect(page.get_by_text(said("The black queen is surrounded."), exact=True)).to_be_visible()


@pytest.mark.parametrize("course_id", ["hive-first", "laruche-first"])
def test_the_first_lesson(native: Page, code: str, course_id: str) -> None:
    said, course = Spoken(code), course_named(course_id)
    native.goto("/learn")
    expect(native.get_by_role("heading", name=said("Learn by doing"))).to_be_visible()
    pupil = Pupil(native, course, "mouse")
    pupil.open(course.lessons[0])
    pupil.do(course.lessons[0])
    expect(native.get_by_label(said("{n} of 3 stars", n=3))).to_be_visible()


def test_the_menu_works_without_scripts(visitors: Visitors) -> None:
    page = visitors.new(java_script_enabled=False)
    page.goto("/learn")
    current = "en"
    for code in (*CODES[1:], "en"):
        page.get_by_role(
            "button", name=Spoken(current)("Language: %(code)s") % {"code": current.upper()}
        ).click()
        page.get_by_role("button", name=NAMES[code], exact=True).click()
        expect(page).to_have_url("/learn")
        expect(page.locator("html")).to_have_attribute("lang", code)
        current = code


def test_a_page_carries_its_own_words_only(native: Page, code: str) -> None:
    """And the first visit stays small in every language."""
    sizes: list[int] = []
    native.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    native.goto("/")
    native.wait_for_load_state("networkidle")
    carried = json.loads(native.locator("#words").text_content() or "{}")["texts"]
    every = browser_words(code)
    assert every is not None
    assert 0 < len(carried) < len(every["texts"]) / 3
    assert carried.items() <= every["texts"].items()
    assert not any(re.search("queen|ant ", key) for key in carried if "\4" in key)
    assert 10_000 < sum(sizes) < 150_000
