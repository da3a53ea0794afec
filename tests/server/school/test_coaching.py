"""The coach over HTTP: at most one remark, two sentences at the end."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from skep.school import course_named
from tests.server.live import LiveServer

pytestmark = pytest.mark.anyio

FOUR_EACH = ["wS1", "bS1 wS1-", "wG1 -wS1", "bG1 bS1-", "wA1 -wG1", "bA1 bG1-"]


async def said(server: LiveServer, moves: list[str], **more: Any) -> dict[str, Any]:
    body = {"game_type": "Base", "moves": moves, "pupil": "w", **more}
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/school/coach", json=body)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


async def test_the_first_move_and_the_queen_are_spoken_of(server: LiveServer) -> None:
    first = await said(server, [])
    assert first["remark"]["key"] == "first-move"
    assert (first["praise"], first["advice"]) == (None, None)
    assert (await said(server, FOUR_EACH[:2]))["remark"] is None
    assert (await said(server, FOUR_EACH))["remark"]["key"] == "queen-due"


async def test_nothing_is_said_on_the_turn_of_the_other_side(server: LiveServer) -> None:
    assert (await said(server, FOUR_EACH[:1]))["remark"] is None
    black = await said(server, FOUR_EACH[:1], pupil="b")
    assert black["remark"]["key"] == "first-reply"


async def test_at_the_end_there_is_one_praise_and_one_piece_of_advice(server: LiveServer) -> None:
    """Also of a game that somebody gave up."""
    end = await said(server, FOUR_EACH, ended=True)
    assert end["remark"] is None
    assert (end["praise"]["key"], end["advice"]["key"]) == ("played", "few-bugs")
    assert end["advice"]["facts"] == {"bugs": 3}
    assert "{bugs}" in end["advice"]["sentence"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"pupil": "x"}, 400),
        ({"moves": ["wS1", "nonsense"]}, 400),
        ({"moves": ["wS1"] * 1001}, 400),
        ({"game_type": "Chess"}, 400),
    ],
)
async def test_what_makes_no_sense_is_refused(
    server: LiveServer, change: dict[str, Any], status: int
) -> None:
    body = {"game_type": "Base", "moves": [], "pupil": "w", **change}
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.post("/api/school/coach", json=body)).status_code == status


async def test_home_offers_the_first_course_until_it_is_done(server: LiveServer) -> None:
    course = course_named("hive-first")
    async with httpx.AsyncClient(base_url=server.url) as http:
        home = (await http.get("/")).text
        assert 'href="/learn/hive-first"' in home
        assert 'href="/learn/laruche-first"' in home
        assert "1 or 2 for your first games" in home
        for lesson in course.lessons:
            steps = [{"step": step.id, "actions": step.par} for step in lesson.steps]
            body = {"course": course.id, "lesson": lesson.id, "steps": steps}
            assert (await http.post("/api/school/progress", json=body)).status_code == 200
        home = (await http.get("/")).text
        assert 'href="/learn/hive-first"' not in home
        assert 'href="/learn/laruche-first"' in home
        for page in (home, (await http.get("/start/hive")).text):
            assert "1 or 2 for your first games" not in page
            assert "1 is for a first game" in page
