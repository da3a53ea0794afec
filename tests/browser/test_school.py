"""The school in a real browser: lessons gone through by mouse, touch and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skep.school import course_named
from tests.browser.conftest import Visitors
from tests.browser.pupil import Hand, Pupil

PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


@pytest.mark.parametrize("hand", ["touch", "keys"])
@pytest.mark.parametrize("course_id", ["hive-first", "laruche-first"])
def test_the_first_courses_from_the_first_lesson_to_the_last(
    visitors: Visitors, course_id: str, hand: Hand
) -> None:
    course = course_named(course_id)
    page = visitors.new(**(PHONE if hand == "touch" else {}))
    pupil = Pupil(page, course, hand)
    pupil.open(course.lessons[0])
    for lesson in course.lessons:
        expect(page).to_have_url(f"/learn/{course.id}/{lesson.id}")
        pupil.do(lesson)
        expect(page.get_by_label("3 of 3 stars")).to_be_visible()
        if lesson is not course.lessons[-1]:
            pupil.next()
    page.goto("/learn")
    expect(page.get_by_label("3 of 3 stars")).to_have_count(len(course.lessons))
