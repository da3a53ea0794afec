"""Practice and missed steps in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from skep.school import Lesson, Tap, course_named
from skep.school.judging import begin, way_from
from skep.school.practice import exercises, practice_course
from tests.browser.pupil import Pupil
from tests.browser.test_accessibility import check

EXERCISES = practice_course()


def numbered(moves: int, number: int) -> Lesson:
    found = next(one for one in exercises() if (one.moves, one.number) == (moves, number))
    return EXERCISES.lesson(found.id)


def opened(page: Page, lesson: Lesson) -> Pupil:
    pupil = Pupil(page, EXERCISES, "mouse")
    pupil.open(lesson)
    return pupil


def test_a_win_is_found_and_the_next_position_comes(page: Page) -> None:
    lesson = numbered(1, 1)
    pupil = opened(page, lesson)
    expect(page.get_by_role("button", name="Show the win")).to_be_hidden()
    pupil.do(lesson)
    expect(page.get_by_label("3 of 3 stars")).to_be_visible()
    page.get_by_role("button", name="Next position").click()
    page.wait_for_url(f"**/learn/practice/{numbered(1, 2).id}")
    expect(page.get_by_role("heading", name="Win in 1, number 2")).to_be_visible()
    page.goto("/learn/practice")
    expect(page.get_by_text("1 of 40 done")).to_be_visible()


def test_after_a_failure_the_better_line_is_shown(page: Page) -> None:
    lesson = numbered(2, 10)
    pupil = opened(page, lesson)
    step = lesson.steps[0]
    standing = begin(step, "hive")
    scene = standing.scene
    wrong = next(
        action
        for action in standing.judge.possible(scene)
        if standing.judge.judge(scene, action)[0].code == "WIN_GONE"
    )
    pupil.act(standing, wrong)
    expect(page.get_by_text("it does not win in time")).to_be_visible()
    page.get_by_role("button", name="Show the win").click()
    expect(page.get_by_text("It is won like this:")).to_be_visible()
    expect(page.locator("[data-advised]")).to_have_count(1)  # it comes out of the reserve
    check(page)
    pupil.do_step(step)
    expect(page.locator("#lesson")).to_have_attribute("data-done", "yes")
    expect(page.get_by_label("2 of 3 stars")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 664), (844, 390), (1280, 800)])
def test_the_longest_line_is_to_be_seen_whole(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    pupil = opened(page, numbered(3, 1))
    page.locator("[data-part=show-button]").dispatch_event("click")
    expect(page.get_by_text("It is won like this:")).to_be_in_viewport(ratio=1)
    pupil.check_it_fits()
    box = page.locator("#lesson .board").bounding_box()
    assert box is not None
    assert box["height"] > 0.4 * size[1]


def test_the_timer_is_off_until_it_is_wanted(page: Page) -> None:
    opened(page, numbered(1, 3))
    timer = page.get_by_role("timer")
    expect(timer).to_be_hidden()
    page.get_by_role("button", name="Timer").click()
    expect(timer).to_have_text("0:01")
    page.reload()
    expect(timer).to_be_visible()
    page.get_by_role("button", name="Timer").click()
    expect(timer).to_be_hidden()


def test_a_missed_step_returns_and_is_done(page: Page) -> None:
    course = course_named("hive-first")
    lesson = next(one for one in course.lessons if one.id == "one-hive")
    pupil = Pupil(page, course, "mouse")
    pupil.open(lesson)
    step = lesson.step("pinned")
    for one in lesson.steps:
        page.wait_for_selector(f'#lesson[data-step="{one.id}"]')
        if one is step:
            standing = begin(one, "hive")
            right = {action.cell for action in way_from(standing) if isinstance(action, Tap)}
            q, r = next(
                action.cell
                for action in standing.judge.possible(standing.scene)
                if isinstance(action, Tap) and action.cell not in right
            )
            pupil.act(standing, Tap((q, r)))
            page.wait_for_selector('[data-part=verdict][data-kind="wrong"]')
        pupil.do_step(one)
        expect(page.locator("#lesson")).to_have_attribute("data-done", "yes")
        if one is not lesson.steps[-1]:
            pupil.next()
    expect(page.get_by_label("2 of 3 stars")).to_be_visible()
    page.goto("/learn")
    page.get_by_role("link", name="Practise again: 1 step").click()
    page.wait_for_selector('#lesson[data-ready=yes][data-step="pinned"]')
    page.wait_for_selector(".board[data-ready=yes]")
    with page.expect_response("**/api/school/again"):
        pupil.do_step(step)
    page.get_by_role("button", name="To the courses").click()
    expect(page.get_by_role("heading", name="Learn by doing")).to_be_visible()
    expect(page.get_by_role("link", name="Practise again")).to_have_count(0)


@pytest.mark.parametrize("path", ["/learn", "/learn/practice", "/rules/hive", "/rules/laruche"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_pages_of_the_school_are_for_everybody(
    page: Page, path: str, theme: str, base_url: str
) -> None:
    page.context.add_cookies(
        [{"name": "skep_settings", "value": f"theme={theme}", "url": base_url}]
    )
    page.goto(path)
    check(page)
