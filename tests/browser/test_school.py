"""The school in a real browser: lessons gone through by touch, by keys, and by roles and names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from skep.hive import Piece
from skep.school import Course, Lay, Lesson, Step, Tap, all_courses, course_named
from skep.school.judging import begin, way_from
from skep.school.lessons import steps_of
from skep.words import CODES
from tests.browser.conftest import Visitors
from tests.browser.player import Player, game_id
from tests.browser.pupil import Hand, Pupil
from tests.browser.test_accessibility import check

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


def speak(page: Page, base_url: str, language: str) -> None:
    settings = {"name": "skep_settings", "value": f"language={language}", "url": base_url}
    page.context.add_cookies([settings])  # type: ignore[list-item]


def at_step(page: Page, course: Course, lesson: Lesson, step: Step) -> Pupil:
    """Who has come that far in a lesson, on a page of the school."""
    at = lesson.steps.index(step)
    results = [{"step": one.id, "actions": 1} for one in lesson.steps[:at]]
    kept = [[f"{course.id}/{lesson.id}", {"at": at, "results": results}]]
    page.evaluate("(kept) => localStorage.setItem('skep-lessons', JSON.stringify(kept))", kept)
    pupil = Pupil(page, course, "touch")
    pupil.open(lesson)
    page.wait_for_selector(f'#lesson[data-step="{step.id}"]')
    return pupil


@pytest.mark.parametrize("hand", ["touch", "keys", "names"])
@pytest.mark.parametrize("course_id", ["hive-first", "laruche-first"])
def test_the_first_courses_from_the_first_lesson_to_the_last(
    visitors: Visitors, course_id: str, hand: Hand
) -> None:
    course = course_named(course_id)
    page = visitors.new(**(PHONE if hand == "touch" else {}))
    pupil = Pupil(page, course, hand)
    pupil.open(course.lessons[0])
    page.evaluate("window.isSamePage = true")
    for lesson in course.lessons:
        expect(page).to_have_url(f"/learn/{course.id}/{lesson.id}")
        pupil.do(lesson)
        expect(page.get_by_label("3 of 3 stars")).to_be_visible()
        if lesson is not course.lessons[-1]:
            pupil.next()
    assert page.evaluate("window.isSamePage")  # from lesson to lesson nothing was loaded again
    page.goto("/learn")
    expect(page.get_by_label("3 of 3 stars")).to_have_count(len(course.lessons))


@pytest.mark.parametrize("course_id", ["hive-first", "laruche-first"])
def test_lessons_are_for_everybody(page: Page, course_id: str) -> None:
    """At their beginning, after a miss with its hint, and at their end."""
    course = course_named(course_id)
    pupil = Pupil(page, course, "mouse")
    for lesson in course.lessons:
        pupil.open(lesson)
        check(page)
    pupil.open(course.lessons[0])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-part=hint]")).not_to_be_empty()
    check(page)
    pupil.do(course.lessons[0])
    expect(page.locator("[data-part=stars]")).to_be_visible()
    check(page)


def test_what_is_said_can_be_heard(page: Page) -> None:
    page.add_init_script(
        """window.heard = [];
        speechSynthesis.speak = (said) => window.heard.push([said.text, said.lang]);"""
    )
    pupil = Pupil(page, course_named("hive-first"), "mouse")
    pupil.open(pupil.course.lessons[0])
    page.get_by_role("button", name="Read it aloud").click()
    said = page.locator("[data-part=say]").inner_text()
    assert page.evaluate("window.heard") == [[said, "en"]]


@pytest.mark.parametrize("course_id", ["hive-first", "laruche-first"])
def test_the_last_lesson_leads_to_a_first_game(page: Page, course_id: str) -> None:
    course = course_named(course_id)
    pupil = Pupil(page, course, "mouse")
    pupil.open(course.lessons[-1])
    pupil.do(course.lessons[-1])
    page.get_by_role("button", name="Play a first game").click()
    page.wait_for_selector("#game[data-ready=yes][data-connection=open]")
    made = page.request.get(f"/api/games/{game_id(page)}").json()["game"]
    assert made["game"] == course.game
    assert [seat["level"] for seat in made["seats"]] == [0, 1]


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["touch", "keys", "names"])
@pytest.mark.parametrize("course_id", ["hive", "laruche"])
def test_the_full_courses_from_the_first_lesson_to_the_last(
    visitors: Visitors, course_id: str, hand: Hand
) -> None:
    course = course_named(course_id)
    page = visitors.new(**(PHONE if hand == "touch" else {}))
    pupil = Pupil(page, course, hand)
    pupil.open(course.lessons[0])
    for lesson in course.lessons:
        pupil.do(lesson)
        expect(page.get_by_label("3 of 3 stars")).to_be_visible()
        if lesson is not course.lessons[-1]:
            pupil.next()


@pytest.mark.slow
@pytest.mark.parametrize("language", CODES)
def test_every_step_of_every_lesson_fits_a_phone_with_its_hint(
    visitors: Visitors, base_url: str, language: str
) -> None:
    page = visitors.new(**PHONE)
    speak(page, base_url, language)
    page.goto("/learn")
    for course in all_courses():
        for lesson, step in steps_of(course):
            pupil = at_step(page, course, lesson, step)
            page.locator("[data-action=hint]").tap()
            pupil.check_it_fits()


@pytest.mark.parametrize("language", CODES)
def test_a_refusal_is_whole_above_a_hint(visitors: Visitors, base_url: str, language: str) -> None:
    page = visitors.new(**PHONE)
    speak(page, base_url, language)
    page.goto("/learn")
    course = course_named("hive-first")
    lesson = course.lesson("jump-and-climb")
    step = lesson.step("all-jumps")
    pupil = at_step(page, course, lesson, step)
    page.locator("[data-action=hint]").tap()
    pupil.act(begin(step, course.game), Tap((-1, 1)))  # in no straight line
    expect(page.locator("[data-part=rule]")).to_be_visible()
    pupil.check_it_fits()


@pytest.mark.parametrize("language", CODES)
def test_the_end_of_a_lesson_is_whole_below_its_stars(
    visitors: Visitors, base_url: str, language: str
) -> None:
    """Also where tiles are left in the hand, and where it is said what stars are for."""
    page = visitors.new(**PHONE)
    speak(page, base_url, language)
    course = course_named("laruche-first")
    pupil = Pupil(page, course, "touch")
    pupil.open(course.lessons[-1])
    page.locator("[data-action=hint]").tap()
    pupil.do(course.lessons[-1])
    expect(page.locator("[data-part=stars-why]")).to_be_visible()
    pupil.check_it_fits()


@pytest.mark.parametrize("type_", ["mouse", "touch"])
def test_a_tile_can_be_carried_to_its_spot(visitors: Visitors, type_: str) -> None:
    page = visitors.new(**(PHONE if type_ == "touch" else {}))
    course = course_named("laruche-first")
    lesson = course.lessons[0]
    pupil = Pupil(page, course, "mouse")
    pupil.open(lesson)
    way = way_from(begin(lesson.steps[0], "laruche"))
    assert isinstance(way[0], Lay)
    x, y = Player(page).spot(*way[0].cell)
    box = page.locator(".hand [data-tile]").bounding_box()
    assert box is not None
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if type_ == "mouse":
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(x, y, steps=4)
        expect(page.locator(".carried")).to_be_visible()
        page.mouse.up()
    else:
        finger = page.context.new_cdp_session(page)
        for kind, points in (("touchStart", [start]), ("touchMove", [(x, y)]), ("touchEnd", [])):
            touches = [{"x": at[0], "y": at[1]} for at in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    expect(page.locator("#lesson")).to_have_attribute("data-done", "yes")
    expect(page.locator(".carried")).to_be_hidden()


def test_the_flip_button_turns_the_tile_over(page: Page) -> None:
    course = course_named("laruche-first")
    pupil = Pupil(page, course, "mouse")
    pupil.open(course.lesson("flip"))
    tile = page.locator(".hand [data-tile]")
    before = tile.get_attribute("aria-label")
    page.get_by_role("button", name="Flip").click()
    expect(tile).not_to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Flip").click()
    expect(tile).to_have_attribute("aria-label", before or "")


def test_who_gives_before_a_tile_is_chosen_is_told_what_comes_first(visitors: Visitors) -> None:
    page = visitors.new(**PHONE)
    course = course_named("laruche")
    lesson = course.lesson("gifts")
    pupil = Pupil(page, course, "touch")
    pupil.open(lesson)
    pupil.do_step(lesson.steps[0])
    pupil.next()
    page.wait_for_selector(f'#lesson[data-step="{lesson.steps[1].id}"]')
    pupil.check_it_fits()
    page.locator("[data-player]").first.tap()
    expect(page.get_by_text("First tap a tile of your hand")).to_be_visible()
    pupil.do_step(lesson.steps[1])
    expect(page.locator("#lesson")).to_have_attribute("data-done", "yes")


def test_an_empty_cell_of_a_lesson_answers_and_the_piece_that_is_meant_is_marked(
    page: Page,
) -> None:
    course = course_named("hive-first")
    pupil = Pupil(page, course, "mouse")
    pupil.open(course.lesson("win"))
    expect(page.locator(".mark--able")).to_have_count(2)  # the ant and the last free side
    x, y = Player(page).spot(-3, 1)
    page.mouse.click(x, y)
    expect(page.get_by_text("First tap a bug")).to_be_visible()


def test_the_board_of_a_lesson_stays_where_it_is(visitors: Visitors) -> None:
    """Through hints, misses, questions and their answers; and what is said fits its place."""
    page = visitors.new(**PHONE)
    course = course_named("hive-first")
    lesson = course.lesson("placing")
    pupil = Pupil(page, course, "touch")
    pupil.open(lesson)
    board = page.locator("[data-part=board]")
    first = board.bounding_box()
    for step in lesson.steps:
        page.wait_for_selector(f'#lesson[data-step="{step.id}"]')
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator("[data-part=hint]")).not_to_be_empty()
        assert board.bounding_box() == first
        pupil.do_step(step)
        expect(page.locator("#lesson")).to_have_attribute("data-done", "yes")
        assert board.bounding_box() == first
        room = "(node) => node.scrollHeight <= node.clientHeight + 1"
        assert page.locator(".lesson__answer").evaluate(room)
        if step is not lesson.steps[-1]:
            pupil.next()


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390)])
def test_long_words_on_buttons_stay_in_their_row(
    visitors: Visitors, width: int, height: int
) -> None:
    page = visitors.new(viewport={"width": width, "height": height}, locale="fr")
    page.goto("/learn/laruche-first/flip")
    page.wait_for_selector("#lesson[data-ready=yes]")
    row = page.locator(".lesson__actions")
    assert row.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_a_reload_goes_on_with_the_step(page: Page) -> None:
    course = course_named("hive-first")
    lesson = course.lesson("win")
    pupil = Pupil(page, course, "mouse")
    pupil.open(lesson)
    pupil.do_step(lesson.steps[0])
    pupil.next()
    page.reload()
    page.wait_for_selector(f'#lesson[data-ready=yes][data-step="{lesson.steps[1].id}"]')
    for step in lesson.steps[1:]:
        pupil.do_step(step)
        pupil.next()
    page.wait_for_url("**/learn/hive-first/placing")
    page.goto("/learn")
    page.get_by_role("link", name="Continue: New bugs").click()
    page.wait_for_url("**/learn/hive-first/placing")
    pupil.open(lesson)  # a lesson that is done begins anew
    page.wait_for_selector(f'#lesson[data-step="{lesson.steps[0].id}"]')


def test_who_taps_the_bug_that_is_asked_about_has_missed_nothing(page: Page) -> None:
    course = course_named("hive-first")
    lesson = course.lesson("queen-and-ant")
    step = lesson.steps[0]
    pupil = Pupil(page, course, "mouse")
    pupil.open(lesson)
    position = begin(step, "hive").scene.position
    queen = position.cell_of(Piece.parse("wQ"))
    assert queen is not None
    page.mouse.click(*Player(page).spot(queen.q, queen.r))
    expect(page.get_by_text("Yes, that one.")).to_be_visible()
    far = Player(page).spot(queen.q - 3, queen.r)
    for _ in range(3):
        page.mouse.click(*far)
        page.wait_for_selector("#lesson[data-asking=no]")
    expect(page.locator(".mark--shown")).to_have_count(1)  # unlike what was found
    expect(page.locator(".mark--found")).to_have_count(0)


def test_who_lifts_what_must_stay_is_told_why_and_has_missed_nothing(page: Page) -> None:
    course = course_named("hive-first")
    lesson = course.lesson("win")
    Pupil(page, course, "mouse").open(lesson)
    position = begin(lesson.steps[0], "hive").scene.position
    pinned = next(piece for piece in position.pinned() if piece.color is position.turn)
    for piece, words in (
        (pinned, "the hive would fall apart"),
        (Piece.parse("bQ"), "is to move"),
    ):
        cell = position.cell_of(piece)
        assert cell is not None
        page.mouse.click(*Player(page).spot(cell.q, cell.r))
        expect(page.locator("[data-part=verdict-words]")).to_contain_text(words)
    expect(page.locator("[data-part=verdict]")).not_to_have_attribute("data-kind", "wrong")
