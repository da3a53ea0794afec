"""The school in a real browser: lessons gone through by mouse, touch and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from skep.school import course_named
from tests.browser.pupil import Hand, Pupil

FIRST = course_named("hive-first")


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_the_first_course_of_hive_from_its_first_lesson_to_its_last(page: Page, hand: Hand) -> None:
    pupil = Pupil(page, FIRST, hand)
    pupil.open(FIRST.lessons[0])
    for lesson in FIRST.lessons:
        expect(page).to_have_url(f"/learn/{FIRST.id}/{lesson.id}")
        pupil.do(lesson)
        expect(page.get_by_label("3 of 3 stars")).to_be_visible()
        if lesson is not FIRST.lessons[-1]:
            pupil.next()
    page.goto("/learn")
    expect(page.get_by_label("3 of 3 stars")).to_have_count(len(FIRST.lessons))
