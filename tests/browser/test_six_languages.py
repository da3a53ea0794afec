"""A whole game and the first lessons in German and French, by roles and names alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from skep.geometry import Cell
from skep.hive import Piece, Position
from skep.school import Choose, Lesson, Play, Step, course_named
from skep.school.judging import begin, way_from
from skep.school.words import words_of
from skep.server.development.gallery import gallery_data
from skep.web.languages import browser_words
from skep.words import CODES, NAMES
from tests.browser.conftest import Visitors
from tests.browser.spoken import Spoken

SAMPLE: list[str] = gallery_data()["sample"]["moves"]
LOCALES = {"de": "de-DE", "fr": "fr-FR"}
TILES = ("tile {number} bee: {colors}", "tile {number}: {colors}")


@pytest.fixture(params=LOCALES)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def native(visitors: Visitors, code: str) -> Page:
    """Somebody whose browser asks for the language."""
    return visitors.new(locale=LOCALES.get(code, code))


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


def open_first_lesson(page: Page, code: str, course_id: str) -> Lesson:
    """From the list of lessons, by the title that the lesson has in the language."""
    said, lesson = Spoken(code), course_named(course_id).lessons[0]
    page.goto("/learn")
    expect(page.get_by_role("heading", name=said("Learn by doing"))).to_be_visible()
    words = words_of(course_id, code)
    listed = page.get_by_role("region", name=words.title)
    listed.get_by_role("link", name=words.lessons[lesson.id].title).click()
    title = page.get_by_role("heading", name=words.lessons[lesson.id].title)
    expect(title).to_be_visible()
    return lesson


def go_on(page: Page, code: str, course_id: str, lesson: Lesson, step: Step) -> None:
    """What the lesson says of a step that is done; then to the next, or the stars at its end."""
    said, words = Spoken(code), words_of(course_id, code).lessons[lesson.id]
    expect(page.get_by_role("status").get_by_text(words.steps[step.id].done)).to_be_visible()
    if step is lesson.steps[-1]:
        expect(page.get_by_role("img", name=said("{n} of 3 stars", n=3))).to_be_visible()
    else:
        page.get_by_role("button", name=said("Next"), exact=True).press("Enter")


def test_the_first_lesson_of_hive(native: Page, code: str) -> None:
    said, lesson = Spoken(code), open_first_lesson(native, code, "hive-first")
    words = words_of("hive-first", code).lessons[lesson.id]
    for step in lesson.steps:
        expect(native.get_by_text(words.steps[step.id].say)).to_be_visible()
        standing = begin(step, "hive")
        for action in way_from(standing):
            if isinstance(action, Choose):
                answer = native.get_by_role("button", name=said("I have won"), exact=True)
            else:
                assert isinstance(action, Play)
                position, piece = standing.scene.position, Piece.parse(action.piece)
                origin = position.cell_of(piece)
                assert origin is not None
                name = said.cell(position, origin)
                native.get_by_role("button", name=name, exact=True).press("Enter")
                goal = said.goal(position, piece, Cell(*action.cell))
                answer = native.get_by_role("button", name=goal, exact=True)
            answer.press("Enter")
        go_on(native, code, "hive-first", lesson, step)


def beginning(*texts: str) -> re.Pattern[str]:
    """Names that begin so; the browser makes one plain space of every space in a name."""
    return re.compile("|".join("^" + r"\s+".join(map(re.escape, one.split())) for one in texts))


def test_the_first_lesson_of_la_ruche(native: Page, code: str) -> None:
    """The tile turns by itself, so that any spot is right."""
    said, lesson = Spoken(code), open_first_lesson(native, code, "laruche-first")
    (step,) = lesson.steps
    tile = beginning(*(said(face, number=1, colors="") for face in TILES))
    hand = native.get_by_role("list", name=said("Your hand"))
    hand.get_by_role("button", name=tile).press("Enter")
    spots = native.get_by_role("list", name=said("Spots"))
    spot = beginning(said("spot {number}: {asks}", number=1, asks=""))
    spots.get_by_role("button", name=spot).press("Enter")
    go_on(native, code, "laruche-first", lesson, step)


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


@pytest.mark.parametrize("code", CODES[1:])
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
    native.get_by_role("link", name=Spoken(code)("Play %(game)s") % {"game": "Hive"}).click()
    native.get_by_role("button", name=Spoken(code)("Play the computer")).click()
    native.wait_for_selector(".board[data-ready=yes]")
    native.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < 150_000
