"""Requests that are wrong, curious, long or slow: a clean answer, and nothing given away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from skep.server.games.hive import messages as hive_messages
from skep.server.storage.schema import codes
from tests.server.live import LiveServer, serve
from tests.server.plain_client import PlainPerson, PlainRefusedError
from tests.server.tables.test_tables import TWO, start_two

pytestmark = pytest.mark.anyio

GAME = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}
JSON = {"content-type": "application/json"}


def shown(answer: httpx.Response, asked: str) -> tuple[int, str, set[str]]:
    """What can be told apart; the token of a form is another one each time.

    The menu of languages leads back to the address that was asked for, whatever is there."""
    text = re.sub(r'name="csrf" value="[^"]*"', "", answer.text.replace(asked, "…"))
    return answer.status_code, text, set(answer.headers)


@pytest.mark.parametrize("key", ["schlüssel", "🐝", "%00", "wrong"])
async def test_a_wrong_key_and_no_such_game_look_alike(server: LiveServer, key: str) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        game = (await ann.create(TWO)).game.id
        nowhere = "x" * len(game)
        for path in ("/g/{}", "/g/{}/replay", "/g/{}/qr.svg", "/g/{}/preview.png",
                     "/api/games/{}", "/api/games/{}/export", "/api/games/{}/chat"):  # fmt: skip
            answers = []
            for which in (game, nowhere):
                http.cookies.clear()
                answer = await http.get(path.format(which), params={"key": key})
                answers.append(shown(answer, which))
            assert answers[0] == answers[1]
            assert answers[0][0] == 404
        joined = [
            await http.post(f"/api/games/{which}/join", json={"key": key})
            for which in (game, nowhere)
        ]
        assert shown(joined[0], game) == shown(joined[1], nowhere)
        assert joined[0].status_code == 404


async def test_a_wrong_key_makes_no_guest(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        game = (await ann.create(TWO)).game.id
        count = text("SELECT count(*) FROM users")
        before = (await server.site.store.all(count))[0][0]
        assert (await http.post(f"/api/games/{game}/join", json={"key": "no"})).status_code == 404
        assert (await server.site.store.all(count))[0][0] == before


async def test_a_form_token_that_is_not_ascii_is_a_wrong_token(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        page = (await http.get("/")).text
        token = page.split('name="csrf" value="')[1].split('"')[0]
        forged = {"cookie": "skep_form=schlüssel".encode("latin-1")}
        http.cookies.clear()
        answer = await http.post("/play", data={"level": "1", "csrf": token}, headers=forged)  # type: ignore[arg-type]
        assert answer.status_code == 403


@pytest.mark.parametrize("identity", ["%00", "abc%00def", "%C3%A9", "%FF"])
@pytest.mark.medium
async def test_an_id_that_no_database_takes_is_no_game(server: LiveServer, identity: str) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        await ann.rename("Ann")
        http.cookies.update(ann._http.cookies)
        for path in (f"/g/{identity}", f"/api/games/{identity}", f"/api/games/{identity}/chat"):
            assert (await http.get(path)).status_code == 404
        assert (await http.post(f"/api/games/{identity}/join", json={})).status_code == 404
        assert (await http.post("/api/join", json={"code": "A\0BC"})).status_code == 404


async def chunks(count: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b" " * 10_000


async def test_a_long_body_of_unknown_length_is_refused_in_words(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/games", content=chunks(20), headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert (await http.post("/replay", content=chunks(20), headers=form)).status_code == 413
        short = await http.post("/api/games", content=chunks(2), headers=JSON)
        assert short.status_code == 400


async def talk_slowly(url: str, *parts: bytes) -> bytes:
    """Send these, then nothing; whatever comes until the server hangs up."""
    port = int(url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        async with asyncio.timeout(60):
            with contextlib.suppress(ConnectionResetError):
                return await reader.read()
        return b""
    finally:
        writer.close()


@pytest.mark.medium
async def test_half_requests_are_not_waited_for(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("skep.server.running.GRACE_SECONDS", 1.0)
    async with serve(tmp_path, request_seconds=0.5) as live:
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        body = head + b"Content-Length: 100\r\n\r\n"
        get = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
        nothing, half_head, half_body, unread, again = await asyncio.gather(
            talk_slowly(live.url),
            talk_slowly(live.url, head),
            talk_slowly(live.url, body, b"{"),
            talk_slowly(live.url, get + b"Content-Length: 100\r\n\r\n", b"{"),
            talk_slowly(live.url, get + b"\r\n" + head),
        )
        assert nothing == half_head == b""
        assert half_body.startswith(b"HTTP/1.1 408")
        assert b"TOO_SLOW" in half_body
        assert unread.startswith(b"HTTP/1.1 200")
        assert again.startswith(b"HTTP/1.1 200")
        async with live.person() as ann:  # who is quick keeps a socket for longer than that
            game = (await ann.create(GAME)).game.id
            async with ann.sit(game) as both:
                await asyncio.sleep(2)
                await both.play("wS1")
                assert both.reconnects == 0


async def test_no_error_tells_what_was_to_be_stored(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def work(connection: AsyncConnection) -> None:
        values = {"code": "KEYS", "game": "a-private-key", "expires_ms": 1}
        await connection.execute(insert(codes).values(values))

    with pytest.raises(DBAPIError) as caught:  # there is no such game to refer to
        await server.site.writer.run(work)
    assert "parameters hidden" in str(caught.value)
    assert "KEYS" not in str(caught.value)


@pytest.mark.medium
async def test_what_is_personal_is_not_kept_by_caches(server: LiveServer) -> None:
    async with server.person() as ann, httpx.AsyncClient(base_url=server.url) as http:
        game = (await ann.create({**TWO, "listed": True})).game.id
        for path in ("/", "/mine", "/settings", "/replay", f"/g/{game}", "/api/me",
                     "/api/games?mine=1", f"/api/games/{game}", "/nowhere", "/g/none"):  # fmt: skip
            assert (await http.get(path)).headers["cache-control"] == "no-store", path
        page = (await http.get("/")).text
        style = page.split('rel="stylesheet" href="')[1].split('"')[0]
        assert "immutable" in (await http.get(style)).headers["cache-control"]
        assert "public" in (await http.get("/api/openapi.json")).headers["cache-control"]


@pytest.mark.medium
async def test_behind_tls_cookies_are_secure_and_browsers_stay_with_it(tmp_path: Path) -> None:
    encrypted = {"x-forwarded-proto": "https"}
    async with (
        serve(tmp_path, trusted_proxies=["127.0.0.1"]) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        page = await http.get("/", headers=encrypted)
        assert "max-age=" in page.headers["strict-transport-security"]
        assert "secure" in page.headers["set-cookie"].lower()
        made = await http.post("/api/games", json=GAME, headers=encrypted)
        assert "secure" in made.headers["set-cookie"].lower()
        plain = await http.get("/")
        assert "strict-transport-security" not in plain.headers
        assert "secure" not in plain.headers["set-cookie"].lower()
        refused = await http.get("/", headers={**encrypted, "host": "evil.example"})
        assert "strict-transport-security" in refused.headers
    async with serve(tmp_path / "other") as live, httpx.AsyncClient(base_url=live.url) as http:
        page = await http.get("/", headers=encrypted)  # anybody can say that
        assert "strict-transport-security" not in page.headers


async def test_metrics_are_for_whoever_has_the_token(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, httpx.AsyncClient(base_url=live.url) as http:
        assert (await http.get("/metrics")).status_code == 404
        assert (await http.get("/metrics", headers={"authorization": "Bearer"})).status_code == 404
    async with (
        serve(tmp_path, metrics_token="a token for the watch") as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        for wrong in ({}, {"authorization": "Bearer no"}, {"authorization": b"Bearer \xe9"}):
            answer = await http.get("/metrics", headers=wrong)  # type: ignore[arg-type]
            assert answer.status_code == 404
        right = {"authorization": "Bearer a token for the watch"}
        assert "skep_commands_total" in (await http.get("/metrics", headers=right)).text


@pytest.mark.medium
async def test_a_rematch_counts_as_a_creation(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, creations_per_minute=0.001) as live,
        PlainPerson(live.url) as ann,
    ):
        game = (await ann.ask("POST", "/api/games", GAME))["game"]["id"]
        made, code = 1, ""
        while not code and made < 60:
            async with ann.sit(game) as both:
                await both.do("abort")
                try:
                    await both.ask("want_rematch")
                except PlainRefusedError as refusal:
                    code = refusal.code
                else:
                    told = await both.until(lambda frame: frame["type"] == "rematch")
                    game, made = told["next_game"], made + 1
        assert (made, code) == (20, "TOO_FAST")  # the burst of the limit


async def test_who_only_offers_a_rematch_makes_no_game(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, creations_per_minute=0.001) as live,
        live.person() as ann,
        live.person() as bob,
    ):
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            await white.do(hive_messages.Resign())
        async with PlainPerson(live.url, ann.cookie) as plain, plain.sit(game) as socket:
            for _ in range(40):
                await socket.ask("want_rematch")


async def test_addresses_of_one_customer_are_one(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, trusted_proxies=["127.0.0.1"], requests_per_second=0.4) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):

        async def status(address: str) -> int:
            return (await http.get("/api/me", headers={"x-forwarded-for": address})).status_code

        statuses = {await status(f"2001:db8:1:2::{n:x}") for n in range(1, 60)}
        assert statuses == {200, 429}
        assert await status("2001:db8:1:3::1") == 200
        assert await status("192.0.2.1") == 200


async def test_sockets_of_one_customer_are_counted_together(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, trusted_proxies=["127.0.0.1"], sockets_per_address=2) as live,
        contextlib.AsyncExitStack() as stack,
    ):

        async def open_from(address: str) -> None:
            url = live.url.replace("http", "ws") + "/ws/game/none"
            headers = {"x-forwarded-for": address}
            await stack.enter_async_context(connect(url, additional_headers=headers))

        await open_from("2001:db8:1:2::1")
        await open_from("2001:db8:1:2:ffff::2")
        with pytest.raises(InvalidStatus):
            await open_from("2001:db8:1:2:aaaa::3")
        await open_from("2001:db8:1:3::1")


async def test_a_long_query_counts_as_several_requests(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, requests_per_second=1) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        long = {"game": "1. wG1 " + "{}" * 5_000, "format": "text"}
        first = await http.get("/api/hive/export", params=long)
        again = await http.get("/api/hive/export", params=long)
        assert (first.status_code, again.status_code) == (200, 429)


async def test_a_picture_of_a_ply_beyond_all_numbers(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        wish = {"game": "Base;InProgress;White[2];wS1;bS1 wS1-", "format": "svg"}
        end = await http.get("/api/hive/export", params=wish)
        beyond = await http.get("/api/hive/export", params={**wish, "ply": "9" * 5000})
        assert (beyond.status_code, beyond.text) == (200, end.text)


async def test_what_fails_has_the_headers_of_all_answers(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(server.site.tables, "get", fail)
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get("/api/games/abc")
        assert answer.status_code == 500
        for name in ("content-security-policy", "x-content-type-options", "cache-control"):
            assert name in answer.headers
        assert "no disk" not in answer.text


async def test_who_hangs_up_amid_a_body_is_no_error(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    port = int(server.url.rpartition(":")[2])
    for start in (b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b"Content-Length: 50\r\n\r\n{"):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + start)
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    async with server.person() as ann:
        await ann.create(GAME)
    await asyncio.sleep(0.1)
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


async def first_line(url: str, *lines: str) -> str:
    head = "\r\n".join([*lines, "Connection: close", "", ""]).encode()
    return (await talk_slowly(url, head)).split(b"\r\n")[0].decode()


async def test_a_request_is_for_one_host(server: LiveServer) -> None:
    get = "GET /api/me HTTP/1.1"
    assert " 200" in await first_line(server.url, get, "Host: localhost")
    assert " 200" not in await first_line(server.url, get, "Host: localhost", "Host: evil.example")
    assert " 200" not in await first_line(server.url, get, "Host: evil@localhost")


async def test_a_page_by_https_belongs_to_a_server_behind_it(tmp_path: Path) -> None:
    async with (
        serve(tmp_path, trusted_proxies=["127.0.0.1"]) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        host = live.url.removeprefix("http://")
        for scheme, proxied, status in (
            ("http", {}, 201),
            ("https", {}, 403),
            ("https", {"x-forwarded-proto": "https"}, 201),
            ("http", {"x-forwarded-proto": "https"}, 403),
        ):
            headers = {"origin": f"{scheme}://{host}", **proxied}
            assert (await http.post("/api/games", json=GAME, headers=headers)).status_code == status


async def test_a_wrong_code_makes_no_guest(server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        count = text("SELECT count(*) FROM users")
        before = (await server.site.store.all(count))[0][0]
        assert (await http.post("/api/join", json={"code": "AAAA"})).status_code == 404
        assert (await server.site.store.all(count))[0][0] == before


async def test_the_key_is_for_those_who_came_by_it(server: LiveServer) -> None:
    seats = [{"who": "me"}, {"who": "open"}, {"who": "invited"}]
    wish = {"game": "laruche", "seats": seats, "listed": True}
    async with (
        PlainPerson(server.url) as ann,
        PlainPerson(server.url) as bob,
        PlainPerson(server.url) as eve,
    ):
        made = await ann.ask("POST", "/api/games", wish)
        game = made["game"]["id"]
        assert (await eve.ask("POST", f"/api/games/{game}/join", {}))["key"] == ""
        joined = await bob.ask("POST", f"/api/games/{game}/join", {"key": made["key"]})
        assert joined["key"] == made["key"]
        own = (await ann.request("GET", f"/g/{game}/qr.svg")).text
        by_key = (await ann.request("GET", f"/g/{game}/qr.svg?key={made['key']}")).text
        assert own == by_key
        assert (await eve.request("GET", f"/g/{game}/qr.svg")).text != by_key


INVISIBLE = ["\u3164", "\u2800", "\u115f", "\u17b4", "A\ufe0f", "A\u034f", "A\U000e0100",
             "Z\u0301\u0302\u0303\u0304", "\u0301", "skep 10", "Computer, level 3"]  # fmt: skip


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
@pytest.mark.medium
async def test_names_can_be_seen_and_told_apart(server: LiveServer, name: str) -> None:
    async with PlainPerson(server.url) as eve:
        with pytest.raises(PlainRefusedError):
            await eve.ask("POST", "/api/me", {"name": name})
        for good in ("Zoë", "Nguyễn Thị Ánh", "Ada 👩\u200d🌾", "❤\ufe0f", "דּוֹד", "Ann 2"):
            assert (await eve.ask("POST", "/api/me", {"name": good}))["name"] == good
