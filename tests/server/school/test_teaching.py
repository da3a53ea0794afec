"""The school over HTTP: lessons, judging, and what people have learned."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest

from skep.hive import RuleCode
from skep.laruche.refusals import Refusal
from skep.school import Lesson, all_courses, course_named
from skep.school.judging import begin, way_from
from skep.school.rulebook import anchor_of
from tests.server.live import LiveServer

pytestmark = pytest.mark.anyio

COURSE = course_named("hive-first")
LESSON = COURSE.lesson("one-hive")


def asked(step: str, actions: list[Any], **more: Any) -> dict[str, Any]:
    names = {"course": COURSE.id, "lesson": LESSON.id, "step": step}
    return {**names, "actions": msgspec.to_builtins(actions), **more}


def results(lesson: Lesson, **more: int) -> dict[str, Any]:
    steps = [{"step": step.id, "actions": step.par, **more} for step in lesson.steps]
    return {"course": COURSE.id, "lesson": lesson.id, "steps": steps}


@pytest.mark.medium
async def test_every_lesson_has_its_page_and_is_told(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        listed = (await http.get("/learn")).text
        for course in all_courses():
            for lesson in course.lessons:
                address = f"{course.id}/{lesson.id}"
                assert f'href="/learn/{address}"' in listed
                assert (await http.get(f"/learn/{address}")).status_code == 200
                told = (await http.get(f"/api/school/lessons/{address}")).json()
                assert [step["id"] for step in told["steps"]] == [step.id for step in lesson.steps]
        course_page = await http.get(f"/learn/{COURSE.id}")
        assert course_page.headers["location"] == f"/learn/{COURSE.id}/{COURSE.lessons[0].id}"


async def test_a_step_is_judged_action_by_action(server: LiveServer) -> None:
    step = LESSON.step("pinned")
    way = way_from(begin(step, COURSE.game))
    async with httpx.AsyncClient(base_url=server.url) as http:
        said = []
        for count in range(1, len(way) + 1):
            answer = await http.post("/api/school/judge", json=asked(step.id, way[:count]))
            said.append(answer.json()["verdict"]["kind"])
        assert said == ["right", "done"]
        wrong = {"do": "tap", "cell": [0, 0]}
        answer = await http.post("/api/school/judge", json=asked(step.id, [wrong], show=True))
        assert answer.json()["verdict"]["code"] == "NOT_THERE"
        assert answer.json()["shown"] == msgspec.json.decode(msgspec.json.encode(way[0]))


async def test_a_forbidden_move_gets_its_rule(server: LiveServer) -> None:
    body = {"course": COURSE.id, "lesson": "win", "step": "last-side",
            "actions": [{"do": "play", "piece": "wQ", "cell": [9, 9]}]}  # fmt: skip
    async with httpx.AsyncClient(base_url=server.url) as http:
        verdict = (await http.post("/api/school/judge", json=body)).json()["verdict"]
    assert (verdict["kind"], verdict["code"]) == ("wrong", "ONE_HIVE")
    assert "fall apart" in verdict["sentence"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (asked("pinned", []) | {"lesson": "nowhere"}, 404),
        (asked("nowhere", []), 404),
        (asked("pinned", [{"do": "fly"}]), 400),
        (asked("pinned", [{"do": "tap", "cell": [0, 100]}]), 400),
        (asked("pinned", [{"do": "tap", "cell": [0, 0]}] * 61), 400),
        (asked("pinned", [{"do": "play", "piece": "zz", "cell": [0, 0]}]), 200),
    ],
)
async def test_what_makes_no_sense_is_answered(
    server: LiveServer, body: dict[str, Any], status: int
) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.post("/api/school/judge", json=body)).status_code == status


async def test_the_best_stars_are_kept_for_a_person(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/api/school/progress")).json() == {
            "progress": {"stars": {}, "again": []}
        }
        assert not http.cookies
        for misses, stars, again in ((3, 1, 5), (0, 3, 0), (3, 3, 5)):
            answer = await http.post("/api/school/progress", json=results(LESSON, misses=misses))
            progress = answer.json()["progress"]
            assert progress["stars"] == {"hive-first/one-hive": stars}
            assert len(progress["again"]) == again
        assert (await http.get("/api/school/progress")).json()["progress"] == progress
        assert 'aria-label="3 of 3 stars"' in (await http.get("/learn")).text
    async with httpx.AsyncClient(base_url=server.url) as other:
        assert 'aria-label="3 of 3 stars"' not in (await other.get("/learn")).text


async def test_results_of_other_steps_are_refused_and_make_nobody_known(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        body = results(LESSON) | {"steps": [{"step": "another", "actions": 1}]}
        assert (await http.post("/api/school/progress", json=body)).status_code == 400
        body = results(LESSON) | {"course": "nowhere"}
        assert (await http.post("/api/school/progress", json=body)).status_code == 404
        assert not http.cookies


@pytest.mark.parametrize(
    ("game", "codes"), [("hive", [*RuleCode]), ("laruche", [*Refusal])], ids=["hive", "laruche"]
)
async def test_the_rule_book_has_an_anchor_for_every_code_and_all_its_figures(
    server: LiveServer, game: str, codes: list[RuleCode | Refusal]
) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        page = (await http.get(f"/rules/{game}")).text
        for code in codes:
            assert page.count(f'id="{anchor_of(code.value)}"') == 1, code
        figures = re.findall(r'src="(/rules/[^"]+)"', page)
        assert len(figures) >= 6
        for address in figures:
            picture = await http.get(address)
            assert picture.headers["content-type"] == "image/svg+xml"
            assert "<svg" in picture.text
        for nowhere in ("/rules/chess", f"/rules/{game}/nothing.svg"):
            assert (await http.get(nowhere)).status_code == 404
