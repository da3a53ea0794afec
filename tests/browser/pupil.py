"""Going through lessons: by mouse, by touch, by keyboard, by roles and names alone."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Locator, Page, expect

from skep.hive import Piece
from skep.laruche import Pose
from skep.school import Choose, Course, Give, Lay, Lesson, Play, Step, Tap
from skep.school.hive_judge import HiveScene
from skep.school.judging import Standing, begin, proceed, way_from
from skep.school.laruche_judge import LaRucheScene
from tests.browser.player import Player

__all__ = ["Hand", "Pupil"]

Hand = Literal["mouse", "touch", "keys", "names"]


class Pupil:
    """Knows the way through a lesson from the judge, and where things are from the scene."""

    def __init__(self, page: Page, course: Course, hand: Hand) -> None:
        self.page = page
        self.course = course
        self.hand = hand
        self._board = Player(page)  # for where cells are

    def open(self, lesson: Lesson) -> None:
        self.page.goto(f"/learn/{self.course.id}/{lesson.id}")
        self.page.wait_for_selector("#lesson[data-ready=yes]")
        if self.course.game == "hive":
            self.page.wait_for_selector(".board[data-ready=yes]")

    def do(self, lesson: Lesson) -> None:
        """The whole lesson, from its first step."""
        for step in lesson.steps:
            self.page.wait_for_selector(f'#lesson[data-step="{step.id}"]')
            self.check_it_fits()
            self.do_step(step)
            expect(self.page.locator("#lesson")).to_have_attribute("data-done", "yes")
            if step is not lesson.steps[-1]:
                self.next()

    def check_it_fits(self) -> None:
        """All that a step says and offers is to be seen; a page of this height does not scroll."""
        outside = self.page.evaluate(
            """() => {
                const parts = ["say", "answer", "answers", "foot .button"];
                const isCut = (node) => node.checkVisibility()
                    && (node.scrollHeight > node.clientHeight + 1
                        || node.scrollWidth > node.clientWidth + 1);
                const cut = [...document.querySelectorAll(parts.map((one) => `.lesson__${one}`))]
                    .filter(isCut).map((node) => node.textContent);
                const last = document.querySelector(".lesson__actions").getBoundingClientRect();
                return last.bottom > innerHeight ? [...cut, "the buttons"] : cut;
            }"""
        )
        assert outside == []

    def next(self) -> None:
        self._press(self.page.locator("[data-action=next]"))

    def do_step(self, step: Step) -> None:
        standing = begin(step, self.course.game)
        for action in way_from(standing):
            self.act(standing, action)
            standing = proceed(standing, action)
            count = standing.actions
            self.page.wait_for_selector(f'#lesson[data-asking=no][data-actions="{count}"]')

    def act(self, standing: Standing, action: object) -> None:
        match action:
            case Choose(answer=answer):
                self._press(self.page.locator(f'[data-answer="{answer}"]'))
            case Tap(cell=(q, r)):
                self._cell(q, r) if self.course.game == "hive" else self._spot(q, r)
            case Play(piece=piece, cell=(q, r)):
                self._pick(standing.scene, piece)
                self.page.wait_for_selector(".marks-targets .mark", state="attached")
                self._cell(q, r)
            case Lay(pose=pose, cell=(q, r)):
                self._hold(standing.scene, Pose.parse(pose))
                self._spot(q, r)
            case Give(tile=tile, player=player):
                self._press(self.page.locator(f'.hand [data-tile="{tile}"]'))
                self._press(self.page.locator(f'[data-player="{player}"]'))
            case _:
                raise TypeError(f"{action!r} is not for this board")

    def _hold(self, scene: LaRucheScene, pose: Pose) -> None:
        """Take a tile, and turn it over if it lies on its other face: it turns by itself."""
        tile = self.page.locator(f'.hand [data-tile="{pose.tile.name}"]')
        dealt = next(held for held in scene.hand if held.tile is pose.tile)
        self._press(tile)
        if dealt.has_bee is not pose.has_bee:
            if self.hand == "keys":
                self.page.keyboard.press("f")
            else:
                self._press(tile)

    def _spot(self, q: int, r: int) -> None:
        if self.hand in ("keys", "names"):
            self._press(self.page.locator(f'[data-spot="{q},{r}"]'))
        else:
            self._cell(q, r)

    def _press(self, target: Locator) -> None:
        if self.hand == "names":
            self._by_name(target)
        elif self.hand == "keys":
            target.focus()
            self.page.keyboard.press("Enter")
        elif self.hand == "touch":
            target.tap()
        else:
            target.click()

    def _pick(self, scene: HiveScene, name: str) -> None:
        origin = scene.position.cell_of(Piece.parse(name))
        if origin is not None:
            self._cell(origin.q, origin.r)
            return
        self._press(self.page.locator(f'button.reserve__piece[data-piece^="{name[:2]}"]'))

    def _by_name(self, meant: Locator) -> None:
        """As a screen reader presses it: there is one button of that name, and it is this one."""
        name = meant.get_attribute("aria-label") or meant.inner_text()
        named = self.page.get_by_role("button", name=name, exact=True)
        expect(named).to_have_count(1)
        named.dispatch_event("click")

    def _cell(self, q: int, r: int) -> None:
        if self.hand in ("keys", "names"):
            self._press(self.page.locator(f'.cells [data-key="{q},{r}"]'))
            return
        x, y = self._board.spot(q, r)
        if self.hand == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
