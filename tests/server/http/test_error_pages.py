"""Whoever goes astray gets a page that helps on; programs get JSON."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.server.live import LiveServer

pytestmark = pytest.mark.anyio

BROWSER = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", "/g", "/favicon", "/static-files/x"])
async def test_an_unknown_address_is_a_page_to_browsers(server: LiveServer, path: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        page = await http.get(path, headers=BROWSER)
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "There is no such page" in page.text
        assert 'href="/"' in page.text
        plain = await http.get(path)
        assert plain.status_code == 404
        assert plain.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize("path", ["/api/nowhere", "/static/x/nowhere.js"])
async def test_programs_get_no_page(server: LiveServer, path: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get(path, headers=BROWSER)
        assert answer.status_code == 404
        assert "<html" not in answer.text


async def test_a_form_s_address_opened_by_hand_is_a_page(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        page = await http.get("/join", headers=BROWSER)
        assert page.status_code == 405
        assert "There is no such page" in page.text
        assert (await http.get("/join")).json()["code"] == "NOT_ALLOWED"


@pytest.mark.parametrize(
    ("code", "title"), [("zzzz", "No game waits with"), ("ab", "four letters")]
)
async def test_a_wrong_code_can_be_tried_again(server: LiveServer, code: str, title: str) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        created = await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]})
        token = re.search(r'name="csrf" value="([^"]+)"', (await http.get("/")).text)
        assert token is not None
        page = await http.post("/join", data={"csrf": token[1], "code": code})
        assert page.status_code in (400, 404)
        assert title in page.text
        assert f'value="{code.upper()}"' in page.text
        again = re.search(r'action="/join".*?name="csrf" value="([^"]+)"', page.text, re.DOTALL)
        assert again is not None
        joined = await http.post("/join", data={"csrf": again[1], "code": created.code})
        assert joined.status_code == 303
        assert joined.headers["location"].startswith(f"/g/{created.game.id}")
