"""What a messenger gets of a link: words, and a picture of the position at an absolute address."""

from __future__ import annotations

import html
import io
import re
from urllib.parse import urlencode

import httpx
import pytest
from PIL import Image

from tests.server.live import LiveServer
from tests.server.tables.test_tables import TWO, start_two

pytestmark = pytest.mark.anyio

LINE = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def cards(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in found}


def colors(png: bytes) -> int:
    picture = Image.open(io.BytesIO(png))
    assert picture.format == "PNG"
    assert picture.size == (1200, 630)
    return len(picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).getcolors() or [])


async def test_a_game_is_shown_as_it_stands(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben:
        created = await start_two(ann, ben)
        game, key = created.game.id, created.key
        async with ann.sit(game) as white:
            await white.play("wS1")
        async with httpx.AsyncClient(base_url=server.url) as http:
            page = await http.get(f"/g/{game}", params={"key": key})
            card = cards(page.text)
            assert card["image"].startswith(f"{server.url}/g/{game}/preview.png?")
            assert "ply=1" in card["image"]
            assert card["url"] == f"{server.url}/g/{game}"
            assert "1 move played" in card["description"]
            picture = await http.get(card["image"])
            assert picture.headers["content-type"] == "image/png"
            assert colors(picture.content) > 8
            assert (await http.get(f"/g/{game}/preview.png")).status_code == 404


async def test_a_pasted_game_is_shown_at_the_ply_of_its_link(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        pictures = []
        for ply in ("1", "4"):
            query = urlencode({"game": LINE, "ply": ply})
            card = cards((await http.get(f"/replay?{query}")).text)
            assert card["title"] == "White – Black"
            pictures.append((await http.get(card["image"])).content)
        assert colors(pictures[0]) > 8
        assert pictures[0] != pictures[1]
        unreadable = await http.get("/replay/preview.png", params={"game": "wS1 bS9"})
        assert unreadable.status_code == 404


async def test_before_the_first_move_there_is_a_picture_too(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        created = await ann.create(TWO)
        card = cards((await http.get(created.link)).text)
        assert "A seat is free for you" in card["description"]
        assert colors((await http.get(card["image"])).content) > 8


async def test_many_pictures_cost_much(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        long = LINE + ";" * 40_000
        answers = [
            await http.get("/replay/preview.png", params={"game": long[: 7000 + n]})
            for n in range(14)
        ]
        assert {answer.status_code for answer in answers} >= {429}


async def test_a_day_stands_in_the_pgn_of_a_replay(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        created = await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        page = (await http.get(f"/g/{created.game.id}/replay", params={"key": created.key})).text
        date = re.search(r'"date":"(\d{4}\.\d\d\.\d\d)"', page)
        assert date is not None
        query = {"game": LINE, "date": date[1], "format": "pgn"}
        assert f'[Date "{date[1]}"]' in (await http.get("/api/hive/export", params=query)).text
        del query["date"]
        unknown = (await http.get("/api/hive/export", params=query)).text
        assert '[Date "????.??.??"]' in unknown


async def test_a_picture_that_is_known_waits_for_nobody(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}], "listed": True}
        game = (await ann.create(wish)).game.id
        first = await http.get(f"/g/{game}/preview.png")
        table = await server.site.tables.get(game)
        async with table.lock:  # as somebody's move has it
            again = await http.get(f"/g/{game}/preview.png", timeout=60)
        assert first.content == again.content
        async with ann.sit(game) as both:
            await both.play("wS1")
        assert (await http.get(f"/g/{game}/preview.png")).content != first.content
