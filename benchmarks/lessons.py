"""How long it takes from "Next lesson" until the next lesson can be begun, in Chromium on loopback.

Run `python -m benchmarks.lessons`. The first course of each game is gone through several times;
what is counted begins with the press and ends with the frame that shows the first step.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.pupil import Pupil
from tests.browser.screenshots import running_server

from skep.hive.arena.turns import alone
from skep.school import course_named

BAR_MS = 100
ROUNDS = 3
COURSES = ("hive-first", "laruche-first")

# Pressed inside the page: what Playwright adds to a click is not the page's.
_NEXT = """(step) => new Promise((resolve) => {
    const lesson = document.getElementById("lesson");
    const begin = performance.now();
    new MutationObserver((_, observer) => {
        if (lesson.dataset.step !== step || lesson.dataset.done !== "no") return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begin));
    }).observe(lesson, { attributes: true });
    document.querySelector("[data-action=next]").click();
})"""


def through(page: Page, course_id: str) -> list[float]:
    course = course_named(course_id)
    pupil = Pupil(page, course, "mouse")
    pupil.open(course.lessons[0])
    taken = []
    for lesson, following in zip(course.lessons, course.lessons[1:], strict=False):
        pupil.do(lesson)
        page.locator("[data-part=stars]").wait_for()  # what was learned is kept: nothing else runs
        taken.append(page.evaluate(_NEXT, following.steps[0].id))
    return taken


def main() -> None:
    with running_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        for course in COURSES:
            taken: list[float] = []
            for _ in range(ROUNDS):
                context = browser.new_context(base_url=url, reduced_motion="reduce")
                taken += through(context.new_page(), course)
                context.close()
            print(
                f"{course}: median {statistics.median(taken):.0f} ms, at most {max(taken):.0f} ms"
                f" of {len(taken)} lessons (bar: {BAR_MS} ms)"
            )
        browser.close()


if __name__ == "__main__":
    with alone():
        main()
