"""Foreign pages, foreign names, forms, sizes, rates and headers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from skep.client import Person
from skep.errors import CommandRefusedError
from skep.server.http.guard import OwnHosts
from skep.server.people.guests import COOKIE
from skep.server.rules.limits import RateLimit
from skep.server.settings import load_settings
from tests.server.live import LiveServer, ServerProcess, serve

pytestmark = pytest.mark.anyio

GAME = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}


@pytest.mark.parametrize(
    ("listens", "host", "own"),
    [
        ("127.0.0.1", "localhost:8080", True),
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("127.0.0.1", "[::1]:8080", True),
        ("127.0.0.1", "192.168.1.5:8080", False),
        ("127.0.0.1", "evil.example:8080", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "[", False),
        ("0.0.0.0", "192.168.1.5:8080", True),
        ("0.0.0.0", "evil.example:8080", False),
        ("127.0.0.1", "play.example", True),
    ],
)
def test_own_hosts(listens: str, host: str, own: bool) -> None:
    settings = load_settings(environ={}, host=listens, origins=["https://play.example"])
    assert OwnHosts(settings).is_own_host(host) is own


def test_own_origins() -> None:
    hosts = OwnHosts(load_settings(environ={}, origins=["https://play.example"]))
    assert hosts.is_own_origin("http://localhost:8080", "localhost:8080", by_tls=False)
    assert hosts.is_own_origin("https://play.example", "10.0.0.1", by_tls=False)
    assert not hosts.is_own_origin("http://localhost:9999", "localhost:8080", by_tls=False)
    assert not hosts.is_own_origin("null", "localhost:8080", by_tls=False)


@pytest.mark.medium
async def test_every_printed_address_serves_pages_and_sockets(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, settings={"host": "0.0.0.0"})
    await process.start()
    try:
        printed = re.findall(r"^skep at (\S+)$", (tmp_path / "server.log").read_text(), re.M)
        assert printed[0] == process.url
        for address in printed:  # a machine without a network has no second one
            async with httpx.AsyncClient() as http:
                assert (await http.get(address)).status_code == 200
            async with Person(address) as ann:
                game = (await ann.create(GAME)).game.id
                async with ann.sit(game) as both:
                    await both.play("wS1")
    finally:
        await process.stop()


async def test_a_foreign_page_may_neither_post_nor_open_a_socket(server: LiveServer) -> None:
    foreign = {"origin": "https://evil.example"}
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/games", json=GAME, headers=foreign)
        assert (answer.status_code, answer.json()["code"]) == (403, "WRONG_ORIGIN")
        answer = await http.post("/api/games", json=GAME, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403
        answer = await http.get("/api/me", headers={"host": "evil.example"})
        assert answer.status_code == 421
        own = {"origin": server.url}
        assert (await http.post("/api/games", json=GAME, headers=own)).status_code == 201
    address = server.url.replace("http", "ws") + "/ws/game/abc"
    with pytest.raises(InvalidStatus, match="403"):
        await connect(address, additional_headers={"Origin": "https://evil.example"})


def _token(page: str) -> str:
    return page.split('name="csrf" value="')[1].split('"')[0]


@pytest.mark.medium
async def test_a_form_needs_its_token(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        assert (await http.post("/play", data={"level": "1"})).status_code == 403
        token = _token((await http.get("/")).text)
        done = await http.post("/play", data={"level": "1", "csrf": token})
        assert done.status_code == 303
        http.cookies.delete("skep_form")
        assert (await http.post("/play", data={"level": "1", "csrf": token})).status_code == 403


async def test_no_two_pages_have_the_same_token_and_each_is_good(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        tokens = [_token((await http.get("/")).text) for _ in range(3)]
        assert len(set(tokens)) == 3
        for token in tokens:
            done = await http.post("/play", data={"level": "1", "csrf": token})
            assert done.status_code == 303


@pytest.mark.medium
async def test_pages_are_packed_for_those_who_can_read_that(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        packed = await http.get("/", headers={"accept-encoding": "gzip"})
        plain = await http.get("/", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    assert packed.text.count("<dialog") == plain.text.count("<dialog") == 2


async def test_every_answer_has_the_security_headers(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        for path in ("/", "/api/me", "/nowhere", "/health"):
            headers = (await http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe-inline" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"


async def test_large_bodies_are_refused(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        big = b"x" * 100_000
        json_type = {"content-type": "application/json"}
        answer = await http.post("/api/games", content=big, headers=json_type)
        assert answer.status_code == 413


async def test_a_visit_makes_no_guest_and_an_action_makes_one(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        await http.get("/")
        assert COOKIE not in http.cookies
        assert (await http.get("/api/me")).json() == {"id": None, "name": ""}
        await http.post("/api/games", json=GAME)
        first = (await http.get("/api/me")).json()
        assert first["id"] is not None
        await http.post("/api/games", json=GAME)
        assert (await http.get("/api/me")).json() == first
        http.cookies.set(COOKIE, http.cookies[COOKIE][:-2] + "xx")
        assert (await http.get("/api/me")).json()["id"] is None


async def test_reading_a_link_takes_no_seat(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as robot:
        wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
        created = await ann.create(wish)
        await robot.get(created.link)
        await robot.get(f"/api/games/{created.game.id}?key={created.key}")
        assert (await robot.get(f"/api/games/{created.game.id}/join")).status_code == 405
        assert (await ann.read(created.game.id)).game.seats[1].user is None


async def test_rates_are_limited_per_address(tmp_path: Path) -> None:
    limits: dict[str, Any] = {
        "requests_per_second": 2,
        "creations_per_minute": 1,
        "sockets_per_address": 1,
    }
    async with serve(tmp_path, **limits) as live, live.person() as ann:
        game = (await ann.create(GAME)).game.id
        async with ann.sit(game):
            with pytest.raises(InvalidStatus):
                await connect(live.url.replace("http", "ws") + f"/ws/game/{game}")
        async with httpx.AsyncClient(base_url=live.url) as http:
            answers = await asyncio.gather(*(http.get("/api/me") for _ in range(12)))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert refused
            assert int(refused[0].headers["retry-after"]) >= 1
            assert (await http.get("/health")).status_code == 200


async def test_the_files_of_a_page_do_not_use_up_the_requests(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, requests_per_second=2) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        page = (await http.get("/")).text
        files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
        answers = [await http.get(file) for file in (files * 80)[:80]]
        assert len(answers) == 80
        assert {answer.status_code for answer in answers} == {200}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("👩\u200d👩\u200d👧 Ada", "👩\u200d👩\u200d👧 Ada"),
        ("", None),
        ("A\u200dda", None),
        ("A" * 41, None),
    ],
)
async def test_a_name_is_kept_or_refused_in_words(
    server: LiveServer, name: str, kept: str | None
) -> None:
    async with httpx.AsyncClient(base_url=server.url, follow_redirects=True) as http:

        async def save(wanted: str) -> str:
            token = re.search(r'name="csrf" value="([^"]+)"', (await http.get("/settings")).text)
            assert token is not None
            return (await http.post("/settings", data={"csrf": token[1], "name": wanted})).text

        assert "Saved." in await save("Bo")
        page = await save(name)
        assert ("Saved." in page) == (kept is not None)
        assert ("A name has 1 to 40 visible characters" in page) == (kept is None)
        assert f'value="{kept or "Bo"}"' in page


async def test_commands_are_limited_per_socket(tmp_path: Path) -> None:
    async with serve(tmp_path, commands_per_second=1) as live, live.person() as ann:
        game = (await ann.create(GAME)).game.id
        async with ann.sit(game) as session:
            session._refused = _raise_at_once.__get__(session)  # type: ignore[method-assign]
            codes = [await _code(session.play("wS1", ply=0)) for _ in range(6)]
            assert "TOO_FAST" in codes


async def _code(command: Awaitable[object]) -> str:
    try:
        await command
    except CommandRefusedError as refusal:
        return refusal.code
    return ""


def _raise_at_once(self: object, refused: object) -> None:
    """Do not try again as the client usually does."""
    pending = self._pending.get(refused.id)  # type: ignore[attr-defined]
    if pending is not None:
        pending[1].set_exception(CommandRefusedError(refused.code, refused.message))  # type: ignore[attr-defined]


def test_a_bucket_refills() -> None:
    bucket = RateLimit(rate=2, burst=2, now=0.0)
    assert [bucket.wait_seconds(now=0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert bucket.wait_seconds(now=0.5) == 0.0
    assert bucket.is_full(now=10.0)
