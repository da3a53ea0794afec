"""Practice and steps that are tried again, over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.school import course_named
from skep.school.judging import begin, way_from
from skep.school.practice import exercises, step_of
from skep.server.storage.schema import progress
from tests.server.live import LiveServer

pytestmark = pytest.mark.anyio

COURSE = course_named("hive-first")
LESSON = COURSE.lesson("one-hive")
NOTHING: dict[str, Any] = {"stars": {}, "again": []}


def about(lesson: str, **more: Any) -> dict[str, Any]:
    return {"course": "practice", "lesson": lesson, "step": lesson, **more}


async def test_all_exercises_are_listed_and_one_leads_to_the_next(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        page = (await http.get("/learn/practice")).text
        for exercise in exercises():
            assert f'href="/learn/practice/{exercise.id}"' in page
        last_in_one, first_in_two = exercises()[39].id, exercises()[40].id
        assert (await http.get(f"/learn/practice/{last_in_one}")).status_code == 200
        told = (await http.get(f"/api/school/lessons/practice/{last_in_one}")).json()
        assert told["title"] == "40"
        assert told["following"] == ["practice", first_in_two]
        last = (await http.get(f"/api/school/lessons/practice/{exercises()[-1].id}")).json()
        assert last["following"] is None
        assert (await http.get("/learn/practice/win-9-01")).status_code == 404


async def test_a_move_that_does_not_win_can_be_answered_with_the_line_that_does(
    server: LiveServer,
) -> None:
    exercise = exercises()[40]
    way = way_from(begin(step_of(exercise), "hive"))
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post(
            "/api/school/judge", json=about(exercise.id, actions=[], show=True)
        )
        judged = answer.json()
        assert len(judged["line"]) == 3  # a move, the answer, the move that wins
        assert judged["shown"] == msgspec.json.decode(msgspec.json.encode(way[0]))
        done = await http.post(
            "/api/school/judge", json=about(exercise.id, actions=msgspec.to_builtins(way))
        )
        assert done.json()["verdict"]["kind"] == "done"
        stage = (await http.get(f"/api/school/lessons/practice/{exercise.id}")).json()["steps"][0]
        assert stage["stage"]["reserves"]["b"]  # the first move comes out of it


async def test_progress_of_practice_is_kept(server: LiveServer) -> None:
    first = exercises()[0].id
    body = {"course": "practice", "lesson": first, "steps": [{"step": first, "actions": 1}]}
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert "0 of 40 done" in (await http.get("/learn/practice")).text
        await http.post("/api/school/progress", json=body)
        page = (await http.get("/learn/practice")).text
        assert "1 of 40 done" in page
        assert "Number 1: 3 of 3 stars" in page


async def test_what_names_no_lesson_any_more_is_left_out(server: LiveServer) -> None:
    """Exercises were once called by their number, in an order that has changed since."""
    first = exercises()[0].id
    body = {"course": "practice", "lesson": first, "steps": [{"step": first, "actions": 1}]}
    async with httpx.AsyncClient(base_url=server.url) as http:
        known = (await http.post("/api/school/progress", json=body)).json()
        again = '["practice/win-1-01/win-1-01"]'
        renamed = update(progress).values(lesson="practice/win-1-01", again=again)

        async def work(database: AsyncConnection) -> None:
            await database.execute(renamed)

        await server.site.writer.run(work)
        assert (await http.get("/api/school/progress")).json()["progress"] == NOTHING
        assert (await http.get("/learn/again")).headers["location"] == "/learn"
        assert "0 of 40 done" in (await http.get("/learn/practice")).text
        assert (await http.post("/api/school/progress", json=body)).json() == known


async def missed(http: httpx.AsyncClient, *steps: str) -> None:
    results = [
        {"step": step.id, "actions": step.par, "misses": int(step.id in steps)}
        for step in LESSON.steps
    ]
    body = {"course": COURSE.id, "lesson": LESSON.id, "steps": results}
    assert (await http.post("/api/school/progress", json=body)).status_code == 200


async def test_missed_steps_return_until_they_are_done_without_a_miss(server: LiveServer) -> None:
    first, second = LESSON.steps[0].id, LESSON.steps[1].id
    where = f"{COURSE.id}/{LESSON.id}"
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.get("/learn/again")).headers["location"] == "/learn"
        await missed(http, first, second)
        assert "Practise again: 2 steps" in (await http.get("/learn")).text
        stars = (await http.get("/api/school/progress")).json()["progress"]["stars"]
        address = (await http.get("/learn/again")).headers["location"]
        assert address == f"/learn/{where}/{first}"
        assert (await http.get(address)).status_code == 200
        told = (await http.get(f"/api/school/lessons/{where}/{first}")).json()
        assert [step["id"] for step in told["steps"]] == [first]
        assert told["is_repeated"]
        assert not told["coached"]
        assert told["following"] == [COURSE.id, LESSON.id, second]
        for misses, left in ((1, 2), (0, 1)):
            steps = [{"step": first, "actions": 1, "misses": misses}]
            body = {"course": COURSE.id, "lesson": LESSON.id, "steps": steps}
            answer = (await http.post("/api/school/again", json=body)).json()["progress"]
            assert len(answer["again"]) == left
            assert answer["stars"] == stars
        assert (await http.get("/api/school/progress")).json()["progress"] == answer
        told = (await http.get(f"/api/school/lessons/{where}/{second}")).json()
        assert told["following"] is None


async def test_who_is_unknown_may_try_again_and_stays_unknown(server: LiveServer) -> None:
    steps = [{"step": LESSON.steps[0].id, "actions": 1}]
    body = {"course": COURSE.id, "lesson": LESSON.id, "steps": steps}
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/school/again", json=body)
        assert answer.json() == {"progress": NOTHING}
        assert not http.cookies
